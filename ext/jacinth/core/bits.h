/* Words in memory, and bits in words. The first byte in memory is the lowest
   of a word for any byte order. */
#ifndef JAC_BITS_H
#define JAC_BITS_H

#include "base.h"

#if defined(_MSC_VER)
#include <intrin.h>
#endif

JAC_INLINE uint64_t
jac_load64(const uint8_t *p)
{
    uint64_t v;

    memcpy(&v, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    return v;
}

JAC_INLINE uint32_t
jac_load32(const uint8_t *p)
{
    uint32_t v;

    memcpy(&v, p, 4);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap32(v);
#endif
    return v;
}

JAC_INLINE void
jac_store64(uint8_t *p, uint64_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    memcpy(p, &v, 8);
}

JAC_INLINE void
jac_store32(uint8_t *p, uint32_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap32(v);
#endif
    memcpy(p, &v, 4);
}

/*
 * Loads n bytes, 0 <= n < 8; the other bytes are 0. Uses two loads that can
 * overlap, for n = 6:
 *
 *   p         0 1 2 3 4 5
 *   first     0 1 2 3
 *   second        2 3 4 5     shifted up by 8 * (n - 4) = 2 bytes
 *
 * For n < 4 it uses the bytes 0, n / 2 and n - 1.
 */
JAC_INLINE uint64_t
jac_load64_part(const uint8_t *p, size_t n)
{
    if (n >= 4) {
        return jac_load32(p) | (uint64_t)jac_load32(p + n - 4) << (8 * (n - 4));
    }
    if (n == 0) return 0;
    return p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) |
           (uint64_t)p[n - 1] << (8 * (n - 1));
}

/* Loads p[8..n), 8 <= n < 16; the other bytes are 0. Reads p[n - 8..n).
   Shifts in two steps, because a shift by 64 is undefined. */
JAC_INLINE uint64_t
jac_load64_upper(const uint8_t *p, size_t n)
{
    return jac_load64(p + n - 8) >> 8 >> (8 * (15 - n));
}

/* Returns the number of trailing 0 bits; v must not be 0. */
JAC_INLINE unsigned
jac_ctz32(uint32_t v)
{
#if defined(_MSC_VER)
    unsigned long i;
    _BitScanForward(&i, v);
    return (unsigned)i;
#else
    return (unsigned)__builtin_ctz(v);
#endif
}

JAC_INLINE unsigned
jac_ctz64(uint64_t v)
{
#if defined(_MSC_VER) && defined(_WIN64)
    unsigned long i;
    _BitScanForward64(&i, v);
    return (unsigned)i;
#elif defined(_MSC_VER)
    return (uint32_t)v != 0 ? jac_ctz32((uint32_t)v)
                            : 32 + jac_ctz32((uint32_t)(v >> 32));
#else
    return (unsigned)__builtin_ctzll(v);
#endif
}

/* Returns the number of leading 0 bits; v must not be 0. */
JAC_INLINE unsigned
jac_clz64(uint64_t v)
{
#if defined(_MSC_VER) && defined(_WIN64)
    unsigned long i;
    _BitScanReverse64(&i, v);
    return 63 - (unsigned)i;
#elif defined(_MSC_VER)
    unsigned long i;
    uint32_t high = (uint32_t)(v >> 32);
    _BitScanReverse(&i, high != 0 ? high : (uint32_t)v);
    return (high != 0 ? 31 : 63) - (unsigned)i;
#else
    return (unsigned)__builtin_clzll(v);
#endif
}

JAC_INLINE unsigned
jac_popcount64(uint64_t v)
{
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__builtin_popcountll(v);
#else
    /* sums of 2, 4, 8 bits; the product sums the bytes */
    v -= v >> 1 & UINT64_C(0x5555555555555555);
    v = (v & UINT64_C(0x3333333333333333)) +
        (v >> 2 & UINT64_C(0x3333333333333333));
    v = (v + (v >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(v * UINT64_C(0x0101010101010101) >> 56);
#endif
}

#endif
