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

#define JAC_X86(name) _mm_##name
#define JAC_X86_ALL(name) _mm_##name##_si128
#include "block_x86.h"

JAC_INLINE jac_block_t
jac_is_space(jac_block_t b)
{
    return jac_block_or(jac_block_or(jac_is_eq(b, ' '), jac_is_eq(b, '\t')),
                        jac_block_or(jac_is_eq(b, '\n'), jac_is_eq(b, '\r')));
}

#endif
#endif
