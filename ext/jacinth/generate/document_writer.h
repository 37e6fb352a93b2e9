/*
 * Jacinth::Writer: documents written piece by piece, to an IO or to a String.
 */
#ifndef JAC_DOCUMENT_WRITER_H
#define JAC_DOCUMENT_WRITER_H

#include "ruby/compat.h"

/* Defines Jacinth::Writer. */
void jac_init_document_writer(VALUE mJacinth);

#endif
