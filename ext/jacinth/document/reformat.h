/*
 * A document's whole text laid out anew, token by token. In chunks,
 * stream/descent.h does the same.
 */
#ifndef JAC_REFORMAT_H
#define JAC_REFORMAT_H

#include "parse/machine.h"

typedef struct {
    bool pretty;    /* as Jacinth.pretty_generate; else without any space */
    bool sort_keys; /* each object's members, by their decoded keys */
    VALUE io;       /* what is to be written to, or nil */
} jac_layout_t;

/*
 * The text of a parser of jac_parser_part that jac_validate has found good, in
 * a new String, or written to the io, piece by piece where keys are not sorted.
 * Numbers and strings stay as they are written; comments go. Returns the String
 * or the io.
 */
VALUE jac_reformat(jac_parser_t *parser, const jac_layout_t *layout);

#endif
