/*
 * Where a parse that failed becomes an exception: text, line, column, path.
 */
#ifndef JAC_PARSER_ERRORS_H
#define JAC_PARSER_ERRORS_H

#include "parse/parser_state.h"

/*
 * Raises ParserError. `at` is where the fault is, start <= at <= end, and is
 * left in parser->cursor. `text` is the message, in which the first "%s"
 * stands for what was found there. Ends the parse first.
 */
NORETURN(void jac_parser_fail(jac_parser_t *parser, const uint8_t *at,
                              const char *text));

/* Raises ParserError for the object that begins at `at`. */
NORETURN(void jac_parser_fail_duplicate(jac_parser_t *parser, const uint8_t *at,
                                        VALUE key));

/* Raises NestingError for `depth` levels. */
NORETURN(void jac_parser_fail_nesting(jac_parser_t *parser, size_t depth));

void jac_init_parser_errors(VALUE mJacinth);

#endif
