/* number_wide.h in SSE2 registers. */
#ifndef JAC_NUMBER_WIDE_SSE2_H
#define JAC_NUMBER_WIDE_SSE2_H

#include <emmintrin.h>

#include "bits.h"

JAC_INLINE __m128i
jac_wide_load(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

/* Returns the stops of 16 characters. '0' becomes the lowest signed value. */
JAC_INLINE uint32_t
jac_wide_stops16(const uint8_t *p)
{
    const __m128i shifted =
        _mm_add_epi8(jac_wide_load(p), _mm_set1_epi8(128 - '0'));

    return (uint32_t)_mm_movemask_epi8(
        _mm_cmpgt_epi8(shifted, _mm_set1_epi8(-128 + 9)));
}

JAC_INLINE uint32_t
jac_wide_stops(const uint8_t *p)
{
    return jac_wide_stops16(p) | jac_wide_stops16(p + 16) << 16;
}

JAC_INLINE uint64_t
jac_wide_last16(const uint8_t *end, const uint8_t *after, const uint8_t *keep)
{
    const __m128i right = jac_wide_load(end - 16);
    const __m128i left = jac_wide_load(end - 17);
    __m128i x = _mm_and_si128(_mm_xor_si128(left, right), jac_wide_load(after));
    uint64_t halves;

    x = _mm_and_si128(_mm_xor_si128(left, x), jac_wide_load(keep));
    /* lanes of 16 bits, 10 * 256 * a + 256 * b + a: 2 digits in the upper */
    x = _mm_mullo_epi16(x, _mm_set1_epi16(10 * 256 + 1));
    x = _mm_srli_epi16(x, 8);
    /* of 32 bits: 4 digits; of 16 again; of 32: 8 digits */
    x = _mm_madd_epi16(x, _mm_set1_epi32(1 * 65536 + 100));
    x = _mm_packs_epi32(x, x);
    x = _mm_madd_epi16(x, _mm_set1_epi32(1 * 65536 + 10000));
    _mm_storel_epi64((__m128i *)&halves, x);
    return (uint64_t)(uint32_t)halves * 100000000 + (halves >> 32);
}

#endif
