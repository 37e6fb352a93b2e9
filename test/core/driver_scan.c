/* Strings, white space, UTF-8. */
#include "driver.h"

#include <ctype.h>

#include "short.h"

const char *
jac_test_short_scan(void)
{
    uint8_t *const p = source.end - JAC_SHORT_SPAN;

    for (size_t high_at = 0; high_at <= JAC_SHORT_SPAN; high_at++) {
        for (size_t at = 0; at <= JAC_SHORT_SPAN; at++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                size_t expected = 0, got;
                uint32_t high = 0;
                bool expected_high = false;

                memset(p, '~', JAC_SHORT_SPAN);
                if (high_at < JAC_SHORT_SPAN) p[high_at] = 0xC3;
                if (at < JAC_SHORT_SPAN) p[at] = (uint8_t)byte;
                for (; expected < JAC_SHORT_SPAN; expected++) {
                    if (reference_special(p[expected])) break;
                    if (p[expected] >= 0x80) expected_high = true;
                }
                got = jac_short_scan(p, &high);
                if (got != expected || (high != 0) != expected_high) {
                    return FAIL("short_scan, %02x at %zu: %zu, high %u", byte,
                                at, got, (unsigned)high);
                }
            }
        }
    }
    return NULL;
}

/* Every length, with a high byte at each offset, with none. */
const char *
jac_test_ascii(void)
{
    for (size_t n = 0; n <= LONGEST; n++) {
        for (size_t at = 0; at <= n; at++) {
            for (int side = 0; side < 2; side++) {
                uint8_t *const p = side != 0 ? source.begin : source.end - n;

                memset(p, 0x7F, n);
                if (at < n) p[at] = at % 2 != 0 ? 0x80 : 0xFF;
                if (jac_ascii_p(p, n) != (at == n)) {
                    return FAIL("ascii_p of %zu, high at %zu", n, at);
                }
            }
        }
    }
    return NULL;
}

static const char *
check_scan(const jac_kernels_t *k, const uint8_t *p, size_t n)
{
    const uint8_t *const end = p + n;
    const uint8_t *expected = p, *got;
    uint32_t high = 0;
    bool expected_high = false;

    while (expected < end && !reference_special(*expected)) {
        if (*expected++ >= 0x80) expected_high = true;
    }
    got = k->scan_string(p, end, &high);
    if (got != expected || (high != 0) != expected_high) {
        return FAIL("%s scan_string of %zu: %td, high %u, expected %td",
                    k->name, n, got - p, (unsigned)high, expected - p);
    }
    high = 4;
    k->scan_string(p, end, &high);
    if ((high & 4) == 0) return FAIL("%s scan_string cleared high", k->name);
    return NULL;
}

/* Every length, every byte at every offset, a high byte before or after. */
const char *
jac_test_scan_offsets(int isa)
{
    static const uint8_t bytes[] = {'"',  '\\', 0x00, 0x1F, 0x20, 0x21, 0x23,
                                    0x5B, 0x5D, 0x7F, 0x80, 0xFF, 0xA2, 0xDC};
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    for (size_t n = 0; n <= LONGEST; n++) {
        for (size_t at = 0; at <= n; at++) {
            for (size_t which = 0; which < sizeof bytes; which++) {
                for (int side = 0; side < 4; side++) {
                    uint8_t *p = side & 1 ? source.begin : source.end - n;

                    memset(p, 'a', n);
                    if (at < n) p[at] = bytes[which];
                    if (side & 2 && n > 0) p[(at * 7 + 3) % n] ^= 0x80;
                    TRY(check_scan(k, p, n));
                }
            }
        }
    }
    return NULL;
}

/* All 256 values in one string: each is found, or passed, rightly. */
const char *
jac_test_scan_bytes(int isa)
{
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    for (size_t n = 1; n < 70; n++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint8_t *const p = source.end - n;

            memset(p, (int)byte, n);
            TRY(check_scan(k, p, n));
            memset(p, 'a', n);
            p[n - 1] = (uint8_t)byte;
            TRY(check_scan(k, p, n));
        }
    }
    return NULL;
}

/* scan_escaped, byte by byte. */
static const uint8_t *
reference_escaped(const uint8_t *p, const uint8_t *end, uint32_t *seen)
{
    while (p < end) {
        if (!reference_special(*p)) {
            *seen |= *p++ >= 0x80 ? JAC_SEEN_HIGH : 0;
            continue;
        }
        if (*p != '\\' || end - p < 2) break;
        if (p[1] != '\0' && strchr("\"\\/bfnrt", p[1]) != NULL) {
            p += 2;
        }
        else {
            unsigned unit = 0, i = 2;

            if (p[1] != 'u' || end - p < 6) break;
            for (; i < 6 && isxdigit(p[i]); i++) {
                const int digit = tolower(p[i]);

                unit = unit * 16 + (unsigned)(digit - (digit > '9' ? 87 : 48));
            }
            if (i < 6 || (unit >= 0xD800 && unit <= 0xDFFF)) break;
            p += 6;
        }
        *seen |= JAC_SEEN_ESCAPE;
    }
    return p;
}

const char *
check_escaped(const jac_kernels_t *k, const uint8_t *p, size_t n)
{
    uint32_t expected_seen = 0, seen = 0;
    const uint8_t *expected = reference_escaped(p, p + n, &expected_seen);
    const uint8_t *got = k->scan_escaped(p, p + n, &seen);

    if (got != expected || seen != expected_seen) {
        return FAIL("%s scan_escaped of %zu: %td, seen %u, expected %td, %u",
                    k->name, n, got - p, (unsigned)seen, expected - p,
                    (unsigned)expected_seen);
    }
    seen = 8;
    k->scan_escaped(p, p + n, &seen);
    if ((seen & 8) == 0) return FAIL("%s scan_escaped cleared seen", k->name);
    return NULL;
}

/* Every byte after a backslash, and in each place of a \u, at every offset
   and cut off everywhere. */
const char *
jac_test_scan_escape_offsets(int isa)
{
    static const char *const units[] = {"0041", "d7fF", "D800", "dfff", "E000"};
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    for (size_t at = 0; at <= 70; at++) {
        for (unsigned byte = 0; byte < 256 * 7; byte++) {
            for (size_t n = at + 1; n <= at + 9; n++) {
                uint8_t *p = source.end - n;
                uint8_t text[10] = "\\u";

                memcpy(text + 2, units[byte % 5], 4);
                if (byte < 256 * 6) text[byte / 256] = (uint8_t)byte;
                memcpy(text + 6, "a\xC3\"", 3);
                memset(p, 'a', n);
                memcpy(p + at, text, n - at);
                TRY(check_escaped(k, p, n));
            }
        }
    }
    return NULL;
}

const char *
jac_test_scan_escape_random(int isa, int count, int seed)
{
    static const char often[] = "\\\\\\\\uuu0aDdn/\"8";
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        const size_t n = chance(LONGEST + 1), rare = 1 + chance(40);
        uint8_t *p = chance(2) == 0 ? source.begin : source.end - n;

        for (size_t j = 0; j < n; j++) {
            p[j] = (uint8_t)often[chance(sizeof often - 1)];
            if (chance(rare) == 0) p[j] = (uint8_t)chance(256);
            if (chance(3) == 0 && n - j >= 6) {
                memcpy(p + j, chance(2) == 0 ? "\\u12eF" : "\\\\\\n\\t", 6);
                j += 5;
            }
        }
        TRY(check_escaped(k, p, n));
    }
    return NULL;
}

const char *
jac_test_skip_space(int isa, int seed)
{
    static const char spaces[] = " \t\n\r";
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    driver_seed(seed);
    for (size_t n = 0; n <= LONGEST; n++) {
        for (size_t at = 0; at <= n; at++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                uint8_t *const p = byte & 1 ? source.begin : source.end - n;
                const uint8_t *expected, *got;

                for (size_t i = 0; i < n; i++) {
                    p[i] = (uint8_t)spaces[chance(4)];
                }
                if (at < n) p[at] = (uint8_t)byte;
                expected = p;
                while (expected < p + n && *expected != '\0' &&
                       strchr(spaces, *expected) != NULL) {
                    expected++;
                }
                got = k->skip_space(p, p + n);
                if (got != expected) {
                    return FAIL("%s skip_space of %zu, %02x at %zu: %td",
                                k->name, n, byte, at, got - p);
                }
            }
        }
    }
    return NULL;
}

static const char *
check_utf8(const jac_kernels_t *k, const uint8_t *p, size_t n,
           ptrdiff_t expected)
{
    const ptrdiff_t length = k->utf8_length(p, p + n);

    if (length != expected) {
        return FAIL("%s utf8_length of %zu bytes ending in %02x %02x %02x %02x"
                    ": %td, not %td",
                    k->name, n, n > 3 ? p[n - 4] : 0, n > 2 ? p[n - 3] : 0,
                    n > 1 ? p[n - 2] : 0, n > 0 ? p[n - 1] : 0, length,
                    expected);
    }
    return NULL;
}

/*
 * Each sequence of up to three bytes (a third byte of every value, or of the
 * values at the edges of its ranges when `all` is 0), at `at` bytes of ASCII
 * after the beginning, with and without ASCII after it.
 */
const char *
jac_test_utf8_sequences(int isa, int at, int all)
{
    static const uint8_t edges[] = {0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90,
                                    0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0,
                                    0xED, 0xF0, 0xF4, 0xF5, 0xFF};
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);
    const unsigned thirds = all != 0 ? 256 : (unsigned)sizeof edges;

    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            for (unsigned third = 0; third < thirds; third++) {
                const uint8_t bytes[3] = {(uint8_t)first, (uint8_t)second,
                                          all != 0 ? (uint8_t)third
                                                   : edges[third]};
                const ptrdiff_t length = reference_length(bytes, bytes + 3);
                const size_t n = (size_t)at + 3;
                uint8_t *p = source.end - n;

                memset(p, 'a', (size_t)at);
                memcpy(p + at, bytes, 3);
                TRY(check_utf8(k, p, n, length < 0 ? -1 : at + length));
                p = source.begin;
                memset(p, 'a', n + 40);
                memcpy(p + at, bytes, 3);
                TRY(check_utf8(k, p, n + 40,
                               length < 0 ? -1 : at + length + 40));
            }
        }
    }
    return NULL;
}

/* Four bytes: all leads and second bytes, the edges of the others. */
const char *
jac_test_utf8_four(int isa, int at)
{
    static const uint8_t edges[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                    0xA0, 0xBF, 0xC0, 0xC2, 0xE1, 0xFF};
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    for (unsigned first = 0xE0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            for (size_t rest = 0; rest < sizeof edges * sizeof edges; rest++) {
                const size_t n = (size_t)at + 4;
                uint8_t *const p = source.end - n;

                memset(p, 'a', (size_t)at);
                p[at] = (uint8_t)first;
                p[at + 1] = (uint8_t)second;
                p[at + 2] = edges[rest / sizeof edges];
                p[at + 3] = edges[rest % sizeof edges];
                TRY(check_utf8(k, p, n, reference_length(p, p + n)));
            }
        }
    }
    return NULL;
}

/* Random text, whole, cut off, and with one byte changed. */
const char *
jac_test_utf8_random(int isa, int count, int seed)
{
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);
    uint8_t text[700];

    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        size_t n = driver_text(text, chance(4) == 0 ? 600 : LONGEST);
        uint8_t *p;

        if (n > 0 && chance(2) == 0)
            text[chance((uint32_t)n)] = (uint8_t)chance(256);
        if (n > 0 && chance(4) == 0) n -= chance(4) % n;
        p = source.end - n;
        memcpy(p, text, n);
        TRY(check_utf8(k, p, n, reference_length(p, p + n)));
    }
    return NULL;
}
