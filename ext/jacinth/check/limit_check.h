/*
 * The limits to what a document may hold, for a text that is checked and not
 * built: a pass of its own, so that a check without limits pays nothing.
 */
#ifndef JAC_LIMIT_CHECK_H
#define JAC_LIMIT_CHECK_H

#include "parse/token_check.h"

/*
 * Whether [start, to) of a parser of jac_parser_part, whose text up to there is
 * good, is within max_string_bytes, max_keys, max_elements and
 * max_number_digits; twice: up to the end of the object at `to`, which has a
 * key twice. Where it is not, the fault is the first thing that is too large.
 * What goes beyond `to` is another fault's. Needs a word for each open
 * container. May run other threads.
 */
bool jac_check_limits(jac_parser_t *parser, const uint8_t *to, bool twice,
                      jac_fault_t *fault);

#endif
