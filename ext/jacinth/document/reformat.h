/* Formats the text of a whole document again, token by token.
   stream/descent.h does the same in chunks. */
#ifndef JAC_REFORMAT_H
#define JAC_REFORMAT_H

#include "parse/machine.h"

typedef struct {
    bool pretty; /* as Jacinth.pretty_generate; otherwise without space */
    bool sort_keys;
    VALUE io;
} jac_layout_t;

/*
 * Formats the text of a parser of jac_parser_part(), which jac_validate() must
 * have accepted, into a new String or to the io, in chunks unless keys are
 * sorted. Keeps numbers and strings as they are written, and drops comments.
 * Returns the String or the io.
 */
VALUE jac_reformat(jac_parser_t *parser, const jac_layout_t *layout);

#endif
