/*
 * Jacinth::Document, and the functions that read without building a document.
 */
#ifndef JAC_DOCUMENT_H
#define JAC_DOCUMENT_H

#include "ruby/compat.h"

void jac_init_document(VALUE mJacinth);

#endif
