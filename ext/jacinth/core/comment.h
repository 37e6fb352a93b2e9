#ifndef JAC_COMMENT_H
#define JAC_COMMENT_H

#include "core/base.h"

#include <string.h>

/* A scan that found no end can continue this many bytes before `end`,
   because they can be the first bytes of the end. */
enum { JAC_COMMENT_CUT = 2 };

/* Returns the first byte after the next line break in [p, end), or NULL. As
   in JavaScript, a line ends at LF, CR, U+2028 or U+2029. */
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
 * Returns the first byte after the comment whose two first bytes are at p, or
 * NULL if it does not end in [from, end). `from` is p + 2, or later if it is
 * known not to end before. The caller decides about a line comment at the end
 * of the text.
 */
JAC_INLINE const uint8_t *
jac_comment_end(const uint8_t *p, const uint8_t *from, const uint8_t *end)
{
    return p[1] == '/' ? jac_line_comment_end(from, end)
                       : jac_block_comment_end(from, end);
}

#endif
