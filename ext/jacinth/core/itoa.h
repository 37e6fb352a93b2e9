/*
 * Integers to decimal text, without a loop: two digits per step from a table if
 * the length varies, and eight at once in a 64-bit word (SWAR) if it is known.
 *
 *   12345678  ->  1234 | 5678  ->  12 | 34 | 56 | 78  ->  1|2|3|4|5|6|7|8
 *
 * Each step divides every lane by 100 (or 10) by multiplication, and puts the
 * quotient in the lower half of the lane and the remainder in the upper half,
 * so the first digit gets the lowest byte.
 *
 * SWAR with leading zeros shifted out takes 33 instructions for one digit and
 * 50 for seven; pairs take 9 and 26, and lengths repeat well enough for branch
 * prediction.
 */
#ifndef JAC_ITOA_H
#define JAC_ITOA_H

#include "bits.h"
#include "tables.h"

#define JAC_ITOA_MAX 20 /* "18446744073709551615", "-9223372036854775808" */

/*
 * Returns the eight digits of v < 10^8 as bytes 0..9, the first digit lowest.
 *
 * x * 10486 >> 20 is x / 100 for x < 43,698, and 10486 * 9999 < 2^27: no
 * product reaches the next lane. x * 103 >> 10 is x / 10 for x < 179, and 103 *
 * 99 < 2^16 stays in its lane.
 */
JAC_INLINE uint64_t
jac_digits8(uint32_t v)
{
    uint64_t q = v / 10000;
    uint64_t x = ((uint64_t)v << 32) - q * (((uint64_t)10000 << 32) - 1);

    q = ((x * 10486) >> 20) & 0x0000007f0000007f;
    x = (x << 16) - q * ((100u << 16) - 1);
    q = ((x * 103) >> 10) & 0x000f000f000f000f;
    return (x << 8) - q * ((10u << 8) - 1);
}

#define JAC_ASCII8 0x3030303030303030u

/*
 * Writes v < 100 without a leading zero; returns the end. Can overwrite
 * dst[0..2). Skips the first character of a pair with a leading zero, without a
 * branch.
 */
JAC_INLINE uint8_t *
jac_itoa_upto2(uint8_t *dst, uint32_t v)
{
    uint32_t one = v < 10;

    memcpy(dst, jac_digit_pairs + 2 * v + one, 2);
    return dst + 2 - one;
}

/* Writes the next two digits of y, a fixed-point number with 32 fraction
   bits, whose earlier digits were removed. Returns y * 100. */
JAC_INLINE uint64_t
jac_itoa_step(uint8_t *dst, uint64_t y)
{
    y = (uint64_t)(uint32_t)y * 100;
    memcpy(dst, jac_digit_pairs + 2 * (y >> 32), 2);
    return y;
}

/*
 * jac_itoa_upto2() for v < 10^4; can overwrite dst[0..4).
 *
 * Digits come from y = v / 100^n with 32 fraction bits: each multiplication by
 * 100 yields two (the fixed-point method of J. Anhalt's "jeaiii", analyzed by
 * J. Jeon). All n steps are right if 0 <= y - v * 2^32 / 100^n < 2^32 / 100^n.
 * Here n = 1: 42949673 - 2^32 / 100 = 0.04, times 10^4 is 400 < 42949672.
 */
JAC_INLINE uint8_t *
jac_itoa_upto4(uint8_t *dst, uint32_t v)
{
    uint64_t y;

    if (v < 100) return jac_itoa_upto2(dst, v);
    y = (uint64_t)v * 42949673;
    dst = jac_itoa_upto2(dst, (uint32_t)(y >> 32));
    jac_itoa_step(dst, y);
    return dst + 2;
}

/*
 * jac_itoa_upto2() for v < 10^8; can overwrite dst[0..8).
 *
 * n = 2: 429497 - 2^32 / 10^4 < 0.271, times 10^6 is 271000 < 429496.
 * n = 3: 281474977 - 2^48 / 10^6 < 0.29, times 10^8 / 2^16 is 443; the shift
 * drops less than 1, which is added: 0 < error <= 444 < 4294.
 */
JAC_INLINE uint8_t *
jac_itoa_upto8(uint8_t *dst, uint32_t v)
{
    uint64_t y;

    if (v < 10000) return jac_itoa_upto4(dst, v);
    if (v < 1000000) {
        y = (uint64_t)v * 429497;
        dst = jac_itoa_upto2(dst, (uint32_t)(y >> 32));
        y = jac_itoa_step(dst, y);
        jac_itoa_step(dst + 2, y);
        return dst + 4;
    }
    y = (((uint64_t)v * 281474977) >> 16) + 1;
    dst = jac_itoa_upto2(dst, (uint32_t)(y >> 32));
    y = jac_itoa_step(dst, y);
    y = jac_itoa_step(dst + 2, y);
    jac_itoa_step(dst + 4, y);
    return dst + 6;
}

/* Writes v < 10^8 as exactly eight digits; returns dst + 8. */
JAC_INLINE uint8_t *
jac_itoa_all8(uint8_t *dst, uint32_t v)
{
    jac_store64(dst, jac_digits8(v) | JAC_ASCII8);
    return dst + 8;
}

/* Writes v in decimal and returns the end, without a terminating NUL. Can
   overwrite dst[0..20). */
JAC_INLINE uint8_t *
jac_itoa_u64(uint8_t *dst, uint64_t v)
{
    uint64_t high;

    if (v < 100000000) return jac_itoa_upto8(dst, (uint32_t)v);
    high = v / 100000000;
    if (high < 100000000) {
        dst = jac_itoa_upto8(dst, (uint32_t)high);
    }
    else {
        /* v / 10^16 is at most 1844: 4 + 8 + 8 bytes */
        dst = jac_itoa_upto4(dst, (uint32_t)(high / 100000000));
        dst = jac_itoa_all8(dst, (uint32_t)(high % 100000000));
    }
    return jac_itoa_all8(dst, (uint32_t)(v % 100000000));
}

/* The same with a sign: any int64_t fits in 20 bytes. */
JAC_INLINE uint8_t *
jac_itoa_i64(uint8_t *dst, int64_t v)
{
    if (JAC_UNLIKELY(v < 0)) {
        *dst++ = '-';
        /* also correct for INT64_MIN: 2^63 as unsigned */
        return jac_itoa_u64(dst, 0 - (uint64_t)v);
    }
    return jac_itoa_u64(dst, (uint64_t)v);
}

#endif
