#include "type/type_skip.h"

#include "core/number.h"
#include "parse/scan.h"

enum { JAC_SKIP_LEVELS = 1024 };

static bool
hex_p(uint8_t c)
{
    return (uint8_t)(c - '0') < 10 || (uint8_t)((c | 0x20) - 'a') < 6;
}

/* How many bytes the escape at p takes; 0 where it is none, or a surrogate. */
static size_t
escape_length(const uint8_t *p, const uint8_t *end)
{
    if (end - p < 2) return 0;
    switch (p[1]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        return 2;
    case 'u':
        if (end - p < 6 || !hex_p(p[2]) || !hex_p(p[3]) || !hex_p(p[4]) ||
            !hex_p(p[5])) {
            return 0;
        }
        return (p[2] | 0x20) == 'd' && p[3] >= '8' ? 0 : 6;
    default:
        return 0;
    }
}

const uint8_t *
jac_skip_string(const uint8_t *s, const uint8_t *end, bool validate,
                bool *escaped)
{
    const uint8_t *p = s;
    uint32_t high = 0;
    size_t n;

    for (;;) {
        p = jac_scan_text(p, end, &high);
        if (p == end) return NULL;
        if (*p == '"') break;
        if (*p != '\\') return NULL;
        n = escape_length(p, end);
        if (n == 0) return NULL;
        *escaped = true;
        p += n;
    }
    if (validate && high != 0 && !jac_kernels->valid_utf8(s, p)) return NULL;
    return p;
}

static const uint8_t *
skip_word(const uint8_t *p, const uint8_t *end, const char *word, size_t n)
{
    if ((size_t)(end - p) < n || memcmp(p, word, n) != 0) return NULL;
    return p + n;
}

const uint8_t *
jac_skip_value(const uint8_t *p, const uint8_t *end, size_t levels,
               bool validate)
{
    uint64_t objects[JAC_SKIP_LEVELS / 64]; /* a bit for each open container */
    const uint8_t *const last = end - 1;
    size_t depth = 0;
    jac_number_t number;
    bool object, escaped;
    int c, close;

    if (levels > JAC_SKIP_LEVELS) levels = JAC_SKIP_LEVELS;
value:
    c = jac_next(&p, last);
    switch (c) {
    case '"':
        p = jac_skip_string(p + 1, end, validate, &escaped);
        if (JAC_UNLIKELY(p == NULL)) return NULL;
        p++;
        break;
    case '{':
    case '[':
        object = c == '{';
        p++;
        close = jac_next(&p, last);
        if (close == (object ? '}' : ']')) {
            p++;
            break;
        }
        if (JAC_UNLIKELY(depth == levels)) return NULL;
        objects[depth / 64] &= ~((uint64_t)1 << depth % 64);
        objects[depth / 64] |= (uint64_t)object << depth % 64;
        depth++;
        if (object) goto key;
        goto value;
    case 't':
        p = skip_word(p, end, "true", 4);
        break;
    case 'f':
        p = skip_word(p, end, "false", 5);
        break;
    case 'n':
        p = skip_word(p, end, "null", 4);
        break;
    default:
        if ((unsigned)(c - '0') > 9 && c != '-') return NULL;
        p = jac_scan_number(p, end, &number);
        if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID)) return NULL;
    }
    if (JAC_UNLIKELY(p == NULL)) return NULL;
next:
    if (depth == 0) return p;
    object = objects[(depth - 1) / 64] >> (depth - 1) % 64 & 1;
    c = jac_next(&p, last);
    p++;
    if (c == ',') {
        if (object) goto key;
        goto value;
    }
    if (c != (object ? '}' : ']')) return NULL;
    depth--;
    goto next;

key:
    c = jac_next(&p, last);
    if (c != '"') return NULL;
    p = jac_skip_string(p + 1, end, validate, &escaped);
    if (JAC_UNLIKELY(p == NULL)) return NULL;
    p++;
    c = jac_next(&p, last);
    if (c != ':') return NULL;
    p++;
    goto value;
}
