#include "number.h"

#define MANTISSA_BITS JAC_DOUBLE_MANTISSA_BITS
#define HIDDEN_BIT ((uint64_t)1 << MANTISSA_BITS)

static double
double_of_bits(uint64_t bits)
{
    double d;

    memcpy(&d, &bits, sizeof d);
    return d;
}

uint64_t
jac_decimal_to_extreme_bits(uint64_t w, int64_t q)
{
    const uint64_t infinity = (uint64_t)JAC_DOUBLE_INFINITE << MANTISSA_BITS;
    uint64_t m;
    int e;

    /* w < 2^64: w * 10^-343 is below half of the smallest double, and 10^309
       above the largest */
    if (w == 0 || q < JAC_POW10_MIN) return 0;
    if (q > 308) return infinity;
    m = jac_eisel_lemire(w, (int)q, &e);
    if (e <= 0) {
        /* subnormal: no tie is possible, its digits would not fit in w */
        if (e <= -63) return 0;
        m >>= 1 - e;
        /* a carry into bit 52 correctly gives the smallest normal number */
        return (m + (m & 1)) >> 1;
    }
    m = ((m + (m & 1)) >> 1) + ((uint64_t)(e - 1) << MANTISSA_BITS);
    return m < infinity ? m : infinity;
}

ptrdiff_t
jac_leading_zeros(const uint8_t *p, const uint8_t *end)
{
    ptrdiff_t zeros = 0;

    for (; p != end && (*p == '0' || *p == '.'); p++) zeros += *p == '0';
    return zeros;
}

typedef struct {
    const uint8_t *first; /* the first digit that is not 0, or end */
    const uint8_t *end;   /* after the last digit before the exponent */
    int64_t count;        /* digits in [first, end), without the point */
    int64_t exponent;     /* of ten, of the last digit */
} text_t;

static text_t
read_text(const uint8_t *p, const uint8_t *end)
{
    text_t t;
    const uint8_t *point;
    uint64_t ignored = 0;

    t.first = p;
    p = jac_scan_digits(p, end, &ignored);
    t.exponent = 0;
    point = p;
    if (p != end && *p == '.') {
        p = jac_scan_digits(p + 1, end, &ignored);
        t.exponent = point + 1 - p;
    }
    t.end = p;
    if (p != end) jac_scan_exponent(p, end, &t.exponent);
    while (t.first != t.end && (*t.first == '0' || *t.first == '.')) t.first++;
    t.count = t.end - t.first - (t.first < point && point < t.end);
    return t;
}

/*
 * A natural number of up to LIMBS * 32 bits, lowest limb first; the highest of
 * `count` limbs is not 0. The bound, in bits, for compare_halfway(): digits
 * below 10^MAX_DIGITS need 2552; a halfway point below 2^54, times 5^1092
 * (10^-1092 is the last of 768 digits that begin at 10^-324), needs 54 + 2536.
 * The sides differ by a factor of at most 2, so powers of two added to one side
 * fit, too: 2600 < 96 * 32.
 */
#define LIMBS 96
typedef struct {
    int count;
    uint32_t limb[LIMBS];
} natural_t;

static void
natural_scale(natural_t *a, uint32_t factor, uint32_t term)
{
    uint64_t carry = term;
    int i;

    for (i = 0; i < a->count; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        JAC_ASSERT(a->count < LIMBS);
        a->limb[a->count++] = (uint32_t)carry;
    }
}

static void
natural_scale_pow5(natural_t *a, int power)
{
    const uint32_t pow5_13 = 1220703125;

    for (; power >= 13; power -= 13) natural_scale(a, pow5_13, 0);
    for (; power > 0; power--) natural_scale(a, 5, 0);
}

static void
natural_shift_left(natural_t *a, int bits)
{
    int limbs = bits / 32;

    natural_scale(a, (uint32_t)1 << (bits % 32), 0);
    if (a->count == 0 || limbs == 0) return;
    JAC_ASSERT(a->count + limbs <= LIMBS);
    memmove(a->limb + limbs, a->limb, (size_t)a->count * sizeof a->limb[0]);
    memset(a->limb, 0, (size_t)limbs * sizeof a->limb[0]);
    a->count += limbs;
}

static int
natural_compare(const natural_t *a, const natural_t *b)
{
    int i;

    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (i = a->count - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    }
    return 0;
}

/* No halfway point of two doubles has more than 767 significant digits. */
#define MAX_DIGITS 768

/* Returns the first MAX_DIGITS digits of t. Sets *more if a later digit is
   not 0, and t->exponent to that of the last digit used. */
static void
natural_of_text(natural_t *a, text_t *t, bool *more)
{
    const uint8_t *p = t->first;
    uint32_t part = 0, scale = 1;
    int taken = 0;

    a->count = 0;
    for (; p != t->end && taken < MAX_DIGITS; p++) {
        if (*p == '.') continue;
        part = part * 10 + (uint32_t)(*p - '0');
        scale *= 10;
        taken++;
        if (scale == 1000000000) {
            natural_scale(a, scale, part);
            part = 0;
            scale = 1;
        }
    }
    natural_scale(a, scale, part);
    t->exponent += t->count - taken;
    while (p != t->end && (*p == '0' || *p == '.')) p++;
    *more = p != t->end;
}

/*
 * Compares the number t with the point halfway between the double `bits` and
 * the next one. Returns below 0, 0 or above 0.
 *
 *     digits * 10^x  ?  (2m + 1) * 2^y          both sides times 10^-x, 2^-x
 *     digits * 5^x   ?  (2m + 1) * 2^(y - x)    and negative powers moved to
 *                                               the other side
 */
static int
compare_halfway(text_t t, uint64_t bits)
{
    natural_t left, right;
    int e = (int)(bits >> MANTISSA_BITS);
    uint64_t m = bits & (HIDDEN_BIT - 1);
    int x, shift, order;
    bool more;

    if (e > 0)
        m |= HIDDEN_BIT;
    else
        e = 1;
    m = 2 * m + 1;
    right.limb[0] = (uint32_t)m;
    right.limb[1] = (uint32_t)(m >> 32);
    right.count = right.limb[1] ? 2 : 1;

    natural_of_text(&left, &t, &more);
    x = (int)t.exponent;
    shift = e - JAC_DOUBLE_BIAS - MANTISSA_BITS - 1 - x;
    if (x > 0)
        natural_scale_pow5(&left, x);
    else
        natural_scale_pow5(&right, -x);
    if (shift > 0)
        natural_shift_left(&right, shift);
    else
        natural_shift_left(&left, -shift);

    order = natural_compare(&left, &right);
    return order ? order : more;
}

double
jac_number_to_double(const uint8_t *p, size_t len)
{
    const uint8_t *end = p + len;
    bool negative = len > 0 && *p == '-';
    text_t t = read_text(p + negative, end);
    uint64_t w = 0, low, high;
    int taken = 0;
    int64_t q;

    for (p = t.first; p != t.end && taken < 19; p++) {
        if (*p == '.') continue;
        w = w * 10 + (uint64_t)(*p - '0');
        taken++;
    }
    q = t.exponent + (t.count - taken);
    low = jac_decimal_to_bits(w, q);
    if (t.count > taken) {
        /* w <= number / 10^q < w + 1: 19 digits are finer than a double, so low
           and high are neighbours if they differ */
        high = jac_decimal_to_bits(w + 1, q);
        if (low != high) {
            int order = compare_halfway(t, low);
            if (order > 0 || (order == 0 && (low & 1))) low = high;
        }
    }
    return double_of_bits(low | (uint64_t)negative << 63);
}
