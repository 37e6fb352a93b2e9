/*
 * Where a parse that failed becomes an exception: text, line, column, path.
 */
#ifndef JAC_PARSER_ERRORS_H
#define JAC_PARSER_ERRORS_H

#include "parse/parser_state.h"

/*
 * All of these end the parse, and read what they need of the source and of the
 * stacks, before the first call that may run Ruby code (inspect, the error's
 * initialize, a TracePoint on either): that code may change the source or
 * begin other parses. Where the source comes in chunks, line and column count
 * from the parser's first byte and are not in the message.
 */

/*
 * Raises ParserError. `at` is where the fault is, start <= at <= end. `text`
 * is the message, in which the first "%s" stands for what was found there.
 */
NORETURN(void jac_parser_fail(jac_parser_t *parser, const uint8_t *at,
                              const char *text));

/*
 * The same for a fault in, or at the end of, the string that begins at from,
 * start <= from <= at, with its quote. from may be NULL, as in jac_parser_fail:
 * then the innermost container is what is open there.
 */
NORETURN(void jac_parser_fail_from(jac_parser_t *parser, const uint8_t *from,
                                   const uint8_t *at, const char *text));

/* Raises ParserError for the object of the innermost frame. */
NORETURN(void jac_parser_fail_duplicate(jac_parser_t *parser, VALUE key));

/* The same where no machine runs, for the object at `at`. */
NORETURN(void jac_parser_fail_duplicate_at(jac_parser_t *parser,
                                           const uint8_t *at, VALUE key));

/* Raises NestingError for the container at `at`, of `depth` levels. */
NORETURN(void jac_parser_fail_nesting(jac_parser_t *parser, const uint8_t *at,
                                      size_t depth));

/*
 * Raises LimitError for what is at `at`: a document, string, object, array or
 * number (`what`) of more than `limit` of `unit`.
 */
NORETURN(void jac_parser_fail_limit(jac_parser_t *parser, const uint8_t *at,
                                    const char *what, size_t limit,
                                    const char *unit));

/* The class Jacinth::ParserError. */
VALUE jac_parser_error(void);

/*
 * Where `at` is in the source: lines end with \n, a column is counted in
 * characters, both begin at 1.
 */
void jac_parser_locate(const jac_parser_t *parser, const uint8_t *at,
                       long *line, long *column);

void jac_init_parser_errors(VALUE mJacinth);

#endif
