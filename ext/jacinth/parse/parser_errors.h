/* Raises the exceptions of a parse, with message, line, column and path. */
#ifndef JAC_PARSER_ERRORS_H
#define JAC_PARSER_ERRORS_H

#include "parse/error_texts.h"
#include "parse/parser_state.h"

/*
 * These functions end the parse, and read the source and the stacks, before the
 * first call that can run Ruby code (inspect, the error's initialize, a
 * TracePoint): such code can change the source or start other parses. In
 * chunks, line and column count from the first byte of the input and are not in
 * the message.
 */

/* Raises ParserError for the position `at`, start <= at <= end. `text` is
   the message; the source at `at` replaces the first "%s" in it. */
NORETURN(void jac_parser_fail(jac_parser_t *parser, const uint8_t *at,
                              const char *text));

/*
 * The same for an error in, or at the end of, the string whose quote is at
 * from, start <= from <= at. If from is NULL, as in jac_parser_fail(), the
 * innermost container is open at the error.
 */
NORETURN(void jac_parser_fail_from(jac_parser_t *parser, const uint8_t *from,
                                   const uint8_t *at, const char *text));

/* Raise ParserError for a duplicate key of the innermost object or, without a
   stack, of the object at `at`. */
NORETURN(void jac_parser_fail_duplicate(jac_parser_t *parser, VALUE key));
NORETURN(void jac_parser_fail_duplicate_at(jac_parser_t *parser,
                                           const uint8_t *at, VALUE key));

NORETURN(void jac_parser_fail_nesting(jac_parser_t *parser, const uint8_t *at,
                                      size_t depth));

/* Raises LimitError for the document, string, object, array or number
   (`what`) at `at`, which has more than `limit` of `unit`. */
NORETURN(void jac_parser_fail_limit(jac_parser_t *parser, const uint8_t *at,
                                    const char *what, size_t limit,
                                    const char *unit));

/* Returns the Symbol for a key. Raises EncodingError for invalid UTF-8. */
VALUE jac_parser_symbol(const jac_parser_t *parser, VALUE key);

VALUE jac_parser_error(void);

/* Stores line and column of `at`. Lines end with \n, columns count
   characters, and both begin at 1. */
void jac_parser_locate(const jac_parser_t *parser, const uint8_t *at,
                       long *line, long *column);

void jac_init_parser_errors(VALUE mJacinth);

#endif
