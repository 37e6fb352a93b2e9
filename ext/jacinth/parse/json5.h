/* The option json5: a text is rewritten as JSON before it is read. */
#ifndef JAC_JSON5_H
#define JAC_JSON5_H

#include "parse/parser_options.h"

/* Returns a text of JSON5 as JSON. Sets options->json5_source. Raises
   ParserError for invalid UTF-8, LimitError for a long source. */
VALUE jac_json5_text(jac_parser_options_t *options, VALUE source);

/* Returns a copy of the error with its places in `source`; the error itself if
   source is 0. */
VALUE jac_json5_error(VALUE error, VALUE source);

void jac_init_json5(VALUE mJacinth);

#endif
