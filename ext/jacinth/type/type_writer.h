/* Writes the program's own objects as JSON text, driven by a type. */
#ifndef JAC_TYPE_WRITER_H
#define JAC_TYPE_WRITER_H

#include "type/type.h"

void jac_init_type_writer(VALUE mJacinth);

void jac_define_type_dump(VALUE cType);

#endif
