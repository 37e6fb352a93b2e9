#include "generate/emit.h"

#include <math.h>

uint8_t *
jac_emit_long_string(jac_walk_t *w, uint8_t *p, VALUE string, unsigned mode)
{
    jac_escape_t e;
    size_t size = (size_t)RSTRING_LEN(string);
    size_t space = size + size / 8 + 2 * JAC_ESC_SPACE;

    if (w->buffer.io) {
        /* a flush runs Ruby code, which can change the String */
        string = rb_str_new_frozen(string);
        space = 2 * JAC_ESC_SPACE;
    }
    p = jac_walk_reserve(w, p, space);
    *p++ = '"';
    e.src = (const uint8_t *)RSTRING_PTR(string);
    e.src_end = e.src + size;
    for (;;) {
        e.dst = p;
        e.dst_end = w->buffer.end;
        jac_kernels->escape[mode](&e);
        p = e.dst;
        if (JAC_LIKELY(e.src == e.src_end)) {
            break;
        }
        if (w->buffer.io) {
            /* keep the bytes of one character in one chunk */
            for (; (*e.src & 0xC0) == 0x80; e.src--) {
                p--;
            }
        }
        else {
            size_t rest = (size_t)(e.src_end - e.src);

            space = rest + rest / 2 + 2 * JAC_ESC_SPACE;
        }
        p = jac_walk_grow_buffer(w, p, space);
    }
    p = jac_walk_reserve(w, p, 2);
    *p++ = '"';
    RB_GC_GUARD(string);
    return p;
}

uint8_t *
jac_emit_small_string(jac_walk_t *w, uint8_t *p, VALUE string, unsigned mode)
{
    return RSTRING_LEN(string) > JAC_STRING_UNCHECKED
               ? NULL
               : jac_emit_long_string(w, p, string, mode);
}

static void
grow_target(jac_walk_t *w, jac_escape_t *e)
{
    const size_t rest = (size_t)(e->src_end - e->src);

    if ((size_t)(w->buffer.end - e->dst) < 2 * JAC_ESC_SPACE) {
        e->dst = jac_walk_grow_buffer(w, e->dst,
                                      rest + rest / 8 + 2 * JAC_ESC_SPACE);
    }
    e->dst_end = w->buffer.end;
    if (e->dst_end - e->dst > JAC_STRING_UNCHECKED) {
        e->dst_end = e->dst + JAC_STRING_UNCHECKED;
    }
}

uint8_t *
jac_emit_huge_string(jac_walk_t *w, uint8_t *p, VALUE string, unsigned mode)
{
    jac_escape_t e;

    if (w->buffer.io) return jac_emit_long_string(w, p, string, mode);
    string = rb_str_new_frozen(string);
    p = jac_walk_reserve(w, p, 1);
    *p++ = '"';
    e.src = (const uint8_t *)RSTRING_PTR(string);
    e.src_end = e.src + RSTRING_LEN(string);
    e.dst = p;
    for (;;) {
        grow_target(w, &e);
        jac_kernels->escape[mode](&e);
        if (e.src == e.src_end) break;
        e.dst = jac_walk_stop(w, e.dst);
    }
    p = jac_walk_reserve(w, e.dst, 2);
    *p++ = '"';
    RB_GC_GUARD(string);
    return p;
}

uint8_t *
jac_emit_medium_string(jac_walk_t *w, uint8_t *p, VALUE string)
{
    const uint8_t *text = (const uint8_t *)RSTRING_PTR(string);
    const size_t size = (size_t)RSTRING_LEN(string), half = JAC_SHORT_MAX;

    /* copies two halves that overlap in equal bytes */
    if (size >= half && jac_short_copy(p + 1, text, half) == half &&
        jac_short_copy(p + 1 + size - half, text + size - half, half) == half) {
        p[0] = '"';
        p[size + 1] = '"';
        return p + size + 2;
    }
    return jac_emit_long_string(w, p, string, JAC_ESC_PLAIN);
}

/* Without GMP, Ruby divides numbers of 20,000 bytes and more without the
   GVL, so other threads run meanwhile. This is well below. */
#define BIGNUM_MAX_BUSY 1024

uint8_t *
jac_emit_bignum(jac_walk_t *w, uint8_t *p, VALUE number)
{
    VALUE text;

    if (rb_absint_size(number, NULL) <= sizeof(uint64_t)) {
        uint64_t word = 0;
        int sign = rb_integer_pack(number, &word, 1, sizeof(word), 0,
                                   INTEGER_PACK_LSWORD_FIRST |
                                       INTEGER_PACK_NATIVE_BYTE_ORDER);

        p = jac_walk_reserve(w, p, 1 + JAC_ITOA_MAX + 4);
        if (sign < 0) {
            *p++ = '-';
        }
        return jac_itoa_u64(p, word);
    }
    if (rb_absint_size(number, NULL) > BIGNUM_MAX_BUSY) {
        jac_ticket_t ticket = jac_walk_exit_to_ruby(w);

        text = rb_big2str(number, 10);
        jac_walk_reenter(w, ticket);
    }
    else {
        text = rb_big2str(number, 10);
    }
    return jac_emit_text(w, p, text);
}

uint8_t *
jac_emit_non_finite(uint8_t *p, double number)
{
    if (isnan(number)) return jac_emit_literal(p, "NaN", 3);
    return number > 0 ? jac_emit_literal(p, "Infinity", 8)
                      : jac_emit_literal(p, "-Infinity", 9);
}

JAC_COLD uint8_t *
jac_emit_limited_integer(jac_walk_t *w, uint8_t *p, VALUE number)
{
    const bool string = w->options.safe_integers == JAC_INTEGERS_STRING;

    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
    if (jac_safe_integer_p(number)) return jac_emit_integer(w, p, number);
    if (w->options.safe_integers == JAC_INTEGERS_RAISE) {
        jac_walk_fail(w, number, "Integer beyond 2**53 - 1 is not safe");
    }
    if (!string) return jac_dtoa_jcs(p, jac_integer_to_double(w, number));
    *p++ = '"';
    p = jac_emit_integer(w, p, number);
    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
    *p++ = '"';
    return p;
}

/* Returns the number of bytes at src that html_safe escapes as one unit: 1,
   3 (U+2028, U+2029), or 0. */
static size_t
html_unit(unsigned escapes, const uint8_t *src, const uint8_t *end)
{
    if (*src == '<' || *src == '>' || *src == '&')
        return (escapes & JAC_ESC_HTML) != 0;
    if (*src != 0xE2 || !(escapes & JAC_ESC_SEPARATORS)) return 0;
    return end - src > 2 && src[1] == 0x80 && (src[2] | 1) == 0xA9 ? 3 : 0;
}

static uint8_t *
emit_html_text(jac_walk_t *w, uint8_t *p, VALUE text, size_t n)
{
    const uint8_t *src, *end;

    /* each escape adds at most five bytes */
    p = jac_walk_reserve(w, p, (size_t)RSTRING_LEN(text) + 5 * n);
    src = (const uint8_t *)RSTRING_PTR(text);
    end = src + RSTRING_LEN(text);
    while (src < end) {
        const size_t unit = html_unit(jac_walk_escapes(w), src, end);

        if (unit == 0) {
            *p++ = *src++;
            continue;
        }
        memcpy(p, unit == 3 ? "\\u202" : "\\u00", unit == 3 ? 5 : 4);
        p += unit == 3 ? 5 : 4;
        if (unit == 1) *p++ = *src == '&' ? '2' : '3';
        *p++ = unit == 3     ? (uint8_t)(src[2] - 0xA8 + '8')
               : *src == '&' ? '6'
               : *src == '<' ? 'c'
                             : 'e';
        src += unit;
    }
    RB_GC_GUARD(text);
    return p;
}

static size_t
html_places(unsigned escapes, VALUE text)
{
    const uint8_t *src = (const uint8_t *)RSTRING_PTR(text);
    const uint8_t *const end = src + RSTRING_LEN(text);
    size_t n = 0;

    if (!escapes) return 0;
    for (; src < end; src++) {
        n += html_unit(escapes, src, end) != 0;
    }
    return n;
}

/* Returns JSON text with line breaks replaced by spaces: the String or a
   copy. Line breaks occur only between tokens. */
JAC_COLD static VALUE
one_line(VALUE text)
{
    const size_t size = (size_t)RSTRING_LEN(text);
    char *p;

    if (!memchr(RSTRING_PTR(text), '\n', size) &&
        !memchr(RSTRING_PTR(text), '\r', size)) {
        return text;
    }
    text = rb_enc_str_new(RSTRING_PTR(text), (long)size, rb_enc_get(text));
    for (p = RSTRING_PTR(text); p < RSTRING_END(text); p++) {
        if (*p == '\n' || *p == '\r') *p = ' ';
    }
    return text;
}

JAC_INLINE uint8_t *
copy_text(jac_walk_t *w, uint8_t *p, VALUE text)
{
    const size_t size = (size_t)RSTRING_LEN(text);

    p = jac_walk_reserve(w, p, size);
    memcpy(p, RSTRING_PTR(text), size);
    RB_GC_GUARD(text);
    return p + size;
}

/* The slow path of jac_emit_text(): changes the text, or writes to an IO. */
JAC_COLD static uint8_t *
emit_changed_text(jac_walk_t *w, uint8_t *p, VALUE text)
{
    size_t places;

    if (w->one_line) {
        text = one_line(text);
    }
    if (w->buffer.io) {
        text = rb_str_new_frozen(text);
    }
    places = html_places(jac_walk_escapes(w), text);
    if (places > 0) {
        return emit_html_text(w, p, text, places);
    }
    return copy_text(w, p, text);
}

uint8_t *
jac_emit_text(jac_walk_t *w, uint8_t *p, VALUE text)
{
    int coderange = RB_ENC_CODERANGE(text);

    if (coderange == RUBY_ENC_CODERANGE_VALID &&
        RB_ENCODING_GET_INLINED(text) == jac_utf8_index &&
        !w->options.ascii_only) {
        w->non_ascii = true;
    }
    else if (coderange != RUBY_ENC_CODERANGE_7BIT) {
        w->unknown = true;
    }
    if (JAC_UNLIKELY(w->one_line || w->buffer.io || jac_walk_escapes(w))) {
        return emit_changed_text(w, p, text);
    }
    return copy_text(w, p, text);
}
