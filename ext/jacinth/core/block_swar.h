/*
 * A block of 8 bytes in a 64-bit integer (SIMD within a register). Plain C:
 * runs everywhere, and is what the other blocks are tested against. The
 * contract of these primitives is in docs/internals/kernels.md; in short:
 *
 *   jac_block_t   JAC_BLOCK_WIDTH bytes, the first one lowest
 *   truth         a jac_block_t from jac_is_*(), a yes or no per byte; only
 *                 jac_block_or, jac_block_and and jac_block_mask may take it
 *   jac_mask_t    one bit per byte, JAC_MASK_STRIDE bits apart
 */
#ifndef JAC_BLOCK_H
#define JAC_BLOCK_H

#include "bits.h"

#define JAC_KERNEL(name) jac_##name##_swar
#define JAC_BLOCK_END

#define JAC_BLOCK_WIDTH 8
typedef uint64_t jac_block_t;

/*
 * Truth is in the top bit of each byte, and so is the mask:
 *
 *   byte  7        6              0
 *   bit   63..56   55..48   ...   7..0
 *   mask  x0000000 x0000000       x0000000
 */
#define JAC_MASK_STRIDE 8
#define JAC_MASK_FULL UINT64_C(0x8080808080808080)
typedef uint64_t jac_mask_t;
#define jac_mask_ctz jac_ctz64

#define JAC_EACH(byte) (UINT64_C(0x0101010101010101) * (uint8_t)(byte))

JAC_INLINE jac_block_t
jac_block_load(const uint8_t *p)
{
    return jac_load64(p);
}

JAC_INLINE jac_block_t
jac_block_load_part(const uint8_t *p, size_t n)
{
    return jac_load64_part(p, n);
}

JAC_INLINE void
jac_block_store(uint8_t *p, jac_block_t b)
{
    jac_store64(p, b);
}

JAC_INLINE jac_block_t
jac_block_or(jac_block_t a, jac_block_t b)
{
    return a | b;
}

JAC_INLINE jac_block_t
jac_block_and(jac_block_t a, jac_block_t b)
{
    return a & b;
}

JAC_INLINE jac_block_t
jac_block_fill(uint8_t byte)
{
    return JAC_EACH(byte);
}

JAC_INLINE jac_mask_t
jac_block_mask(jac_block_t truth)
{
    return truth & JAC_MASK_FULL;
}

/* One bit per byte, side by side: the product has them at the top. */
JAC_INLINE uint64_t
jac_block_bits(jac_block_t truth)
{
    return ((truth & JAC_MASK_FULL) >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/*
 * Bytes below limit, 1 <= limit <= 0x80. With the top bit cleared a byte is
 * at most 0x7F, so that adding 0x80 - limit carries into the byte's own top
 * bit exactly when it is >= limit, and never beyond.
 */
JAC_INLINE jac_block_t
jac_swar_below(jac_block_t b, uint8_t limit)
{
    return ~(((b & JAC_EACH(0x7F)) + JAC_EACH(0x80 - limit)) | b);
}

JAC_INLINE jac_block_t
jac_is_eq(jac_block_t b, uint8_t byte)
{
    return jac_swar_below(b ^ JAC_EACH(byte), 1);
}

/*
 * '"', '\\' or below 0x20. Flipping bit 1 swaps 0x22 (the quote) with 0x20
 * and keeps the control characters among themselves: one comparison finds
 * both.
 */
JAC_INLINE jac_block_t
jac_is_special(jac_block_t b)
{
    return jac_swar_below(b ^ JAC_EACH(0x02), 0x21) | jac_is_eq(b, '\\');
}

/* '<', '>' or '&': setting bit 1 makes 0x3E of 0x3C, too, and of no other. */
JAC_INLINE jac_block_t
jac_is_html(jac_block_t b)
{
    return jac_is_eq(b | JAC_EACH(0x02), '>') | jac_is_eq(b, '&');
}

/* 0x80 and above. */
JAC_INLINE jac_block_t
jac_is_high(jac_block_t b)
{
    return b;
}

/* UTF-8's continuation bytes, 0x80..0xBF: bit 7 set, bit 6 not. */
JAC_INLINE jac_block_t
jac_is_cont(jac_block_t b)
{
    return b & ~(b << 1);
}

/* Space, \t, \n or \r. */
JAC_INLINE jac_block_t
jac_is_space(jac_block_t b)
{
    return jac_is_eq(b, ' ') | jac_is_eq(b, '\t') | jac_is_eq(b, '\n') |
           jac_is_eq(b, '\r');
}

/* 0x30..0x39: what is left above after the upper limit's test. */
JAC_INLINE jac_block_t
jac_is_digit(jac_block_t b)
{
    return jac_swar_below(b, '9' + 1) & ~jac_swar_below(b, '0');
}

#endif
