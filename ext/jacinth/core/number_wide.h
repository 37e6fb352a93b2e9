/*
 * Numbers of up to 19 digits without a loop: where they end is found in 32
 * characters at once, and what they mean from their last 16 digits, in one
 * register, and up to three before these. How many digits there are, and
 * where the point is among them, only chooses masks: numbers of changing
 * length cost no mispredicted branches, and less than a step per eight digits
 * where they are long (number.h).
 *
 * A file for each way to do it that needs no check at run time. Where there is
 * none (JAC_HAVE_WIDE_NUMBERS), no number is found:
 *
 *   uint32_t jac_wide_stops(const uint8_t *p);
 *       Bit i is set where p[i], i < 32, is no digit.
 *   uint64_t jac_wide_last16(const uint8_t *end, const uint8_t *behind,
 *                            const uint8_t *keep);
 *       The number that the 16 digits before `end` mean; the masks say what
 *       they are, as below, for end[-16..0).
 *
 * docs/internals/numbers.md has the whole picture.
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

/* What is read around a number that begins at p: p[-BEFORE..SPAN). */
enum { JAC_WIDE_BEFORE = 20, JAC_WIDE_SPAN = 32 };

/*
 * 0x0f in the last n of the 20 bytes from [n] on, n <= 20; 0 before them. As a
 * mask of characters it leaves digits' values.
 */
extern const uint8_t jac_wide_masks[40];

/*
 * The number that the last `count` <= 19 digits before `end` mean, `fraction`
 * of which are behind a point; without one, at least `count`. Digits before
 * the point are taken from one place further to the left:
 *
 *   text           4 8 . 8 5 6 6 9
 *   end - 7 ..     8 . 8 5 6 6 9      the last five: behind the point
 *   end - 8 ..     4 8 . 8 5 6 6      the first two: before it
 */
JAC_INLINE uint64_t
jac_wide_value(const uint8_t *end, unsigned count, unsigned fraction)
{
    const uint8_t *const keep = jac_wide_masks + count;
    const uint8_t *const behind = jac_wide_masks + fraction;
    const uint32_t right = jac_load32(end - 20), left = jac_load32(end - 21);
    uint32_t first = left ^ ((left ^ right) & jac_load32(behind));

    /* pairs of digits, and pairs of these, as in jac_value_of_digits */
    first = (first & jac_load32(keep)) * (10 * 256 + 1) >> 8 & 0x00ff00ff;
    first = first * (100 * 65536 + 1) >> 16;
    return first * UINT64_C(10000000000000000) +
           jac_wide_last16(end, behind + 4, keep + 4);
}

/*
 * jac_scan_number for a number that begins at p, '-' or a digit, where
 * p[-JAC_WIDE_BEFORE..JAC_WIDE_SPAN) may be read. NULL if it is none of up to
 * 19 digits without an exponent, *n then undefined: jac_scan_number says what
 * it is.
 *
 * What the caller will branch on is told by characters, not by the mantissa,
 * which is known 20 cycles later; and the sign, which in some texts nobody can
 * predict, is no branch.
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
    if (JAC_UNLIKELY((p[length] | 0x20) == 'e')) return NULL;
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
