/* Jacinth::DocumentStream: values and events of text that comes in chunks, used
   by Jacinth.each and Jacinth.events (lib/jacinth/each_and_events.rb). */
#ifndef JAC_STREAM_H
#define JAC_STREAM_H

#include "ruby/compat.h"

void jac_init_stream(VALUE mJacinth);

#endif
