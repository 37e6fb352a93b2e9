#include "generate/walk.h"

#include "generate/coder_types.h"
#include "generate/duplicate_texts.h"
#include "generate/emit_key.h"
#include "generate/emit_numeric_array.h"
#include "generate/emit_scalar.h"
#include "generate/enumerate.h"
#include "generate/key_order.h"
#include "generate/object_methods.h"
#include "ruby/hash_layout.h"

#include <math.h>

JAC_INLINE uint8_t *
begin_pair(jac_walk_t *w, uint8_t *p, const jac_format_t *f, uint8_t before,
           long depth)
{
    p = jac_walk_reserve_member(w, p);
    jac_prefetch_output(p);
    *p++ = before;
    return jac_format_begin(f, w, p, JAC_LINE_OBJECT, depth);
}

/* jac_emit_scalar(), also of a Time that `types` converts to its iso8601. */
JAC_INLINE uint8_t *
emit_value(jac_walk_t *w, uint8_t *p, VALUE v, const jac_format_t *f)
{
    uint8_t *end = jac_emit_scalar(w, p, v, f);

    return JAC_UNLIKELY(!end && w->conversions)
               ? jac_conversions_emit_time(w, p, v)
               : end;
}

/* An element of an array, after the attempt to write it without a frame. */
typedef enum {
    ELEMENT_NONE,    /* there is no further element */
    ELEMENT_WRITTEN, /* all of it is written */
    ELEMENT_BEGUN,   /* the first elements of a numeric array are written */
    ELEMENT_ARRAY,   /* an Array (of no subclass), not begun */
    ELEMENT_OTHER
} element_t;

/* True if v, a Struct, is a Fragment to which no other rules apply. */
JAC_INLINE bool
plain_fragment_p(const jac_walk_t *w, VALUE v)
{
    return RBASIC_CLASS(v) == jac_cFragment && !w->rules;
}

/* Writes v, an Array of no subclass at `depth`, if it is empty or a short
   numeric array. */
JAC_INLINE element_t
emit_small_array(jac_walk_t *w, uint8_t **p, VALUE v, long depth, size_t *begun,
                 const jac_format_t *f)
{
    uint8_t *end;
    size_t done;

    if (depth > w->options.max_nesting && w->options.max_nesting) {
        return ELEMENT_ARRAY;
    }
    if (RARRAY_LEN(v) == 0) {
        *p = jac_emit_literal(*p, "[]", 2);
        return ELEMENT_WRITTEN;
    }
    if (f || !jac_numeric_array_p(v)) {
        return ELEMENT_ARRAY;
    }
    end = jac_emit_numeric_array(w, *p, v, &done);
    if (end) {
        *p = end;
        return ELEMENT_WRITTEN;
    }
    *p = w->buffer.pos;
    *begun = done;
    return done > 0 ? ELEMENT_BEGUN : ELEMENT_ARRAY;
}

/* Writes v, which is not a scalar, if it needs no frame and no call of a
   method: an empty Array, a short numeric array, or a Fragment. */
JAC_INLINE element_t
emit_small(jac_walk_t *w, uint8_t **p, VALUE v, long depth, size_t *begun,
           const jac_format_t *f)
{
    if (RB_SPECIAL_CONST_P(v)) {
        return ELEMENT_OTHER;
    }
    if (RB_BUILTIN_TYPE(v) == T_ARRAY && RBASIC_CLASS(v) == rb_cArray) {
        return emit_small_array(w, p, v, depth, begun, f);
    }
    if (RB_BUILTIN_TYPE(v) == T_STRUCT && plain_fragment_p(w, v)) {
        *p = jac_emit_text(w, *p, jac_fragment_text(v));
        return ELEMENT_WRITTEN;
    }
    return ELEMENT_OTHER;
}

/*
 * Writes array elements from index *at while they need no frame and no method;
 * `before` is '[' or ','. At the end it writes ']' and sets *kind to
 * ELEMENT_NONE. Otherwise it stops at the element *other, index *at, after the
 * preceding comma; if *kind is ELEMENT_BEGUN, *begun elements of *other are
 * already written.
 *
 * The elements and the length are reloaded after anything that can run Ruby
 * code: jac_walk_stop(), a flush to an IO, a line break, a call of a Time's
 * method. If that made the array shorter, null follows the last comma.
 */
JAC_INLINE uint8_t *
emit_elements(jac_walk_t *w, uint8_t *p, uint8_t before, VALUE array,
              size_t *at, long depth, element_t *kind, VALUE *other,
              size_t *begun, const jac_format_t *f)
{
    const VALUE *items = RARRAY_CONST_PTR(array);
    size_t size = (size_t)RARRAY_LEN(array), i;

    for (i = *at; i < size; i++) {
        VALUE item = items[i];
        uint8_t *end;

        if (JAC_UNLIKELY(p > w->buffer.stop)) {
            p = jac_walk_stop(w, p);
            items = RARRAY_CONST_PTR(array);
            size = (size_t)RARRAY_LEN(array);
            item = i < size ? items[i] : Qnil;
        }
        *p++ = before;
        before = ',';
        if (f && f->lines) {
            p = jac_format_begin(f, w, p, JAC_LINE_ARRAY, depth);
            items = RARRAY_CONST_PTR(array);
            size = (size_t)RARRAY_LEN(array);
            item = i < size ? items[i] : Qnil;
        }
        end = jac_emit_scalar(w, p, item, f);
        if (!end) {
            element_t found = emit_small(w, &p, item, depth + 1, begun, f);

            if (found == ELEMENT_OTHER && JAC_UNLIKELY(w->conversions)) {
                end = jac_conversions_emit_time(w, p, item);
                items = RARRAY_CONST_PTR(array);
                size = (size_t)RARRAY_LEN(array);
                if (end) {
                    found = ELEMENT_WRITTEN;
                    p = end;
                }
            }
            if (found != ELEMENT_WRITTEN) {
                /* the next element is likely a container, too */
                if (i + 1 < size && w->buffer.io == Qfalse &&
                    !RB_SPECIAL_CONST_P(items[i + 1])) {
                    JAC_PREFETCH((const void *)items[i + 1]);
                }
                *at = i;
                *kind = found;
                *other = item;
                return p;
            }
            end = p;
        }
        p = end;
        if (f || JAC_UNLIKELY(w->buffer.io != Qfalse)) {
            items = RARRAY_CONST_PTR(array);
            size = (size_t)RARRAY_LEN(array);
        }
    }
    *kind = ELEMENT_NONE;
    return jac_format_end(f, w, p, JAC_LINE_ARRAY, depth - 1);
}

/* Caches keys from now on, if this walk has written enough of them. */
JAC_INLINE void
take_workspace(jac_walk_t *w)
{
    if (JAC_KEEP_WRITTEN_KEYS && !w->workspace &&
        w->keys_written >= JAC_KEYS_BEFORE_WORKSPACE) {
        jac_walk_take_workspace(w);
    }
}

/*
 * Writes members of a Hash of `size` > 0 pairs in compact format, directly from
 * its slot or table. The buffer must have no IO. Stops before a member that
 * does not fit into the buffer or has a key that is not simple, and at a value
 * that needs a frame or Ruby code. Never writes the closing bracket.
 *
 * Sets *at to the number of keys written, and *kind to ELEMENT_WRITTEN if all
 * pairs are written and no two of the keys can have the same text. If it
 * stopped at a value, *other is this value, whose key is written; with
 * ELEMENT_BEGUN, *begun elements of it are written. Otherwise, *kind is
 * ELEMENT_NONE.
 */
JAC_INLINE uint8_t *
emit_members(jac_walk_t *w, uint8_t *p, VALUE hash, size_t size, size_t *at,
             element_t *kind, VALUE *other, size_t *begun)
{
    size_t stride, i = 0;
    const VALUE *slot = jac_hash_slots(hash, size, &stride);
    unsigned kinds = 0;

    *kind = ELEMENT_NONE;
    while (slot && i < size && JAC_LIKELY(p <= w->buffer.stop)) {
        const VALUE key = slot[0], value = slot[1];
        uint8_t *end = jac_emit_simple_key(w, p + 1, key, NULL);

        if (JAC_UNLIKELY(!end)) break;
        *p = i == 0 ? '{' : ',';
        p = end;
        jac_prefetch_output(p);
        i++;
        slot += stride;
        kinds |= jac_key_kind(key);
        end = jac_emit_scalar(w, p, value, NULL);
        if (!end) {
            *kind = emit_small(w, &p, value, w->depth + 2, begun, NULL);
            if (*kind != ELEMENT_WRITTEN) {
                *other = value;
                break;
            }
            *kind = ELEMENT_NONE;
            end = p;
        }
        p = end;
    }
    *at = i;
    if (i == size && *kind == ELEMENT_NONE && jac_same_kind_p(kinds)) {
        *kind = ELEMENT_WRITTEN;
    }
    RB_GC_GUARD(hash);
    return p;
}

/* State of as_json for a value. Its result is not converted again, except
   for NaN, Infinity and their replacements. */
typedef enum {
    CONVERTED_NOT,
    CONVERTED_ONCE,
    CONVERTED_NUMBER
} conversion_state_t;

/*
 * The walk. `f` is NULL for compact format, which is compiled separately. `v`
 * is the first value, or Qundef to continue in the innermost container. Returns
 * at the end, or when a to_json changed the options so that the other instance
 * is needed; w->frame shows which.
 *
 *             +--------------------- value <---------------------+
 *             | scalar: write     other: convert, value again    |
 *             |                   container: '[' or '{'          |
 *             v                      |  scalars of an array      |
 *           next <-------------------+  open a frame for the rest|
 *             | no frame: return                                 |
 *             | array: scalars, up to the next other value ------+
 *             | hash:  keys and scalars, up to the next ... -----+
 *             +- no more: ']' or '}', close the frame, next
 */
JAC_INLINE void
walk(jac_walk_t *w, VALUE v, bool native, jac_format_t *f)
{
    uint8_t *p = w->buffer.pos, *end;
    conversion_state_t coerced = CONVERTED_NOT; /* v is a result of as_json */
    size_t turns = 0; /* results of as_json for this number, less one */
    bool order, omit; /* sort the pairs of v, a Hash; leave some of them out */
    bool same_kind;   /* no two keys of v can have the same text */
    size_t begun = 0; /* elements of a numeric array v already written */
    element_t found;
    VALUE *frame, given;
    jac_object_t outcome;
    size_t at;

    if (v == Qundef) {
        goto next;
    }
    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
    end = emit_value(w, p, v, f);
    if (end) {
        p = end;
        goto next;
    }

value:
    if (!RB_SPECIAL_CONST_P(v)) {
        switch (RB_BUILTIN_TYPE(v)) {
        case T_STRING:
            if (RBASIC_CLASS(v) == rb_cString || native) {
                goto string;
            }
            goto object;
        case T_HASH:
            if (JAC_LIKELY(RBASIC_CLASS(v) == rb_cHash || native)) {
                goto hash;
            }
            goto object;
        case T_ARRAY:
            if (JAC_LIKELY(RBASIC_CLASS(v) == rb_cArray || native)) {
                goto array;
            }
            goto object;
        case T_FLOAT:
            goto real;
        case T_BIGNUM:
            if (f && jac_limits_integers(w)) goto integer;
            p = jac_emit_bignum(w, p, v);
            goto next;
        case T_STRUCT:
            if (plain_fragment_p(w, v)) {
                p = jac_emit_text(w, p, jac_fragment_text(v));
                goto next;
            }
            goto object;
        default:
            break;
        }
    }
    if (f && RB_FIXNUM_P(v)) goto integer;
    if (!RB_SYMBOL_P(v) || !(w->options.strict || w->plain_symbols)) {
        goto object;
    }
    v = rb_sym2str(v);

string : {
    jac_text_kind_t kind = jac_text_kind(v);

    if (kind == JAC_TEXT_OTHER) {
        w->buffer.pos = p;
        v = jac_convert_text(w, v, coerced == CONVERTED_ONCE, false);
        p = w->buffer.pos;
        coerced = CONVERTED_ONCE;
        goto again;
    }
    w->non_ascii |= kind == JAC_TEXT_UTF8;
    p = (RSTRING_LEN(v) > JAC_STRING_UNCHECKED ? jac_emit_huge_string
                                               : jac_emit_string)(
        w, p, v, f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN);
    goto next;
}

integer:
    w->buffer.pos = p;
    p = jac_emit_limited_integer(w, p, v);
    goto next;

real : {
    double number = RFLOAT_VALUE(v);

    if (JAC_LIKELY(isfinite(number))) {
        p = jac_emit_float(w, p, v, f);
        goto next;
    }
    if (w->options.allow_nan) {
        p = jac_emit_non_finite(p, number);
        goto next;
    }
    w->buffer.pos = p;
    turns = coerced == CONVERTED_NOT ? 0 : turns + 1;
    v = jac_convert_non_finite(w, v, turns);
    p = w->buffer.pos;
    coerced = CONVERTED_NUMBER;
    goto again;
}

array:
    jac_walk_check_depth(w, v);
    if (JAC_UNLIKELY(RARRAY_LEN(v) == 0)) {
        p = jac_emit_literal(p, "[]", 2);
        goto next;
    }
    /* an array of scalars needs no frame */
    at = 0;
    {
        VALUE array = v;

        p = emit_elements(w, p, '[', array, &at, w->depth + 1, &found, &v,
                          &begun, f);
        if (found != ELEMENT_NONE) {
            jac_walk_open_array(w, array, at + 1);
            goto element;
        }
    }
    goto next;

numeric_array: /* the rest of a numeric array, within the depth limit */
    jac_walk_check_depth(w, v);
    jac_walk_open_array(w, v, begun);
    goto next;

hash:
    order = f && JAC_UNLIKELY(w->options.sort_keys || w->options.rfc8785);
    given = v;
    at = 0;
    found = ELEMENT_NONE;
    if (order && jac_key_order_open(w, v)) {
        order = false;
        same_kind = true;
        goto opened;
    }
    if (order && !jac_key_order_p(w, v)) {
        w->buffer.pos = p;
        v = jac_convert_order(w, v);
        p = w->buffer.pos;
        order = false;
    }
    jac_walk_check_depth(w, given);
    {
        const size_t size = (size_t)RHASH_SIZE(v);
        VALUE hash = v;

        if (size == 0) {
            p = jac_emit_literal(p, "{}", 2);
            goto next;
        }
        if (!f && w->buffer.io == Qfalse && !w->conversions) {
            p = emit_members(w, p, hash, size, &at, &found, &v, &begun);
            if (found == ELEMENT_WRITTEN) {
                take_workspace(w);
                p = jac_format_end(f, w, p, JAC_LINE_OBJECT, w->depth);
                goto next;
            }
        }
        same_kind = jac_walk_open_hash(w, hash, size);
    }

opened: /* a frame for the Hash is open; `at` of its pairs are written */
    omit = f && JAC_UNLIKELY(w->options.omit_nil || w->options.omit_empty);
    if (order || omit || JAC_UNLIKELY(!same_kind)) {
        w->buffer.pos = p;
        if (order) {
            jac_key_order_apply(w);
        }
        else if (!same_kind) {
            w->rules ? w->rules->check_keys(w) : jac_check_duplicates(w);
        }
        if (omit) jac_omit_members(w);
        p = w->buffer.pos;
        /* no member is left, or another thread emptied the Hash meanwhile */
        if (JAC_UNLIKELY(w->top == w->frame + JAC_WALK_FRAME_SIZE)) {
            jac_walk_close(w);
            p = jac_emit_literal(p, "{}", 2);
            goto next;
        }
    }
    frame = w->stack + w->frame;
    frame[JAC_WALK_NEXT] += 2 * at;
    if (f) {
        /* cycles are detected by the original Hash */
        frame[JAC_WALK_CONTAINER] = given;
        jac_walk_shadow(w);
    }
    if (found == ELEMENT_NONE) goto pairs;

element: /* v: a value of the innermost container, not written yet */
    native = false;
    coerced = CONVERTED_NOT;
    switch (found) {
    case ELEMENT_ARRAY:
        goto array;
    case ELEMENT_BEGUN:
        goto numeric_array;
    default:
        goto value;
    }

object:
    w->buffer.pos = p;
    given = v;
    outcome = JAC_UNLIKELY(w->rules != NULL)
                  ? w->rules->convert(w, &given)
                  : jac_convert_object(w, &given, coerced == CONVERTED_ONCE);
    v = given;
    switch (outcome) {
    case JAC_OBJECT_NONE:
        p = w->buffer.pos;
        goto next;
    case JAC_OBJECT_SPLICE:
        p = jac_emit_text(w, w->buffer.pos, v);
        break;
    case JAC_OBJECT_EACH:
        jac_write_enumerator(w, v);
        p = w->buffer.pos;
        break;
    case JAC_OBJECT_NATIVE:
        p = w->buffer.pos;
        native = true;
        goto value;
    case JAC_OBJECT_AGAIN:
        p = w->buffer.pos;
        coerced = CONVERTED_ONCE;
        goto again;
    case JAC_OBJECT_CALLS:
        w->pending = v;
        return;
    }
    if (JAC_UNLIKELY(jac_walk_compact_p(w) != (f == NULL))) {
        w->buffer.pos = p;
        return;
    }
    if (f) {
        jac_format_prepare(f, w);
    }

next:
    if (JAC_UNLIKELY(w->frame == w->base)) {
        w->buffer.pos = p;
        return;
    }
    frame = w->stack + w->frame;
    if (jac_walk_hash_p(frame)) {
        goto pairs;
    }
    at = frame[JAC_WALK_NEXT];
    jac_walk_check(w, w->frame);
    p = emit_elements(w, p, ',', frame[JAC_WALK_CONTAINER], &at, w->depth,
                      &found, &v, &begun, f);
    if (found != ELEMENT_NONE) {
        frame[JAC_WALK_NEXT] = at + 1;
        goto element;
    }
    jac_walk_close(w);
    goto next;

pairs : {
    VALUE *stack = w->stack;
    uint8_t before;

    at = frame[JAC_WALK_NEXT];
    before = at == w->frame + JAC_WALK_FRAME_SIZE ? '{' : ',';
    for (; at < w->top; at += 2) {
        /* the index for the path of an error in key or value */
        frame[JAC_WALK_NEXT] = at + 2;
        p = begin_pair(w, p, f, before, w->depth);
        before = ',';
        jac_walk_check(w, at);
        p = jac_emit_key(w, p, stack[at], f);
        jac_walk_check(w, at + 1);
        v = stack[at + 1];
        end = emit_value(w, p, v, f);
        if (JAC_UNLIKELY(!end)) {
            found = ELEMENT_OTHER;
            goto element;
        }
        p = end;
    }
}
    take_workspace(w);
    jac_walk_close(w);
    p = jac_format_end(f, w, p, JAC_LINE_OBJECT, w->depth);
    goto next;

again: /* v replaces a value; it can be a scalar */
    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
    end = emit_value(w, p, v, f);
    if (!end) {
        goto value;
    }
    p = end;
    goto next;
}

static JAC_NOINLINE void
walk_compact(jac_walk_t *w, VALUE v, bool native)
{
    walk(w, v, native, NULL);
}

static JAC_NOINLINE void
walk_formatted(jac_walk_t *w, VALUE v, bool native)
{
    jac_format_t f;

    jac_format_prepare(&f, w);
    walk(w, v, native, &f);
}

/* Walks to the end, or to the first object whose to_json must be called. */
static void
walk_on(jac_walk_t *w, VALUE object, bool native)
{
    do {
        if (JAC_LIKELY(jac_walk_compact_p(w))) {
            walk_compact(w, object, native);
        }
        else {
            walk_formatted(w, object, native);
        }
        object = Qundef;
    } while (JAC_UNLIKELY(w->frame != w->base) && w->pending == Qundef);
}

static VALUE
walk_protected(VALUE arg)
{
    jac_walk_t *w = (jac_walk_t *)arg;
    VALUE object = w->pending;

    w->pending = Qundef;
    w->protected_p = true;
    walk_on(w, object, false);
    return Qnil;
}

/* The rest of a walk with calls of to_json, under one rb_protect(), which
   lets errors get their path. */
static JAC_NOINLINE void
walk_rest(jac_walk_t *w)
{
    int tag = 0;

    rb_protect(walk_protected, (VALUE)w, &tag);
    if (JAC_UNLIKELY(tag)) {
        if (w->in_to_json) {
            jac_convert_error(w, rb_errinfo());
        }
        rb_jump_tag(tag);
    }
}

void
jac_write(jac_walk_t *w, VALUE object, bool native)
{
    walk_on(w, object, native);
    if (JAC_UNLIKELY(w->pending != Qundef)) {
        walk_rest(w);
    }
}
