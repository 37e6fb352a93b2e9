#include "document/validate.h"

#include "core/number.h"
#include "parse/parser_errors.h"
#include "parse/scan.h"
#include "parse/unescape.h"

enum {
    JAC_VALID_PIECE = 1 << 20, /* bytes between two looks at interrupts */
    JAC_VALID_LEVELS = 1024,   /* containers, */
    JAC_VALID_OBJECTS = 64,    /* objects and */
    JAC_VALID_KEYS = 256,      /* keys for which the C stack has room */
    JAC_VALID_PAIRS = 48       /* up to so many keys, each meets each */
};

/* A key of an object that is open. */
typedef struct {
    const uint8_t *text;
    uint32_t print; /* equal where keys are equal */
    bool escaped;
} jac_seen_t;

/* An object that is open. */
typedef struct {
    const uint8_t *start;
    size_t keys; /* how many there are below its own */
} jac_open_t;

typedef struct {
    jac_parser_t *parser;
    const jac_parser_options_t *config;
    jac_fault_t *fault;
    const uint8_t *end, *looked;
    /* A bit for each level: 1 for an object. */
    uint64_t *kinds;
    size_t depth, levels;
    jac_open_t *open;
    size_t objects, objects_room;
    jac_seen_t *seen;
    size_t keys, keys_room;
    bool unique; /* keys must not come twice */
    /* Strings whose bytes these are when the C stack is too small. */
    VALUE kinds_held, open_held, seen_held;
} jac_validator_t;

static bool
fail(jac_validator_t *v, const uint8_t *at, const char *text)
{
    v->fault->at = at;
    v->fault->text = text;
    return false;
}

/* Twice the room for what lies at `from`, used bytes, in a String. */
static void *
grow(VALUE *held, const void *from, size_t used)
{
    VALUE room = rb_str_new(NULL, (long)used * 2);

    memcpy(RSTRING_PTR(room), from, used);
    *held = room;
    return RSTRING_PTR(room);
}

static JAC_COLD void
grow_kinds(jac_validator_t *v)
{
    v->kinds = grow(&v->kinds_held, v->kinds, v->levels / 8);
    v->levels *= 2;
}

static JAC_COLD void
grow_open(jac_validator_t *v)
{
    v->open =
        grow(&v->open_held, v->open, v->objects_room * sizeof(jac_open_t));
    v->objects_room *= 2;
}

static JAC_COLD void
grow_seen(jac_validator_t *v)
{
    v->seen = grow(&v->seen_held, v->seen, v->keys_room * sizeof(jac_seen_t));
    v->keys_room *= 2;
}

/* Fails at the first byte of p[0..n) that is no UTF-8. */
static bool
check_utf8(jac_validator_t *v, const uint8_t *p, const uint8_t *q)
{
    rb_encoding *utf8 = rb_utf8_encoding();

    if (JAC_LIKELY(jac_kernels->valid_utf8(p, q))) return true;
    while (p < q) {
        const int r =
            rb_enc_precise_mbclen((const char *)p, (const char *)q, utf8);

        if (!MBCLEN_CHARFOUND_P(r)) break;
        p += MBCLEN_CHARFOUND_LEN(r);
    }
    return fail(v, p, "invalid UTF-8 in source: %s");
}

/*
 * What follows the comment at p; NULL, and the fault, where it is none. As
 * jac_skip_comment.
 */
static JAC_COLD const uint8_t *
skip_comment(jac_validator_t *v, const uint8_t *p)
{
    const uint8_t *q, *const end = v->end;

    if (!v->config->allow_comments || p + 1 == end ||
        (p[1] != '/' && p[1] != '*')) {
        fail(v, p, "unexpected token %s");
        return NULL;
    }
    if (p[1] == '/') {
        q = memchr(p, '\n', (size_t)(end - p));
        q = q == NULL ? end : q + 1;
    }
    else {
        for (q = p + 2; q < end; q++) {
            q = memchr(q, '*', (size_t)(end - q));
            if (q == NULL || end - q < 2) q = end;
            if (q < end && q[1] == '/') break;
        }
        if (q >= end) {
            fail(v, p, "unterminated comment, expected closing '*/'");
            return NULL;
        }
        q += 2;
    }
    if (v->config->validate_encoding && !check_utf8(v, p, q)) return NULL;
    return q;
}

/* The next character, comments passed; JAC_END; or JAC_FAULT. */
enum { JAC_FAULT = -2 };

static JAC_COLD int
next_commented(jac_validator_t *v, const uint8_t **at)
{
    int c = '/';

    while (c == '/') {
        const uint8_t *p = skip_comment(v, *at);

        if (p == NULL) return JAC_FAULT;
        *at = p;
        c = jac_next(at, v->end - 1);
    }
    return c;
}

JAC_INLINE int
next(jac_validator_t *v, const uint8_t **at)
{
    const int c = jac_next(at, v->end - 1);

    return JAC_LIKELY(c != '/') ? c : next_commented(v, at);
}

/* Whether a backslash and this character stand for a character. */
JAC_INLINE bool
plain_escape(uint8_t c)
{
    return c == '"' || c == 'n' || c == '\\' || c == '/' || c == 't' ||
           c == 'r' || c == 'b' || c == 'f';
}

JAC_INLINE bool
hex_digit(uint8_t c)
{
    return (uint8_t)(c - '0') < 10 || (uint8_t)((c | 0x20) - 'a') < 6;
}

/* Whether a \u and four digits that are no surrogate's are at p. */
JAC_INLINE bool
plain_unicode(const uint8_t *p, const uint8_t *end)
{
    if (end - p < 6 || p[1] != 'u' || !hex_digit(p[2]) || !hex_digit(p[3]) ||
        !hex_digit(p[4]) || !hex_digit(p[5])) {
        return false;
    }
    return (p[2] | 0x20) != 'd' || p[3] < '8';
}

/* The closing quote of the string at s: NULL, and the fault, if it is none. */
static JAC_NOINLINE const uint8_t *
odd_string(jac_validator_t *v, const uint8_t *s, const uint8_t *q,
           uint32_t *high, bool *escaped, bool key)
{
    uint8_t room[256];
    jac_unescape_status_t status;
    jac_unescape_t u = {0};
    bool odd = false;

    for (;;) {
        q = jac_scan_text(q, v->end, high);
        if (q == v->end) break;
        if (*q == '"') break;
        if (*q == '\\') {
            *escaped = true;
            if (v->end - q < 2) {
                q = v->end;
                break;
            }
            if (JAC_LIKELY(plain_escape(q[1]))) {
                q += 2;
            }
            else if (JAC_LIKELY(plain_unicode(q, v->end))) {
                q += 6;
            }
            else {
                odd = true;
                q += 2;
            }
        }
        else if (v->config->allow_control_characters) {
            q++;
        }
        else {
            fail(v, q, "invalid ASCII control character in string: %s");
            return NULL;
        }
    }
    if (q == v->end) {
        fail(v, q, "unexpected end of input, expected closing \"");
        return NULL;
    }
    if (JAC_LIKELY(!odd)) return q;
    /* of a key the parser looks at the encoding first */
    if (key && *high != 0 && v->config->validate_encoding &&
        !check_utf8(v, s, q)) {
        return NULL;
    }
    u.src = u.run = s;
    u.end = v->end;
    u.dst_end = room + sizeof(room);
    u.allow_invalid = v->config->allow_invalid_escape;
    u.allow_control = v->config->allow_control_characters;
    do {
        u.dst = room;
        status = jac_unescape(&u);
    } while (status == JAC_UNESCAPE_FULL);
    if (status != JAC_UNESCAPE_QUOTE) {
        fail(v, u.at, jac_unescape_text(status));
        return NULL;
    }
    return q;
}

JAC_INLINE const uint8_t *
string_end(jac_validator_t *v, const uint8_t *s, bool *escaped, bool key)
{
    uint32_t high = 0;
    const uint8_t *q = jac_scan_text(s, v->end, &high);

    *escaped = false;
    if (JAC_UNLIKELY(q == v->end || *q != '"')) {
        q = odd_string(v, s, q, &high, escaped, key);
        if (q == NULL) return NULL;
    }
    if (JAC_UNLIKELY(high != 0) &&
        (v->config->validate_encoding || (key && v->config->symbolize_names))) {
        if (!check_utf8(v, s, q)) return NULL;
    }
    return q;
}

JAC_INLINE const uint8_t *
digits_end(const uint8_t *p, const uint8_t *end)
{
    while (JAC_LIKELY(end - p >= 8)) {
        const uint64_t stop = jac_not_digits(jac_load64(p));

        if (JAC_LIKELY(stop != 0)) return p + jac_ctz64(stop) / 8;
        p += 8;
    }
    while (p < end && *p >= '0' && *p <= '9') p++;
    return p;
}

/* The same for many digits, 16 at once. */
JAC_INLINE const uint8_t *
fraction_end(const uint8_t *p, const uint8_t *end)
{
    while (JAC_LIKELY(end - p >= 16)) {
        uint64_t digits = 0;
        unsigned i;

        for (i = 0; i < 16; i += JAC_BLOCK_WIDTH) {
            digits |= jac_block_bits(jac_is_digit(jac_block_load(p + i))) << i;
        }
        digits ^= 0xFFFF;
        if (JAC_LIKELY(digits != 0)) return p + jac_ctz64(digits);
        p += 16;
    }
    return digits_end(p, end);
}

/*
 * What follows the number with a fraction and without an exponent that is at p
 * and ends within 31 characters; NULL where there is another one. p[0..32) can
 * be read.
 *
 *   text     - 6 5 . 6 1 3 6 1 6 9 9 , 4 3 .
 *   others   1 . . 1 . . . . . . . . 1 . . 1     no digits
 */
JAC_INLINE const uint8_t *
fraction_within(const uint8_t *p)
{
    uint64_t others = 0;
    unsigned i, point, stop;

    for (i = 0; i < 32; i += JAC_BLOCK_WIDTH) {
        others |= jac_block_bits(jac_is_digit(jac_block_load(p + i))) << i;
    }
    others = ~others;
    i = *p == '-';
    point = jac_ctz64(others >> i) + i;
    if (point > 30 || p[point] != '.' || point == i ||
        (p[i] == '0' && point > i + 1)) {
        return NULL;
    }
    stop = jac_ctz64(others >> (point + 1)) + point + 1;
    if (stop == point + 1 || stop >= 32) return NULL;
    if ((p[stop] | 0x20) == 'e') return NULL;
    return p + stop;
}

/* What follows the number at p, a '-' or digit; NULL where it is none. */
JAC_INLINE const uint8_t *
number_end(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *q;

    if (JAC_LIKELY(end - p >= 32)) {
        q = fraction_within(p);
        if (q != NULL) return q;
    }
    p += *p == '-';
    q = digits_end(p, end);
    if (JAC_UNLIKELY(q == p || (*p == '0' && q - p > 1))) return NULL;
    if (q < end && *q == '.') {
        p = q + 1;
        q = fraction_end(p, end);
        if (JAC_UNLIKELY(q == p)) return NULL;
    }
    if (q < end && JAC_UNLIKELY((*q | 0x20) == 'e')) {
        p = q + 1;
        if (p < end && (*p == '-' || *p == '+')) p++;
        q = digits_end(p, end);
        if (q == p) return NULL;
    }
    return q;
}

/*
 * A number for a key, equal for equal keys and seldom for others.
 */
JAC_INLINE uint32_t
print_of(const uint8_t *s, size_t n)
{
    uint64_t word;
    size_t i;

    if (n >= 8) {
        word = jac_load64(s) * UINT64_C(0x9E3779B97F4A7C15) ^
               jac_load64(s + n - 8);
        for (i = 8; JAC_UNLIKELY(i + 8 < n); i += 8) {
            word = (word ^ word >> 29) * UINT64_C(0x9E3779B97F4A7C15) ^
                   jac_load64(s + i);
        }
    }
    else {
        word = jac_load64_part(s, n);
    }
    return (uint32_t)((word + n) * UINT64_C(0xD6E8FEB86659FD93) >> 32);
}

/* The key's text, decoded. */
static VALUE
key_of(jac_validator_t *v, const jac_seen_t *seen)
{
    const uint8_t *s = seen->text, *q = s;
    size_t n;
    jac_unescape_t u = {0};
    VALUE room;

    while (*q != '"') q += *q == '\\' ? 2 : 1;
    n = (size_t)(q - s);
    room = rb_utf8_str_new((const char *)s, (long)n);
    if (!seen->escaped) return room;
    rb_str_modify_expand(room, JAC_UNESCAPE_ROOM);
    u.src = u.run = s;
    u.end = q + 1;
    u.dst = (uint8_t *)RSTRING_PTR(room);
    u.dst_end = u.dst + n + JAC_UNESCAPE_ROOM;
    u.allow_invalid = v->config->allow_invalid_escape;
    u.allow_control = v->config->allow_control_characters;
    jac_unescape(&u);
    rb_str_set_len(room, (char *)u.dst - RSTRING_PTR(room));
    return room;
}

static JAC_COLD uint32_t
print_of_escaped(jac_validator_t *v, const jac_seen_t *seen)
{
    VALUE key = key_of(v, seen);
    const uint32_t print =
        print_of((const uint8_t *)RSTRING_PTR(key), (size_t)RSTRING_LEN(key));

    RB_GC_GUARD(key);
    return print;
}

JAC_INLINE void
note_key(jac_validator_t *v, const uint8_t *s, size_t n, bool escaped)
{
    jac_seen_t *seen;

    if (JAC_UNLIKELY(v->keys == v->keys_room)) grow_seen(v);
    seen = &v->seen[v->keys++];
    seen->text = s;
    seen->escaped = escaped;
    seen->print =
        JAC_LIKELY(!escaped) ? print_of(s, n) : print_of_escaped(v, seen);
}

/* By Ruby's keyed hash: exact, and linear whatever the keys. */
static JAC_COLD bool
check_keys_by_hash(jac_validator_t *v, const jac_seen_t *seen, size_t n,
                   const uint8_t *start)
{
    VALUE keys = rb_hash_new(), key;
    size_t i;

    for (i = 0; i < n; i++) {
        key = key_of(v, &seen[i]);
        rb_hash_aset(keys, rb_str_freeze(key), Qtrue);
        if (RHASH_SIZE(keys) == i) {
            v->fault->at = start;
            v->fault->text = NULL;
            v->fault->duplicate = key;
            return false;
        }
    }
    RB_GC_GUARD(keys);
    return true;
}

/* Of many keys: by prints in a table first, then by what may be equal. */
static JAC_NOINLINE bool
check_many_keys(jac_validator_t *v, const jac_seen_t *seen, size_t n,
                const uint8_t *start)
{
    size_t slots = 256, i, at;
    uint32_t *table;
    VALUE room;

    while (slots < 4 * n) slots *= 2;
    room = rb_str_new(NULL, (long)(slots * sizeof(*table)));
    table = (uint32_t *)RSTRING_PTR(room);
    memset(table, 0, slots * sizeof(*table));
    for (i = 0; i < n; i++) {
        const uint32_t print = seen[i].print | 1;
        size_t tries = 0;

        for (at = seen[i].print >> 1 & (slots - 1); table[at] != 0;
             at = (at + 1) & (slots - 1)) {
            if (table[at] == print || ++tries > 32) {
                return check_keys_by_hash(v, seen, n, start);
            }
        }
        table[at] = print;
    }
    RB_GC_GUARD(room);
    return true;
}

/* The keys of the innermost object, which ends: false where two are equal. */
JAC_INLINE bool
check_keys(jac_validator_t *v)
{
    const jac_open_t *open = &v->open[--v->objects];
    const jac_seen_t *seen = v->seen + open->keys;
    const size_t n = v->keys - open->keys;
    size_t i, j;
    bool same = false;

    v->keys = open->keys;
    if (JAC_UNLIKELY(n > JAC_VALID_PAIRS)) {
        return check_many_keys(v, seen, n, open->start);
    }
    for (i = 1; i < n; i++) {
        const uint32_t print = seen[i].print;

        for (j = 0; j < i; j++) same |= seen[j].print == print;
    }
    return JAC_LIKELY(!same) || check_keys_by_hash(v, seen, n, open->start);
}

/* Lets interrupts in after each megabyte. */
JAC_INLINE void
look(jac_validator_t *v, const uint8_t *p)
{
    if (JAC_UNLIKELY(p - v->looked > JAC_VALID_PIECE)) {
        v->looked = p;
        rb_thread_check_ints();
    }
}

/* The container at p: a level more. */
JAC_INLINE bool
enter(jac_validator_t *v, const uint8_t *p, bool object)
{
    const int max = v->config->max_nesting;

    if (JAC_UNLIKELY(max != 0 && (max < 0 || v->depth >= (size_t)max))) {
        v->fault->at = p;
        v->fault->text = NULL;
        v->fault->nesting = v->depth + 1;
        return false;
    }
    if (JAC_UNLIKELY(v->depth == v->levels)) grow_kinds(v);
    if (v->depth % 64 == 0) v->kinds[v->depth / 64] = 0;
    v->kinds[v->depth / 64] &= ~(UINT64_C(1) << v->depth % 64);
    v->kinds[v->depth / 64] |= (uint64_t)object << v->depth % 64;
    v->depth++;
    if (object && v->unique) {
        if (JAC_UNLIKELY(v->objects == v->objects_room)) grow_open(v);
        v->open[v->objects].start = p;
        v->open[v->objects++].keys = v->keys;
    }
    return true;
}

/* Whether the innermost container is an object. */
JAC_INLINE bool
in_object(const jac_validator_t *v)
{
    return v->kinds[(v->depth - 1) / 64] >> (v->depth - 1) % 64 & 1;
}

#define JAC_VALID_WORD(word)                          \
    do {                                              \
        if ((size_t)(end - p) < sizeof(word) - 1 ||   \
            memcmp(p, word, sizeof(word) - 1) != 0) { \
            return fail(v, p, "unexpected token %s"); \
        }                                             \
        p += sizeof(word) - 1;                        \
    } while (0)

/* The machine of parse/machine.c, with nothing but its checks. */
static bool
run(jac_validator_t *v)
{
    const uint8_t *const end = v->end;
    const uint8_t *p = v->parser->start, *q;
    bool object = false; /* what the innermost container is */
    bool escaped, first;
    int c;

value:
    c = next(v, &p);
    switch (c) {
    case JAC_FAULT:
        return false;
    case JAC_END:
        return fail(v, p, "unexpected end of input");
    case '"':
        q = string_end(v, p + 1, &escaped, false);
        if (JAC_UNLIKELY(q == NULL)) return false;
        p = q + 1;
        break;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
number:
        q = number_end(p, end);
        if (JAC_UNLIKELY(q == NULL)) {
            if (!v->config->allow_nan || *p != '-' || end - p < 2 ||
                p[1] != 'I') {
                return fail(v, p, "invalid number: %s");
            }
            JAC_VALID_WORD("-Infinity");
            break;
        }
        p = q;
        if (!object && JAC_LIKELY(v->depth > 0) && end - p > 1 && *p == ',' &&
            JAC_LIKELY(p - v->looked <= JAC_VALID_PIECE) &&
            ((uint8_t)(p[1] - '0') < 10 || p[1] == '-')) {
            p++;
            goto number;
        }
        break;
    case '{':
    case '[':
        q = p++;
        c = next(v, &p);
        if (c == JAC_FAULT) return false;
        if (c == *q + 2) { /* the closing bracket of this kind */
            p++;
            break;
        }
        if (JAC_UNLIKELY(!enter(v, q, *q == '{'))) return false;
        look(v, p);
        object = *q == '{';
        if (!object) goto value;
        first = true;
        goto key;
    case ']':
        if (v->config->allow_trailing_comma && v->depth > 0 && !object) {
            goto close;
        }
        return fail(v, p, "unexpected character: %s");
    case 'n':
        JAC_VALID_WORD("null");
        break;
    case 't':
        JAC_VALID_WORD("true");
        break;
    case 'f':
        JAC_VALID_WORD("false");
        break;
    case 'N':
        if (!v->config->allow_nan) return fail(v, p, "unexpected token %s");
        JAC_VALID_WORD("NaN");
        break;
    case 'I':
        if (!v->config->allow_nan) return fail(v, p, "unexpected token %s");
        JAC_VALID_WORD("Infinity");
        break;
    case 0:
        return fail(v, p, "unexpected NULL byte: %s");
    default:
        return fail(v, p, "unexpected character: %s");
    }

finished:
    look(v, p);
    if (JAC_UNLIKELY(v->depth == 0)) {
        c = next(v, &p);
        if (c == JAC_END) return true;
        if (c == JAC_FAULT) return false;
        return fail(v, p, "unexpected token at end of stream %s");
    }
    c = next(v, &p);
    if (c == JAC_FAULT) return false;
    if (object) {
        if (JAC_LIKELY(c == ',')) {
            p++;
            first = false;
            goto key;
        }
        if (JAC_LIKELY(c == '}')) goto close;
        return fail(v, p, "expected ',' or '}' after object value, got: %s");
    }
    if (JAC_LIKELY(c == ',')) {
        p++;
        goto value;
    }
    if (JAC_LIKELY(c == ']')) goto close;
    return fail(v, p, "expected ',' or ']' after array value");

close:
    p++;
    if (p[-1] == '}' && v->unique && JAC_UNLIKELY(!check_keys(v))) {
        return false;
    }
    v->depth--;
    object = v->depth > 0 && in_object(v);
    goto finished;

key:
    c = next(v, &p);
    if (JAC_UNLIKELY(c != '"')) {
        if (c == JAC_FAULT) return false;
        if (c == '}' && v->config->allow_trailing_comma) goto close;
        return fail(v, p,
                    first ? "expected object key, got %s"
                          : "expected object key, got: %s");
    }
    q = string_end(v, p + 1, &escaped, true);
    if (JAC_UNLIKELY(q == NULL)) return false;
    if (v->unique) note_key(v, p + 1, (size_t)(q - p - 1), escaped);
    p = q + 1;
    if (JAC_LIKELY(p < end && *p == ':')) {
        p++;
        goto value;
    }
    c = next(v, &p);
    if (JAC_LIKELY(c == ':')) {
        p++;
        goto value;
    }
    if (c == JAC_FAULT) return false;
    return fail(v, p,
                first ? "expected ':' after object key"
                      : "expected ':' after object key, got: %s");
}

bool
jac_validate(jac_parser_t *parser, jac_fault_t *fault)
{
    uint64_t kinds[JAC_VALID_LEVELS / 64];
    jac_open_t open[JAC_VALID_OBJECTS];
    jac_seen_t seen[JAC_VALID_KEYS];
    jac_validator_t v = {0};

    memset(fault, 0, sizeof(*fault));
    fault->duplicate = Qundef;
    v.parser = parser;
    v.config = parser->options;
    v.fault = fault;
    v.looked = parser->start;
    v.end = parser->end;
    v.kinds = kinds;
    v.levels = JAC_VALID_LEVELS;
    v.open = open;
    v.objects_room = JAC_VALID_OBJECTS;
    v.seen = seen;
    v.keys_room = JAC_VALID_KEYS;
    v.unique = !parser->options->allow_duplicate_key;
    return run(&v);
}

void
jac_validate_or_fail(jac_parser_t *parser)
{
    jac_fault_t fault;

    if (JAC_LIKELY(jac_validate(parser, &fault))) return;
    if (fault.text != NULL) jac_parser_fail(parser, fault.at, fault.text);
    if (fault.nesting != 0)
        jac_parser_fail_nesting(parser, fault.at, fault.nesting);
    if (parser->options->symbolize_names) {
        fault.duplicate = rb_str_intern(fault.duplicate);
    }
    jac_parser_fail_duplicate_at(parser, fault.at, fault.duplicate);
}
