/* Writes keys with their colons. A key is copied from the output if this
   walk wrote it before, taken from the table of Symbols, or escaped. */
#ifndef JAC_EMIT_KEY_H
#define JAC_EMIT_KEY_H

#include "generate/emit.h"
#include "generate/format.h"
#include "generate/symbol_keys.h"

/* Set to 0 to measure the gain of each cache. */
#ifndef JAC_KEEP_WRITTEN_KEYS
#define JAC_KEEP_WRITTEN_KEYS 1
#endif
#ifndef JAC_KEEP_SYMBOL_KEYS
#define JAC_KEEP_SYMBOL_KEYS 1
#endif

/* A walk with fewer keys gets no workspace, and so no cache of keys. */
#define JAC_KEYS_BEFORE_WORKSPACE 8

/* Writes any key. `f` is NULL in compact format. Can run Ruby code. Raises
   GeneratorError and TypeError. Needs capacity for a member. */
uint8_t *jac_emit_new_key(jac_walk_t *w, uint8_t *p, VALUE key,
                          const jac_format_t *f);

#ifdef JACINTH_DEBUG
/* Debug check: aborts if the cached bytes differ from the escaped key. */
void jac_check_written_key(const jac_walk_t *w, const uint8_t *bytes,
                           size_t size, VALUE key, const jac_format_t *f);
#else
#define jac_check_written_key(w, bytes, size, key, f) ((void)0)
#endif

/* Copies JAC_KEY_COPY bytes that can overlap: all loads precede all stores.
   Copies two halves, because gcc stores one array of 32 bytes to the stack. */
JAC_INLINE void
jac_copy_key(uint8_t *to, const uint8_t *from)
{
    uint64_t first[JAC_KEY_COPY / 16], second[JAC_KEY_COPY / 16];

    memcpy(first, from, sizeof(first));
    memcpy(second, from + sizeof(first), sizeof(second));
    memcpy(to, first, sizeof(first));
    memcpy(to + sizeof(first), second, sizeof(second));
}

/* Writes the colon after a key. f is NULL (compact format), or has a prepared
   colon. */
JAC_INLINE uint8_t *
jac_emit_colon(uint8_t *p, const jac_format_t *f)
{
    if (!f) {
        *p = ':';
        return p + 1;
    }
    memcpy(p, f->colon, JAC_COLON_SIZE);
    return p + f->colon_size;
}

/* Caches the key in [start, end), or counts it if the walk has no cache yet. */
JAC_INLINE void
jac_count_key(jac_walk_t *w, VALUE key, const uint8_t *start,
              const uint8_t *end)
{
    if (JAC_KEEP_WRITTEN_KEYS && w->workspace) {
        jac_key_written(w, key, start, end);
    }
    else {
        w->keys_written++;
    }
}

/* Writes a short ASCII key without escapes, and its colon. Returns NULL and
   writes nothing for other keys. f is as in jac_emit_colon(), and `mode` is
   jac_emit_mode() of ASCII text. */
JAC_INLINE uint8_t *
jac_emit_short_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f,
                   unsigned mode)
{
    const uint8_t *text;
    uint8_t *end;
    size_t size;

    if (RB_SPECIAL_CONST_P(key) || !jac_basic_string_p(key) ||
        RB_ENC_CODERANGE(key) != RUBY_ENC_CODERANGE_7BIT) {
        return NULL;
    }
    size = (size_t)RSTRING_LEN(key);
    text = (const uint8_t *)RSTRING_PTR(key);
    if (size > JAC_SHORT_MAX ||
        jac_short_copy_mode(p + 1, text, size, mode) != size) {
        return NULL;
    }
    p[0] = '"';
    p[size + 1] = '"';
    end = jac_emit_colon(p + size + 2, f);
    jac_count_key(w, key, p, end);
    return end;
}

/* Writes a cached static Symbol and its colon. Returns NULL and writes nothing
   for other Symbols. f is as in jac_emit_colon(). `plain`: the options have
   only the escapes of compact format. */
JAC_INLINE uint8_t *
jac_emit_symbol_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f,
                    const bool plain)
{
    const jac_symbol_key_t *slot = jac_symbol_key_slot(key);

    if (JAC_UNLIKELY(slot->symbol != key || !(plain || slot->unescaped))) {
        return NULL;
    }
    jac_check_written_key(w, slot->text, slot->size, key, NULL);
    memcpy(p, slot->text, JAC_SYMBOL_KEY_SIZE);
    w->non_ascii |= slot->non_ascii;
    p += slot->size;
    return f ? jac_emit_colon(p - 1, f) : p;
}

/* Writes a cached key, or a short ASCII key without escapes. Returns NULL and
   writes nothing for other keys. Needs capacity for a member. */
JAC_INLINE uint8_t *
jac_emit_simple_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f)
{
    const bool plain = !f || f->plain_keys;

    if (JAC_KEEP_WRITTEN_KEYS && w->workspace) {
        const jac_written_key_t *slot = jac_key_slot(w, key);

        if (JAC_LIKELY(slot->key == key && slot->era == w->workspace->era)) {
            JAC_SHADOW_CHECK(&slot->shadow, key, "the keys that were written");
            jac_check_written_key(w, w->buffer.start + slot->offset, slot->size,
                                  key, f);
            jac_copy_key(p, w->buffer.start + slot->offset);
            return p + slot->size;
        }
    }
    if (!plain) return NULL;
    if (JAC_KEEP_SYMBOL_KEYS && RB_STATIC_SYM_P(key)) {
        return jac_emit_symbol_key(w, p, key, f, true);
    }
    return jac_emit_short_key(w, p, key, f, JAC_ESC_PLAIN);
}

/* Writes any key. Needs capacity for a member. */
JAC_INLINE uint8_t *
jac_emit_key(jac_walk_t *w, uint8_t *p, VALUE key, const jac_format_t *f)
{
    uint8_t *end = jac_emit_simple_key(w, p, key, f);

    return JAC_LIKELY(end != NULL) ? end : jac_emit_new_key(w, p, key, f);
}

#endif
