/* Runs the parser over a document, a part of one, or chunks. */
#ifndef JAC_MACHINE_H
#define JAC_MACHINE_H

#include "parse/parser_state.h"

/*
 * Reads one value at parser->cursor of a complete source. The parser must have
 * a session. Returns true with the value as the only one on the stack, the root
 * frame as the only frame, and the cursor after the value. Returns false if the
 * source ends before a value. Raises all other errors.
 */
bool jac_parser_run(jac_parser_t *parser);

/* The same in chunks. Returns false, with the cursor at the beginning of the
   unfinished token, if the chunk ends before the value. */
bool jac_parser_resume(jac_parser_t *parser);

/*
 * Returns the source as a String whose bytes are read as UTF-8: the object
 * itself, the result of its to_str, or a transcoded copy. Raises TypeError if
 * it is not a String, and the errors of String#encode.
 */
VALUE jac_parser_source(VALUE source);

/*
 * Initializes a parser for parts of the source, a frozen String returned by
 * jac_parser_source(), and checks its length. See jac_parser_range().
 */
void jac_parser_part(jac_parser_t *parser, const jac_parser_options_t *options,
                     VALUE source);

/*
 * Builds the value at the cursor, which white space can precede and which is
 * inside `depth` containers, and moves the cursor after it. Raises the errors
 * of a parse of the whole document. Takes a session, which the next call uses
 * again and jac_parser_end() returns. The parser and the result must be on the
 * C stack, for the GC.
 */
VALUE jac_parser_value(jac_parser_t *parser, size_t depth);

/* Returns max_nesting less `depth` levels, or -1 if no level is left. */
int jac_parser_inner_nesting(int max, size_t depth);

NORETURN(void jac_parser_fail_open(jac_parser_t *parser));

/*
 * Raises ParserError if more than white space and comments follows the cursor.
 */
void jac_parser_check_end(jac_parser_t *parser);

/* jac_parse() calls this function for the option `only`. document/ sets it.
   source is the result of jac_parser_source(). */
extern VALUE (*jac_parse_only)(const jac_parser_options_t *options,
                               VALUE source);

VALUE jac_parse(const jac_parser_options_t *options, VALUE source);

/* jac_parse() calls this function for the option `into`. type/ sets it. */
extern VALUE (*jac_parse_into)(const jac_parser_options_t *options,
                               VALUE source);

/*
 * Called with each value that was read of a text, and the parser, whose cursor
 * is after the value. Returns the position of the next value, or NULL to end.
 * It can run Ruby code between jac_parser_leave() and jac_parser_enter(); if
 * that raises, the parser's session is still taken.
 */
typedef const uint8_t *jac_take_value_t(void *data, jac_parser_t *parser,
                                        VALUE value);

/*
 * Reads the value at p in source by the option `into`, up to `end` at most, and
 * those to which `take` leads. The options must include validate_encoding.
 * Positions in errors count from the value, not from a larger text. Ruby code
 * must not change source meanwhile. type/ sets it.
 */
typedef void jac_read_into_t(const jac_parser_options_t *options, VALUE source,
                             const uint8_t *p, const uint8_t *end,
                             jac_take_value_t *take, void *data);
extern jac_read_into_t *jac_read_into;

#endif
