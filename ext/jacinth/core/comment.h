/*
 * Comments in relaxed syntax. This is the only place that says where a comment
 * ends.
 */
#ifndef JAC_COMMENT_H
#define JAC_COMMENT_H

#include "core/base.h"

#include <string.h>

/*
 * A scan that found no end before `end` can continue this many bytes before it:
 * the bytes there can be the beginning of an end.
 */
enum { JAC_COMMENT_CUT = 2 };

/*
 * Returns the first byte after the next line break in [p, end), or NULL. As in
 * JavaScript, a line ends at LF, CR, U+2028 or U+2029. After the CR of a CR LF,
 * the LF is white space.
 */
JAC_INLINE const uint8_t *
jac_line_comment_end(const uint8_t *p, const uint8_t *end)
{
    for (; p < end; p++) {
        if (*p == '\n' || *p == '\r') return p + 1;
        if (*p == 0xE2 && end - p > 2 && p[1] == 0x80 && (p[2] | 1) == 0xA9) {
            return p + 3;
        }
    }
    return NULL;
}

/* Returns the first byte after the next star and slash in [p, end), or NULL. */
JAC_INLINE const uint8_t *
jac_block_comment_end(const uint8_t *p, const uint8_t *end)
{
    while (p < end && (p = memchr(p, '*', (size_t)(end - p))) != NULL) {
        if (end - p < 2) return NULL;
        if (p[1] == '/') return p + 2;
        p++;
    }
    return NULL;
}

/*
 * Returns the first byte after the comment at p, where its two first bytes are,
 * or NULL if it does not end in [from, end). Its end is known not to lie before
 * `from`; p + 2 if nothing is known. A line comment also ends with the text,
 * which is for the caller to decide.
 */
JAC_INLINE const uint8_t *
jac_comment_end(const uint8_t *p, const uint8_t *from, const uint8_t *end)
{
    return p[1] == '/' ? jac_line_comment_end(from, end)
                       : jac_block_comment_end(from, end);
}

#endif
