/*
 * Tokens off the machine's fast path: keys that were not predicted, and
 * comments. Where a chunk ends inside the token they return NULL and note how
 * far they came; where the source is complete they fail.
 */
#ifndef JAC_TOKEN_H
#define JAC_TOKEN_H

#include "parse/pause.h"
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
 * Of a source that is complete: the first character from *at on that is neither
 * white space nor part of a comment, *at moved to it; or JAC_END.
 */
JAC_INLINE int
jac_next_token(jac_parser_t *parser, const uint8_t **at)
{
    const uint8_t *const last = parser->end - 1;
    int c = jac_next(at, last);

    while (JAC_UNLIKELY(c == '/')) {
        *at = jac_skip_comment(parser, *at);
        c = jac_next(at, last);
    }
    return c;
}

/*
 * p does not begin with this keyword. Returns where a chunk ends inside it,
 * fails otherwise.
 */
void jac_bad_keyword(jac_parser_t *parser, const uint8_t *p,
                     const char *keyword);

/*
 * In chunks: fails for what the end of all text cuts off, the token that begins
 * at p or, where p is that end, what should follow.
 */
NORETURN(void jac_parser_fail_cut(jac_parser_t *parser, const uint8_t *p));

/*
 * What follows the bracket at p and the space behind it, its character in
 * *next (or JAC_END): NULL, the cursor at the bracket, where a chunk ends
 * before anything else comes.
 */
JAC_INLINE const uint8_t *
jac_after_bracket(jac_parser_t *parser, const uint8_t *p, int *next,
                  const bool chunked)
{
    const uint8_t *q = p + 1, *comment;
    int c;

    if (chunked) {
        q = jac_chunk_resume(parser, &parser->chunks->bracket, p, q);
    }
    c = jac_next_pausing(parser, &q, parser->end - 1, false);
    while (JAC_UNLIKELY(c == '/')) {
        comment = q;
        q = jac_skip_comment(parser, comment);
        if (chunked && q == NULL) {
            jac_chunk_note(parser, &parser->chunks->bracket, p, comment);
            return NULL;
        }
        c = jac_next(&q, parser->end - 1);
    }
    if (chunked && c == JAC_END && !parser->chunks->last) {
        jac_chunk_note(parser, &parser->chunks->bracket, p, q);
        return NULL;
    }
    *next = c;
    return q;
}

#endif
