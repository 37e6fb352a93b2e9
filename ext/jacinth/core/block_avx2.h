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

#define JAC_X86(name) _mm256_##name
#define JAC_X86_ALL(name) _mm256_##name##_si256
#include "block_x86.h"

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

#endif
#endif
