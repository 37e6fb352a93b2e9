/*
 * Jacinth::Stream: values and events out of text that comes in chunks. What
 * Jacinth.each and Jacinth.events are made of (lib/jacinth/stream.rb).
 */
#ifndef JAC_STREAM_H
#define JAC_STREAM_H

#include "ruby/compat.h"

void jac_init_stream(VALUE mJacinth);

#endif
