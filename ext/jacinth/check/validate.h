/* Checks that a text is valid JSON, by the options of a parser, without
   building it. */
#ifndef JAC_VALIDATE_H
#define JAC_VALIDATE_H

#include "parse/token_check.h"

/*
 * Checks the whole text of a parser of jac_parser_part(). Returns false, with
 * *fault set to the error, if jac_parse() without callbacks would raise. If
 * limits are given, *fault can be another error than that of jac_parse(). With
 * symbolize_names, a key that cannot become a Symbol is an error. Allocates a
 * bit for each open container, and 12 bytes for each key of the open objects
 * unless duplicate keys are allowed; with limits, a word for each open
 * container. Other threads can run.
 */
bool jac_validate(jac_parser_t *parser, jac_fault_t *fault);

/* The same, but raises the error that jac_parse() would raise. */
void jac_validate_or_fail(jac_parser_t *parser);

/*
 * Returns the address after the value at p, which white space can precede.
 * Returns NULL if the value is invalid, or nests more than `levels` containers
 * that are not empty. Ignores duplicate keys. Works for any parser without
 * chunks; token_check.h has the requirements.
 */
const uint8_t *jac_validate_value(jac_parser_t *parser, const uint8_t *p,
                                  size_t levels);

#endif
