/* The value of an incomplete document. */
#ifndef JAC_PARTIAL_H
#define JAC_PARTIAL_H

#include "parse/parser_state.h"

/*
 * For rb_protect(): data is a jac_parser_t whose stack is a copy, and has at
 * least one value. Closes the open containers in it and returns the document.
 * A key without a value gets nil.
 */
VALUE jac_partial_value(VALUE data);

#endif
