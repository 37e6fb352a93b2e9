/*
 * Jacinth::Document, and what else needs no document to be built.
 */
#ifndef JAC_DOCUMENT_H
#define JAC_DOCUMENT_H

#include "ruby/compat.h"

void jac_init_document(VALUE mJacinth);

#endif
