#include "generate/emit_key.h"

/* Keys of other kinds than String and Symbol take the way through convert. */
uint8_t *
jac_emit_new_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f)
{
    VALUE text = RB_STATIC_SYM_P(key) ? rb_sym2str(key) : key;
    jac_text_t kind = JAC_TEXT_FOREIGN;
    uint8_t *start, *base;
    bool short_p;

    if (!RB_SPECIAL_CONST_P(text) && jac_plain_string_p(text)) {
        kind = jac_text_kind(text);
    }
    if (JAC_UNLIKELY(kind == JAC_TEXT_FOREIGN)) {
        w->buffer.pos = p;
        text = jac_convert_key(w, key);
        p = w->buffer.pos;
        kind = jac_text_kind(text);
    }
    w->non_ascii |= kind == JAC_TEXT_UTF8;
    if (w->buffer.io) {
        /* a flush runs Ruby code, which may change a key that is no copy */
        text = rb_str_new_frozen(text);
    }
    /* so that `start` stays where it is for a key worth remembering */
    p = jac_walk_reserve(w, p, JAC_MEMBER_ROOM + JAC_COLON_SIZE);
    start = p;
    /*
     * A short key is at most 6 * 32 + 3 bytes and a prepared colon: where the
     * buffer neither moves nor is flushed, start..p is that key.
     */
    base = w->buffer.start;
    short_p = RSTRING_LEN(text) <= JAC_KEY_COPY && (!f || f->colon_size);
    p = jac_emit_string(w, p, text, f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN);
    if (f) {
        p = jac_format_colon(f, w, p);
    }
    else {
        *p++ = ':';
    }
    short_p = short_p && w->buffer.start == base && p > start;
    if (short_p && !f && RB_STATIC_SYM_P(key)) {
        jac_symbol_key_keep(key, start, (size_t)(p - start),
                            kind == JAC_TEXT_UTF8);
    }
    if (w->workspace) {
        if (short_p) {
            jac_key_written(w, key, start, p);
        }
    }
    else {
        w->keys_written++;
    }
    RB_GC_GUARD(text);
    return jac_walk_reserve(w, p, JAC_MEMBER_ROOM);
}
