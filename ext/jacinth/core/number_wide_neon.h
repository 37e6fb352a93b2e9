/* number_wide.h in NEON registers. */
#ifndef JAC_NUMBER_WIDE_NEON_H
#define JAC_NUMBER_WIDE_NEON_H

#include "cpu.h"

#include <arm_neon.h>

/*
 * Returns a different bit for each of eight bytes if it is not a digit, else 0.
 */
JAC_INLINE uint8x16_t
jac_wide_stops16(const uint8_t *p)
{
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                     1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t digits = vsubq_u8(vld1q_u8(p), vdupq_n_u8('0'));

    return vandq_u8(vcgtq_u8(digits, vdupq_n_u8(9)), vld1q_u8(bits));
}

JAC_INLINE uint32_t
jac_wide_stops(const uint8_t *p)
{
    /* pairwise sums, three times: eight bytes to one */
    uint8x16_t sums = vpaddq_u8(jac_wide_stops16(p), jac_wide_stops16(p + 16));

    sums = vpaddq_u8(sums, sums);
    sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u32(vreinterpretq_u32_u8(sums), 0);
}

JAC_INLINE uint64_t
jac_wide_last16(const uint8_t *end, const uint8_t *after, const uint8_t *keep)
{
    static const uint8_t tens[16] = {10, 1, 10, 1, 10, 1, 10, 1,
                                     10, 1, 10, 1, 10, 1, 10, 1};
    static const uint16_t hundreds[8] = {100, 1, 100, 1, 100, 1, 100, 1};
    static const uint32_t ten_thousands[4] = {10000, 1, 10000, 1};
    const uint8x16_t left = vld1q_u8(end - 17);
    uint8x16_t digits = veorq_u8(left, vld1q_u8(end - 16));
    uint16x8_t pairs;
    uint32x4_t fours;
    uint64x2_t halves;

    digits = veorq_u8(left, vandq_u8(digits, vld1q_u8(after)));
    digits = vandq_u8(digits, vld1q_u8(keep));
    pairs = vpaddlq_u8(vmulq_u8(digits, vld1q_u8(tens)));
    fours = vpaddlq_u16(vmulq_u16(pairs, vld1q_u16(hundreds)));
    halves = vpaddlq_u32(vmulq_u32(fours, vld1q_u32(ten_thousands)));
    return vgetq_lane_u64(halves, 0) * 100000000 + vgetq_lane_u64(halves, 1);
}

#endif
