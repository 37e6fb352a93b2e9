/*
 * Tokens off the machine's fast path: keys that were not predicted, and
 * comments. Where a chunk ends inside the token they return NULL and note how
 * far they came; where the source is complete they fail.
 */
#ifndef JAC_TOKEN_H
#define JAC_TOKEN_H

#include "parse/string_scan.h"

/*
 * The key whose text begins at s, pushed on the stack, and the innermost
 * frame's node moved on. Returns what follows the closing quote.
 */
const uint8_t *jac_read_key(jac_parser_t *parser, const uint8_t *s);

/* The Symbol of a node's key, made and kept. */
VALUE jac_node_symbol(jac_parser_t *parser, uint32_t index);

/* What follows the comment that begins at p (where *p is '/'). */
const uint8_t *jac_skip_comment(jac_parser_t *parser, const uint8_t *p);

/*
 * p does not begin with this keyword. Returns where a chunk ends inside it,
 * fails otherwise.
 */
void jac_bad_keyword(jac_parser_t *parser, const uint8_t *p,
                     const char *keyword);

#endif
