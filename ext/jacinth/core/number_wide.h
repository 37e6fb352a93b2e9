/*
 * Numbers of up to 19 digits without a loop. 32 characters are searched for the
 * end at once; the last 16 digits are converted in one register, and up to
 * three before them apart. Length and point only select masks, so varying
 * numbers cause no branch mispredictions.
 *
 * One implementation for each baseline instruction set (JAC_HAVE_WIDE_NUMBERS):
 *
 *   uint32_t jac_wide_stops(const uint8_t *p);
 *       Bit i is set if p[i], i < 32, is not a digit.
 *   uint64_t jac_wide_last16(const uint8_t *end, const uint8_t *after,
 *                            const uint8_t *keep);
 *       The value of the 16 digits before `end`; the masks, as below, apply
 *       to end[-16..0).
 *
 * See docs/internals/numbers.md.
 */
#ifndef JAC_NUMBER_WIDE_H
#define JAC_NUMBER_WIDE_H

#include "cpu.h"
#include "number.h"

#if defined(__SSE2__) || defined(_M_X64)
#include "number_wide_sse2.h"
#define JAC_HAVE_WIDE_NUMBERS 1
#elif defined(JAC_HAVE_NEON)
#include "number_wide_neon.h"
#define JAC_HAVE_WIDE_NUMBERS 1
#endif

#ifdef JAC_HAVE_WIDE_NUMBERS

/* Readable bytes around a number at p: p[-BEFORE..SPAN). */
enum { JAC_WIDE_BEFORE = 20, JAC_WIDE_SPAN = 32 };

/* From [n] on, n <= 20: 20 bytes, of which the last n are 0x0f and the
   others 0. The mask converts characters to digits. */
extern const uint8_t jac_wide_masks[40];

/*
 * Returns the value of the last `count` <= 19 digits before `end`, `fraction`
 * of which are after a point; without one, at least `count`. Digits before the
 * point are read one byte further to the left:
 *
 *   text           4 8 . 8 5 6 6 9
 *   end - 7 ..     8 . 8 5 6 6 9      the last five: after the point
 *   end - 8 ..     4 8 . 8 5 6 6      the first two: before it
 */
JAC_INLINE uint64_t
jac_wide_value(const uint8_t *end, unsigned count, unsigned fraction)
{
    const uint8_t *const keep = jac_wide_masks + count;
    const uint8_t *const after = jac_wide_masks + fraction;
    const uint32_t right = jac_load32(end - 20), left = jac_load32(end - 21);
    uint32_t first = left ^ ((left ^ right) & jac_load32(after));

    /* pairs of digits, and pairs of these, as in jac_value_of_digits */
    first = (first & jac_load32(keep)) * (10 * 256 + 1) >> 8 & 0x00ff00ff;
    first = first * (100 * 65536 + 1) >> 16;
    return first * UINT64_C(10000000000000000) +
           jac_wide_last16(end, after + 4, keep + 4);
}

/*
 * jac_scan_number() for a number at p if p[-JAC_WIDE_BEFORE..JAC_WIDE_SPAN) is
 * readable. Returns NULL, with *n undefined, if the number has more than 19
 * digits, or its digits or its fraction are invalid. Otherwise returns an
 * address in these bytes. If 'e' or 'E' is there, *n is the number without its
 * exponent, and the caller must call jac_scan_exponent().
 *
 * The fields for branches are set from characters, not from the mantissa, which
 * is known 20 cycles later. The sign is no branch, because it is unpredictable.
 */
JAC_INLINE const uint8_t *
jac_scan_number_wide(const uint8_t *p, jac_number_t *n)
{
    uint32_t stops = jac_wide_stops(p);
    const unsigned sign = stops & 1;
    unsigned whole, length, fraction;

    stops &= ~(uint32_t)1;
    if (JAC_UNLIKELY(stops == 0)) return NULL;
    whole = jac_ctz32(stops);
    if (JAC_UNLIKELY(whole - sign - 1 > 18)) return NULL;
    if (p[sign] == '0') {
        JAC_BRANCH();
        if (JAC_UNLIKELY(whole - sign != 1)) return NULL;
    }

    n->negative = sign;
    n->large = n->exact = false;
    if (p[whole] == '.') {
        stops &= stops - 1;
        if (JAC_UNLIKELY(stops == 0)) return NULL;
        length = jac_ctz32(stops);
        fraction = length - whole - 1;
        if (JAC_UNLIKELY(fraction == 0 || length - sign > 20)) return NULL;
        n->mantissa = jac_wide_value(p + length, length - sign - 1, fraction);
        n->exponent = -(int64_t)fraction;
        n->exact = length - sign - 1 <= JAC_DOUBLE_DIGITS;
        n->kind = JAC_NUMBER_FLOAT;
    }
    else {
        length = whole;
        n->mantissa = jac_wide_value(p + length, length - sign, length);
        n->exponent = 0;
        n->kind = JAC_NUMBER_INTEGER;
        /* 2^62 is 4.6 * 10^18 */
        if (length - sign == 19 && p[sign] > '4') {
            JAC_BRANCH();
            n->large = true;
        }
    }
    return p + length;
}

#else

enum { JAC_WIDE_BEFORE = 0, JAC_WIDE_SPAN = 0 };

JAC_INLINE const uint8_t *
jac_scan_number_wide(const uint8_t *p, jac_number_t *n)
{
    (void)p, (void)n;
    return NULL;
}

#endif

#endif
