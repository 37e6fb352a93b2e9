/* Objects and arrays that a Jacinth::Writer begins and ends. */
#ifndef JAC_WRITER_CONTAINER_H
#define JAC_WRITER_CONTAINER_H

#include "writer/document_writer.h"

VALUE jac_writer_object(int argc, VALUE *argv, VALUE self);
VALUE jac_writer_array(int argc, VALUE *argv, VALUE self);
VALUE jac_writer_end(VALUE self);
VALUE jac_writer_end_object(VALUE self);
VALUE jac_writer_end_array(VALUE self);

#endif
