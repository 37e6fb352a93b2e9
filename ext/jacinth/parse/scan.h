/* Skips white space and scans strings: short ones inline, long ones by the
   kernels of core/. */
#ifndef JAC_SCAN_H
#define JAC_SCAN_H

#include "core/kernels.h"
#include "core/short.h"

/* JAC_END: end of input. JAC_FAR: the fast path failed; call jac_next_far(). */
enum { JAC_END = -1, JAC_FAR = -2 };

/*
 * Fast path of jac_next(): finds the character at *at, after one space, or
 * after a line break and its indentation. Returns JAC_FAR otherwise. One
 * comparison with `last` covers the first two cases. `last` can also be a byte
 * before the last one.
 */
JAC_INLINE int
jac_next_near(const uint8_t **at, const uint8_t *last)
{
    const uint8_t *p = *at, *q;
    jac_mask_t other;

    if (JAC_LIKELY(p < last)) {
        if (JAC_LIKELY(*p > ' ')) return *p;
        if (*p == ' ') {
            if (JAC_LIKELY(p[1] > ' ')) return *(*at = p + 1);
        }
        else if (*p == '\n') {
            for (q = p + 1; last - q >= JAC_BLOCK_WIDTH; q += JAC_BLOCK_WIDTH) {
                other = jac_block_mask(jac_is_eq(jac_block_load(q), ' ')) ^
                        JAC_MASK_FULL;
                if (JAC_LIKELY(other != 0)) {
                    q += jac_short_first(other);
                    if (JAC_LIKELY(*q > ' ')) return *(*at = q);
                    break;
                }
            }
        }
    }
    return JAC_FAR;
}

JAC_INLINE int
jac_next_far(const uint8_t **at, const uint8_t *last)
{
    const uint8_t *p = *at;

    if (p > last) return JAC_END;
    if (*p > ' ') return *p;
    *at = p = jac_kernels->skip_space(p, last + 1);
    return p <= last ? *p : JAC_END;
}

/* Skips white space from *at on. Returns the next character, with *at at it,
   or JAC_END. last is the source's last byte. */
JAC_INLINE int
jac_next(const uint8_t **at, const uint8_t *last)
{
    const int c = jac_next_near(at, last);

    return JAC_LIKELY(c != JAC_FAR) ? c : jac_next_far(at, last);
}

/* Returns the first byte in [p, end) that is '"', '\\' or below 0x20, or
   end. Sets a bit of *high if a byte before it is >= 0x80. */
JAC_INLINE const uint8_t *
jac_scan_text(const uint8_t *p, const uint8_t *end, uint32_t *high)
{
    uint32_t more = 0; /* for the call, so that *high can stay in a register */
    size_t i;

    if (JAC_LIKELY(end - p >= JAC_SHORT_SPAN)) {
        i = jac_short_scan(p, high);
        if (JAC_LIKELY(i < JAC_SHORT_SPAN)) return p + i;
        p += JAC_SHORT_SPAN;
        if (end - p >= JAC_SHORT_SPAN) {
            i = jac_short_scan(p, high);
            if (JAC_LIKELY(i < JAC_SHORT_SPAN)) return p + i;
            p += JAC_SHORT_SPAN;
        }
    }
    p = jac_kernels->scan_string(p, end, &more);
    *high |= more;
    return p;
}

/* jac_short_scan() that also copies p[0..JAC_SHORT_SPAN) to dst. */
JAC_INLINE size_t
jac_short_copy_scan(uint8_t *dst, const uint8_t *p, uint32_t *high)
{
    memcpy(dst, p, JAC_SHORT_SPAN);
    return jac_short_scan(p, high);
}

#endif
