/*
 * Jacinth::Document, Jacinth.at and the option +only+ of Jacinth.parse.
 */
#ifndef JAC_DOCUMENT_H
#define JAC_DOCUMENT_H

#include "ruby/compat.h"

void jac_init_document(VALUE mJacinth);

#endif
