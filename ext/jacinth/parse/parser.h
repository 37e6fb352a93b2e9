/*
 * Jacinth.parse, Jacinth::Parser and its Config.
 */
#ifndef JAC_PARSER_H
#define JAC_PARSER_H

#include "parse/parser_state.h"

/*
 * Goes on with a parse in chunks, as jac_machine does. The parser has a
 * session.
 */
bool jac_parser_resume(jac_parser_t *parser);

/*
 * The source as a String whose bytes are UTF-8 (or taken for it): the object
 * itself, what its to_str gives, or a transcoded copy. TypeError for anything
 * else; what String#encode raises.
 */
VALUE jac_parser_source(VALUE source);

/* Parses a whole document. Raises ParserError. */
VALUE jac_parse(const jac_config_t *config, VALUE source);

void jac_init_parser(VALUE mJacinth);

#endif
