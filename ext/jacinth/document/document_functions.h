/*
 * Jacinth.at, Jacinth.valid? and the option +only+ of Jacinth.parse, and what
 * Jacinth::Document has in common with them.
 */
#ifndef JAC_DOCUMENT_FUNCTIONS_H
#define JAC_DOCUMENT_FUNCTIONS_H

#include "document/select.h"

/*
 * What a pointer without `*` leads to from the value at p, or NULL; *depth, the
 * containers around p, becomes those around what was found. text is what
 * jac_text_new gave, whose indexes serve, or 0.
 */
const uint8_t *jac_pointer_follow(VALUE text, jac_parser_t *parser,
                                  const uint8_t *p,
                                  const jac_pointer_t *pointer, size_t *depth);

/*
 * An Array of the values that the pointers lead to from the parser's cursor,
 * `depth` containers deep, built: nil for nothing, an Array for one with `*`.
 * Ends the parser.
 */
VALUE jac_values_of(jac_parser_t *parser, size_t depth, jac_pointers_t *set);

void jac_init_document_functions(VALUE mJacinth);

#endif
