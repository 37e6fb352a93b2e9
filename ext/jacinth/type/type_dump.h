/* Type#dump and its options. */
#ifndef JAC_TYPE_DUMP_H
#define JAC_TYPE_DUMP_H

#include "ruby/compat.h"

void jac_init_type_dump(VALUE mJacinth);

void jac_define_type_dump(VALUE cType);

#endif
