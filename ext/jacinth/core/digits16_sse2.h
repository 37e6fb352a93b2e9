/*
 * digits16.h in one SSE2 register: the lanes of jac_digits8, twice side by
 * side.
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

typedef __m128i jac_digits16_t; /* bytes 0..9 */

JAC_INLINE jac_digits16_t
jac_digits16_of(uint32_t high, uint32_t low)
{
    __m128i x, q, r;

    x = _mm_unpacklo_epi64(_mm_cvtsi32_si128((int)high),
                           _mm_cvtsi32_si128((int)low));
    /* v * 3518437209 >> 45 is v / 10000 for any v of 32 bits */
    q = _mm_srli_epi64(_mm_mul_epu32(x, _mm_set1_epi64x(3518437209u)), 45);
    r = _mm_sub_epi32(x, _mm_mul_epu32(q, _mm_set1_epi64x(10000)));
    x = _mm_or_si128(q, _mm_slli_epi64(r, 32));

    /* v * 5243 >> 19 is v / 100 for v < 10^4 */
    q = _mm_srli_epi16(_mm_mulhi_epu16(x, _mm_set1_epi16(5243)), 3);
    r = _mm_sub_epi16(x, _mm_madd_epi16(q, _mm_set1_epi32(100)));
    x = _mm_or_si128(q, _mm_slli_epi32(r, 16));

    /* v * 6554 >> 16 is v / 10 for v < 100; q | (x - 10 * q) << 8 */
    q = _mm_mulhi_epu16(x, _mm_set1_epi16(6554));
    return _mm_sub_epi16(_mm_slli_epi16(x, 8),
                         _mm_mullo_epi16(q, _mm_set1_epi16((10 << 8) - 1)));
}

JAC_INLINE unsigned
jac_digits16_count(jac_digits16_t a, uint32_t last)
{
    __m128i some = _mm_cmpgt_epi8(a, _mm_setzero_si128());
    uint64_t mask = (uint64_t)_mm_movemask_epi8(some);

    return 64 - jac_clz64(mask | (uint64_t)(last != 0) << 16);
}

JAC_INLINE __m128i
jac_digits16_ascii(jac_digits16_t a)
{
    return _mm_or_si128(a, _mm_set1_epi8('0'));
}

JAC_INLINE uint64_t
jac_digits16_first(jac_digits16_t a)
{
    uint64_t w;

    _mm_storel_epi64((__m128i *)&w, jac_digits16_ascii(a));
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
    _mm_storeu_si128((__m128i *)p, jac_digits16_ascii(a));
}

#endif
