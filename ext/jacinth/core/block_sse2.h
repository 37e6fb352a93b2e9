/* A block of 16 bytes in an SSE2 register: the baseline on x86-64, chosen at
   run time on 32-bit x86. See block_swar.h for the contract. */
#ifndef JAC_BLOCK_H
#define JAC_BLOCK_H

#include "cpu.h"

#ifdef JAC_HAVE_SSE2

#include "bits.h"

#include <emmintrin.h>

#if defined(__SSE2__) || !defined(__GNUC__)
#define JAC_BLOCK_END
#elif defined(__clang__)
#pragma clang attribute push(__attribute__((target("sse2"))), \
                             apply_to = function)
#define JAC_BLOCK_END _Pragma("clang attribute pop")
#else
#pragma GCC push_options
#pragma GCC target("sse2")
#define JAC_BLOCK_END _Pragma("GCC pop_options")
#endif

#define JAC_KERNEL(name) jac_##name##_sse2

#define JAC_BLOCK_WIDTH 16
typedef __m128i jac_block_t;

/* Truth is in the top bit of each byte, which PMOVMSKB collects. */
#define JAC_MASK_STRIDE 1
#define JAC_MASK_FULL UINT32_C(0xFFFF)
typedef uint32_t jac_mask_t;
#define jac_mask_ctz jac_ctz32

JAC_INLINE jac_block_t
jac_block_load(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

JAC_INLINE jac_block_t
jac_sse2_pair(uint64_t low, uint64_t high)
{
#if defined(__x86_64__) || defined(_M_X64)
    return _mm_unpacklo_epi64(_mm_cvtsi64_si128((long long)low),
                              _mm_cvtsi64_si128((long long)high));
#else
    return _mm_set_epi32((int)(high >> 32), (int)high, (int)(low >> 32),
                         (int)low);
#endif
}

JAC_INLINE jac_block_t
jac_block_load_part(const uint8_t *p, size_t n)
{
    if (n < 8) return jac_sse2_pair(jac_load64_part(p, n), 0);
    return jac_sse2_pair(jac_load64(p), jac_load64_upper(p, n));
}

JAC_INLINE void
jac_block_store(uint8_t *p, jac_block_t b)
{
    _mm_storeu_si128((__m128i *)p, b);
}

JAC_INLINE jac_block_t
jac_block_or(jac_block_t a, jac_block_t b)
{
    return _mm_or_si128(a, b);
}

JAC_INLINE jac_block_t
jac_block_and(jac_block_t a, jac_block_t b)
{
    return _mm_and_si128(a, b);
}

JAC_INLINE jac_block_t
jac_block_fill(uint8_t byte)
{
    return _mm_set1_epi8((char)byte);
}

JAC_INLINE jac_mask_t
jac_block_mask(jac_block_t truth)
{
    return (uint32_t)_mm_movemask_epi8(truth);
}

JAC_INLINE uint64_t
jac_block_bits(jac_block_t truth)
{
    return jac_block_mask(truth);
}

JAC_INLINE jac_block_t
jac_is_eq(jac_block_t b, uint8_t byte)
{
    return _mm_cmpeq_epi8(b, jac_block_fill(byte));
}

/*
 * '"', '\\' or below 0x20. Flipping bit 1 swaps 0x22 (the quote) with 0x20 and
 * permutes the control characters. SSE2 has no unsigned comparison, so the test
 * is min(b, 0x20) == b.
 */
JAC_INLINE jac_block_t
jac_is_special(jac_block_t b)
{
    const jac_block_t swapped = _mm_xor_si128(b, jac_block_fill(0x02));
    const jac_block_t least = _mm_min_epu8(swapped, jac_block_fill(0x20));

    return jac_block_or(_mm_cmpeq_epi8(least, swapped), jac_is_eq(b, '\\'));
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
    return _mm_cmplt_epi8(b, _mm_set1_epi8(-64));
}

JAC_INLINE jac_block_t
jac_is_space(jac_block_t b)
{
    return jac_block_or(jac_block_or(jac_is_eq(b, ' '), jac_is_eq(b, '\t')),
                        jac_block_or(jac_is_eq(b, '\n'), jac_is_eq(b, '\r')));
}

JAC_INLINE jac_block_t
jac_is_digit(jac_block_t b)
{
    const __m128i value = _mm_sub_epi8(b, _mm_set1_epi8('0'));

    return _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value);
}

#endif
#endif
