/*
 * A block of 32 bytes in an AVX2 register, chosen at run time. Only code
 * between this line and JAC_BLOCK_END can use AVX2. See block_swar.h for the
 * contract.
 */
#ifndef JAC_BLOCK_H
#define JAC_BLOCK_H

#include "cpu.h"

#ifdef JAC_HAVE_AVX2

#include "bits.h"

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#define JAC_BLOCK_END _Pragma("clang attribute pop")
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#define JAC_BLOCK_END _Pragma("GCC pop_options")
#endif

#define JAC_KERNEL(name) jac_##name##_avx2

#define JAC_BLOCK_WIDTH 32
typedef __m256i jac_block_t;

/* Truth is in the top bit of each byte, which VPMOVMSKB collects. */
#define JAC_MASK_STRIDE 1
#define JAC_MASK_FULL UINT32_C(0xFFFFFFFF)
typedef uint32_t jac_mask_t;
#define jac_mask_ctz jac_ctz32

JAC_INLINE jac_block_t
jac_block_load(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

JAC_INLINE __m128i
jac_avx2_half(const uint8_t *p, size_t n)
{
    if (n < 8) return _mm_set_epi64x(0, (long long)jac_load64_part(p, n));
    return _mm_set_epi64x((long long)jac_load64_upper(p, n),
                          (long long)jac_load64(p));
}

/*
 * Loads two overlapping halves, for n = 21:
 *
 *   low    0 1 2 3 4 5 6 7 8 9 . . . . . 15
 *   high             5 6 7 8 9 . . . . . 15 16 . . . 20
 *
 * and moves the upper one down by 32 - n = 11 bytes: VPSHUFB selects bytes by
 * index, and 0 for a negative one. The indices are a window over 0..15 and
 * sixteen times -1.
 */
JAC_INLINE jac_block_t
jac_block_load_part(const uint8_t *p, size_t n)
{
    static const int8_t window[32] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    __m128i low, high;

    if (n < 16) {
        return _mm256_inserti128_si256(_mm256_setzero_si256(),
                                       jac_avx2_half(p, n), 0);
    }
    low = _mm_loadu_si128((const __m128i *)p);
    high =
        _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(p + n - 16)),
                         _mm_loadu_si128((const __m128i *)(window + 32 - n)));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

JAC_INLINE void
jac_block_store(uint8_t *p, jac_block_t b)
{
    _mm256_storeu_si256((__m256i *)p, b);
}

JAC_INLINE jac_block_t
jac_block_or(jac_block_t a, jac_block_t b)
{
    return _mm256_or_si256(a, b);
}

JAC_INLINE jac_block_t
jac_block_and(jac_block_t a, jac_block_t b)
{
    return _mm256_and_si256(a, b);
}

JAC_INLINE jac_block_t
jac_block_fill(uint8_t byte)
{
    return _mm256_set1_epi8((char)byte);
}

JAC_INLINE jac_mask_t
jac_block_mask(jac_block_t truth)
{
    return (uint32_t)_mm256_movemask_epi8(truth);
}

JAC_INLINE uint64_t
jac_block_bits(jac_block_t truth)
{
    return jac_block_mask(truth);
}

JAC_INLINE jac_block_t
jac_is_eq(jac_block_t b, uint8_t byte)
{
    return _mm256_cmpeq_epi8(b, jac_block_fill(byte));
}

/* See block_sse2.h. */
JAC_INLINE jac_block_t
jac_is_special(jac_block_t b)
{
    const jac_block_t swapped = _mm256_xor_si256(b, jac_block_fill(0x02));
    const jac_block_t least = _mm256_min_epu8(swapped, jac_block_fill(0x20));

    return jac_block_or(_mm256_cmpeq_epi8(least, swapped), jac_is_eq(b, '\\'));
}

/* '<', '>' or '&': setting bit 1 maps only 0x3C and 0x3E to 0x3E. */
JAC_INLINE jac_block_t
jac_is_html(jac_block_t b)
{
    return jac_block_or(jac_is_eq(jac_block_or(b, jac_block_fill(0x02)), '>'),
                        jac_is_eq(b, '&'));
}

JAC_INLINE jac_block_t
jac_is_high(jac_block_t b)
{
    return b;
}

/* 0x80..0xBF are -128..-65 as signed bytes. */
JAC_INLINE jac_block_t
jac_is_cont(jac_block_t b)
{
    return _mm256_cmpgt_epi8(_mm256_set1_epi8(-64), b);
}

/*
 * White space by a table of the low four bits. An entry is the byte with these
 * bits, or one that never equals it. Bytes from 0x80 on yield 0.
 *
 *   low bits   0     9     10    13    others
 *   entry      ' '   '\t'  '\n'  '\r'  0
 */
JAC_INLINE jac_block_t
jac_is_space(jac_block_t b)
{
    const jac_block_t spaces = _mm256_setr_epi8(
        ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0, ' ', 0, 0, 0,
        0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);

    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, b), b);
}

JAC_INLINE jac_block_t
jac_is_digit(jac_block_t b)
{
    const __m256i value = _mm256_sub_epi8(b, _mm256_set1_epi8('0'));

    return _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)),
                             value);
}

#endif
#endif
