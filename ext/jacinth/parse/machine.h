/*
 * The parser's machine, run over a document, a part of one, or chunks.
 */
#ifndef JAC_MACHINE_H
#define JAC_MACHINE_H

#include "parse/parser_state.h"

/*
 * Runs from parser->cursor, up to the end of one value of a source that is
 * complete; the parser has a session. True: the value is the only one on the
 * stack, its frame the only frame, and the cursor behind its last byte. False:
 * the source ended where a value should begin, at the cursor. Else it raises.
 */
bool jac_parser_run(jac_parser_t *parser);

/*
 * The same in chunks. False: the chunk ended before the value did, and the
 * cursor is where the unfinished token begins.
 */
bool jac_parser_resume(jac_parser_t *parser);

/*
 * The source as a String whose bytes are UTF-8 (or taken for it): the object
 * itself, what its to_str gives, or a transcoded copy. TypeError for anything
 * else; what String#encode raises.
 */
VALUE jac_parser_source(VALUE source);

/*
 * A parser that goes over parts of the source, a String that
 * jac_parser_source has given and that is frozen; the caller keeps it and the
 * options alive. It owns nothing until a value is built.
 */
void jac_parser_part(jac_parser_t *parser, const jac_parser_options_t *options,
                     VALUE source);

/*
 * Builds the value that begins at the cursor (or behind the white space
 * there), `depth` containers deep, and moves the cursor behind it. Raises what
 * a parse of the whole document would. Takes a session, which jac_parser_end
 * gives back and another call uses again; the parser itself must be on the C
 * stack, where the GC sees it, and so must the result.
 */
VALUE jac_parser_value(jac_parser_t *parser, size_t depth);

/* What `depth` levels leave of max_nesting; -1 where that is nothing. */
int jac_parser_inner_nesting(int max, size_t depth);

/* Fails at the end of the text, where a value ends that is within another. */
NORETURN(void jac_parser_fail_open(jac_parser_t *parser));

/*
 * Fails where anything but white space and comments follows the cursor.
 */
void jac_parser_check_end(jac_parser_t *parser);

/*
 * What jac_parse calls where the option +only+ is given; a layer above sets
 * it. source is what jac_parser_source gave.
 */
extern VALUE (*jac_parse_only)(const jac_parser_options_t *options,
                               VALUE source);

/* Parses a whole document. Raises ParserError. */
VALUE jac_parse(const jac_parser_options_t *options, VALUE source);

/*
 * What jac_parse calls where the option `into` is given: set, once, by who
 * knows types.
 */
extern VALUE (*jac_parse_into)(const jac_parser_options_t *options,
                               VALUE source);

/*
 * Reads a value by the option `into`, from *p on in source, up to `end` at the
 * latest, and moves *p after the value. Errors do not tell where source lies in
 * a larger text. Ruby code must not change source meanwhile. Set with
 * jac_parse_into.
 */
typedef VALUE jac_read_into_t(const jac_parser_options_t *options, VALUE source,
                              const uint8_t **p, const uint8_t *end);
extern jac_read_into_t *jac_read_into;

#endif
