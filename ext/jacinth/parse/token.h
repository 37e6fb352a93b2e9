/*
 * Tokens outside the fast path of the parser's loop: keys that no shape
 * predicted, and comments. If a chunk ends inside the token, the functions
 * store their position and return NULL. If the source is complete, they raise.
 */
#ifndef JAC_TOKEN_H
#define JAC_TOKEN_H

#include "parse/interrupts.h"
#include "parse/string_scan.h"

/* Reads the key whose text begins at s, pushes it, and sets the innermost
   frame's node. Returns the address after the closing quote. */
const uint8_t *jac_read_key(jac_parser_t *parser, const uint8_t *s);

/* In chunks, a bracket stays in the buffer until the next token is known, but
   only with up to this number of bytes of white space and comments. */
enum { JAC_BLANK_BYTES = 4096 };

VALUE jac_node_symbol(jac_parser_t *parser, uint32_t index);

/* Returns the address after the comment that begins at p, where *p is '/'. */
const uint8_t *jac_skip_comment(jac_parser_t *parser, const uint8_t *p);

/* Skips white space and comments in a complete source. Returns the next
   character, with *at at it, or JAC_END. */
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

/* True if a chunk ends inside the keyword at p. */
bool jac_keyword_cut(const jac_parser_t *parser, const uint8_t *p,
                     const char *keyword);

/* In chunks: raises the error for the token at p that the end of all text
   cuts off, or for the missing token if p is the end. */
NORETURN(void jac_parser_fail_cut(jac_parser_t *parser, const uint8_t *p));

/*
 * Skips the bracket at p, and white space and comments after it. Returns the
 * address of the next character, which is stored in *next (or JAC_END).
 *
 * If a chunk ends before that character, returns NULL, with the cursor at the
 * bracket. But if it ends more than JAC_BLANK_BYTES after the bracket, returns
 * the end, or the beginning of an incomplete comment, and stores JAC_END or
 * '/' in *next. The caller must then open the container at once, so that the
 * bracket need not stay in the buffer. In the last chunk, returns NULL at the
 * end only if chunks->brackets_wait.
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
    c = jac_next_interruptible(parser, &q, parser->end - 1, false);
    while (JAC_UNLIKELY(c == '/')) {
        comment = jac_skip_comment(parser, q);
        if (chunked && comment == NULL) break;
        q = comment;
        c = jac_next(&q, parser->end - 1);
    }
    if (chunked && q - p <= JAC_BLANK_BYTES &&
        (c == '/' || (c == JAC_END && (!parser->chunks->last ||
                                       parser->chunks->brackets_wait)))) {
        /* the end of the last chunk also ended a line comment before q */
        if (c == JAC_END && parser->chunks->last) q = p + 1;
        jac_chunk_note(parser, &parser->chunks->bracket, p, q);
        return NULL;
    }
    *next = c;
    return q;
}

#endif
