/*
 * Inline kernels for short strings: most strings have fewer than 32 bytes, for
 * which a call through a table costs as much as the work. Uses the block of the
 * baseline: SSE2 on x86-64, NEON on 64-bit ARM, SWAR elsewhere.
 */
#ifndef JAC_SHORT_H
#define JAC_SHORT_H

#include "cpu.h"

#if defined(__SSE2__) || defined(_M_X64)
#include "block_sse2.h"
#elif defined(JAC_HAVE_NEON)
#include "block_neon.h"
#else
#include "block_swar.h"
#endif

#include "kernels.h"
#include "tables.h"

#define JAC_SHORT_MAX 32

#define JAC_SHORT_SPAN 16

JAC_INLINE size_t
jac_short_first(jac_mask_t mask)
{
    return jac_mask_ctz(mask) / JAC_MASK_STRIDE;
}

JAC_INLINE jac_mask_t
jac_short_test(jac_block_t b, unsigned mode)
{
    jac_block_t hits = jac_is_special(b);

    if (mode & JAC_ESC_SCRIPT_SAFE) {
        hits = jac_block_or(hits, jac_is_eq(b, '/'));
    }
    if (mode & JAC_ESC_HTML) {
        hits = jac_block_or(hits, jac_is_html(b));
    }
    if (mode & (JAC_ESC_SCRIPT_SAFE | JAC_ESC_SEPARATORS)) {
        hits = jac_block_or(hits, jac_is_eq(b, 0xE2));
    }
    return jac_block_mask(hits);
}

/*
 * Copies W < n <= 2 W bytes by two blocks of width W, which overlap (n = 21, W
 * = 16):
 *
 *   first   0 1 2 3 4 5 6 7 8 9 . . . . . 15
 *   last              5 6 7 8 9 . . . . . 15 16 . . . 20
 */
JAC_INLINE size_t
jac_short_copy_testing(uint8_t *dst, const uint8_t *src, size_t n,
                       unsigned mode)
{
    const size_t width = JAC_BLOCK_WIDTH;
    jac_block_t first, last;
    jac_mask_t in_first, in_last;
    size_t done = 0;

    if (n < width) {
        first = jac_block_load_part(src, n);
        jac_block_store(dst, first);
        /* never 0: byte n is a 0, which is special */
        return jac_short_first(jac_short_test(first, mode));
    }
    for (; 2 * width < JAC_SHORT_MAX && n - done > 2 * width; done += width) {
        first = jac_block_load(src + done);
        in_first = jac_short_test(first, mode);
        jac_block_store(dst + done, first);
        if (JAC_UNLIKELY(in_first != 0)) {
            memcpy(dst, src, n);
            return done + jac_short_first(in_first);
        }
    }
    first = jac_block_load(src + done);
    last = jac_block_load(src + n - width);
    jac_block_store(dst + done, first);
    jac_block_store(dst + n - width, last);
    in_first = jac_short_test(first, mode);
    in_last = jac_short_test(last, mode);
    if (JAC_LIKELY((in_first | in_last) == 0)) return n;
    if (in_first != 0) return done + jac_short_first(in_first);
    return n - width + jac_short_first(in_last);
}

/*
 * Copies n <= JAC_SHORT_MAX bytes and returns the index of the first that needs
 * plain escaping ('"', '\\', below 0x20), or n. Reads src[0..n); can overwrite
 * dst[0..JAC_SHORT_MAX). Always copies all n bytes. src can be NULL if n is 0.
 */
JAC_INLINE size_t
jac_short_copy(uint8_t *dst, const uint8_t *src, size_t n)
{
    return jac_short_copy_testing(dst, src, n, JAC_ESC_PLAIN);
}

/* jac_short_copy() for a sum of JAC_ESC_* without ASCII. With SEPARATORS it
   stops at each 0xE2, the first byte of U+2028, U+2029 and others. */
JAC_INLINE size_t
jac_short_copy_mode(uint8_t *dst, const uint8_t *src, size_t n, unsigned mode)
{
    switch (mode) {
    case JAC_ESC_PLAIN:
        return jac_short_copy_testing(dst, src, n, JAC_ESC_PLAIN);
    case JAC_ESC_HTML | JAC_ESC_SEPARATORS:
        return jac_short_copy_testing(dst, src, n,
                                      JAC_ESC_HTML | JAC_ESC_SEPARATORS);
    default:
        return jac_short_copy_testing(dst, src, n, mode);
    }
}

/* True if p[0..n) has no byte >= 0x80. p can be NULL if n is 0. */
JAC_INLINE bool
jac_ascii_p(const uint8_t *p, size_t n)
{
    const size_t width = JAC_BLOCK_WIDTH;
    jac_block_t seen;

    if (n < width) {
        seen = jac_block_load_part(p, n);
    }
    else {
        seen = jac_block_load(p + n - width);
        for (; n > width; n -= width, p += width) {
            seen = jac_block_or(seen, jac_block_load(p));
        }
    }
    return jac_block_mask(jac_is_high(seen)) == 0;
}

/*
 * Returns the index of the first byte in p[0..JAC_SHORT_SPAN) that is '"', '\\'
 * or below 0x20, or JAC_SHORT_SPAN if there is none; then continue with
 * scan_string() at p + JAC_SHORT_SPAN. Reads JAC_SHORT_SPAN bytes. Sets *high
 * to a nonzero value if a byte before the index is >= 0x80. After the opening
 * quote:
 *
 *     if (end - p >= JAC_SHORT_SPAN &&
 *         (i = jac_short_scan(p, &high)) < JAC_SHORT_SPAN && p[i] == '"')
 *         ... p[0..i) is the string, without escapes
 */
JAC_INLINE size_t
jac_short_scan(const uint8_t *p, uint32_t *high)
{
    for (size_t i = 0; i < JAC_SHORT_SPAN; i += JAC_BLOCK_WIDTH) {
        const jac_block_t b = jac_block_load(p + i);
        const jac_mask_t stops = jac_block_mask(jac_is_special(b));
        const jac_mask_t highs = jac_block_mask(jac_is_high(b));

        if (stops != 0) {
            *high |= (highs & ~stops & (stops - 1)) != 0;
            return i + jac_short_first(stops);
        }
        *high |= highs != 0;
    }
    return JAC_SHORT_SPAN;
}

#endif
