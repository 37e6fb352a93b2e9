#ifndef JAC_MUL128_H
#define JAC_MUL128_H

#include "base.h"

#if defined(_MSC_VER) && !defined(__clang__) && defined(_M_X64)
#include <intrin.h>
#endif

typedef struct {
    uint64_t hi, lo;
} jac_u128_t;

JAC_INLINE jac_u128_t
jac_mul128(uint64_t a, uint64_t b)
{
    jac_u128_t r;
#if defined(JAC_NO_INT128)
#define JAC_MUL128_PORTABLE 1
#elif defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide_t;
    wide_t p = (wide_t)a * b;

    r.hi = (uint64_t)(p >> 64);
    r.lo = (uint64_t)p;
#elif defined(_MSC_VER) && defined(_M_X64)
    r.lo = _umul128(a, b, &r.hi);
#else
#define JAC_MUL128_PORTABLE 1
#endif

#ifdef JAC_MUL128_PORTABLE
    /*
     *         ah al       mid cannot overflow: al*bh <= (2^32-1)^2, plus
     *       x bh bl       two terms below 2^32, is at most 2^64 - 1.
     *   -------------
     *         al*bl
     *      ah*bl
     *      al*bh
     *   ah*bh
     */
    uint64_t al = (uint32_t)a, ah = a >> 32;
    uint64_t bl = (uint32_t)b, bh = b >> 32;
    uint64_t low = al * bl;
    uint64_t cross = ah * bl;
    uint64_t mid = al * bh + (low >> 32) + (uint32_t)cross;

    r.lo = (mid << 32) | (uint32_t)low;
    r.hi = ah * bh + (cross >> 32) + (mid >> 32);
#endif
    return r;
}

/* Returns the upper 128 of the 192 bits of a * (hi:lo), rounded down. */
JAC_INLINE jac_u128_t
jac_mul192_high(uint64_t a, uint64_t hi, uint64_t lo)
{
    jac_u128_t r = jac_mul128(a, hi);
    uint64_t carry = jac_mul128(a, lo).hi;

    r.lo += carry;
    r.hi += r.lo < carry;
    return r;
}

#endif
