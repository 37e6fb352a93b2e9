/* The option json5: a text is rewritten as JSON before it is read. */
#ifndef JAC_JSON5_H
#define JAC_JSON5_H

#include "parse/parser_options.h"

/* Returns the JSON of a JSON5 text. Raises ParserError for invalid UTF-8, and
   LimitError for a text that is too long. Runs Ruby code. */
VALUE jac_json5_text(const jac_parser_options_t *options, VALUE source);

/* jac_parse() for JSON5. The places of errors are those in the source. */
VALUE jac_json5_parse(const jac_parser_options_t *options, VALUE source);

void jac_init_json5(VALUE mJacinth);

#endif
