/*
 * Decimal text to numbers: recognises a JSON number eight characters at a
 * time, and converts it to a correctly rounded double.
 *
 * docs/internals/numbers.md has the whole picture.
 */
#ifndef JAC_NUMBER_H
#define JAC_NUMBER_H

#include "bits.h"
#include "mul128.h"
#include "tables.h"

#include <float.h>

/*
 * Of eight characters as loaded by jac_load64: bit 7 of a byte is set where
 * that byte is no digit.
 *
 *     c            c + 0x46       c - 0x30       bit 7 of either
 *     00..2f       46..75         d0..ff (-)     1
 *     30..39       76..7f         00..09         0
 *     3a..b9       80..ff         0a..89         1
 *     ba..ff       00..45 (+)     8a..cf         1
 *
 * Only a byte that is no digit borrows (-) or carries (+), which spoils bytes
 * above it: the lowest set bit is right, and so are "is there any" and "where
 * is the first".
 */
JAC_INLINE uint64_t
jac_not_digits(uint64_t chars)
{
    return ((chars + 0x4646464646464646u) | (chars - 0x3030303030303030u)) &
           0x8080808080808080u;
}

/* Characters to bytes 0..9, up to the first that is no digit. */
JAC_INLINE uint64_t
jac_digits_of_chars(uint64_t chars)
{
    return chars - 0x3030303030303030u;
}

/*
 * The number that eight digits (bytes 0..9, the first digit lowest) mean. Each
 * byte times ten plus the next makes pairs; then two products, each of which
 * sums two pairs, by their weights, in its upper half:
 *
 *     digits   1 2 3 4 5 6 7 8     pairs   12 .. 34 .. 56 .. 78 ..
 *
 *     (12, 56) * (100, 10^6)   12 * 10^6 + 56 * 100
 *     (34, 78) * (1, 10^4)     34 * 10^4 + 78
 *
 * The lower half, at most 99 * 100 + 99, does not reach the upper one.
 */
JAC_INLINE uint32_t
jac_value_of_digits(uint64_t digits)
{
    const uint64_t lanes = 0x000000ff000000ffu;
    const uint64_t outer = 100 + ((uint64_t)1000000 << 32);
    const uint64_t inner = 1 + ((uint64_t)10000 << 32);
    uint64_t pairs = digits * 10 + (digits >> 8);
    uint64_t sum = (pairs & lanes) * outer + (pairs >> 16 & lanes) * inner;

    return (uint32_t)(sum >> 32);
}

/*
 * What jac_scan_number found:
 *
 *   INTEGER   at most 19 digits: the mantissa is its magnitude
 *   FLOAT     fraction or exponent, at most 19 significant digits:
 *             mantissa * 10^exponent is the magnitude, exactly
 *   BIG       an integer of more than 19 digits
 *   LONG      fraction or exponent, and more significant digits: the text goes
 *             to jac_number_to_double
 *   INVALID   not a number as JSON has it
 */
enum {
    JAC_NUMBER_INTEGER,
    JAC_NUMBER_FLOAT,
    JAC_NUMBER_BIG,
    JAC_NUMBER_LONG,
    JAC_NUMBER_INVALID
};

typedef struct {
    uint64_t mantissa; /* INTEGER, FLOAT; else without meaning */
    int64_t exponent;  /* FLOAT: of ten; saturates near +-10^17 */
    uint8_t kind;      /* JAC_NUMBER_... */
    bool negative;     /* the text begins with '-' */
    bool large;        /* INTEGER: surely above 2^62; may be known before the
                          mantissa is, and need not be said */
    bool exact;        /* FLOAT: by the number of its digits, mantissa and
                          10^-exponent are doubles */
} jac_number_t;

/*
 * Reads the number that begins at p, where p < end and *p is '-' or a digit,
 * as far as it goes, fills *n, and returns the first byte behind it (which may
 * be end). Nothing outside [p, end) is read.
 *
 * For JAC_NUMBER_INVALID it returns where reading stopped: equal to end, the
 * text may be the start of a number ("-", "1.", "1e+"), except for a leading
 * zero ("01"), which nothing can mend. "-" before anything but a digit stops
 * behind the '-', where the caller may look for "Infinity".
 */
JAC_INLINE const uint8_t *jac_scan_number(const uint8_t *p, const uint8_t *end,
                                          jac_number_t *n);

/*
 * The bits of the double closest to w * 10^q, ties to even, for any w and q:
 * infinity above the largest double, 0 below half of the smallest.
 */
JAC_INLINE uint64_t jac_decimal_to_bits(uint64_t w, int64_t q);

/* The same, for doubles that are 0, subnormal or infinite. */
uint64_t jac_decimal_to_extreme_bits(uint64_t w, int64_t q);

/*
 * The double closest to the number that p[0..len) spells, ties to even; the
 * text is valid as JSON (an optional '-', digits, fraction, exponent; "-0" is
 * -0.0; leading zeros do no harm), of any length. Takes time linear in len.
 * Overflow gives infinity, underflow 0, with the sign.
 */
double jac_number_to_double(const uint8_t *p, size_t len);

/* How many zeros there are in p[0..end) before any other digit; a point may
   be among them. */
ptrdiff_t jac_leading_zeros(const uint8_t *p, const uint8_t *end);

#define JAC_DOUBLE_MANTISSA_BITS 52
#define JAC_DOUBLE_BIAS 1023
#define JAC_DOUBLE_INFINITE 2047 /* the exponent field of infinity */
#define JAC_DOUBLE_DIGITS 15     /* any so many decimal digits are a double */

/*
 * Doubles are divided as doubles, not as something wider (x87, which clang
 * uses without saying so where there is SSE and no SSE2).
 */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0 && \
    (!defined(__i386__) || defined(__SSE2_MATH__))
#define JAC_DOUBLES_ONLY 1
#endif

/*
 * w * 10^q for w of 64 bits, as the upper 128 bits of a 192-bit product, or
 * only of its first 128 bits where those settle the rounding already: the
 * truncated part adds less than one unit to their lower half's carry, which
 * goes no further than a run of ones reaches.
 */
JAC_INLINE jac_u128_t
jac_scaled_pow10(uint64_t w, int q)
{
    const uint64_t *t = &jac_pow10_128[2 * (q - JAC_POW10_MIN)];
    jac_u128_t p = jac_mul128(w, t[0]);

    /* 64 - 55 bits: 53 of the mantissa, a rounding bit, and one that is lost
       when the product's highest bit is 0 */
    if (JAC_UNLIKELY((p.hi & 0x1ff) == 0x1ff)) {
        return jac_mul192_high(w, t[0], t[1]);
    }
    return p;
}

/*
 * w * 10^q for w > 0 and 10^q in the table, as a mantissa of 53 bits and a
 * rounding bit that is right for ties, and the exponent field of a double that
 * has this mantissa's highest bit hidden.
 *
 * Daniel Lemire, "Number parsing at a gigabyte per second" (2021), with the
 * proof of Noble Mushtak and Lemire, "Fast number parsing without fallback"
 * (2023), that 128 bits of 10^q decide every 64-bit w.
 *
 *     p.hi   1mmmmmmm...mmmmmmr.........      53 bits of mantissa, then r,
 *            <-- 53 bits -->  ^              the rounding bit
 */
JAC_INLINE uint64_t
jac_eisel_lemire(uint64_t w, int q, int *exponent)
{
    const int lz = (int)jac_clz64(w);
    const jac_u128_t p = jac_scaled_pow10(w << lz, q);
    const int high = (int)(p.hi >> 63);
    uint64_t m = p.hi >> (high + 9);

    /* floor(log2(10^q)) + 63 is the exponent of w's highest bit */
    *exponent = ((217706 * q) >> 16) + 63 + high - lz + JAC_DOUBLE_BIAS;
    /* A tie rounds to even. It can only be exact where 5^|q| divides w or
       fits beside it in 64 bits: then nothing was dropped below r. */
    if (JAC_UNLIKELY(p.lo <= 1) && q >= -4 && q <= 23 && (m & 3) == 1 &&
        m << (high + 9) == p.hi) {
        m &= ~(uint64_t)1;
    }
    return m;
}

JAC_INLINE uint64_t
jac_decimal_to_bits(uint64_t w, int64_t q)
{
    uint64_t m;
    int e;

    /* Else w * 10^q is between 10^-307 and 2^64 * 10^288: normal. */
    if (JAC_UNLIKELY(w == 0 || q < -307 || q > 288)) {
        return jac_decimal_to_extreme_bits(w, q);
    }
    m = jac_eisel_lemire(w, (int)q, &e);
    /* The mantissa's highest bit adds the one that is missing from the
       exponent; one that is rounded up to 2^53 adds two, and is 0. */
    m = (m + (m & 1)) >> 1;
    return m + ((uint64_t)(e - 1) << JAC_DOUBLE_MANTISSA_BITS);
}

/*
 * The bits of the double closest to the magnitude of a FLOAT. Few digits need
 * one division, which rounds as asked for: William Clinger, "How to read
 * floating point numbers accurately" (1990). By the number of digits and not
 * by the mantissa, because that is known earlier, and more often the same. The
 * thread's rounding mode is taken to be C's own, to nearest.
 */
JAC_INLINE uint64_t
jac_number_to_bits(const jac_number_t *n)
{
#ifdef JAC_DOUBLES_ONLY
    static const double powers[JAC_DOUBLE_DIGITS + 1] = {
        1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

    if (n->exact) {
        const double d = (double)(int64_t)n->mantissa / powers[-n->exponent];
        uint64_t bits;

        memcpy(&bits, &d, sizeof bits);
        return bits;
    }
#endif
    return jac_decimal_to_bits(n->mantissa, n->exponent);
}

/*
 * The digits that the eight characters at p begin with: how many, 0 to 8, and
 * their value. No loop over digits: a run of n < 8 is shifted up so that the
 * zero bytes that enter below are leading zeros.
 *
 *     "617,null"   6 1 7 x x x x x     n = 3
 *     << 40        0 0 0 0 0 6 1 7     617
 */
JAC_INLINE unsigned
jac_digit_run(const uint8_t *p, uint32_t *value)
{
    const uint64_t chars = jac_load64(p);
    const uint64_t stop = jac_not_digits(chars);
    uint64_t digits = jac_digits_of_chars(chars);
    unsigned n = 8;

    if (stop != 0) {
        /* << 64 - 8n in two steps: n may be 0 */
        n = jac_ctz64(stop) / 8;
        digits = digits << 8 << (56 - 8 * n);
    }
    *value = jac_value_of_digits(digits);
    return n;
}

/*
 * Reads digits at p and appends their value to *value, modulo 2^64; returns
 * the first byte that is no digit, or end. One step per eight characters.
 */
JAC_INLINE const uint8_t *
jac_scan_digits(const uint8_t *p, const uint8_t *end, uint64_t *value)
{
    static const uint32_t scale[8] = {1,     10,     100,     1000,
                                      10000, 100000, 1000000, 10000000};
    uint32_t part;
    unsigned n;

    while (end - p >= 8) {
        n = jac_digit_run(p, &part);
        p += n;
        if (n < 8) {
            *value = *value * scale[n] + part;
            return p;
        }
        *value = *value * 100000000 + part;
    }
    while (p < end && (uint8_t)(*p - '0') < 10) {
        *value = *value * 10 + (uint8_t)(*p++ - '0');
    }
    return p;
}

/* The same for digits that begin a number, of which there are seldom eight. */
JAC_INLINE const uint8_t *
jac_scan_first_digits(const uint8_t *p, const uint8_t *end, uint64_t *value)
{
    uint32_t part;
    unsigned n;

    *value = 0;
    if (JAC_LIKELY(end - p >= 8)) {
        n = jac_digit_run(p, &part);
        *value = part;
        p += n;
        if (JAC_LIKELY(n < 8)) return p;
    }
    return jac_scan_digits(p, end, value);
}

/*
 * Digits of an exponent, saturating: what lies beyond 10^17 cannot come back
 * into range by the number's own digits, of which there are fewer.
 */
JAC_INLINE const uint8_t *
jac_scan_exponent(const uint8_t *p, const uint8_t *end, int64_t *value)
{
    const int64_t limit = 100000000000000000;
    int64_t v = 0;

    for (; p < end && (uint8_t)(*p - '0') < 10; p++) {
        if (v < limit) v = v * 10 + (*p - '0');
    }
    *value = v;
    return p;
}

JAC_INLINE const uint8_t *
jac_scan_number(const uint8_t *p, const uint8_t *end, jac_number_t *n)
{
    const uint8_t *first, *digits;
    uint64_t mantissa;
    int64_t exponent = 0;
    ptrdiff_t count;

    /* p must not wait for *p, or the next number does */
    n->negative = false;
    if (JAC_UNLIKELY(*p == '-')) {
        JAC_BRANCH();
        n->negative = true;
        p++;
    }
    n->large = n->exact = false;
    n->kind = JAC_NUMBER_INVALID;
    n->mantissa = 0;
    n->exponent = 0;

    first = p;
    p = jac_scan_first_digits(p, end, &mantissa);
    count = p - first;
    if (JAC_UNLIKELY(count == 0 || (count > 1 && *first == '0'))) return p;

    if (JAC_LIKELY(p == end || (*p != '.' && (*p | 0x20) != 'e'))) {
        n->mantissa = mantissa;
        n->kind = count <= 19 ? JAC_NUMBER_INTEGER : JAC_NUMBER_BIG;
        return p;
    }

    if (*p == '.') {
        digits = ++p;
        p = jac_scan_digits(p, end, &mantissa);
        exponent = digits - p;
        if (JAC_UNLIKELY(exponent == 0)) return p;
        count -= exponent;
    }
    n->exact = count <= JAC_DOUBLE_DIGITS;
    if (JAC_UNLIKELY(count > 19)) count -= jac_leading_zeros(first, p);
    if (p != end && (*p | 0x20) == 'e') {
        bool below = false;
        int64_t e;

        n->exact = false;
        p++;
        if (p != end && (*p == '-' || *p == '+')) below = *p++ == '-';
        digits = p;
        p = jac_scan_exponent(p, end, &e);
        if (JAC_UNLIKELY(p == digits)) return p;
        exponent += below ? -e : e;
    }
    n->mantissa = mantissa;
    n->exponent = exponent;
    n->kind = JAC_LIKELY(count <= 19) ? JAC_NUMBER_FLOAT : JAC_NUMBER_LONG;
    return p;
}

#endif
