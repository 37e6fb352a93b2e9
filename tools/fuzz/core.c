/*
 * The libFuzzer target for ext/jacinth/core alone: no Ruby, AddressSanitizer
 * and UndefinedBehaviorSanitizer on. The first byte of the input chooses the
 * function; the rest is its input, copied into memory of exactly its size, so
 * that a read after its end is an error.
 *
 * Every table of kernels must have the results of the reference in test/core,
 * which reads byte by byte; numbers must have the results of strtod. If
 * test/core has a function that checks one input, it is called.
 */
#include "driver.h"

#include "number.h"
#include "number_wide.h"
#include "short.h"
#include "time_text.h"

#include <inttypes.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the run, with the input saved by libFuzzer. */
#define CHECK(condition, ...)             \
    do {                                  \
        if (!(condition)) {               \
            fprintf(stderr, __VA_ARGS__); \
            fputc('\n', stderr);          \
            abort();                      \
        }                                 \
    } while (0)

static void
passes(const char *failure)
{
    CHECK(failure == NULL, "%s", failure);
}

static uint8_t *
copy_of(const uint8_t *p, size_t n)
{
    uint8_t *copy = malloc(n ? n : 1);

    if (copy == NULL) abort();
    if (n) memcpy(copy, p, n);
    return copy;
}

/* Returns the capacity of the output for one call of a kernel. */
static size_t
capacity_for(uint8_t byte, size_t n)
{
    return byte & 1 ? 6 * n + JAC_ESC_SPACE : JAC_ESC_SPACE + byte;
}

/* The longest prefix that is well-formed UTF-8. */
static size_t
valid_prefix(const uint8_t *p, size_t n)
{
    size_t done = 0, size;

    while (done < n) {
        const size_t left = n - done;

        for (size = 1; size <= 4 && size <= left; size++) {
            if (reference_length(p + done, p + done + size) == 1) break;
        }
        if (size > 4 || size > left) break;
        done += size;
    }
    return done;
}

/* The capacity of `all` is 6 * n bytes, that of `part` is capa bytes. */
static void
escape_by(const jac_kernels_t *k, int mode, const uint8_t *src, size_t n,
          uint8_t *all, uint8_t *part, size_t capa, const uint8_t *expected,
          size_t expected_size)
{
    size_t done = 0;
    jac_escape_t e = {src, src + n, part, part + capa};

    while (e.src < e.src_end) {
        const uint8_t *before = e.src;

        e.dst = part;
        k->escape[mode](&e);
        memcpy(all + done, part, (size_t)(e.dst - part));
        done += (size_t)(e.dst - part);
        CHECK(e.src > before || capa < JAC_ESC_SPACE, "%s: no progress",
              k->name);
    }
    CHECK(done == expected_size && memcmp(all, expected, done) == 0,
          "escape %s mode %d: %zu bytes, not %zu", k->name, mode, done,
          expected_size);
}

/* The first two bytes choose the mode and the capacity. */
static void
fuzz_escape(const uint8_t *data, size_t size)
{
    const int mode = size > 0 ? data[0] % JAC_ESC_MODES : 0;
    const size_t n = size > 2 ? valid_prefix(data + 2, size - 2) : 0;
    const size_t capa = capacity_for(size > 1 ? data[1] : 0, n);
    uint8_t *src = copy_of(data + size - (size > 2 ? size - 2 : 0), n);
    uint8_t *expected = malloc(6 * n + 1), *all = malloc(6 * n + 1);
    uint8_t *part = malloc(capa);
    const jac_kernels_t *k;
    size_t want, i;

    if (expected == NULL || all == NULL || part == NULL) abort();
    want = reference_escape(expected, src, src + n, mode);
    for (i = 0; (k = jac_kernels_at(i)) != NULL; i++) {
        escape_by(k, mode, src, n, all, part, capa, expected, want);
    }
    free(src);
    free(expected);
    free(all);
    free(part);
}

static void
fuzz_scan(const uint8_t *data, size_t size)
{
    uint8_t *src = copy_of(data, size);
    const uint8_t *const end = src + size;
    const ptrdiff_t length = reference_length(src, end);
    size_t stop = 0, space = 0, i;
    bool any_high = false;
    const jac_kernels_t *k;

    for (; stop < size && !reference_special(src[stop]); stop++) {
        any_high = any_high || src[stop] >= 0x80;
    }
    while (space < size && strchr(" \t\n\r", src[space]) && src[space]) space++;
    for (i = 0; (k = jac_kernels_at(i)) != NULL; i++) {
        uint32_t high = 0;

        CHECK(k->scan_string(src, end, &high) == src + stop &&
                  (high != 0) == any_high,
              "scan_string %s", k->name);
        passes(check_escaped(k, src, size));
        CHECK(k->skip_space(src, end) == src + space, "skip_space %s", k->name);
        CHECK(k->utf8_length(src, end) == length, "utf8_length %s", k->name);
    }
    free(src);
}

/* How many bytes of the text are a number as RFC 8259 has it; 0: none. */
static size_t
reference_number(const uint8_t *p, size_t n, bool *integer)
{
    size_t i = 0, from;

#define DIGITS()                                             \
    for (from = i; i < n && p[i] >= '0' && p[i] <= '9'; i++) \
        ;                                                    \
    if (i == from) return 0
    if (i < n && p[i] == '-') i++;
    DIGITS();
    if (p[from] == '0' && i - from > 1) return 0;
    *integer = true;
    if (i < n && p[i] == '.') {
        i++;
        *integer = false;
        DIGITS();
    }
    if (i < n && (p[i] | 0x20) == 'e') {
        i++;
        *integer = false;
        if (i < n && (p[i] == '+' || p[i] == '-')) i++;
        DIGITS();
    }
#undef DIGITS
    return i;
}

static void
check_number(const uint8_t *p, size_t n, const jac_number_t *number,
             bool integer)
{
    char text[4096];
    double expected;

    CHECK(number->kind != JAC_NUMBER_INVALID, "number: refused");
    CHECK(integer == (number->kind == JAC_NUMBER_INTEGER ||
                      number->kind == JAC_NUMBER_BIG),
          "number: of the wrong kind");
    CHECK(number->negative == (p[0] == '-'), "number: wrong sign");
    if (n >= sizeof text) return;
    memcpy(text, p, n);
    text[n] = 0;
    if (number->kind == JAC_NUMBER_INTEGER) {
        CHECK(strtoull(text + number->negative, NULL, 10) == number->mantissa,
              "integer: %s is not %" PRIu64, text, number->mantissa);
        CHECK(!number->large || number->mantissa > (uint64_t)1 << 62,
              "integer: %s is not large", text);
    }
    expected = strtod(text, NULL);
    CHECK(bits_of(jac_number_to_double(p, n)) == bits_of(expected),
          "double: %s", text);
    if (number->kind == JAC_NUMBER_FLOAT) {
        CHECK((jac_number_to_bits(number) | (uint64_t)number->negative << 63) ==
                  bits_of(expected),
              "bits: %s", text);
    }
}

static void
fuzz_number(const uint8_t *data, size_t size)
{
    uint8_t *src, *wide;
    bool integer = false;
    const size_t want = reference_number(data, size, &integer);
    jac_number_t number, other;
    const uint8_t *end;

    if (size == 0 || (*data != '-' && (*data < '0' || *data > '9'))) return;
    src = copy_of(data, size);
    end = jac_scan_number(src, src + size, &number);
    CHECK(end >= src && end <= src + size, "number: beyond its end");
    if (want == 0) {
        CHECK(number.kind == JAC_NUMBER_INVALID, "number: taken");
    }
    else {
        CHECK(end == src + want, "number: %td bytes, not %zu", end - src, want);
        check_number(src, want, &number, integer);
    }
    /* the same between other bytes, in the window */
    wide = malloc(JAC_WIDE_BEFORE + size + JAC_WIDE_SPAN + 1);
    if (wide == NULL) abort();
    memset(wide, '7', JAC_WIDE_BEFORE);
    memcpy(wide + JAC_WIDE_BEFORE, src, size);
    memset(wide + JAC_WIDE_BEFORE + size, ',', JAC_WIDE_SPAN + 1);
    end = jac_scan_number_wide(wide + JAC_WIDE_BEFORE, &other);
    if (end != NULL && (*end | 0x20) == 'e') {
        end = jac_scan_exponent(end, wide + JAC_WIDE_BEFORE + size,
                                &other.exponent);
        other.kind = JAC_NUMBER_FLOAT;
        if (end[-1] < '0' || end[-1] > '9') end = NULL;
    }
    if (end != NULL) {
        CHECK(want != 0 && end == wide + JAC_WIDE_BEFORE + want &&
                  other.kind == number.kind &&
                  other.mantissa == number.mantissa &&
                  other.exponent == number.exponent &&
                  other.negative == number.negative,
              "number: the window differs");
    }
    free(src);
    free(wide);
}

static void
fuzz_double(const uint8_t *data, size_t size)
{
    uint64_t bits = 0;
    double d;

    memcpy(&bits, data, size < 8 ? size : 8);
    memcpy(&d, &bits, sizeof d);
    if ((bits >> 52 & 0x7FF) != 0x7FF) passes(check_double(d));
}

static void
fuzz_integer(const uint8_t *data, size_t size)
{
    int64_t v = 0;

    memcpy(&v, data, size < 8 ? size : 8);
    passes(check_integer(v));
}

/*
 * The first two bytes are the depth and the length of the chunks. After a
 * backslash outside strings, which is not JSON, the kernels can differ.
 */
static void
fuzz_skip(const uint8_t *data, size_t size)
{
    const size_t n = size > 2 ? size - 2 : 0;
    const size_t depth = size > 0 ? 1 + data[0] % 70 : 1;
    const size_t chunk = size > 1 ? 1 + data[1] : 1;
    uint8_t *src = copy_of(data + size - n, n);
    jac_skip_t before = {src, src, SIZE_MAX / 2, false, false};
    const jac_kernels_t *k;
    size_t i;

    for (i = 0; i < n; i++) {
        before.end = src + i;
        reference_skip(&before);
        if (src[i] == '\\' && !before.in_string) src[i] = 'x';
    }
    for (i = 0; (k = jac_kernels_at(i)) != NULL; i++) {
        passes(check_skip(k, src, n, depth, chunk));
    }
    free(src);
}

/* The variants of the kernels for short texts. */
static void
fuzz_short(const uint8_t *data, size_t size)
{
    const size_t n = size < JAC_SHORT_MAX ? size : JAC_SHORT_MAX;
    uint8_t *src = copy_of(data, size), *dst = malloc(JAC_SHORT_MAX);
    bool ascii = true, high = false;
    size_t first = 0, i;

    if (dst == NULL) abort();
    while (first < n && !reference_special(src[first])) first++;
    CHECK(jac_short_copy(dst, src, n) == first && memcmp(dst, src, n) == 0,
          "jac_short_copy");
    for (i = 0; i < size; i++) ascii = ascii && src[i] < 0x80;
    CHECK(jac_ascii_p(src, size) == ascii, "jac_ascii_p");
    if (size >= JAC_SHORT_SPAN) {
        uint32_t seen = 0;

        if (first > JAC_SHORT_SPAN) first = JAC_SHORT_SPAN;
        for (i = 0; i < first; i++) high = high || src[i] >= 0x80;
        CHECK(jac_short_scan(src, &seen) == first && (seen != 0) == high,
              "jac_short_scan");
    }
    free(src);
    free(dst);
}

/* A moment's text, read back: the day by jac_time_days, the rest by hand. */
static void
fuzz_time(const uint8_t *data, size_t size)
{
    uint8_t *text = malloc(JAC_TIME_TEXT_MAX + 1);
    int64_t seconds = 0, year, shown;
    unsigned month, day, hour, minute, second;
    int32_t offset = 0;
    int used = 0;

    if (text == NULL) abort();
    memcpy(&seconds, data, size < 8 ? size : 8);
    if (size > 8) memcpy(&offset, data + 8, size - 8 < 4 ? size - 8 : 4);
    offset %= 360000;
    *jac_time_text(text, seconds, 0, offset, size % 10, offset == 0) = 0;
    CHECK(sscanf((char *)text, "%" SCNd64 "-%2u-%2uT%2u:%2u:%2u%n", &year,
                 &month, &day, &hour, &minute, &second, &used) == 6 &&
              used >= 19,
          "time: %s", text);
    if (year > -100000000 && year < 100000000) {
        shown = jac_time_days(year, month, day) * 86400 + hour * 3600 +
                minute * 60 + second;
        CHECK(shown == seconds + offset, "time: %s is not %" PRId64, text,
              seconds);
    }
    free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const subjects[])(const uint8_t *, size_t) = {
        fuzz_escape,  fuzz_scan, fuzz_number, fuzz_double,
        fuzz_integer, fuzz_skip, fuzz_short,  fuzz_time};
    enum { SUBJECTS = sizeof(subjects) / sizeof(*subjects) };

    if (size > 0) subjects[data[0] % SUBJECTS](data + 1, size - 1);
    return 0;
}
