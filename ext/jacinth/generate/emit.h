/*
 * Strings, keys and numbers into the walk's buffer, inline. Each function
 * takes the place to write to and returns the end of what it wrote.
 *
 * docs/internals/strings.md has the whole picture.
 */
#ifndef JAC_EMIT_H
#define JAC_EMIT_H

#include "generate/convert.h"
#include "generate/text_kind.h"
#include "core/dtoa.h"
#include "core/itoa.h"
#include "core/kernels.h"
#include "core/short.h"
#include "ruby/flonum.h"

/*
 * A string that the inline path does not take: long, or with something to
 * escape. `string` is valid UTF-8; `mode` is one of JAC_ESC_*. Leaves room for
 * a colon.
 */
uint8_t *jac_emit_long_string(jac_walk_t *w, uint8_t *p, VALUE string,
                              unsigned mode);

/* The longest String, in bytes, that is written without a turn for others. */
#define JAC_STRING_TURN (1024 * 1024)

/* The same; NULL, with nothing written, where it is longer than that. */
uint8_t *jac_emit_small_string(jac_walk_t *w, uint8_t *p, VALUE string,
                               unsigned mode);

/*
 * As jac_emit_long_string, of any length: in steps, between which any Ruby code
 * may run (jac_walk_stop).
 */
uint8_t *jac_emit_huge_string(jac_walk_t *w, uint8_t *p, VALUE string,
                              unsigned mode);

/*
 * As jac_emit_string for at most 2 * JAC_SHORT_MAX bytes and plain escaping;
 * has room for them, for the quotes and for a colon.
 */
uint8_t *jac_emit_medium_string(jac_walk_t *w, uint8_t *p, VALUE string);

/*
 * Whether a double tells the Integer from its neighbours: up to 2**53 - 1, as
 * ECMAScript's Number.isSafeInteger says.
 */
JAC_INLINE bool
jac_safe_integer_p(VALUE number)
{
    const int64_t most = 9007199254740991;
    int64_t n;

    if (RB_FIXNUM_P(number)) {
        n = FIX2LONG(number);
    }
    else {
        if (rb_absint_size(number, NULL) > 7) return false;
        n = NUM2LL(number);
    }
    return n <= most && n >= -most;
}

JAC_INLINE bool
jac_limits_integers(const jac_walk_t *w)
{
    return w->options.rfc8785 || w->options.safe_integers != JAC_INTEGERS_ANY;
}

/* Writes an Integer with rfc8785 or safe_integers, for which it may fail. */
uint8_t *jac_emit_limited_integer(jac_walk_t *w, uint8_t *p, VALUE number);

/* NaN, Infinity and -Infinity as Float#to_s has them. */
uint8_t *jac_emit_non_finite(uint8_t *p, double number);

/* Any Integer that is no Fixnum. */
uint8_t *jac_emit_bignum(jac_walk_t *w, uint8_t *p, VALUE number);

/*
 * JSON text as it is, but for what html_safe escapes: that stands in strings
 * only, where its escape means the same.
 */
uint8_t *jac_emit_text(jac_walk_t *w, uint8_t *p, VALUE text);

/*
 * How this walk escapes text of a kind: ASCII text has neither what is above
 * U+007F nor, among it, U+2028 and U+2029.
 */
JAC_INLINE unsigned
jac_emit_mode(const jac_walk_t *w, jac_text_kind_t kind)
{
    const jac_generator_options_t *o = &w->options;
    unsigned mode = o->script_safe ? JAC_ESC_SCRIPT_SAFE : JAC_ESC_PLAIN;

    mode |= jac_walk_escapes(w);
    if (o->ascii_only && kind == JAC_TEXT_UTF8) {
        mode |= JAC_ESC_ASCII;
    }
    return mode;
}

/* Whether v, no special constant, is a String and of no subclass. */
JAC_INLINE bool
jac_plain_string_p(VALUE v)
{
    return RB_BUILTIN_TYPE(v) == T_STRING && RBASIC_CLASS(v) == rb_cString;
}

/*
 * A string of kind ASCII or UTF8, in quotes. The short path writes a quote,
 * JAC_SHORT_MAX bytes of which `size` count, and a quote: it has room, and
 * leaves it for a colon. With small_only, NULL for one that is too long to be
 * written at once.
 */
JAC_INLINE uint8_t *
jac_emit_string_if(jac_walk_t *w, uint8_t *p, VALUE string, unsigned mode,
                   const bool small_only)
{
    if (JAC_LIKELY(mode < JAC_ESC_ASCII)) {
        const uint8_t *text = (const uint8_t *)RSTRING_PTR(string);
        size_t size = (size_t)RSTRING_LEN(string);

        if (JAC_LIKELY(size <= JAC_SHORT_MAX &&
                       (mode == JAC_ESC_PLAIN
                            ? jac_short_copy(p + 1, text, size)
                            : jac_short_copy_mode(p + 1, text, size, mode)) ==
                           size)) {
            p[0] = '"';
            p[size + 1] = '"';
            return p + size + 2;
        }
        if (mode == JAC_ESC_PLAIN && size <= 2 * JAC_SHORT_MAX) {
            return jac_emit_medium_string(w, p, string);
        }
    }
    return small_only ? jac_emit_small_string(w, p, string, mode)
                      : jac_emit_long_string(w, p, string, mode);
}

JAC_INLINE uint8_t *
jac_emit_string(jac_walk_t *w, uint8_t *p, VALUE string, unsigned mode)
{
    return jac_emit_string_if(w, p, string, mode, false);
}

JAC_INLINE uint8_t *
jac_emit_fixnum(uint8_t *p, VALUE number)
{
    return jac_itoa_i64(p, FIX2LONG(number));
}

JAC_INLINE uint8_t *
jac_emit_integer(jac_walk_t *w, uint8_t *p, VALUE number)
{
    return RB_FIXNUM_P(number) ? jac_emit_fixnum(p, number)
                               : jac_emit_bignum(w, p, number);
}

/* At most 16 bytes that need no escaping. */
JAC_INLINE uint8_t *
jac_emit_literal(uint8_t *p, const char *text, size_t size)
{
    memcpy(p, text, size);
    return p + size;
}

/* The slot of a key: its address without the bits that all addresses share. */
JAC_INLINE jac_written_key_t *
jac_key_slot(const jac_walk_t *w, VALUE key)
{
    size_t hash = (size_t)key >> 3;

    hash ^= hash >> 8;
    return &w->workspace->keys[hash & (JAC_KEY_SLOTS - 1)];
}

/*
 * Remembers that `key` and its colon were written from start to end, if they
 * are short and were not written out to an IO since.
 */
JAC_INLINE void
jac_key_written(jac_walk_t *w, VALUE key, const uint8_t *start,
                const uint8_t *end)
{
    size_t size = (size_t)(end - start);
    size_t offset = (size_t)(start - w->buffer.start);

    if (start < end && size <= JAC_KEY_COPY && start >= w->buffer.start &&
        offset <= UINT32_MAX) {
        jac_written_key_t *slot = jac_key_slot(w, key);

        slot->key = key;
        JAC_SHADOW_KEEP(&slot->shadow, key);
        slot->offset = (uint32_t)offset;
        slot->size = (uint16_t)size;
        slot->era = w->workspace->era;
        w->workspace->changeable |=
            !RB_STATIC_SYM_P(key) &&
            (RB_SPECIAL_CONST_P(key) || !RB_OBJ_FROZEN_RAW(key));
    }
}

#endif
