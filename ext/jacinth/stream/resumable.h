/* Jacinth::ResumableParser: a parser whose source comes in chunks. */
#ifndef JAC_RESUMABLE_H
#define JAC_RESUMABLE_H

#include "ruby/compat.h"

void jac_init_resumable(VALUE mJacinth);

#endif
