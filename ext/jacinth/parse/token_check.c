#include "parse/token_check.h"

#include "core/comment.h"
#include "core/escapes.h"
#include "parse/build.h"
#include "ruby/errors.h"

JAC_NOINLINE void
jac_check_interrupts_now(jac_parser_t *parser, const uint8_t *p)
{
    const jac_left_t left = jac_parser_leave(parser);

    parser->cursor = p;
    rb_thread_check_ints();
    jac_parser_enter(parser, left);
}

/* Returns the end of a part of the text p..end that fits between interrupt
   checks. */
static const uint8_t *
part_end(const uint8_t *p, const uint8_t *end)
{
    return end - p > JAC_CHECK_BYTES ? p + JAC_CHECK_BYTES : end;
}

bool
jac_check_utf8(jac_parser_t *parser, const uint8_t *p, const uint8_t *q,
               jac_fault_t *fault)
{
    while (p < q) {
        const uint8_t *end = part_end(p, q);
        unsigned i;

        /* move back to a character boundary */
        for (i = 0; i < 3 && end < q && (*end & 0xC0) == 0x80; i++) end--;
        if (JAC_UNLIKELY(!jac_valid_utf8(p, end))) {
            p += jac_utf8_prefix(p, (size_t)(end - p));
            jac_fault(fault, p, JAC_TEXT_BAD_UTF8);
            return false;
        }
        p = end;
        if (p < q) jac_check_interrupts_now(parser, p);
    }
    return true;
}

JAC_COLD const uint8_t *
jac_check_comment(jac_parser_t *parser, const uint8_t *p, jac_fault_t *fault)
{
    const uint8_t *const end = parser->end;
    const uint8_t *q, *from, *to;

    if (!parser->options->allow_comments || p + 1 == end ||
        (p[1] != '/' && p[1] != '*')) {
        return jac_fault(fault, p, JAC_TEXT_TOKEN);
    }
    for (from = p + 2;; from = to - JAC_COMMENT_CUT) {
        to = part_end(from, end);
        q = jac_comment_end(p, from, to);
        if (q != NULL || to == end) break;
        jac_check_interrupts_now(parser, from);
    }
    if (q == NULL && p[1] == '/') q = end;
    if (q == NULL) {
        return jac_fault(fault, p, JAC_TEXT_COMMENT_END);
    }
    if (parser->options->validate_encoding &&
        !jac_check_utf8(parser, p, q, fault)) {
        return NULL;
    }
    return q;
}

/* Like the parser, reports a missing -Infinity if the number stops at an I. */
JAC_COLD const uint8_t *
jac_check_no_number(const jac_parser_t *parser, const uint8_t *p,
                    jac_fault_t *fault)
{
    jac_number_t number;

    if (parser->options->allow_nan && *p == '-') {
        const uint8_t *q = jac_number_at(parser, p, &number);

        if (q < parser->end && *q == 'I') {
            return jac_check_keyword(parser, p, "-Infinity", 9, fault);
        }
    }
    return jac_fault(fault, p, JAC_TEXT_NUMBER);
}

static bool
surrogate_pair(const uint8_t *p, const uint8_t *end)
{
    int32_t high, low;

    if (end - p < 12 || p[1] != 'u' || p[6] != '\\' || p[7] != 'u') {
        return false;
    }
    high = jac_hex4(p + 2);
    low = jac_hex4(p + 8);
    return high >> 10 == 0xD800 >> 10 && low >> 10 == 0xDC00 >> 10;
}

/*
 * Returns the address after the escape or control character at q, or NULL with
 * a fault. If only the decoder can decide, sets bit 0 of *odd and the high bit
 * of the bytes before the backslash. A backslash must not be the last byte.
 */
JAC_INLINE const uint8_t *
skip_special(const jac_parser_t *parser, const uint8_t *q, uint32_t *seen,
             uint32_t *odd, jac_fault_t *fault)
{
    unsigned size;

    if (*q != '\\') {
        if (parser->options->allow_control_characters) return q + 1;
        return jac_fault(fault, q, JAC_TEXT_CONTROL);
    }
    *seen |= JAC_SEEN_ESCAPE;
    size = jac_escape_size(q, parser->end);
    if (size != 0) return q + size;
    if (surrogate_pair(q, parser->end)) return q + 12;
    *odd |= 1u | (q[1] & 0x80u);
    return q + 2;
}

/* Checks a string s[0..end) with an invalid escape or a surrogate, up to its
   closing quote. */
static bool
check_escapes(jac_parser_t *parser, const uint8_t *s, const uint8_t *end,
              jac_fault_t *fault)
{
    uint8_t buffer[256];
    jac_unescape_status_t status;
    jac_unescape_t u;

    jac_unescape_begin(&u, s, end, parser->options);
    u.dst_end = buffer + sizeof(buffer);
    parser->cursor = s;
    do {
        u.dst = buffer;
        status = jac_unescape(&u);
        jac_check_interrupts(parser, u.src);
    } while (status == JAC_UNESCAPE_FULL);
    if (JAC_LIKELY(status <= JAC_UNESCAPE_END)) return true;
    jac_fault(fault, u.at, jac_unescape_text(status));
    return false;
}

/* jac_check_string_on() from q on, where a scan stopped. */
JAC_NOINLINE static const uint8_t *
check_odd_string(jac_parser_t *parser, const uint8_t *s, const uint8_t *q,
                 const uint8_t *part, bool key, uint32_t *seen,
                 jac_fault_t *fault)
{
    const uint8_t *const end = parser->end;
    uint32_t odd = 0;
    bool encoding_checked = !parser->options->validate_encoding;

    while (q < end && (q == part || *q != '"')) {
        if (q < part) {
            if (*q == '\\' && end - q < 2)
                q = end;
            else
                q = skip_special(parser, q, seen, &odd, fault);
            if (JAC_UNLIKELY(q == NULL)) return NULL;
        }
        jac_check_interrupts(parser, q);
        part = part_end(q, end);
        q = jac_kernels->scan_escaped(q, part, seen);
    }
    if (q == end) {
        return jac_fault(fault, q, JAC_TEXT_STRING_END);
    }
    if (key && (*seen & JAC_SEEN_HIGH) && !encoding_checked) {
        if (!jac_check_utf8(parser, s, q, fault)) return NULL;
        encoding_checked = true;
    }
    if (JAC_UNLIKELY(odd != 0) && !check_escapes(parser, s, end, fault)) {
        return NULL;
    }
    if (odd & 0x80) *seen |= JAC_SEEN_HIGH;
    if ((*seen & JAC_SEEN_HIGH) && !encoding_checked &&
        !jac_check_utf8(parser, s, q, fault)) {
        return NULL;
    }
    return q;
}

JAC_NOINLINE const uint8_t *
jac_check_string_on(jac_parser_t *parser, const uint8_t *s, const uint8_t *q,
                    bool key, jac_checked_t *string, jac_fault_t *fault)
{
    const uint8_t *const part = part_end(q, parser->end);
    uint32_t seen = string->high != 0 ? JAC_SEEN_HIGH : 0;

    q = jac_kernels->scan_escaped(q, part, &seen);
    if (JAC_UNLIKELY(
            q == part || *q != '"' ||
            ((seen & JAC_SEEN_HIGH) && parser->options->validate_encoding))) {
        q = check_odd_string(parser, s, q, part, key, &seen, fault);
    }
    string->escaped = (seen & JAC_SEEN_ESCAPE) != 0;
    string->high = seen & JAC_SEEN_HIGH;
    return q;
}

static const uint8_t *
character_edge(const uint8_t *s, const uint8_t *q)
{
    const uint8_t *p = q;
    int i;

    for (i = 1; i <= 3 && p > s; i++) {
        p--;
        if ((*p & 0xC0) == 0x80) continue;
        if (*p >= 0xC0 && i < (*p >= 0xF0 ? 4 : *p >= 0xE0 ? 3 : 2)) return p;
        break;
    }
    return q;
}

const uint8_t *
jac_check_string_part(jac_parser_t *parser, const uint8_t *s, bool last,
                      const uint8_t **part, jac_fault_t *fault)
{
    const uint8_t *const end = parser->end;
    const uint8_t *q = s, *to;
    uint32_t seen = 0, odd = 0;
    bool quote;

    for (;;) {
        q = jac_kernels->scan_escaped(q, end, &seen);
        if (q == end || *q == '"') break;
        if (*q == '\\' && end - q < (last ? 2 : 12)) break;
        q = skip_special(parser, q, &seen, &odd, fault);
        if (JAC_UNLIKELY(q == NULL)) return NULL;
    }
    quote = q < end && *q == '"';
    if (!quote && last) {
        return jac_fault(fault, end, JAC_TEXT_STRING_END);
    }
    if (!quote && end - s <= JAC_STRING_PART) {
        *part = s;
        return NULL;
    }
    to = quote ? q : character_edge(s, q);
    if (odd != 0 && !check_escapes(parser, s, q + quote, fault)) return NULL;
    if (((seen & JAC_SEEN_HIGH) | (odd & 0x80)) != 0 &&
        parser->options->validate_encoding &&
        !jac_check_utf8(parser, s, to, fault)) {
        return NULL;
    }
    *part = to;
    return quote ? q + 1 : NULL;
}

VALUE
jac_key_decoded(const uint8_t *s, const uint8_t *quote,
                const jac_parser_options_t *options)
{
    const size_t buffer = (size_t)(quote - s) + JAC_UNESCAPE_SPACE;
    VALUE key = rb_str_buf_new((long)buffer);
    jac_unescape_t u;

    jac_unescape_begin(&u, s, quote + 1, options);
    u.dst = (uint8_t *)RSTRING_PTR(key);
    u.dst_end = u.dst + buffer;
    jac_unescape(&u);
    rb_str_set_len(key, (char *)u.dst - RSTRING_PTR(key));
    rb_enc_associate(key, rb_utf8_encoding());
    return key;
}

size_t
jac_string_bytes(const uint8_t *s, const uint8_t *quote,
                 const jac_parser_options_t *options)
{
    const size_t limit = options->max_string_bytes, n = (size_t)(quote - s);

    if (limit == 0 || n <= limit || memchr(s, '\\', n) == NULL) return n;
    return (size_t)RSTRING_LEN(jac_key_decoded(s, quote, options));
}
