/* Jacinth::Coder: options of the parser and the generator, read once. */
#ifndef JAC_CODER_H
#define JAC_CODER_H

#include "ruby/compat.h"

void jac_init_coder(VALUE mJacinth);

#endif
