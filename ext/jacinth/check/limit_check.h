/* Checks the limits of a text that is not built. This is a second pass over
   the text, so that a check without limits costs nothing more. */
#ifndef JAC_LIMIT_CHECK_H
#define JAC_LIMIT_CHECK_H

#include "parse/token_check.h"

/*
 * True if the text from start to `to` is within max_string_bytes, max_keys,
 * max_elements and max_number_digits. Otherwise, sets *fault to the first value
 * that is too large. The text before `to` must be valid JSON; a token that ends
 * after `to` is ignored. twice: the object at `to` has a duplicate key, and is
 * checked to its end. The parser is one of jac_parser_part(). Allocates a word
 * for each open container. Other threads can run.
 */
bool jac_check_limits(jac_parser_t *parser, const uint8_t *to, bool twice,
                      jac_fault_t *fault);

#endif
