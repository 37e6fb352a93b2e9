/* The end of a container. */
#include "driver.h"

static bool
agree(const jac_skip_t *a, const jac_skip_t *b)
{
    return a->p == b->p && a->depth == b->depth &&
           a->in_string == b->in_string && a->escaped == b->escaped;
}

const char *
check_skip(const jac_kernels_t *k, const uint8_t *p, size_t n, size_t depth,
           size_t piece)
{
    jac_skip_t expected = {p, p + n, depth, false, false}, got = expected;

    reference_skip(&expected);
    while (got.depth > 0 && got.p < p + n) {
        got.end = (size_t)(p + n - got.p) < piece ? p + n : got.p + piece;
        k->skip(&got);
        if (got.depth > 0 && got.p != got.end) {
            return FAIL("%s skip of %zu stopped at %td", k->name, n, got.p - p);
        }
    }
    got.end = expected.end;
    if (!agree(&expected, &got)) {
        return FAIL("%s skip of %zu by %zu, depth %zu: at %td, depth %zu, in "
                    "string %d, escaped %d, expected %td, %zu, %d, %d",
                    k->name, n, piece, depth, got.p - p, got.depth,
                    got.in_string, got.escaped, expected.p - p, expected.depth,
                    expected.in_string, expected.escaped);
    }
    return NULL;
}

/* Outside of strings a backslash is no JSON, and what it does is not said. */
static size_t
put_random(uint8_t *p, size_t n, uint32_t kind)
{
    static const char outside[] = "[]{}[]{}\",:1 \x5b\x5d\x7b\x7d\xdb\xfb[[";
    static const char inside[] = "\\\\\\\"\"[]{}a\xdb\xdd\xfb\xfd";
    bool string = false, escaped = false;
    const uint32_t density = 1 + chance(20);
    size_t i;

    for (i = 0; i < n; i++) {
        uint8_t c = 'x';

        if (chance(density) == 0 || escaped) {
            c = string ? (uint8_t)inside[chance(sizeof inside - 1)]
                       : (uint8_t)outside[chance(sizeof outside - 1)];
            if (kind == 1 && !string && c != '"') c = '[';
            if (kind == 2 && string && chance(8) != 0) c = '\\';
        }
        p[i] = c;
        if (!string) {
            string = c == '"';
        }
        else if (escaped) {
            escaped = false;
        }
        else if (c == '\\') {
            escaped = true;
        }
        else {
            string = c != '"';
        }
    }
    return n;
}

const char *
jac_test_skip_random(int isa, int count, int seed)
{
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        const size_t n = chance(400);
        uint8_t *const p = i & 1 ? source.begin : source.end - n;
        const size_t piece = chance(3) == 0 ? 1 + chance(200) : 64 * 64;

        put_random(p, n, chance(3));
        TRY(check_skip(k, p, n, 1 + chance(chance(2) ? 3 : 80), piece));
    }
    return NULL;
}

/* A run of backslashes of every length at every place before a quote. */
const char *
jac_test_skip_backslashes(int isa)
{
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    for (size_t at = 1; at < LONGEST; at++) {
        for (size_t run = 0; run < LONGEST; run++) {
            const size_t n = at + run + 3;
            uint8_t *const p = source.end - n;

            memset(p, 'a', n);
            p[at - 1] = '"';
            memset(p + at, '\\', run);
            memcpy(p + at + run, "\"]]", 3);
            TRY(check_skip(k, p, n, 2, 4096));
            TRY(check_skip(k, p, n, 1, 64));
            TRY(check_skip(k, p, n - 2, 1, 7));
        }
    }
    return NULL;
}

/* Every byte at every place, outside and inside of a string. */
const char *
jac_test_skip_bytes(int isa)
{
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    for (size_t n = 1; n <= LONGEST; n++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            for (int string = 0; string < 2; string++) {
                uint8_t *const p = byte & 1 ? source.begin : source.end - n;

                if (byte == '\\' && !string) continue;
                memset(p, 'a', n);
                if (string && n > 1) p[0] = '"';
                p[n - 1] = (uint8_t)byte;
                if (byte == '\\' && n == 1) continue;
                TRY(check_skip(k, p, n, 1, 4096));
                TRY(check_skip(k, p, n, 7, 33));
            }
        }
    }
    return NULL;
}
