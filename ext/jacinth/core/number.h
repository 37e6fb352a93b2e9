/*
 * Decimal text to numbers: recognizes a JSON number eight characters at a time,
 * and converts it to a correctly rounded double. See docs/internals/numbers.md.
 */
#ifndef JAC_NUMBER_H
#define JAC_NUMBER_H

#include "bits.h"
#include "mul128.h"
#include "tables.h"

#include <float.h>

/* The first characters of numbers, for `case JAC_NUMBER_START:`. */
/* clang-format off */
#define JAC_NUMBER_START                                                      \
    '-': case '0': case '1': case '2': case '3': case '4': case '5':          \
    case '6': case '7': case '8': case '9'
/* clang-format on */

/*
 * Sets bit 7 of each byte that is not a digit, for eight characters as loaded
 * by jac_load64().
 *
 *     c            c + 0x46       c - 0x30       bit 7 of either
 *     00..2f       46..75         d0..ff (-)     1
 *     30..39       76..7f         00..09         0
 *     3a..b9       80..ff         0a..89         1
 *     ba..ff       00..45 (+)     8a..cf         1
 *
 * Borrow (-) and carry (+) only affect the bytes above a byte that is not a
 * digit, so the lowest set bit is right.
 */
JAC_INLINE uint64_t
jac_not_digits(uint64_t chars)
{
    return ((chars + 0x4646464646464646u) | (chars - 0x3030303030303030u)) &
           0x8080808080808080u;
}

/* Converts characters to bytes 0..9, up to the first that is not a digit. */
JAC_INLINE uint64_t
jac_digits_of_chars(uint64_t chars)
{
    return chars - 0x3030303030303030u;
}

/*
 * Returns the value of eight digits (bytes 0..9, the first lowest). Each byte
 * times ten plus the next makes pairs; then two products sum two weighted pairs
 * each in their upper half:
 *
 *     digits   1 2 3 4 5 6 7 8     pairs   12 .. 34 .. 56 .. 78 ..
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
 * The results of jac_scan_number():
 *
 *   INTEGER   at most 19 digits: the mantissa is the magnitude
 *   FLOAT     fraction or exponent, at most 19 significant digits: the
 *             magnitude is exactly mantissa * 10^exponent
 *   BIG       an integer of more than 19 digits
 *   LONG      fraction or exponent, and more significant digits: call
 *             jac_number_to_double()
 *   INVALID   not a JSON number
 */
enum {
    JAC_NUMBER_INTEGER,
    JAC_NUMBER_FLOAT,
    JAC_NUMBER_BIG,
    JAC_NUMBER_LONG,
    JAC_NUMBER_INVALID
};

typedef struct {
    uint64_t mantissa; /* of INTEGER and FLOAT; of BIG, modulo 2^64 */
    int64_t exponent;  /* FLOAT: of ten; saturates near +-10^17 */
    uint8_t kind;
    bool negative;
    bool large; /* INTEGER: certainly above 2^62; a hint that is
                          available early */
    bool exact; /* FLOAT: mantissa and 10^-exponent are exact doubles */
} jac_number_t;

/*
 * Reads the number at p, where *p must be '-' or a digit, fills *n, and returns
 * the first byte after it, or end. Reads only [p, end).
 *
 * For JAC_NUMBER_INVALID it returns the position where reading stopped. If that
 * is end, the text can be the start of a number ("-", "1.", "1e+"), except
 * after a leading zero ("01"). After '-' without a digit, the caller can check
 * for "Infinity".
 */
JAC_INLINE const uint8_t *jac_scan_number(const uint8_t *p, const uint8_t *end,
                                          jac_number_t *n);

/* Returns the bits of the double closest to w * 10^q, ties to even, for any
   w and q: infinity on overflow, 0 on underflow. */
JAC_INLINE uint64_t jac_decimal_to_bits(uint64_t w, int64_t q);

/* The same, for doubles that are 0, subnormal or infinite. */
uint64_t jac_decimal_to_extreme_bits(uint64_t w, int64_t q);

/*
 * Returns the double closest to the number p[0..len), ties to even. The text
 * must be a JSON number of any length; leading zeros are allowed. Takes linear
 * time. Overflow gives infinity, underflow 0, with the sign.
 */
double jac_number_to_double(const uint8_t *p, size_t len);

/* Returns the number of zeros in p[0..end) before any other digit. A point
   can be among them. */
ptrdiff_t jac_leading_zeros(const uint8_t *p, const uint8_t *end);

#define JAC_DOUBLE_MANTISSA_BITS 52
#define JAC_DOUBLE_BIAS 1023
#define JAC_DOUBLE_INFINITE 2047 /* the exponent field of infinity */
#define JAC_DOUBLE_DIGITS \
    15 /* any number of so many decimal digits is
                                    exact */

/* Doubles are not divided in a wider type (x87, which clang uses for SSE
   without SSE2). */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0 && \
    (!defined(__i386__) || defined(__SSE2_MATH__))
#define JAC_DOUBLES_ONLY 1
#endif

/*
 * Returns w * 10^q as the upper 128 bits of a 192-bit product, or of its first
 * 128 bits if these determine the rounding: the truncated part adds less than
 * one unit to the carry of the lower half.
 */
JAC_INLINE jac_u128_t
jac_scaled_pow10(uint64_t w, int q)
{
    const uint64_t *t = &jac_pow10_128[2 * (q - JAC_POW10_MIN)];
    jac_u128_t p = jac_mul128(w, t[0]);

    /* 64 - 55 bits: 53 of the mantissa, a rounding bit, and one that is lost if
       the product's highest bit is 0 */
    if (JAC_UNLIKELY((p.hi & 0x1ff) == 0x1ff)) {
        return jac_mul192_high(w, t[0], t[1]);
    }
    return p;
}

/*
 * Returns w * 10^q, for w > 0 and 10^q in the table, as a mantissa of 53 bits
 * and a rounding bit that is right for ties. Sets *exponent to the exponent
 * field of a double with this mantissa.
 *
 * Daniel Lemire, "Number parsing at a gigabyte per second" (2021), with the
 * proof of Noble Mushtak and Lemire, "Fast number parsing without fallback"
 * (2023), that 128 bits of 10^q suffice for every 64-bit w.
 *
 *     p.hi   1mmmmmmm...mmmmmmr.........      53 bits of mantissa, then r,
 *            <-- 53 bits -->  ^               the rounding bit
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
    /* A tie rounds to even. It is only exact if 5^|q| divides w, or fits next
       to w in 64 bits: then nothing was dropped below r. */
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

    /* otherwise w * 10^q is normal: between 10^-307 and 2^64 * 10^288 */
    if (JAC_UNLIKELY(w == 0 || q < -307 || q > 288)) {
        return jac_decimal_to_extreme_bits(w, q);
    }
    m = jac_eisel_lemire(w, (int)q, &e);
    /* The mantissa's highest bit adds the missing 1 to the exponent; a mantissa
       rounded up to 2^53 adds two. */
    m = (m + (m & 1)) >> 1;
    return m + ((uint64_t)(e - 1) << JAC_DOUBLE_MANTISSA_BITS);
}

/*
 * Returns the bits of the double closest to the magnitude of a FLOAT. Few
 * digits need one division, which rounds correctly: William Clinger, "How to
 * read floating point numbers accurately" (1990). The number of digits is
 * tested, because it is known before the mantissa. Assumes rounding to nearest.
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
 * Returns the number of digits at p, 0 to 8, and their value. No loop: n < 8
 * digits are shifted up, so zero bytes enter as leading zeros.
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
        /* << 64 - 8n in two steps, because n can be 0 */
        n = jac_ctz64(stop) / 8;
        digits = digits << 8 << (56 - 8 * n);
    }
    *value = jac_value_of_digits(digits);
    return n;
}

/* Reads digits and appends their value to *value, modulo 2^64. Returns the
   first byte after them, or end. */
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

/* The same for the first digits of a number, usually fewer than eight. */
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
 * Reads the exponent at p, where *p is 'e' or 'E', and adds it to *exponent.
 * Saturates beyond 10^17: a number has too few digits to compensate for that.
 * Returns the address after the exponent, which is invalid if the byte before
 * this address is not a digit.
 */
JAC_INLINE const uint8_t *
jac_scan_exponent(const uint8_t *p, const uint8_t *end, int64_t *exponent)
{
    const int64_t limit = 100000000000000000;
    int64_t v = 0, sign = 1;
    unsigned digit;

    p++;
    if (p != end && (*p == '-' || *p == '+')) sign = *p++ == '-' ? -1 : 1;
    for (; p != end && (digit = *p - (unsigned)'0') < 10; p++) {
        if (v < limit) v = v * 10 + digit;
    }
    *exponent += sign * v;
    return p;
}

JAC_INLINE const uint8_t *
jac_scan_number(const uint8_t *p, const uint8_t *end, jac_number_t *n)
{
    const uint8_t *first, *digits;
    uint64_t mantissa;
    int64_t exponent = 0;
    ptrdiff_t count;

    /* p must not depend on *p, or the next number waits */
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
        n->exact = false;
        p = jac_scan_exponent(p, end, &exponent);
        if (JAC_UNLIKELY((uint8_t)(p[-1] - '0') > 9)) return p;
    }
    n->mantissa = mantissa;
    n->exponent = exponent;
    n->kind = JAC_LIKELY(count <= 19) ? JAC_NUMBER_FLOAT : JAC_NUMBER_LONG;
    return p;
}

#endif
