/* Reading, for any block: the end of a string, white space, UTF-8. Each
   kernels_X.c includes this file after a block. */

#include "escapes.h"

/* Returns the bits of mask below the lowest bit of stops, which is not 0. */
JAC_INLINE jac_mask_t
jac_mask_before(jac_mask_t mask, jac_mask_t stops)
{
    return mask & ~stops & (stops - 1);
}

JAC_INLINE const uint8_t *
jac_scan_stop(const uint8_t *p, jac_block_t b, jac_mask_t stops,
              jac_block_t seen, uint32_t *high)
{
    const jac_mask_t here = jac_block_mask(jac_is_high(b));
    const jac_mask_t before = jac_block_mask(jac_is_high(seen));

    *high |= (before | jac_mask_before(here, stops)) != 0;
    return p + jac_mask_ctz(stops) / JAC_MASK_STRIDE;
}

/*
 * The last block overlaps bytes that were already scanned, if there are enough.
 */
const uint8_t *
JAC_KERNEL(scan_string)(const uint8_t *p, const uint8_t *end, uint32_t *high)
{
    const uint8_t *const start = p;
    jac_block_t b, seen = jac_block_fill(0);
    jac_mask_t stops;

    for (; end - p >= JAC_BLOCK_WIDTH; p += JAC_BLOCK_WIDTH) {
        b = jac_block_load(p);
        stops = jac_block_mask(jac_is_special(b));
        if (stops != 0) return jac_scan_stop(p, b, stops, seen, high);
        seen = jac_block_or(seen, b);
    }
    if (p < end) {
        if (end - start >= JAC_BLOCK_WIDTH) {
            p = end - JAC_BLOCK_WIDTH;
            b = jac_block_load(p);
        }
        else {
            b = jac_block_load_part(p, (size_t)(end - p));
        }
        stops = jac_block_mask(jac_is_special(b));
        /* the zeros after a partial block are special, so the scan stops at the
           end */
        if (stops != 0) return jac_scan_stop(p, b, stops, seen, high);
        seen = jac_block_or(seen, b);
    }
    *high |= jac_block_mask(jac_is_high(seen)) != 0;
    return end;
}

/* Tests each block once: clears the bits of escaped bytes from its mask. If
   an escape reaches into the next block, that starts after it. */
const uint8_t *
JAC_KERNEL(scan_escaped)(const uint8_t *p, const uint8_t *end, uint32_t *seen)
{
    jac_block_t before = jac_block_fill(0);
    uint32_t high = 0, escapes = 0;

    while (p < end) {
        const size_t left = (size_t)(end - p);
        const jac_block_t b = left >= JAC_BLOCK_WIDTH
                                  ? jac_block_load(p)
                                  : jac_block_load_part(p, left);
        jac_mask_t stops = jac_block_mask(jac_is_special(b));
        unsigned next = 0;

        while (stops != 0) {
            const unsigned i = jac_mask_ctz(stops) / JAC_MASK_STRIDE;

            /* the zeros after a partial block are special, so the scan stops at
               the end */
            if (i >= left || p[i] != '\\') break;
            next = jac_escape_size(p + i, end);
            if (next == 0) break;
            escapes = JAC_SEEN_ESCAPE;
            next += i;
            if (next >= JAC_BLOCK_WIDTH)
                stops = 0;
            else
                stops &= JAC_MASK_FULL << next * JAC_MASK_STRIDE;
        }
        if (stops != 0) {
            p = jac_scan_stop(p, b, stops, before, &high);
            *seen |= escapes | (high != 0 ? JAC_SEEN_HIGH : 0);
            return p;
        }
        before = jac_block_or(before, b);
        p += next > JAC_BLOCK_WIDTH ? next : JAC_BLOCK_WIDTH;
    }
    high = jac_block_mask(jac_is_high(before)) != 0 ? JAC_SEEN_HIGH : 0;
    *seen |= escapes | high;
    return end;
}

const uint8_t *
JAC_KERNEL(skip_space)(const uint8_t *p, const uint8_t *end)
{
    while (p < end) {
        const size_t left = (size_t)(end - p);
        const jac_block_t b = left >= JAC_BLOCK_WIDTH
                                  ? jac_block_load(p)
                                  : jac_block_load_part(p, left);
        /* the zeros after a partial block are not white space */
        const jac_mask_t stops =
            jac_block_mask(jac_is_space(b)) ^ JAC_MASK_FULL;

        if (stops != 0) return p + jac_mask_ctz(stops) / JAC_MASK_STRIDE;
        p += JAC_BLOCK_WIDTH;
    }
    return p;
}

/* Returns the mask of the second bytes that are out of range after 0xE0, 0xED,
   0xF0 and 0xF4 (Unicode, table 3-7). high: the bytes of the block from 0x80
   on. */
JAC_INLINE jac_mask_t
jac_utf8_second_bad(jac_block_t b, jac_mask_t high)
{
    const jac_mask_t from_90 =
        high ^ jac_block_mask(jac_is_high_below(b, 0x90));
    const jac_mask_t from_a0 =
        high ^ jac_block_mask(jac_is_high_below(b, 0xA0));
    const jac_mask_t e0 = jac_block_mask(jac_is_eq(b, 0xE0)) << JAC_MASK_STRIDE;
    const jac_mask_t ed = jac_block_mask(jac_is_eq(b, 0xED)) << JAC_MASK_STRIDE;
    const jac_mask_t f0 = jac_block_mask(jac_is_eq(b, 0xF0)) << JAC_MASK_STRIDE;
    const jac_mask_t f4 = jac_block_mask(jac_is_eq(b, 0xF4)) << JAC_MASK_STRIDE;

    return (e0 & ~from_a0) | (ed & from_a0) | (f0 & ~from_90) | (f4 & from_90);
}

/*
 * Compares the continuation bytes of each block with those that the first bytes
 * of its characters require, some of them in the next block.
 */
ptrdiff_t
JAC_KERNEL(utf8_length)(const uint8_t *p, const uint8_t *end)
{
    const unsigned one = JAC_MASK_STRIDE, last = (JAC_BLOCK_WIDTH - 1) * one;
    ptrdiff_t length = end - p;
    jac_mask_t required = 0;
    unsigned step;

    for (; p < end; p += step) {
        const size_t left = (size_t)(end - p);
        const jac_block_t b = left >= JAC_BLOCK_WIDTH
                                  ? jac_block_load(p)
                                  : jac_block_load_part(p, left);
        const jac_mask_t high = jac_block_mask(jac_is_high(b));
        jac_mask_t cont, first, wide, widest, bad;

        step = JAC_BLOCK_WIDTH;
        if ((high | required) == 0) continue;
        cont = jac_block_mask(jac_is_cont(b));
        first = high ^ cont;
        wide = high ^ jac_block_mask(jac_is_high_below(b, 0xE0));
        widest = high ^ jac_block_mask(jac_is_high_below(b, 0xF0));
        required |= first << one | wide << 2 * one | widest << 3 * one;
        bad = cont ^ required;
        /* 0xC0, 0xC1, and from 0xF5 on */
        bad |= cont ^ jac_block_mask(jac_is_high_below(b, 0xC2));
        bad |= high ^ jac_block_mask(jac_is_high_below(b, 0xF5));
        required =
            first >> last | wide >> (last - one) | widest >> (last - 2 * one);
        if (wide != 0) {
            bad |= jac_utf8_second_bad(b, high);
            /* the last byte restricts its second byte: the next block begins
               with it */
            if (wide >> last != 0) {
                required = 0;
                step--;
            }
        }
        if ((bad & JAC_MASK_FULL) != 0) return -1;
        length -= (ptrdiff_t)jac_popcount64(cont);
    }
    return required == 0 ? length : -1;
}
