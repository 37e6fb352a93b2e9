/*
 * Whether a text is what the parser takes, without building it.
 */
#ifndef JAC_VALIDATE_H
#define JAC_VALIDATE_H

#include "parse/token_check.h"

/*
 * Goes over the whole text of a parser of jac_parser_part. False where
 * jac_parse, without callbacks, would raise; the fault is then what it would
 * say. A key that no Symbol can be made of is a fault with symbolize_names.
 * Needs a bit for each open container, and, where keys may not come twice, 12
 * bytes for each key of the open objects. Limits within the document cost a
 * pass of their own. May run other threads.
 */
bool jac_validate(jac_parser_t *parser, jac_fault_t *fault);

/* The same, but raises what jac_parse would. */
void jac_validate_or_fail(jac_parser_t *parser);

/*
 * What follows the one value that begins at p, or behind white space there;
 * NULL where it is none, or nests more than `levels` containers that are not
 * empty. Equal keys of an object are not looked for. The source is that of any
 * parser without chunks, on the terms of token_check.h.
 */
const uint8_t *jac_validate_value(jac_parser_t *parser, const uint8_t *p,
                                  size_t levels);

#endif
