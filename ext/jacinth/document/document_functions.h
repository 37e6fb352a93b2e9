/* Jacinth.at, Jacinth.valid? and the option +only+ of Jacinth.parse, and the
   functions that Jacinth::Document shares with them. */
#ifndef JAC_DOCUMENT_FUNCTIONS_H
#define JAC_DOCUMENT_FUNCTIONS_H

#include "document/select.h"

/*
 * Returns the value that a pointer without `*` leads to from the value at p, or
 * NULL. *depth is the number of containers around p, and becomes that of the
 * result. text is a result of jac_text_new(), whose indexes are used, or 0.
 */
const uint8_t *jac_pointer_follow(VALUE text, jac_parser_t *parser,
                                  const uint8_t *p,
                                  const jac_pointer_t *pointer, size_t *depth);

/*
 * Returns an Array with the value that each pointer leads to from the parser's
 * cursor, which is inside `depth` containers: nil if there is none, an Array
 * for a pointer with `*`. Ends the parser.
 */
VALUE jac_values_of(jac_parser_t *parser, size_t depth, jac_pointers_t *set);

void jac_init_document_functions(VALUE mJacinth);

#endif
