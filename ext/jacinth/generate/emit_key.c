#include "generate/emit_key.h"
#include "generate/object_methods.h"

#ifdef JACINTH_DEBUG
/* Escapes a key into `to`. Returns the number of bytes with the colon. */
static size_t
escape_key(const jac_walk_t *w, VALUE text, const jac_format_t *f, uint8_t *to)
{
    jac_escape_t e;
    jac_text_kind_t kind = jac_text_kind(text);

    JAC_ASSERT(kind != JAC_TEXT_OTHER && RSTRING_LEN(text) <= JAC_KEY_COPY);
    to[0] = '"';
    e.src = (const uint8_t *)RSTRING_PTR(text);
    e.src_end = e.src + RSTRING_LEN(text);
    e.dst = to + 1;
    e.dst_end = to + 1 + 6 * JAC_KEY_COPY + JAC_ESC_SPACE;
    jac_kernels->escape[f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN](&e);
    *e.dst++ = '"';
    memcpy(e.dst, f ? f->colon : (const uint8_t *)":", f ? f->colon_size : 1);
    return (size_t)(e.dst - to) + (f ? f->colon_size : 1);
}

void
jac_check_written_key(const jac_walk_t *w, const uint8_t *bytes, size_t size,
                      VALUE key, const jac_format_t *f)
{
    uint8_t now[6 * JAC_KEY_COPY + 2 * JAC_ESC_SPACE + JAC_COLON_SIZE];
    VALUE text = RB_SYMBOL_P(key) ? rb_sym2str(key) : key;

    JAC_ASSERT(escape_key(w, text, f, now) == size);
    JAC_ASSERT(memcmp(bytes, now, size) == 0);
    RB_GC_GUARD(text);
}
#endif

/* True if no option escapes a character of the text. */
static bool
unescaped_p(VALUE text)
{
    const size_t size = (size_t)RSTRING_LEN(text);
    uint8_t copy[JAC_SHORT_MAX];

    return jac_text_kind(text) == JAC_TEXT_ASCII && size <= JAC_SHORT_MAX &&
           jac_short_copy_mode(copy, (const uint8_t *)RSTRING_PTR(text), size,
                               JAC_ESC_SCRIPT_SAFE | JAC_ESC_HTML) == size;
}

static uint8_t *
emit_text_key(jac_walk_t *w, uint8_t *p, VALUE key, VALUE text, bool cacheable,
              const jac_format_t *f)
{
    const jac_text_kind_t kind = jac_text_kind(text);
    uint8_t *start, *base;
    size_t size; /* with quotes */

    w->non_ascii |= kind == JAC_TEXT_UTF8;
    if (w->buffer.io) {
        /* a flush runs Ruby code, which can change the String */
        text = rb_str_new_frozen(text);
    }
    /* so `start` stays valid for keys that can be cached */
    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE + JAC_COLON_SIZE);
    start = p;
    /* A short key has at most 6 * 32 + 3 bytes and a prepared colon. If the
       buffer did not move or flush, start..p is the key. */
    base = w->buffer.start;
    cacheable = cacheable && RSTRING_LEN(text) <= JAC_KEY_COPY &&
                (!f || f->colon_size > 0);
    p = jac_emit_string(w, p, text, f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN);
    size = (size_t)(p - start);
    p = jac_format_colon(f, w, p);
    if (cacheable && w->buffer.start == base && p > start) {
        if (JAC_KEEP_SYMBOL_KEYS && RB_STATIC_SYM_P(key)) {
            const bool unescaped = unescaped_p(text);

            if (!f || f->plain_keys || unescaped) {
                jac_symbol_key_keep(key, start, size, kind == JAC_TEXT_UTF8,
                                    unescaped);
            }
        }
        if (JAC_KEEP_WRITTEN_KEYS && w->workspace) {
            jac_key_written(w, key, start, p);
        }
    }
    RB_GC_GUARD(text);
    return p;
}

/* As jac_emit_simple_key(), for options with other escapes: writes a cached
   Symbol that no option changes, or a short ASCII String that these options do
   not change. Returns NULL and writes nothing for other keys. */
static uint8_t *
emit_unescaped_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f)
{
    uint8_t *end;

    if (!f || f->plain_keys || f->colon_size == 0) return NULL;
    if (!RB_STATIC_SYM_P(key)) {
        return jac_emit_short_key(w, p, key, f,
                                  jac_emit_mode(w, JAC_TEXT_ASCII));
    }
    end = jac_emit_symbol_key(w, p, key, f, false);
    if (end) jac_count_key(w, key, p, end);
    return end;
}

static uint8_t *
emit_integer_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f)
{
    *p++ = '"';
    p = jac_emit_fixnum(p, key);
    *p++ = '"';
    p = jac_format_colon(f, w, p);
    return jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
}

uint8_t *
jac_emit_new_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f)
{
    uint8_t *end = emit_unescaped_key(w, p, key, f);
    bool cacheable, json = false;
    VALUE text;

    if (end) return end;
    if (RB_FIXNUM_P(key) && (!w->options.strict || jac_text_keys_p(w)) &&
        rb_method_basic_definition_p(rb_cInteger, rb_intern("to_s"))) {
        return emit_integer_key(w, p, key, f);
    }
    text = jac_plain_key_text(key);
    cacheable = text != Qfalse;
    if (JAC_UNLIKELY(!cacheable)) {
        w->buffer.pos = p;
        text = jac_convert_key(w, key, &json);
        p = w->buffer.pos;
    }
    if (JAC_UNLIKELY(json)) {
        p = jac_emit_text(w, p, text);
        p = jac_format_colon(f, w, jac_walk_reserve(w, p, 1));
    }
    else {
        p = emit_text_key(w, p, key, text, cacheable, f);
    }
    if (!w->workspace) {
        w->keys_written++;
    }
    return jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
}
