/*
 * The primitives of block_sse2.h and block_avx2.h that differ only in the
 * prefix of the intrinsics:
 *
 *   JAC_X86(name)       for the bytes of a block: _mm_ or _mm256_
 *   JAC_X86_ALL(name)   for the whole block: _mm_..._si128 or _mm256_..._si256
 */
JAC_INLINE void
jac_block_store(uint8_t *p, jac_block_t b)
{
    JAC_X86_ALL(storeu)((jac_block_t *)p, b);
}

JAC_INLINE jac_block_t
jac_block_or(jac_block_t a, jac_block_t b)
{
    return JAC_X86_ALL(or)(a, b);
}

JAC_INLINE jac_block_t
jac_block_and(jac_block_t a, jac_block_t b)
{
    return JAC_X86_ALL(and)(a, b);
}

JAC_INLINE jac_block_t
jac_block_fill(uint8_t byte)
{
    return JAC_X86(set1_epi8)((char)byte);
}

JAC_INLINE jac_mask_t
jac_block_mask(jac_block_t truth)
{
    return (uint32_t)JAC_X86(movemask_epi8)(truth);
}

JAC_INLINE uint64_t
jac_block_bits(jac_block_t truth)
{
    return jac_block_mask(truth);
}

JAC_INLINE jac_block_t
jac_is_eq(jac_block_t b, uint8_t byte)
{
    return JAC_X86(cmpeq_epi8)(b, jac_block_fill(byte));
}

/*
 * '"', '\\' or below 0x20. Flipping bit 1 swaps 0x22 (the quote) with 0x20 and
 * permutes the control characters. There is no unsigned comparison, so the
 * test is min(b, 0x20) == b.
 */
JAC_INLINE jac_block_t
jac_is_special(jac_block_t b)
{
    const jac_block_t swapped = JAC_X86_ALL(xor)(b, jac_block_fill(0x02));
    const jac_block_t least = JAC_X86(min_epu8)(swapped, jac_block_fill(0x20));

    return jac_block_or(JAC_X86(cmpeq_epi8)(least, swapped),
                        jac_is_eq(b, '\\'));
}

JAC_INLINE jac_block_t
jac_is_high(jac_block_t b)
{
    return b;
}

/* Bytes from 0x80 to below limit, limit > 0x80: negative as signed bytes. */
JAC_INLINE jac_block_t
jac_is_high_below(jac_block_t b, uint8_t limit)
{
    return JAC_X86(cmpgt_epi8)(jac_block_fill(limit), b);
}

JAC_INLINE jac_block_t
jac_is_digit(jac_block_t b)
{
    const jac_block_t value = JAC_X86(sub_epi8)(b, JAC_X86(set1_epi8)('0'));

    return JAC_X86(cmpeq_epi8)(JAC_X86(min_epu8)(value, JAC_X86(set1_epi8)(9)),
                               value);
}

#include "block_common.h"
