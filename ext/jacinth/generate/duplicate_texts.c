#include "generate/duplicate_texts.h"

#include "generate/convert.h"
#include "generate/object_methods.h"
#include "ruby/errors.h"
#include "ruby/hash_layout.h"

/* True if this key makes json search for duplicates. */
JAC_INLINE bool
odd_key_p(VALUE first, VALUE key)
{
    return (RB_TYPE_P(key, T_STRING) && !RB_TYPE_P(first, T_STRING)) ||
           (RB_SYMBOL_P(key) && !RB_SYMBOL_P(first));
}

static bool
mixed_keys_p(const jac_walk_t *w)
{
    const VALUE *first = w->stack + w->frame + JAC_WALK_FRAME_SIZE, *key;

    for (key = first; key + 1 < w->stack + w->top; key += 2) {
        if (odd_key_p(*first, *key)) {
            return true;
        }
    }
    return false;
}

/* The text of a key: bytes, or an Integer to be written in decimal. */
typedef struct {
    const char *bytes; /* NULL: an Integer */
    size_t length;
} jac_key_text_t;

/*
 * Above this number of keys, a hash table is faster than comparing all pairs.
 */
#define JAC_EACH_WITH_EACH 12

/*
 * True if the keys of a small Hash certainly have different texts: they are
 * Strings, Symbols and small Integers with different bytes. Runs no Ruby code
 * and allocates nothing, so the bytes do not move.
 */
static bool
different_p(const jac_walk_t *w)
{
    jac_key_text_t texts[JAC_EACH_WITH_EACH];
    size_t at, n = 0, i;
    bool numbers = false, numerals = false;

    for (at = w->frame + JAC_WALK_FRAME_SIZE; at + 1 < w->top; at += 2, n++) {
        VALUE key = w->stack[at];

        if (n == JAC_EACH_WITH_EACH) return false;
        texts[n].bytes = NULL;
        if (RB_FIXNUM_P(key)) {
            if (!rb_method_basic_definition_p(rb_cInteger, rb_intern("to_s")))
                return false;
            numbers = true;
            continue;
        }
        if (RB_STATIC_SYM_P(key)) key = rb_sym2str(key);
        if (!RB_TYPE_P(key, T_STRING) || RBASIC_CLASS(key) != rb_cString) {
            return false;
        }
        if (w->options.invalid && jac_text_kind(key) == JAC_TEXT_OTHER) {
            return false;
        }
        texts[n].bytes = RSTRING_PTR(key);
        texts[n].length = (size_t)RSTRING_LEN(key);
        if (texts[n].length > 0 && texts[n].bytes[0] <= '9') numerals = true;
        for (i = 0; i < n; i++) {
            if (texts[i].bytes && texts[i].length == texts[n].length &&
                memcmp(texts[i].bytes, texts[n].bytes, texts[n].length) == 0) {
                return false;
            }
        }
    }
    return !(numbers && numerals);
}

void
jac_fail_duplicate(const jac_walk_t *w, VALUE text, VALUE hash)
{
    jac_walk_fail(w, Qnil,
                  "detected duplicate key %" PRIsVALUE " in %" PRIsVALUE,
                  jac_inspected(text), jac_inspected(hash));
}

/* Returns the innermost Hash in the order in which it is written. Runs no user
   code, so the stack does not move. */
static VALUE
written_hash(const jac_walk_t *w)
{
    VALUE hash = w->stack[w->frame + JAC_WALK_CONTAINER];
    size_t at;

    if (!w->options.sort_keys && !w->options.rfc8785) return hash;
    hash = rb_funcall(rb_hash_new(), rb_intern("compare_by_identity"), 0);
    for (at = w->frame + JAC_WALK_FRAME_SIZE; at + 1 < w->top; at += 2) {
        rb_hash_aset(hash, w->stack[at], w->stack[at + 1]);
    }
    return hash;
}

typedef struct {
    jac_walk_t *walk;
    size_t at; /* of the next key on the stack */
} texts_t;

static int
replace_key(VALUE text, VALUE value, VALUE arg)
{
    texts_t *texts = (texts_t *)arg;
    VALUE *key = texts->walk->stack + texts->at;

    if (!RB_SYMBOL_P(*key) && CLASS_OF(*key) != rb_cString &&
        RB_TYPE_P(text, T_STRING)) {
        *key = text;
    }
    texts->at += 2;
    return ST_CONTINUE;
}

/* Replaces the keys of the innermost Hash by their texts, the keys of `seen`,
   so that to_s is not called again. Runs no Ruby code. */
static void
replace_keys(jac_walk_t *w, VALUE seen)
{
    texts_t texts = {w, w->frame + JAC_WALK_FRAME_SIZE};

    jac_hash_each(seen, replace_key, (VALUE)&texts);
    jac_walk_shadow(w);
    RB_GC_GUARD(seen);
}

void
jac_search_duplicates(jac_walk_t *w)
{
    const bool text_keys = jac_text_keys_p(w);
    const size_t first = w->frame + JAC_WALK_FRAME_SIZE;
    VALUE seen, key, text;
    size_t at;

    if (w->top <= first + 2 ||
        w->stack[w->frame + JAC_WALK_LINK] & JAC_LINK_SEARCHED) {
        return;
    }
    w->stack[w->frame + JAC_WALK_LINK] |= JAC_LINK_SEARCHED;
    if (different_p(w)) {
        return;
    }
    /* hidden from ObjectSpace, so that it has as many keys as the frame */
    seen = rb_obj_hide(rb_hash_new());
    for (at = first; at + 1 < w->top; at += 2) {
        jac_ticket_t ticket;
        bool added;

        key = text = w->stack[at];
        if (CLASS_OF(key) != rb_cString) {
            text = text_keys && !RB_TYPE_P(key, T_STRING)
                       ? jac_key_to_s(w, key)
                       : jac_walk_call(w, key, rb_intern("to_s"), 0, NULL);
        }
        if (RB_TYPE_P(text, T_STRING) && w->options.invalid &&
            jac_text_kind(text) == JAC_TEXT_OTHER) {
            text = jac_replace_invalid(w, text);
        }
        ticket = jac_walk_exit_to_ruby(w);
        added = jac_hash_add(seen, text, Qtrue);
        jac_walk_reenter(w, ticket);
        if (!added) {
            jac_fail_duplicate(w, text, written_hash(w));
        }
    }
    if (text_keys) replace_keys(w, seen);
}

void
jac_check_duplicates(jac_walk_t *w)
{
    if (!w->options.allow_duplicate_key && mixed_keys_p(w)) {
        jac_search_duplicates(w);
    }
}

void
jac_check_converted_key(jac_walk_t *w, VALUE key)
{
    if (!w->options.allow_duplicate_key && w->frame != JAC_WALK_NO_FRAME &&
        odd_key_p(w->stack[w->frame + JAC_WALK_FRAME_SIZE], key)) {
        jac_search_duplicates(w);
    }
}
