/*
 * The program's own objects to JSON text, as a type says.
 */
#ifndef JAC_TYPE_WRITER_H
#define JAC_TYPE_WRITER_H

#include "type/type.h"

/* The IDs and Strings that the writer needs. */
void jac_init_type_writer(VALUE mJacinth);

/* Type#dump. */
void jac_define_type_dump(VALUE cType);

#endif
