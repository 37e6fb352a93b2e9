/*
 * The value of a document that is not complete.
 */
#ifndef JAC_PARTIAL_H
#define JAC_PARTIAL_H

#include "parse/parser_state.h"

/*
 * For rb_protect: data is a jac_parser_t whose stacks are copies. Closes each
 * open container in them: returns what the document would be if it ended here,
 * a key without a value having nil. There is at least one value.
 */
VALUE jac_partial_fold(VALUE data);

#endif
