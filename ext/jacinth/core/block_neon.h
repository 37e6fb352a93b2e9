/* A block of 16 bytes in a NEON register: the baseline on 64-bit ARM. See
   block_swar.h for the contract. */
#ifndef JAC_BLOCK_H
#define JAC_BLOCK_H

#include "cpu.h"

#ifdef JAC_HAVE_NEON

#include "bits.h"

#include <arm_neon.h>

#define JAC_KERNEL(name) jac_##name##_neon
#define JAC_BLOCK_END

#define JAC_BLOCK_WIDTH 16
typedef uint8x16_t jac_block_t;

/*
 * Truth is 0xFF or 0x00. SHRN takes the place of MOVMSK: it reduces each byte
 * to four bits, of which the mask keeps the highest:
 *
 *   bytes   15   14    ...   1    0       truth, 0xFF or 0x00
 *   bits    f000 f000        f000 f000    f = 1 if true
 */
#define JAC_MASK_STRIDE 4
#define JAC_MASK_FULL UINT64_C(0x8888888888888888)
typedef uint64_t jac_mask_t;
#define jac_mask_ctz jac_ctz64

JAC_INLINE jac_block_t
jac_block_load(const uint8_t *p)
{
    return vld1q_u8(p);
}

JAC_INLINE jac_block_t
jac_block_load_part(const uint8_t *p, size_t n)
{
    const uint64_t low = n < 8 ? jac_load64_part(p, n) : jac_load64(p);
    const uint64_t high = n < 8 ? 0 : jac_load64_upper(p, n);

    return vreinterpretq_u8_u64(
        vcombine_u64(vcreate_u64(low), vcreate_u64(high)));
}

JAC_INLINE void
jac_block_store(uint8_t *p, jac_block_t b)
{
    vst1q_u8(p, b);
}

JAC_INLINE jac_block_t
jac_block_or(jac_block_t a, jac_block_t b)
{
    return vorrq_u8(a, b);
}

JAC_INLINE jac_block_t
jac_block_and(jac_block_t a, jac_block_t b)
{
    return vandq_u8(a, b);
}

JAC_INLINE jac_block_t
jac_block_fill(uint8_t byte)
{
    return vdupq_n_u8(byte);
}

JAC_INLINE jac_mask_t
jac_block_mask(jac_block_t truth)
{
    const uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(truth), 4);

    return vget_lane_u64(vreinterpret_u64_u8(nibbles), 0) & JAC_MASK_FULL;
}

/* Returns adjacent bits: eight bytes with one bit each are summed. */
JAC_INLINE uint64_t
jac_block_bits(jac_block_t truth)
{
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                       1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(truth, vld1q_u8(places));

    return vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits))
                                             << 8;
}

JAC_INLINE jac_block_t
jac_is_eq(jac_block_t b, uint8_t byte)
{
    return vceqq_u8(b, vdupq_n_u8(byte));
}

/* '"', '\\' or below 0x20. Flipping bit 1 swaps 0x22 (the quote) with 0x20
   and permutes the control characters. */
JAC_INLINE jac_block_t
jac_is_special(jac_block_t b)
{
    return vorrq_u8(vcleq_u8(veorq_u8(b, vdupq_n_u8(0x02)), vdupq_n_u8(0x20)),
                    jac_is_eq(b, '\\'));
}

JAC_INLINE jac_block_t
jac_is_high(jac_block_t b)
{
    return vcltzq_s8(vreinterpretq_s8_u8(b));
}

/* Bytes from 0x80 to below limit, limit > 0x80: negative as signed bytes. */
JAC_INLINE jac_block_t
jac_is_high_below(jac_block_t b, uint8_t limit)
{
    return vcltq_s8(vreinterpretq_s8_u8(b), vdupq_n_s8((int8_t)limit));
}

/* A table of the low four bits, as in block_avx2.h. */
JAC_INLINE jac_block_t
jac_is_space(jac_block_t b)
{
    static const uint8_t spaces[16] = {' ', 0,    0,    0, 0, 0,    0, 0,
                                       0,   '\t', '\n', 0, 0, '\r', 0, 0};

    return vceqq_u8(vqtbl1q_u8(vld1q_u8(spaces), vandq_u8(b, vdupq_n_u8(0x0F))),
                    b);
}

JAC_INLINE jac_block_t
jac_is_digit(jac_block_t b)
{
    return vcleq_u8(vsubq_u8(b, vdupq_n_u8('0')), vdupq_n_u8(9));
}

#include "block_common.h"

#endif
#endif
