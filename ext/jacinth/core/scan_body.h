/* Reading, for any block: the end of a string, white space, UTF-8. Each
   kernels_X.c includes this file after a block. */

#include "escapes.h"
#include "tables.h"

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

/* Skips ASCII in blocks, and other text in steps of eight bytes. */
bool
JAC_KERNEL(valid_utf8)(const uint8_t *p, const uint8_t *end)
{
    const ptrdiff_t steps = 8;
    uint64_t state = JAC_UTF8_ACCEPT;

    while (end - p >= JAC_BLOCK_WIDTH) {
        if (state == JAC_UTF8_ACCEPT) {
            const jac_mask_t highs =
                jac_block_mask(jac_is_high(jac_block_load(p)));

            if (highs == 0) {
                p += JAC_BLOCK_WIDTH;
                continue;
            }
            p += jac_mask_ctz(highs) / JAC_MASK_STRIDE;
            if (end - p < steps) break;
        }
        for (ptrdiff_t i = 0; i < steps; i++) {
            state = jac_utf8_steps[p[i]] >> (state & 63);
        }
        state &= 63;
        if (state == JAC_UTF8_ERROR) return false;
        p += steps;
    }
    for (; p < end; p++) state = jac_utf8_steps[*p] >> (state & 63);
    return (state & 63) == JAC_UTF8_ACCEPT;
}
