#include "document/lazy.h"

#include "core/number.h"
#include "parse/build.h"
#include "parse/scan.h"
#include "parse/token.h"
#include "parse/unescape.h"

/* So many bytes are passed without a look at what interrupts a thread. */
enum { JAC_LAZY_PIECE = 1 << 20 };

/* Escapes are decoded into so much room, piece by piece. */
enum { JAC_LAZY_ROOM = 256 };

void
jac_lazy_look_up(jac_parser_t *parser, const uint8_t *p)
{
    if (JAC_UNLIKELY(p - parser->cursor > JAC_LAZY_PIECE)) {
        parser->cursor = p;
        rb_thread_check_ints();
    }
}

int
jac_lazy_next(jac_parser_t *parser, const uint8_t **at)
{
    const uint8_t *const last = parser->end - 1;
    int c = jac_next(at, last);

    while (JAC_UNLIKELY(c == '/')) {
        *at = jac_skip_comment(parser, *at);
        c = jac_next(at, last);
    }
    return c;
}

const uint8_t *
jac_lazy_value(jac_parser_t *parser, const uint8_t *p)
{
    if (JAC_UNLIKELY(jac_lazy_next(parser, &p) == JAC_END)) {
        jac_parser_fail(parser, p, "unexpected end of input");
    }
    return p;
}

/* Fails where an escape in the string at s, which has an end, is none. */
static void
check_escapes(jac_parser_t *parser, const uint8_t *s)
{
    uint8_t room[JAC_LAZY_ROOM];
    jac_unescape_status_t status;
    jac_unescape_t u = {0};

    u.src = u.run = s;
    u.end = parser->end;
    u.dst_end = room + sizeof(room);
    u.allow_invalid = parser->options->allow_invalid_escape;
    u.allow_control = parser->options->allow_control_characters;
    do {
        u.dst = room;
        status = jac_unescape(&u);
    } while (status == JAC_UNESCAPE_FULL);
    if (JAC_UNLIKELY(status != JAC_UNESCAPE_QUOTE)) {
        jac_parser_fail(parser, u.at, jac_unescape_text(status));
    }
}

/* The closing quote of the string whose text begins at s. */
static const uint8_t *
string_end(jac_parser_t *parser, const uint8_t *s, bool *escaped)
{
    const uint8_t *q = s;
    uint32_t high = 0;

    *escaped = false;
    q = jac_scan_text(q, parser->end, &high);
    if (JAC_UNLIKELY(q == parser->end || *q != '"')) {
        q = jac_scan_string_on(parser, s, q, &high, escaped);
        if (*escaped) check_escapes(parser, s);
    }
    if (JAC_UNLIKELY(high != 0) && parser->options->validate_encoding) {
        jac_check_encoding(parser, s, (size_t)(q - s));
    }
    return q;
}

static const uint8_t *
skip_keyword(jac_parser_t *parser, const uint8_t *p, const char *text)
{
    const size_t n = strlen(text);

    if ((size_t)(parser->end - p) < n || memcmp(p, text, n) != 0) {
        jac_parser_fail(parser, p, "unexpected token %s");
    }
    return p + n;
}

static const uint8_t *
skip_number(jac_parser_t *parser, const uint8_t *p)
{
    jac_number_t number;
    const uint8_t *q = jac_scan_number(p, parser->end, &number);

    if (JAC_LIKELY(number.kind != JAC_NUMBER_INVALID)) return q;
    if (parser->options->allow_nan && *p == '-' && q < parser->end &&
        *q == 'I') {
        return skip_keyword(parser, p, "-Infinity");
    }
    jac_parser_fail(parser, p, "invalid number: %s");
}

/* As jac_lazy_leave, where brackets and quotes may stand in comments. */
static const uint8_t *
leave_commented(jac_parser_t *parser, const uint8_t *p)
{
    size_t depth = 1;
    bool escaped;

    while (depth > 0 && p < parser->end) {
        jac_lazy_look_up(parser, p);
        switch (*p) {
        case '"':
            p = string_end(parser, p + 1, &escaped) + 1;
            continue;
        case '/':
            p = jac_skip_comment(parser, p);
            continue;
        case '[':
        case '{':
            depth++;
            break;
        case ']':
        case '}':
            depth--;
            break;
        default:
            break;
        }
        p++;
    }
    if (depth > 0) {
        jac_parser_fail(parser, parser->end, "unexpected end of input");
    }
    return p;
}

const uint8_t *
jac_lazy_leave(jac_parser_t *parser, const uint8_t *p)
{
    jac_skip_t skip = {p, parser->end, 1, false, false};

    if (JAC_UNLIKELY(parser->options->allow_comments)) {
        return leave_commented(parser, p);
    }
    for (;;) {
        const size_t left = (size_t)(parser->end - skip.p);

        skip.end =
            left > JAC_LAZY_PIECE ? skip.p + JAC_LAZY_PIECE : parser->end;
        jac_kernels->skip(&skip);
        if (JAC_LIKELY(skip.depth == 0)) break;
        if (skip.p == parser->end) {
            jac_parser_fail(parser, skip.p,
                            skip.in_string
                                ? "unexpected end of input, expected closing \""
                                : "unexpected end of input");
        }
        rb_thread_check_ints();
    }
    jac_lazy_look_up(parser, skip.p);
    return skip.p;
}

const uint8_t *
jac_lazy_skip(jac_parser_t *parser, const uint8_t *p)
{
    bool escaped;

    switch (*p) {
    case '"':
        return string_end(parser, p + 1, &escaped) + 1;
    case '{':
    case '[':
        return jac_lazy_leave(parser, p + 1);
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
        return skip_number(parser, p);
    case 'n':
        return skip_keyword(parser, p, "null");
    case 't':
        return skip_keyword(parser, p, "true");
    case 'f':
        return skip_keyword(parser, p, "false");
    case 'N':
    case 'I':
        if (!parser->options->allow_nan) {
            jac_parser_fail(parser, p, "unexpected token %s");
        }
        return skip_keyword(parser, p, *p == 'N' ? "NaN" : "Infinity");
    case 0:
        jac_parser_fail(parser, p, "unexpected NULL byte: %s");
    default:
        jac_parser_fail(parser, p, "unexpected character: %s");
    }
}

void
jac_lazy_read_key(jac_parser_t *parser, jac_members_t *m, const uint8_t *p)
{
    m->key = p + 1;
    m->key_end = string_end(parser, m->key, &m->escaped);
    p = m->key_end + 1;
    if (JAC_UNLIKELY(jac_lazy_next(parser, &p) != ':')) {
        jac_parser_fail(parser, p,
                        m->index == 0 ? "expected ':' after object key"
                                      : "expected ':' after object key, "
                                        "got: %s");
    }
    m->value = jac_lazy_value(parser, p + 1);
}

bool
jac_lazy_enter(jac_parser_t *parser, jac_members_t *m, const uint8_t *p,
               size_t depth)
{
    const int max = parser->options->max_nesting;
    const uint8_t *const start = p;
    int c;

    m->object = *p++ == '{';
    m->index = 0;
    c = jac_lazy_next(parser, &p);
    if (c == (m->object ? '}' : ']')) {
        m->value = p + 1;
        return false;
    }
    if (JAC_UNLIKELY(max != 0 && (max < 0 || depth >= (size_t)max))) {
        jac_parser_fail_nesting(parser, start, depth + 1);
    }
    if (!m->object) {
        m->value = jac_lazy_value(parser, p);
        return true;
    }
    if (JAC_UNLIKELY(c != '"')) {
        jac_parser_fail(parser, p, "expected object key, got %s");
    }
    jac_lazy_read_key(parser, m, p);
    return true;
}

bool
jac_lazy_on(jac_parser_t *parser, jac_members_t *m, const uint8_t *p)
{
    const bool trailing = parser->options->allow_trailing_comma;
    int c = jac_lazy_next(parser, &p);

    jac_lazy_look_up(parser, p);
    m->index++;
    if (JAC_LIKELY(c == ',')) {
        p++;
        c = jac_lazy_next(parser, &p);
        if (m->object) {
            if (JAC_LIKELY(c == '"')) {
                jac_lazy_read_key(parser, m, p);
                return true;
            }
            if (c != '}' || !trailing) {
                jac_parser_fail(parser, p, "expected object key, got: %s");
            }
        }
        else if (c != ']' || !trailing) {
            m->value = jac_lazy_value(parser, p);
            return true;
        }
    }
    else if (JAC_UNLIKELY(c != (m->object ? '}' : ']'))) {
        jac_parser_fail(parser, p,
                        m->object
                            ? "expected ',' or '}' after object value, got: %s"
                            : "expected ',' or ']' after array value");
    }
    m->value = p + 1;
    return false;
}

/* The same for a key with escapes, decoded and compared piece by piece. */
static bool
escaped_key_is(const jac_parser_t *parser, const jac_members_t *m,
               const uint8_t *name, size_t n)
{
    uint8_t room[JAC_LAZY_ROOM];
    jac_unescape_status_t status;
    jac_unescape_t u = {0};
    size_t size;

    if ((size_t)(m->key_end - m->key) < n) return false;
    u.src = u.run = m->key;
    u.end = m->key_end + 1;
    u.dst_end = room + sizeof(room);
    u.allow_invalid = parser->options->allow_invalid_escape;
    u.allow_control = parser->options->allow_control_characters;
    do {
        u.dst = room;
        status = jac_unescape(&u);
        size = (size_t)(u.dst - room);
        if (size > n || memcmp(room, name, size) != 0) return false;
        name += size;
        n -= size;
    } while (status == JAC_UNESCAPE_FULL);
    return n == 0;
}

bool
jac_lazy_key_is(const jac_parser_t *parser, const jac_members_t *m,
                const uint8_t *name, size_t n)
{
    if (JAC_UNLIKELY(m->escaped)) return escaped_key_is(parser, m, name, n);
    return (size_t)(m->key_end - m->key) == n && memcmp(m->key, name, n) == 0;
}

VALUE
jac_lazy_key(jac_parser_t *parser, const jac_members_t *m)
{
    const uint8_t *after;
    VALUE key;

    if (JAC_UNLIKELY(m->escaped)) {
        if (parser->session == NULL) parser->session = jac_session_take();
        parser->held = parser->session->self;
        key = jac_build_escaped(parser, m->key, true, &after);
    }
    else {
        key = jac_intern(m->key, (size_t)(m->key_end - m->key));
    }
    return parser->options->symbolize_names ? rb_str_intern(key) : key;
}

const uint8_t *
jac_lazy_member(jac_parser_t *parser, const uint8_t *p, size_t depth,
                const uint8_t *name, size_t n)
{
    const uint8_t *found = NULL;
    jac_members_t m;
    bool more;

    for (more = jac_lazy_enter(parser, &m, p, depth); more;
         more = jac_lazy_on(parser, &m, jac_lazy_skip(parser, m.value))) {
        if (jac_lazy_key_is(parser, &m, name, n)) {
            found = m.value;
            if (!parser->options->allow_duplicate_key) break;
        }
    }
    return found;
}

const uint8_t *
jac_lazy_element(jac_parser_t *parser, const uint8_t *p, size_t depth,
                 size_t index)
{
    jac_members_t m;
    bool more;

    for (more = jac_lazy_enter(parser, &m, p, depth); more;
         more = jac_lazy_on(parser, &m, jac_lazy_skip(parser, m.value))) {
        if (m.index == index) return m.value;
    }
    return NULL;
}

VALUE
jac_lazy_members(jac_parser_t *parser, const uint8_t *p, size_t depth,
                 const uint8_t **end)
{
    VALUE members = rb_hash_new();
    VALUE key, twice = Qundef;
    jac_members_t m;
    bool more;

    for (more = jac_lazy_enter(parser, &m, p, depth); more;
         more = jac_lazy_on(parser, &m, jac_lazy_skip(parser, m.value))) {
        key = jac_lazy_key(parser, &m);
        rb_hash_aset(members, key,
                     SIZET2NUM((size_t)(m.key - 1 - parser->start)));
        if (RHASH_SIZE(members) == m.index && twice == Qundef) twice = key;
    }
    if (twice != Qundef && !parser->options->allow_duplicate_key) {
        jac_parser_fail_duplicate_at(parser, p, twice);
    }
    *end = m.value;
    return members;
}
