/*
 * White space and strings as the machine meets them: the short case inline,
 * the long one through the kernels.
 */
#ifndef JAC_PARSER_SCAN_H
#define JAC_PARSER_SCAN_H

#include "core/kernels.h"
#include "core/short.h"

/*
 * The first byte in [p, end) that is no white space, or end. Most often that
 * is p itself, what follows one space, or what follows a line break and its
 * indentation.
 */
JAC_INLINE const uint8_t *
jac_scan_space(const uint8_t *p, const uint8_t *end)
{
    jac_mask_t other;

    if (JAC_LIKELY(p<end && * p> ' ')) return p;
    if (end - p >= 2 && *p == ' ' && p[1] > ' ') return p + 1;
    if (p < end && *p == '\n') {
        p++;
        while (end - p >= JAC_BLOCK_WIDTH) {
            other = jac_block_mask(jac_is_eq(jac_block_load(p), ' ')) ^
                    JAC_MASK_FULL;
            if (JAC_LIKELY(other != 0)) {
                p += jac_short_first(other);
                if (JAC_LIKELY(*p > ' ')) return p;
                break;
            }
            p += JAC_BLOCK_WIDTH;
        }
    }
    return jac_kernels->skip_space(p, end);
}

/*
 * The first byte in [p, end) that is '"', '\\' or below 0x20, or end. ORs
 * something other than 0 into *high if a byte before it is >= 0x80.
 */
JAC_INLINE const uint8_t *
jac_scan_text(const uint8_t *p, const uint8_t *end, uint32_t *high)
{
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
    return jac_kernels->scan_string(p, end, high);
}

/*
 * Copies p[0..JAC_SHORT_SPAN) to dst; returns and sets *high as
 * jac_short_scan does.
 */
JAC_INLINE size_t
jac_short_copy_scan(uint8_t *dst, const uint8_t *p, uint32_t *high)
{
    memcpy(dst, p, JAC_SHORT_SPAN);
    return jac_short_scan(p, high);
}

#endif
