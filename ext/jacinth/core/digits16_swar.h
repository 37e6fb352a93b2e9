/* digits16.h with two 64-bit words, for any processor. */
#ifndef JAC_DIGITS16_SWAR_H
#define JAC_DIGITS16_SWAR_H

#include "itoa.h"

typedef struct {
    uint64_t first, second; /* bytes 0..9 */
} jac_digits16_t;

JAC_INLINE jac_digits16_t
jac_digits16_of(uint32_t high, uint32_t low)
{
    jac_digits16_t a;

    a.first = jac_digits8(high);
    a.second = jac_digits8(low);
    return a;
}

JAC_INLINE unsigned
jac_digits16_count(jac_digits16_t a, uint32_t last)
{
    /* the bytes after the last nonzero digit are 0 */
    if (last) return 17;
    if (a.second) return 16 - jac_clz64(a.second) / 8;
    return 8 - jac_clz64(a.first) / 8;
}

JAC_INLINE uint64_t
jac_digits16_first(jac_digits16_t a)
{
    return a.first | JAC_ASCII8;
}

JAC_INLINE uint64_t
jac_digits16_second(jac_digits16_t a)
{
    return a.second | JAC_ASCII8;
}

JAC_INLINE void
jac_digits16_store(uint8_t *p, jac_digits16_t a)
{
    jac_store64(p, a.first | JAC_ASCII8);
    jac_store64(p + 8, a.second | JAC_ASCII8);
}

#endif
