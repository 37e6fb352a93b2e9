/*
 * Tests of many values by itoa, dtoa and number. A test returns NULL, or a text
 * that describes the failure; the C library's snprintf and strtod are the
 * references.
 */
#include "driver.h"
#include "itoa.h"
#include "number_driver.h"
#include "number_wide.h"

#include <inttypes.h>

static double
double_of(uint64_t bits)
{
    double d;

    memcpy(&d, &bits, sizeof d);
    return d;
}

/* ---- Integers. ---- */

const char *
check_integer(int64_t v)
{
    uint8_t text[JAC_ITOA_MAX + 1];
    char expected[32];
    size_t n;

    text[JAC_ITOA_MAX] = 0xA5;
    n = (size_t)(jac_itoa_i64(text, v) - text);
    snprintf(expected, sizeof expected, "%" PRId64, v);
    if (n != strlen(expected) || memcmp(text, expected, n) != 0) {
        return FAIL("itoa_i64: %.*s for %s", (int)n, text, expected);
    }
    n = (size_t)(jac_itoa_u64(text, (uint64_t)v) - text);
    snprintf(expected, sizeof expected, "%" PRIu64, (uint64_t)v);
    if (n != strlen(expected) || memcmp(text, expected, n) != 0) {
        return FAIL("itoa_u64: %.*s for %s", (int)n, text, expected);
    }
    if (text[JAC_ITOA_MAX] != 0xA5) return FAIL("%s: wrote too far", expected);
    return NULL;
}

/* Small numbers; all powers of two and of ten and their neighbours. */
const char *
jac_test_itoa_boundaries(void)
{
    uint64_t ten = 1;

    for (int64_t v = -20000; v <= 120000; v++) {
        TRY(check_integer(v));
    }
    for (int i = 0; i < 64; i++) {
        for (int64_t near = -3; near <= 3; near++) {
            uint64_t two = (uint64_t)1 << i;

            TRY(check_integer((int64_t)(two + (uint64_t)near)));
            TRY(check_integer((int64_t)(0 - two - (uint64_t)near)));
            TRY(check_integer((int64_t)(ten + (uint64_t)near)));
            TRY(check_integer((int64_t)(0 - ten - (uint64_t)near)));
        }
        ten = i < 19 ? ten * 10 : ten;
    }
    return NULL;
}

const char *
jac_test_itoa_random(int count, int seed)
{
    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        TRY(check_integer((int64_t)(chance64() >> chance(64))));
    }
    return NULL;
}

/* ---- Doubles to text. ---- */

/* The digits that mean something, and how many, of a float's text. */
static int
significant(const char *text, char *digits)
{
    int n = 0, last = 0;

    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (n == 0 && *text == '0')) continue;
        digits[n++] = *text;
        if (*text != '0') last = n;
    }
    digits[last] = '\0';
    return last;
}

/*
 * strtod() and jac_number_to_double() read the text as the same bits. No text
 * with one digit fewer reads back. Of those with as many, it is the closest.
 * (For a power of two the closest one may lie outside while a farther one on
 * the other side is inside: those are compared with Float#to_s.) The text of
 * RFC 8785 reads back to the same number, and has the same digits.
 */
const char *
check_double(double d)
{
    const bool power_of_two = (bits_of(d) << 12) == 0;
    uint8_t text[JAC_DTOA_MAX + 2];
    char closest[40], ours[40], theirs[40];
    uint8_t *end;
    int n;

    memset(text, 0xA5, sizeof text);
    end = jac_dtoa_json_bits(text, bits_of(d));
    if (text[JAC_DTOA_MAX] != 0xA5) return FAIL("%.17g: wrote too far", d);
    *end = '\0';
    if (bits_of(strtod((char *)text, NULL)) != bits_of(d)) {
        return FAIL("%s does not read back: %.17g", (char *)text, d);
    }
    if (bits_of(jac_number_to_double(text, (size_t)(end - text))) !=
        bits_of(d)) {
        return FAIL("jac_number_to_double of %s: %.17g", (char *)text, d);
    }
    n = significant((char *)text, ours);
    text[JAC_DTOA_MAX] = 0xA5;
    end = jac_dtoa_jcs(text, d);
    if (text[JAC_DTOA_MAX] != 0xA5) return FAIL("jcs: %.17g: too far", d);
    *end = '\0';
    significant((char *)text, theirs);
    if (strtod((char *)text, NULL) != d || strcmp(ours, theirs) != 0) {
        return FAIL("jcs: %s of %.17g", (char *)text, d);
    }
    if (d == 0) return NULL;
    if (n > 1) {
        snprintf(closest, sizeof closest, "%.*e", n - 2, d);
        if (strtod(closest, NULL) == d) {
            return FAIL("%s is longer than %s", (char *)text, closest);
        }
    }
    if (power_of_two) return NULL;
    snprintf(closest, sizeof closest, "%.*e", n - 1, d);
    significant(closest, theirs);
    if (strcmp(ours, theirs) != 0) {
        return FAIL("%s is farther than %s", (char *)text, closest);
    }
    return NULL;
}

/* A finite double of one of the KINDS. */
static double
random_double(int kind)
{
    static const double tens[] = {1,   1e1, 1e2, 1e3,  1e4,  1e5,
                                  1e6, 1e7, 1e9, 1e12, 1e15, 1e20};
    char power[16];
    uint64_t bits = chance64();

    switch (kind) {
    case 0: /* any bits */
        break;
    case 1: /* subnormal */
        bits &= UINT64_C(0x800fffffffffffff);
        break;
    case 2: /* a power of two, or near one */
        bits &= UINT64_C(0x7ff0000000000000);
        bits += chance(9) - 4;
        break;
    case 3: /* a power of ten, or near one */
        snprintf(power, sizeof power, "1e%d", (int)chance(632) - 323);
        bits = bits_of(strtod(power, NULL)) + chance(9) - 4;
        break;
    case 4: /* few decimals */
        bits = bits_of((double)chance((uint64_t)1 << chance(50)) /
                       tens[chance(12)]);
        break;
    case 5: /* integral, also beyond 2^53 */
        bits =
            bits_of((double)((int64_t)bits >> chance(40)) * tens[chance(12)]);
        break;
    case 6: /* 0...1 */
        bits = bits_of((double)(bits >> 11) / 9007199254740992.0);
        break;
    default: /* 2^53 and 10^15: where layouts and spacing change */
        bits = bits_of(chance(2) ? 9007199254740992.0 : 1e15);
        bits += chance(2001) - 1000;
        break;
    }
    /* the exponent of infinity and NaN becomes that of 1.5 */
    if ((bits >> 52 & 0x7ff) == 0x7ff) bits ^= UINT64_C(0x400) << 52;
    return double_of(bits);
}

const char *
jac_test_dtoa_random(int kind, int count, int seed)
{
    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        TRY(check_double(random_double(kind)));
    }
    return NULL;
}

/* Fills doubles[0..count) with random ones, for Ruby to compare. */
void
jac_test_doubles(double *doubles, int kind, int count, int seed)
{
    driver_seed(seed);
    for (int i = 0; i < count; i++) doubles[i] = random_double(kind);
}

/*
 * The texts of doubles[0..count), a newline after each; `out` has
 * JAC_DTOA_MAX + 1 bytes for each. Returns how many bytes were written.
 */
size_t
jac_test_dtoa_texts(const double *doubles, int count, int jcs, uint8_t *out)
{
    uint8_t *p = out;

    for (int i = 0; i < count; i++) {
        p = jcs ? jac_dtoa_jcs(p, doubles[i])
                : jac_dtoa_json_bits(p, bits_of(doubles[i]));
        *p++ = '\n';
    }
    return (size_t)(p - out);
}

/* The build for other machines writes the same text. */
const char *
jac_test_dtoa_portable(int kind, int count, int seed)
{
    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        const double d = random_double(kind);
        uint8_t one[JAC_DTOA_MAX], two[JAC_DTOA_MAX];
        const size_t n = (size_t)(jac_dtoa_json_bits(one, bits_of(d)) - one);

        if (n != (size_t)(jac_portable_dtoa_json_bits(two, bits_of(d)) - two) ||
            memcmp(one, two, n) != 0) {
            return FAIL("portable dtoa: %.*s and %.*s", (int)n, one, (int)n,
                        two);
        }
    }
    return NULL;
}

/* ---- Text to doubles. ---- */

/* A copy of p[0..n) that ends before memory without access; n <= ROOM_SIZE. */
static const uint8_t *
at_the_edge(const uint8_t *p, size_t n)
{
    return memcpy(source.end - n, p, n);
}

/* A copy of p[0..n) before which nothing can be read. */
static const uint8_t *
after_an_edge(const uint8_t *p, size_t n)
{
    return memcpy(source.begin, p, n);
}

/* Bits of the double that the text means. */
uint64_t
jac_test_to_double(const uint8_t *text, size_t n)
{
    if (n <= ROOM_SIZE) text = at_the_edge(text, n);
    return bits_of(jac_number_to_double(text, n));
}

static bool
same_number(const jac_number_t *a, const jac_number_t *b)
{
    if (a->kind != b->kind || a->negative != b->negative) return false;
    if (a->kind > JAC_NUMBER_FLOAT) return true;
    if (a->kind == JAC_NUMBER_FLOAT && a->exact != b->exact) return false;
    return a->mantissa == b->mantissa && a->exponent == b->exponent;
}

/* True if jac_scan_number_wide must read the number at text[0..n), up to its
   exponent. */
static bool
wide_p(const jac_number_t *number, const uint8_t *text, size_t n)
{
    size_t digits = 0;

    if (number->kind > JAC_NUMBER_FLOAT) return false;
    for (size_t i = number->negative; i < n && (text[i] | 0x20) != 'e'; i++) {
        digits += text[i] != '.';
    }
    return digits <= 19;
}

/*
 * True if jac_scan_number_wide, and jac_scan_exponent after it, have the same
 * result for a text that begins with the number and is long enough. There is no
 * access after the text at first, and then none before it.
 */
static bool
same_wide(const uint8_t *text, const uint8_t *end, const jac_number_t *there,
          size_t stop)
{
#ifdef JAC_HAVE_WIDE_NUMBERS
    enum { READ = JAC_WIDE_BEFORE + JAC_WIDE_SPAN };
    uint8_t window[READ];

    memcpy(window, "987654321.1234567890", JAC_WIDE_BEFORE);
    memcpy(window + JAC_WIDE_BEFORE, text, JAC_WIDE_SPAN);
    for (int side = 0; side < 2; side++) {
        const uint8_t *const p =
            JAC_WIDE_BEFORE + (side == 0 ? at_the_edge(window, READ)
                                         : after_an_edge(window, READ));
        jac_number_t here;
        const uint8_t *const q = jac_scan_number_wide(p, &here);

        const uint8_t *to;

        if (q == NULL) return !wide_p(there, text, stop);
        if (here.large && here.mantissa <= UINT64_C(1) << 62) return false;
        to = text + (q - p);
        if ((*q | 0x20) == 'e') {
            to = jac_scan_exponent(to, end, &here.exponent);
            here.kind = to[-1] >= '0' && to[-1] <= '9' ? JAC_NUMBER_FLOAT
                                                       : JAC_NUMBER_INVALID;
            here.exact = false;
        }
        if (to != text + stop || !same_number(&here, there)) return false;
    }
#else
    (void)text, (void)end, (void)there, (void)stop, (void)wide_p;
    (void)after_an_edge;
#endif
    return true;
}

/* True if the result is the same with more text after the number. */
static bool
same_inside(const uint8_t *text, size_t n, const jac_number_t *there,
            size_t stop)
{
    static const char after[] = ",12345678901234567890123456789012345678901";
    uint8_t inside[512];
    jac_number_t here;
    const uint8_t *q;

    if (n + sizeof after > sizeof inside) return true;
    memcpy(inside, text, n);
    memcpy(inside + n, after, sizeof after);
    q = jac_scan_number(inside, inside + n + sizeof after, &here);
    if ((size_t)(q - inside) != stop || !same_number(&here, there)) {
        return false;
    }
    return same_wide(inside, inside + n + sizeof after, there, stop);
}

/*
 * Scans the text: kind (99: another one where more text follows), sign, offset
 * of the end, mantissa, exponent, and the bits of the double for
 * JAC_NUMBER_FLOAT.
 */
void
jac_test_scan_number(const uint8_t *text, size_t n, uint64_t out[6])
{
    const uint8_t *p = at_the_edge(text, n);
    jac_number_t number;

    out[2] = (uint64_t)(jac_scan_number(p, p + n, &number) - p);
    out[0] = same_inside(text, n, &number, out[2]) ? number.kind : 99;
    out[1] = number.negative;
    out[3] = number.mantissa;
    out[4] = (uint64_t)number.exponent;
    out[5] = 0;
    if (number.kind == JAC_NUMBER_FLOAT) {
        out[5] = jac_number_to_bits(&number);
    }
}

/* Any number of digits of any double, scanned and converted as strtod does. */
const char *
jac_test_number_random(int kind, int count, int seed)
{
    char text[400];

    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        const double d = random_double(kind);
        const bool plain = d > -1e30 && d < 1e30 && chance(2) == 0;
        const int n = snprintf(text, sizeof text, plain ? "%.*f" : "%.*e",
                               (int)chance(40), d);
        const uint64_t expected = bits_of(strtod(text, NULL));
        uint64_t out[6];

        if (jac_test_to_double((uint8_t *)text, (size_t)n) != expected) {
            return FAIL("jac_number_to_double of %s", text);
        }
        jac_test_scan_number((uint8_t *)text, (size_t)n, out);
        if (out[0] >= JAC_NUMBER_INVALID || out[2] != (uint64_t)n) {
            return FAIL("jac_scan_number of %s: kind %d, to %d", text,
                        (int)out[0], (int)out[2]);
        }
        if (out[0] == JAC_NUMBER_FLOAT && (out[5] | out[1] << 63) != expected) {
            return FAIL("jac_number_to_bits of %s", text);
        }
    }
    return NULL;
}

/* jac_not_digits and jac_value_of_digits: every byte at every place. */
const char *
jac_test_8_digits(void)
{
    uint8_t text[9] = "00000000";

    for (int at = 0; at < 8; at++) {
        for (int byte = 0; byte < 256; byte++) {
            const bool digit = byte >= '0' && byte <= '9';
            uint64_t chars;

            memcpy(text, "91827364", 8);
            text[at] = (uint8_t)byte;
            chars = jac_load64(text);
            if ((jac_not_digits(chars) == 0) != digit) {
                return FAIL("jac_not_digits, %02x at %d", byte, at);
            }
            if (digit && jac_value_of_digits(jac_digits_of_chars(chars)) !=
                             strtoul((char *)text, NULL, 10)) {
                return FAIL("jac_value_of_digits of %s", (char *)text);
            }
        }
    }
    return NULL;
}
