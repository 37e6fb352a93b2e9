/* Type#load, and the option into: of other methods. */
#ifndef JAC_TYPE_LOAD_H
#define JAC_TYPE_LOAD_H

#include "ruby/compat.h"

void jac_init_type_load(VALUE mJacinth);

void jac_define_type_load(VALUE cType);

#endif
