#include "dtoa.h"

#include "digits16.h"
#include "itoa.h"
#include "mul128.h"
#include "tables.h"

/*
 * The digits of a finite double c * 2^q other than 0. Its text is that of d *
 * 10^k with the greatest k that still reads back as this double, and of these
 * the closest; here with 17 digits, including trailing zeros.
 */
typedef struct {
    uint64_t upper; /* the first 16 digits: 10^15 <= upper < 10^16 */
    uint32_t last;
    int exponent; /* of the first digit: d.ddd * 10^exponent */
} decimal_t;

#define MANTISSA_BITS 52
#define HIDDEN_BIT ((uint64_t)1 << MANTISSA_BITS)
#define EXPONENT_BIAS 1075 /* of c as an integer */
#define TEN_15 1000000000000000u

/*
 * floor(log10(2^q)), floor(log10(2^q * 3/4)), floor(log2(10^e)): exact for |q|
 * <= 1100 and |e| <= 350, as test/core/dtoa_test.rb checks. Right shifts of
 * negative numbers round down on every compiler of Ruby.
 */
static inline int
log10_pow2(int q)
{
    return (q * 1262611) >> 22;
}

static inline int
log10_three_quarters_pow2(int q)
{
    return (q * 1262611 - 524031) >> 22;
}

static inline int
log2_pow10(int e)
{
    return (e * 1741647) >> 19;
}

/*
 * (hi:lo) * b / 2^128, rounded to odd: the lowest bit is set if the result is
 * inexact. As the paper shows, this suffices to compare with integers as if the
 * product were exact. `lo > 1`, because the factor can be too high by less than
 * one unit.
 */
static inline uint64_t
round_to_odd(uint64_t hi, uint64_t lo, uint64_t b)
{
    jac_u128_t p = jac_mul192_high(b, hi, lo);

    return p.hi | (p.lo > 1);
}

/*
 * Raffaello Giulietti, "The Schubfach way to render doubles" (2021), for any c
 * and q. In units of 10^k, k = floor(log10(width of the rounding interval)):
 *
 *        left               v           right
 *     ----[=================|=============]-----      times 4, rounded to odd
 *       ^     ^     ^     ^     ^     ^     ^         integers s, s + 1
 *                   ^                                 tens: at most one inside
 *
 * A multiple of ten inside is the shortest; otherwise the nearer of s and s +
 * 1, at least one of which is inside.
 */
static JAC_NOINLINE decimal_t
shortest_exact(uint64_t c, int q)
{
    bool even = !(c & 1);
    bool narrow_left = c == HIDDEN_BIT && q > 1 - EXPONENT_BIAS;
    int k = narrow_left ? log10_three_quarters_pow2(q) : log10_pow2(q);
    const uint64_t *g = &jac_pow10_128[2 * (-k - JAC_POW10_MIN)];
    /* rounded up, as in the paper */
    uint64_t lo = g[1] + (-k < -27 || -k > 55);
    uint64_t hi = g[0] + (lo < g[1]);
    int h = q + log2_pow10(-k) + 1; /* 1..4: 4c << h is below 2^61 */
    uint64_t v = round_to_odd(hi, lo, (4 * c) << h);
    uint64_t left = round_to_odd(hi, lo, (4 * c - 2 + narrow_left) << h);
    uint64_t right = round_to_odd(hi, lo, (4 * c + 2) << h);
    uint64_t s = v / 4;
    uint64_t ten = s - s % 10, d;
    bool low_in, high_in;
    decimal_t r;

    /* the interval includes its ends if c is even */
    left += !even;
    right -= !even;

    low_in = left <= 4 * ten;
    high_in = 4 * (ten + 10) <= right;
    if (low_in != high_in) {
        d = ten + 10 * high_in;
    }
    else {
        low_in = left <= 4 * s;
        high_in = 4 * (s + 1) <= right;
        if (low_in != high_in) {
            d = s + high_in;
        }
        else {
            uint64_t middle = 4 * s + 2;
            d = s + (v > middle || (v == middle && (s & 1)));
        }
    }
    r.exponent = k + 16;
    for (; d < 10 * TEN_15; r.exponent--) d *= 10;
    r.upper = d / 10;
    r.last = (uint32_t)(d % 10);
    return r;
}

/*
 * The same for almost every normal double, with one wide product instead of
 * three. In units of 10^k, where 2^q / 10^k is in [1/10, 1), the value is an
 * integer of 15 or 16 digits, `ten`, and 64 fraction bits F. The rounding
 * interval reaches `half` = 2^q / 10^k / 2, in [1/20, 1/2), to both sides:
 *
 *     ten                 x               ten + 1
 *     |...................|...............|
 *      <------- F ------->|<---- 1-F ---->
 *
 * An integer less than `half` away, of which there is at most one, is the
 * shortest. Otherwise x needs another digit, 10 F rounded: 1..9, because 1/20 <
 * F < 19/20.
 *
 * T = 10^-k * 2^-r is within one unit of the true significand and c << (e + 5)
 * < 2^57, so F, 1 - F and half have an error below 2 units of 2^-64, and 10 F,
 * with four more bits of F dropped, below 12 of 2^-60. Returns false for values
 * closer to equality; call shortest_exact() for these, and for powers of two,
 * whose interval is narrower on the left.
 */
JAC_INLINE bool
shortest_quick(uint64_t c, int q, decimal_t *r)
{
    int k = log10_pow2(q) + 1;
    const uint64_t *g = jac_pow10_128 + 2 * (unsigned)(-k - JAC_POW10_MIN);
    int e = q + log2_pow10(-k); /* -4..-1: floor(log2(2^q / 10^k)) */
    uint64_t half = g[0] >> -e;
    jac_u128_t x = jac_mul192_high(c << (e + 5), g[0], g[1]);
    uint64_t ten = x.hi >> 4;
    uint64_t f = x.hi << 60 | x.lo >> 4;
    /* plus 12, so the interval around a tie is 0..24 */
    uint64_t digit = (f >> 4) * 10 + ((uint64_t)1 << 59) + 12;
    /* all ones, or 0 */
    uint64_t above = 0 - (f >> 63), longer, narrow;
    uint64_t inside = half - (f ^ above);

    if (JAC_UNLIKELY(inside + 2 <= 4) || JAC_UNLIKELY(digit << 4 <= 24 << 4)) {
        return false;
    }
    /* no branches, because they would be unpredictable */
    longer = 0 - (inside >> 63);
    digit = digit >> 60 & longer;
    ten -= above & ~longer;
    narrow = 0 - ((ten - TEN_15) >> 63);
    r->upper = ten + ((9 * ten + digit) & narrow);
    r->last = (uint32_t)(digit & ~narrow);
    r->exponent = k + 15 + (int)narrow;
    return true;
}

enum layout { LAYOUT_JSON, LAYOUT_JCS };

typedef struct {
    jac_digits16_t upper;
    uint8_t last; /* as a character */
    int count;    /* 1..17: digits up to the last that is not 0 */
    int exponent;
} digits_t;

JAC_INLINE digits_t
digits_of(decimal_t a)
{
    uint64_t high = a.upper / 100000000;
    uint64_t low = a.upper - high * 100000000;
    digits_t r;

    r.upper = jac_digits16_of((uint32_t)high, (uint32_t)low);
    r.last = (uint8_t)('0' + a.last);
    r.count = (int)jac_digits16_count(r.upper, a.last);
    r.exponent = a.exponent;
    return r;
}

JAC_INLINE void
put_digits(uint8_t *p, const digits_t *a)
{
    jac_digits16_store(p, a->upper);
    p[16] = a->last;
}

/*
 * Writes the 17 digits with a point after the first `whole` of them, 1 <= whole
 * <= 16. Stores all of them one byte too far to the right, and then the word
 * with the digits before the point. A move in memory would wait for the first
 * store.
 *
 *     whole = 3     p  .1234567 89abcdef g          first store
 *                      123.4567                     second, over it
 *
 * The second word is w where `keep` is set, and w moved up by a byte elsewhere.
 */
JAC_INLINE void
put_digits_with_point(uint8_t *p, const digits_t *a, unsigned whole)
{
    uint64_t w = jac_digits16_first(a->upper), keep;

    put_digits(p + 1, a);
    if (JAC_UNLIKELY(whole > 8)) {
        jac_store64(p, w);
        p += 8;
        whole -= 8;
        w = jac_digits16_second(a->upper);
    }
    keep = ((uint64_t)256 << (8 * (whole - 1))) - 1;
    jac_store64(p, ((w ^ w << 8) & keep) ^ w << 8);
    p[whole] = '.';
}

JAC_INLINE uint8_t *
put_scientific(uint8_t *p, const digits_t *a)
{
    int e = a->exponent;

    put_digits(p + 1, a);
    p[0] = (uint8_t)jac_digits16_first(a->upper);
    p[1] = '.';
    p += a->count == 1 ? 1 : a->count + 1;
    *p++ = 'e';
    *p++ = e < 0 ? '-' : '+';
    return jac_itoa_upto4(p, (uint32_t)(e < 0 ? -e : e));
}

/* Writes "0.000ddd", -10 < exponent < 0: at most 2 + 8 + 17 bytes. */
JAC_INLINE uint8_t *
put_small(uint8_t *p, const digits_t *a)
{
    jac_store64(p, JAC_ASCII8 ^ ('0' ^ '.') << 8);
    jac_store64(p + 8, JAC_ASCII8);
    p += 1 - a->exponent;
    put_digits(p, a);
    return p + a->count;
}

/*
 * Slow path of put_layout(). Not for integers below 10^15 (JSON) or 2^52 (JCS).
 */
static JAC_NOINLINE uint8_t *
put_layout_rare(uint8_t *p, jac_digits16_t upper, int last, int count, int e,
                enum layout layout)
{
    digits_t a = {upper, (uint8_t)last, count, e};
    int decimals = count - 1 - e;
    bool plain;

    if (layout == LAYOUT_JSON) {
        plain = (e > -10 && e < 10) || (decimals > 0 && decimals < 7);
    }
    else {
        plain = e > -7 && e < 21;
    }
    if (!plain) return put_scientific(p, &a);
    if (layout == LAYOUT_JCS && decimals <= 0) {
        put_digits(p, &a);
        jac_store64(p + 17, JAC_ASCII8);
        return p + e + 1;
    }
    put_digits_with_point(p, &a, (unsigned)e + 1);
    return p + count + 1;
}

/* Fast path: 1 to 8 digits before the point, and decimals. */
JAC_INLINE uint8_t *
put_layout(uint8_t *p, const digits_t *a, enum layout layout)
{
    int e = a->exponent;

    if (JAC_LIKELY((unsigned)e < 8)) {
        put_digits_with_point(p, a, (unsigned)e + 1);
        return p + (unsigned)a->count + 1;
    }
    if (JAC_LIKELY(e < 0 && e > (layout == LAYOUT_JSON ? -10 : -7))) {
        return put_small(p, a);
    }
    return put_layout_rare(p, a->upper, a->last, a->count, e, layout);
}

/* Writes |d| if shortest_quick() cannot. */
static JAC_NOINLINE uint8_t *
put_rare(uint8_t *dst, uint64_t bits, enum layout layout)
{
    uint64_t c = bits & (HIDDEN_BIT - 1);
    int q = (int)(bits >> MANTISSA_BITS & 0x7ff);
    digits_t digits;

    if (q > 0) {
        c |= HIDDEN_BIT;
    }
    else if (c > 0) {
        q = 1;
    }
    else {
        jac_store32(dst, '0' | '.' << 8 | '0' << 16);
        if (layout == LAYOUT_JSON) return dst + 3;
        *(dst -= bits >> 63) = '0';
        return dst + 1;
    }
    digits = digits_of(shortest_exact(c, q - EXPONENT_BIAS));
    return put_layout(dst, &digits, layout);
}

/* Calls in tail position only, so no register must be saved. */
JAC_INLINE uint8_t *
put_double(uint8_t *dst, uint64_t bits, enum layout layout)
{
    uint64_t c = (bits & (HIDDEN_BIT - 1)) | HIDDEN_BIT;
    int q = (int)(bits >> MANTISSA_BITS & 0x7ff);
    decimal_t decimal;
    digits_t digits;

    *dst = '-';
    dst += bits >> 63;

    /* 1 <= |d| < 2^52 without fraction bits: an integer is its own shortest
       text, because the neighbours' midpoints are at most 1/2 away */
    if ((unsigned)(q - (EXPONENT_BIAS - 52)) < 52 &&
        bits << (q - (EXPONENT_BIAS - 64)) == 0) {
        uint64_t whole = c >> (EXPONENT_BIAS - q);

        if (layout == LAYOUT_JCS) return jac_itoa_u64(dst, whole);
        if (whole < TEN_15) {
            dst = jac_itoa_u64(dst, whole);
            dst[0] = '.';
            dst[1] = '0';
            return dst + 2;
        }
    }
    /* subnormals, 0, powers of two */
    if (JAC_UNLIKELY(q == 0) || JAC_UNLIKELY(bits << 12 == 0) ||
        !shortest_quick(c, q - EXPONENT_BIAS, &decimal)) {
        return put_rare(dst, bits, layout);
    }
    digits = digits_of(decimal);
    return put_layout(dst, &digits, layout);
}

static inline uint64_t
bits_of(double d)
{
    uint64_t bits;

    memcpy(&bits, &d, sizeof bits);
    return bits;
}

uint8_t *
jac_dtoa_json_bits(uint8_t *dst, uint64_t bits)
{
    return put_double(dst, bits, LAYOUT_JSON);
}

uint8_t *
jac_dtoa_jcs(uint8_t *dst, double d)
{
    return put_double(dst, bits_of(d), LAYOUT_JCS);
}
