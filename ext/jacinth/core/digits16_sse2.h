/*
 * digits16.h in one SSE2 register, with the lanes of jac_digits8() twice:
 *
 *   64-bit lanes   12345678              | 9abcdefg
 *   32-bit lanes   1234       5678       | 9abc       defg
 *   16-bit lanes   12    34   56    78   | 9a    bc   de    fg
 *   bytes          1  2  3 4  5  6  7 8  | 9  a  b c  d  e  f g
 */
#ifndef JAC_DIGITS16_SSE2_H
#define JAC_DIGITS16_SSE2_H

#include <emmintrin.h>

#include "bits.h"

typedef __m128i jac_digits16_t; /* characters */

/* Factors and the character '0' in every lane. In memory and in another object
   file, because gcc would compute known constants with more instructions. */
typedef union {
    uint64_t words[2];
    __m128i lanes;
} jac_digits16_factor_t;

enum {
    JAC_BY_10000,
    JAC_TIMES_10000,
    JAC_BY_100,
    JAC_TIMES_100,
    JAC_BY_10,
    JAC_TIMES_2559,
    JAC_ZEROS,
    JAC_DIGITS16_FACTORS
};

extern const jac_digits16_factor_t jac_digits16_factors[JAC_DIGITS16_FACTORS];

JAC_INLINE jac_digits16_t
jac_digits16_of(uint32_t high, uint32_t low)
{
    const jac_digits16_factor_t *f = jac_digits16_factors;
    __m128i x, q, r;

    x = _mm_unpacklo_epi64(_mm_cvtsi32_si128((int)high),
                           _mm_cvtsi32_si128((int)low));
    /* v * 3518437209 >> 45 is v / 10000 for any v of 32 bits */
    q = _mm_srli_epi64(_mm_mul_epu32(x, f[JAC_BY_10000].lanes), 45);
    r = _mm_sub_epi32(x, _mm_mul_epu32(q, f[JAC_TIMES_10000].lanes));
    x = _mm_or_si128(q, _mm_slli_epi64(r, 32));

    /* v * 5243 >> 19 is v / 100 for v < 10^4 */
    q = _mm_srli_epi16(_mm_mulhi_epu16(x, f[JAC_BY_100].lanes), 3);
    r = _mm_sub_epi16(x, _mm_mullo_epi16(q, f[JAC_TIMES_100].lanes));
    x = _mm_or_si128(q, _mm_slli_epi32(r, 16));

    /* v * 6554 >> 16 is v / 10 for v < 100; q | (x - 10 * q) << 8 */
    q = _mm_mulhi_epu16(x, f[JAC_BY_10].lanes);
    x = _mm_sub_epi16(_mm_slli_epi16(x, 8),
                      _mm_mullo_epi16(q, f[JAC_TIMES_2559].lanes));
    return _mm_or_si128(x, f[JAC_ZEROS].lanes);
}

JAC_INLINE unsigned
jac_digits16_count(jac_digits16_t a, uint32_t last)
{
    __m128i some = _mm_cmpgt_epi8(a, jac_digits16_factors[JAC_ZEROS].lanes);
    uint64_t mask = (uint64_t)_mm_movemask_epi8(some);

    /* last + 0xffff has bit 16 unless last is 0; 63 ^ clz is one bsr */
    return (63 ^ jac_clz64(mask | ((last + 0xffff) & 0x10000))) + 1;
}

JAC_INLINE uint64_t
jac_digits16_first(jac_digits16_t a)
{
    uint64_t w;

    _mm_storel_epi64((__m128i *)&w, a);
    return w;
}

JAC_INLINE uint64_t
jac_digits16_second(jac_digits16_t a)
{
    return jac_digits16_first(_mm_srli_si128(a, 8));
}

JAC_INLINE void
jac_digits16_store(uint8_t *p, jac_digits16_t a)
{
    _mm_storeu_si128((__m128i *)p, a);
}

#endif
