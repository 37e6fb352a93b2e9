/*
 * Inline writers of strings, keys and numbers. Each takes the position to write
 * to and returns the end of its output. docs/internals/strings.md explains the
 * paths.
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

/* Writes any string: long, or with characters to escape. `string` is valid
   UTF-8; `mode` is one of JAC_ESC_*. Leaves capacity for a colon. */
uint8_t *jac_emit_long_string(jac_walk_t *w, uint8_t *p, VALUE string,
                              unsigned mode);

/* The longest String, in bytes, that is written without an interrupt check. */
#define JAC_STRING_UNCHECKED (1024 * 1024)

/* The same, but returns NULL and writes nothing for longer Strings. */
uint8_t *jac_emit_small_string(jac_walk_t *w, uint8_t *p, VALUE string,
                               unsigned mode);

/* Writes a String of any length, with interrupt checks, so any Ruby code can
   run (jac_walk_stop). */
uint8_t *jac_emit_huge_string(jac_walk_t *w, uint8_t *p, VALUE string,
                              unsigned mode);

/* Writes at most 2 * JAC_SHORT_MAX bytes in plain escaping. Needs capacity
   for them, the quotes and a colon. */
uint8_t *jac_emit_medium_string(jac_walk_t *w, uint8_t *p, VALUE string);

/* True if a double holds the Integer exactly and no other Integer: up to
   2**53 - 1, like ECMAScript's Number.isSafeInteger. */
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

/* Writes an Integer with rfc8785 or safe_integers. Can raise GeneratorError. */
uint8_t *jac_emit_limited_integer(jac_walk_t *w, uint8_t *p, VALUE number);

uint8_t *jac_emit_non_finite(uint8_t *p, double number);

uint8_t *jac_emit_bignum(jac_walk_t *w, uint8_t *p, VALUE number);

/* Writes JSON text unchanged except for the escapes of html_safe, which can
   only apply inside strings. */
uint8_t *jac_emit_text(jac_walk_t *w, uint8_t *p, VALUE text);

/* Returns the escape mode for a text. ASCII text needs no escapes for
   non-ASCII. */
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

/* True if v, not a special constant, is a String of no subclass. */
JAC_INLINE bool
jac_basic_string_p(VALUE v)
{
    return RB_BUILTIN_TYPE(v) == T_STRING && RBASIC_CLASS(v) == rb_cString;
}

/* Returns the text of a Symbol or String in ASCII or UTF-8; Qfalse for keys
   whose text depends on their methods or is converted. */
JAC_INLINE VALUE
jac_plain_key_text(VALUE key)
{
    const VALUE text = RB_SYMBOL_P(key) ? rb_sym2str(key) : key;

    return !RB_SPECIAL_CONST_P(text) && jac_basic_string_p(text) &&
                   jac_text_kind(text) != JAC_TEXT_OTHER
               ? text
               : Qfalse;
}

/*
 * Writes a string of kind ASCII or UTF8 in quotes. The fast path needs capacity
 * for two quotes, JAC_SHORT_MAX bytes and a colon. With small_only it returns
 * NULL for a String longer than JAC_STRING_UNCHECKED.
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

/* Writes at most 16 bytes that need no escapes. */
JAC_INLINE uint8_t *
jac_emit_literal(uint8_t *p, const char *text, size_t size)
{
    memcpy(p, text, size);
    return p + size;
}

/* Returns the cache slot of a key, from the address without constant bits. */
JAC_INLINE jac_written_key_t *
jac_key_slot(const jac_walk_t *w, VALUE key)
{
    size_t hash = (size_t)key >> 3;

    hash ^= hash >> 8;
    return &w->workspace->keys[hash & (JAC_KEY_SLOTS - 1)];
}

/* Caches a String or Symbol, written in [start, end) with its colon, if it is
   short and was not flushed to an IO since. */
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
            !RB_STATIC_SYM_P(key) && !RB_OBJ_FROZEN_RAW(key);
    }
}

#endif
