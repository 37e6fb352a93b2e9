/*
 * A block of 8 bytes in a 64-bit integer (SIMD within a register), in portable
 * C; the other blocks are tested against it. docs/internals/kernels.md has the
 * contract of the primitives; in short:
 *
 *   jac_block_t   JAC_BLOCK_WIDTH bytes, the first one lowest
 *   truth         a jac_block_t from jac_is_*(), one truth value per byte;
 *                 only for jac_block_or, jac_block_and, jac_block_mask
 *   jac_mask_t    one bit per byte, JAC_MASK_STRIDE bits apart
 */
#ifndef JAC_BLOCK_H
#define JAC_BLOCK_H

#include "bits.h"

#define JAC_KERNEL(name) jac_##name##_swar
#define JAC_BLOCK_END

#define JAC_BLOCK_WIDTH 8
typedef uint64_t jac_block_t;

/* Truth and mask are in the top bit of each byte. */
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

/* Returns adjacent bits; the product collects them at the top. */
JAC_INLINE uint64_t
jac_block_bits(jac_block_t truth)
{
    return ((truth & JAC_MASK_FULL) >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* Bytes below limit, 1 <= limit <= 0x80. Without its top bit, a byte plus
   0x80 - limit carries into the top bit exactly if it is >= limit. */
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

/* '"', '\\' or below 0x20. Flipping bit 1 swaps 0x22 (the quote) with 0x20
   and permutes the control characters, so one comparison finds both. */
JAC_INLINE jac_block_t
jac_is_special(jac_block_t b)
{
    return jac_swar_below(b ^ JAC_EACH(0x02), 0x21) | jac_is_eq(b, '\\');
}

JAC_INLINE jac_block_t
jac_is_high(jac_block_t b)
{
    return b;
}

/* Bytes from 0x80 to below limit, limit > 0x80. */
JAC_INLINE jac_block_t
jac_is_high_below(jac_block_t b, uint8_t limit)
{
    return b & jac_swar_below(b & JAC_EACH(0x7F), limit & 0x7F);
}

JAC_INLINE jac_block_t
jac_is_space(jac_block_t b)
{
    return jac_is_eq(b, ' ') | jac_is_eq(b, '\t') | jac_is_eq(b, '\n') |
           jac_is_eq(b, '\r');
}

JAC_INLINE jac_block_t
jac_is_digit(jac_block_t b)
{
    return jac_swar_below(b, '9' + 1) & ~jac_swar_below(b, '0');
}

#include "block_common.h"

#endif
