#include "document/lazy.h"

#include "parse/build.h"
#include "parse/duplicate_keys.h"
#include "parse/limits.h"
#include "parse/rules.h"
#include "parse/token.h"
#include "parse/token_check.h"

enum { JAC_LAZY_BUFFER = 256 };

int
jac_lazy_next(jac_parser_t *parser, const uint8_t **at)
{
    return jac_next_token(parser, at);
}

const uint8_t *
jac_lazy_value(jac_parser_t *parser, const uint8_t *p)
{
    if (JAC_UNLIKELY(jac_lazy_next(parser, &p) == JAC_END)) {
        jac_parser_fail(parser, p, JAC_TEXT_END);
    }
    return p;
}

JAC_INLINE const uint8_t *
valid_or_fail(jac_parser_t *parser, const uint8_t *p, const jac_fault_t *fault)
{
    if (JAC_UNLIKELY(p == NULL)) {
        jac_parser_fail(parser, fault->at, fault->text);
    }
    return p;
}

static const uint8_t *
skip_string(jac_parser_t *parser, const uint8_t *p)
{
    jac_checked_t string;
    jac_fault_t fault;

    p = jac_check_string(parser, p + 1, false, &string, &fault);
    return valid_or_fail(parser, p, &fault) + 1;
}

/* jac_lazy_leave() if comments can contain brackets and quotes. */
static const uint8_t *
leave_commented(jac_parser_t *parser, const uint8_t *p)
{
    size_t depth = 1;

    while (depth > 0 && p < parser->end) {
        jac_check_interrupts(parser, p);
        switch (*p) {
        case '"':
            p = skip_string(parser, p);
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
        jac_parser_fail(parser, parser->end, JAC_TEXT_END);
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
            left > JAC_CHECK_BYTES ? skip.p + JAC_CHECK_BYTES : parser->end;
        jac_kernels->skip(&skip);
        if (JAC_LIKELY(skip.depth == 0)) break;
        if (skip.p == parser->end) {
            jac_parser_fail(parser, skip.p,
                            skip.in_string ? JAC_TEXT_STRING_END
                                           : JAC_TEXT_END);
        }
        jac_check_interrupts_now(parser, skip.p);
    }
    jac_check_interrupts(parser, skip.p);
    return skip.p;
}

static void
limit_string(jac_parser_t *parser, const uint8_t *s, const uint8_t *quote)
{
    jac_limit_string(parser, s, jac_string_bytes(s, quote, parser->options));
}

static JAC_NOINLINE void
limit_scalar(jac_parser_t *parser, const uint8_t *p, const uint8_t *end)
{
    if (*p == '"') {
        limit_string(parser, p + 1, end - 1);
    }
    else if ((uint8_t)(end[-1] - '0') < 10) {
        jac_limit_number(parser, p, (size_t)(end - p));
    }
}

const uint8_t *
jac_lazy_skip(jac_parser_t *parser, const uint8_t *p)
{
    const uint8_t *end;
    jac_fault_t fault;

    if (*p == '{' || *p == '[') return jac_lazy_leave(parser, p + 1);
    end =
        valid_or_fail(parser, jac_check_scalar(parser, p, *p, &fault), &fault);
    if (JAC_UNLIKELY(parser->options->limits)) limit_scalar(parser, p, end);
    return end;
}

static JAC_NOINLINE void
limit_member(jac_parser_t *parser, const jac_members_t *m)
{
    if (m->object) {
        jac_limit_keys(parser, m->key - 1, m->index);
        limit_string(parser, m->key, m->key_end);
    }
    else {
        jac_limit_elements(parser, m->value, *m->value, m->index);
    }
}

void
jac_lazy_read_key(jac_parser_t *parser, jac_members_t *m, const uint8_t *p)
{
    jac_checked_t string;
    jac_fault_t fault;

    m->key = p + 1;
    m->key_end = jac_check_string(parser, m->key, true, &string, &fault);
    valid_or_fail(parser, m->key_end, &fault);
    m->escaped = string.escaped;
    p = m->key_end + 1;
    if (JAC_UNLIKELY(jac_lazy_next(parser, &p) != ':')) {
        jac_parser_fail(parser, p, JAC_TEXT_COLON(m->index == 0));
    }
    m->value = jac_lazy_value(parser, p + 1);
}

/* Reads the member at p, whose first character is c, up to its value. */
JAC_INLINE bool
read_member(jac_parser_t *parser, jac_members_t *m, const uint8_t *p, int c)
{
    if (m->object) {
        if (JAC_UNLIKELY(c != '"')) {
            jac_parser_fail(parser, p, JAC_TEXT_KEY(m->index == 0));
        }
        jac_lazy_read_key(parser, m, p);
    }
    else {
        m->value = jac_lazy_value(parser, p);
    }
    if (JAC_UNLIKELY(parser->options->limits)) limit_member(parser, m);
    return true;
}

bool
jac_lazy_enter(jac_parser_t *parser, jac_members_t *m, const uint8_t *p,
               size_t depth)
{
    const uint8_t *const start = p;
    int c;

    m->object = *p++ == '{';
    m->index = 0;
    c = jac_lazy_next(parser, &p);
    if (c == *start + 2) { /* the closing bracket of this kind */
        m->value = p + 1;
        return false;
    }
    if (JAC_UNLIKELY(jac_lazy_at_limit(parser, depth))) {
        jac_parser_fail_nesting(parser, start, depth + 1);
    }
    return read_member(parser, m, p, c);
}

bool
jac_lazy_on(jac_parser_t *parser, jac_members_t *m, const uint8_t *p)
{
    const int close = m->object ? '}' : ']';
    int c = jac_lazy_next(parser, &p);

    jac_check_interrupts(parser, p);
    m->index++;
    if (JAC_LIKELY(c == ',')) {
        p++;
        c = jac_lazy_next(parser, &p);
        if (JAC_LIKELY(!jac_trailing_comma(parser->options, c, close))) {
            return read_member(parser, m, p, c);
        }
    }
    else if (JAC_UNLIKELY(c != close)) {
        jac_parser_fail(parser, p,
                        m->object ? JAC_TEXT_OBJECT_COMMA
                                  : JAC_TEXT_ARRAY_COMMA);
    }
    m->value = p + 1;
    return false;
}

/* jac_lazy_key_is() for a key with escapes, decoded part by part. */
static bool
escaped_key_is(const jac_parser_t *parser, const jac_members_t *m,
               const uint8_t *name, size_t n)
{
    uint8_t buffer[JAC_LAZY_BUFFER];
    jac_unescape_status_t status;
    jac_unescape_t u;
    size_t size;

    if ((size_t)(m->key_end - m->key) < n) return false;
    jac_unescape_begin(&u, m->key, m->key_end + 1, parser->options);
    u.dst_end = buffer + sizeof(buffer);
    do {
        u.dst = buffer;
        status = jac_unescape(&u);
        size = (size_t)(u.dst - buffer);
        if (size > n || memcmp(buffer, name, size) != 0) return false;
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
    return parser->options->symbolize_names ? jac_parser_symbol(parser, key)
                                            : key;
}

const uint8_t *
jac_lazy_member(jac_parser_t *parser, const uint8_t *p, size_t depth,
                const uint8_t *name, size_t n)
{
    const uint8_t *found = NULL;
    jac_members_t m;

    JAC_EACH_MEMBER(parser, m, p, depth) {
        if (jac_lazy_key_is(parser, &m, name, n)) {
            found = m.value;
            if (jac_duplicates_refused(parser->options)) break;
        }
    }
    return found;
}

const uint8_t *
jac_lazy_element(jac_parser_t *parser, const uint8_t *p, size_t depth,
                 size_t index)
{
    jac_members_t m;

    JAC_EACH_MEMBER(parser, m, p, depth) {
        if (m.index == index) return m.value;
    }
    return NULL;
}

VALUE
jac_lazy_members(jac_parser_t *parser, const uint8_t *p, size_t depth,
                 const uint8_t **end)
{
    VALUE members = rb_obj_hide(rb_hash_new()), pairs;
    VALUE key, duplicate = Qundef;
    jac_members_t m;

    JAC_EACH_MEMBER(parser, m, p, depth) {
        key = jac_lazy_key(parser, &m);
        if (!jac_hash_add(members, key,
                          SIZET2NUM((size_t)(m.key - 1 - parser->start))) &&
            duplicate == Qundef) {
            duplicate = key;
        }
    }
    if (duplicate != Qundef) {
        jac_refuse_duplicate_at(parser, p, duplicate);
    }
    *end = m.value;
    pairs = rb_obj_hide(rb_ary_new_capa(2 * (long)RHASH_SIZE(members)));
    rb_hash_foreach(members, jac_push_pair, pairs);
    return pairs;
}
