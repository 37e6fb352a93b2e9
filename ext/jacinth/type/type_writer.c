#include "type/type_writer.h"

#include "generate/coder_types.h"
#include "generate/duplicate_texts.h"
#include "generate/emit_key.h"
#include "generate/emit_scalar.h"
#include "generate/emit_time.h"
#include "generate/pretty_printer.h"
#include "generate/generator.h"
#include "generate/walk.h"
#include "ruby/time_fields.h"
#include "type/type_write_choice.h"
#include "type/type_scalar.h"
#include "type/type_write_scalar.h"

#include <math.h>

/*
 * The walk over typed objects. Its frames are on the generator's stack of
 * VALUEs (generate/walk_stack.h), which marks and pins them. They begin like
 * the generator's frames, so that its code finds the path of an error. The type
 * of each follows:
 *
 *   object   | container | at + 5 | link | key | member * 2 + begun | type |
 *   array    | container | next   | link | type |
 *   map      | container | next   | link | key 0 | value 0 | ... | type |
 *
 * Members and elements are read from their container one by one, because a
 * flush to an IO, or a method that is called, can change it.
 */
enum {
    JAC_TYPED_KEY = JAC_WALK_FRAME_SIZE,
    JAC_TYPED_MEMBER,
    JAC_TYPED_TYPE,
    JAC_TYPED_SIZE
};

typedef struct {
    jac_walk_t *walk;
    const jac_type_t *type; /* NULL or VALUE: written by the generator; with
                               `rails`: as Active Support does */
    VALUE value;
} jac_nested_t;

static void write_value(jac_walk_t *w, const jac_type_t *type, VALUE value);

static VALUE
write_protected(VALUE data)
{
    const jac_nested_t *nested = (const jac_nested_t *)data;

    if (nested->type == NULL || nested->type->kind == JAC_TYPE_VALUE) {
        jac_write(nested->walk, nested->value, false);
    }
    else if (nested->type->rails) {
        jac_rails.write(nested->walk, nested->value, 0);
    }
    else {
        write_value(nested->walk, nested->type, nested->value);
    }
    return Qnil;
}

/*
 * Writes the value by the type or, if that is NULL or a VALUE, as the generator
 * does. This is a walk of its own above the open frames, from w->buffer.pos
 * on. The paths of its errors begin with the path of the open frames.
 * Options that a to_json changes are restored.
 */
static void
write_nested(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const size_t frame = w->frame, base = w->base, top = w->top;
    const long depth = w->depth;
    const bool protected_p = w->protected_p;
    VALUE (*const outer_path)(const jac_walk_t *) = w->outer_path;
    const jac_generator_options_t options = w->options;
    jac_nested_t nested = {w, type, value};
    int tag = 0;

    if (JAC_UNLIKELY(ruby_stack_check())) jac_walk_fail_nesting(w, 1);
    w->frame = w->base = JAC_WALK_NO_FRAME;
    w->protected_p = false;
    w->outer_path = NULL;
    /* for these types, load counts levels as parse does: an empty container can
       exceed max_nesting by one */
    if (type == NULL || type->rails) w->options.empty_deeper = true;
    rb_protect(write_protected, (VALUE)&nested, &tag);
    w->frame = frame;
    w->base = base;
    w->top = top;
    w->depth = depth;
    w->protected_p = protected_p;
    w->outer_path = outer_path;
    w->options = options;
    if (JAC_UNLIKELY(tag)) {
        jac_convert_path(w, rb_errinfo());
        rb_jump_tag(tag);
    }
}

uint8_t *
jac_typed_write_any(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                    VALUE value)
{
    w->buffer.pos = p;
    write_nested(w, type, value);
    return jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
}

static void
push(jac_walk_t *w, VALUE value)
{
    if (JAC_UNLIKELY(w->capacity == w->top)) jac_walk_grow(w, 1);
    w->stack[w->top] = value;
    jac_walk_set_top(w, w->top + 1);
}

/*
 * The distances, in elements, at which objects and their texts are prefetched.
 */
enum { JAC_FETCH_OBJECT = 4, JAC_FETCH_TEXTS = 2 };

/*
 * The elements of an array are usually objects of one type, scattered in
 * memory, and so are their Strings. This prefetches an object some elements
 * ahead of `at` (two cache lines, with its first members), and the Strings of a
 * nearer one, whose members have been prefetched before. It only reads elements
 * of the array.
 */
JAC_INLINE void
fetch_ahead(const jac_type_t *type, VALUE array, size_t at)
{
    const size_t n = (size_t)RARRAY_LEN(array);
    VALUE object;
    size_t i;

    if (at + JAC_FETCH_OBJECT < n) {
        object = RARRAY_AREF(array, (long)(at + JAC_FETCH_OBJECT));
        JAC_PREFETCH((const void *)object);
        JAC_PREFETCH((const void *)(object + 64));
    }
    if (!type->layout.direct || at + JAC_FETCH_TEXTS >= n) return;
    object = RARRAY_AREF(array, (long)(at + JAC_FETCH_TEXTS));
    if (CLASS_OF(object) != type->klass) return;
    for (i = 0; i < type->fetch_count; i++) {
        JAC_PREFETCH((const void *)jac_struct_words(object)[type->fetch[i]]);
    }
}

JAC_INLINE uint8_t *
end_container(jac_walk_t *w, uint8_t *p, int kind, const jac_format_t *f)
{
    jac_walk_close(w);
    return jac_format_end(f, w, p, kind, w->depth);
}

/*
 * True if the keys of a Hash have different texts: all are Symbols, or all are
 * Strings, in ASCII or UTF-8.
 */
static bool
different_keys_p(VALUE hash, VALUE pairs)
{
    long i;

    if (jac_hash_identity_p(hash)) return false;
    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        const VALUE key = RARRAY_AREF(pairs, i);

        if (RB_SYMBOL_P(key) != RB_SYMBOL_P(RARRAY_AREF(pairs, 0)) ||
            !RTEST(jac_plain_key_text(key))) {
            return false;
        }
    }
    return true;
}

/*
 * Raises GeneratorError if an unknown member has the name of a member of the
 * type, or of another unknown member.
 */
static void
check_collected(jac_walk_t *w, const jac_type_t *type, VALUE hash, VALUE pairs)
{
    VALUE seen = different_keys_p(hash, pairs) ? Qnil : rb_hash_new(), text;
    long i;

    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        text = RARRAY_AREF(pairs, i);
        if (RB_TYPE_P(text, T_STRING) && !jac_basic_string_p(text)) {
            text = jac_walk_call(w, text, rb_intern("to_s"), 0, NULL);
        }
        text = jac_typed_key_text(w, text);
        if (!jac_basic_string_p(text)) {
            text = rb_str_subseq(text, 0, RSTRING_LEN(text)); /* no `eql?` */
        }
        if ((!NIL_P(seen) && !jac_hash_add(seen, text, Qtrue)) ||
            jac_member_find(type, (const uint8_t *)RSTRING_PTR(text),
                            (size_t)RSTRING_LEN(text)) != UINT32_MAX) {
            /* the error's path is the object's, not a member's */
            w->stack[w->frame + JAC_WALK_NEXT] = w->frame + JAC_WALK_FRAME_SIZE;
            jac_fail_duplicate(w, text, hash);
        }
        RB_GC_GUARD(text);
    }
}

/*
 * Writes the pairs of the Hash of unknown members as members of their object.
 */
static uint8_t *
write_collected(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE hash,
                bool *begun, const jac_format_t *f)
{
    VALUE pairs = rb_obj_hide(rb_ary_new());
    long i;

    rb_hash_foreach(hash, jac_push_pair, pairs);
    w->buffer.pos = p;
    if (!w->options.allow_duplicate_key) check_collected(w, type, hash, pairs);
    p = w->buffer.pos;
    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        p = jac_walk_reserve_member(w, p);
        *p++ = *begun ? ',' : '{';
        *begun = true;
        w->stack[w->frame + JAC_TYPED_KEY] = RARRAY_AREF(pairs, i);
        p = jac_format_begin(f, w, p, JAC_LINE_OBJECT, w->depth);
        p = jac_emit_key(w, p, RARRAY_AREF(pairs, i), f);
        p = jac_typed_write_any(w, p, NULL, RARRAY_AREF(pairs, i + 1));
    }
    RB_GC_GUARD(pairs);
    return p;
}

static uint8_t *
write_float(jac_walk_t *w, uint8_t *p, VALUE number)
{
    const double value = RFLOAT_VALUE(number);

    if (JAC_LIKELY(isfinite(value))) {
        return jac_dtoa_json_bits(p, jac_float_bits(number));
    }
    if (!w->options.allow_nan) {
        w->buffer.pos = p;
        jac_fail_non_finite(w, number);
    }
    return jac_emit_non_finite(p, value);
}

static uint8_t *
write_integer(jac_walk_t *w, uint8_t *p, VALUE value)
{
    if (jac_limits_integers(w)) return jac_emit_limited_integer(w, p, value);
    return jac_emit_integer(w, p, value);
}

/* The same as write_simple(), for a type of kind VALUE. */
static JAC_NOINLINE uint8_t *
write_any_simple(jac_walk_t *w, uint8_t *p, VALUE value, const jac_format_t *f)
{
    uint8_t *after = jac_emit_scalar(w, p, value, f);

    if (after != NULL) return after;
    w->buffer.pos = p;
    return jac_emit_time(w, p, value);
}

/* True if the value is a Time that jac_time_write() writes without an error. */
static bool
writable_time_p(VALUE value)
{
    uint32_t nanoseconds;
    int64_t seconds;

    return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == rb_cTime &&
           jac_time_read_words(value, &seconds, &nanoseconds);
}

/*
 * Writes a value that needs neither a frame nor Ruby code nor a check of
 * limits. Returns NULL, with nothing written, for any other. There is capacity
 * for a member.
 */
JAC_INLINE uint8_t *
write_simple(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value,
             const jac_format_t *f, bool rows)
{
    if (type->kind == JAC_TYPE_OPTIONAL) {
        if (NIL_P(value)) return jac_emit_literal(p, "null", 4);
        type = type->of;
    }
    switch (type->simple_kind) {
    case JAC_TYPE_STRING: {
        jac_text_kind_t kind;

        if (RB_SPECIAL_CONST_P(value) || !jac_basic_string_p(value)) {
            return NULL;
        }
        kind = jac_text_kind(value);
        if (JAC_UNLIKELY(kind == JAC_TEXT_OTHER)) return NULL;
        w->non_ascii |= kind == JAC_TEXT_UTF8;
        return jac_emit_string(w, p, value, jac_typed_escape_mode(w, kind, f));
    }
    case JAC_TYPE_INTEGER:
        if (!RB_FIXNUM_P(value)) return NULL;
        if (f && JAC_UNLIKELY(jac_limits_integers(w))) return NULL;
        return jac_emit_fixnum(p, value);
    case JAC_TYPE_FLOAT:
        return RB_FLONUM_P(value) ? jac_dtoa_json_bits(p, jac_float_bits(value))
                                  : NULL;
    case JAC_TYPE_BOOLEAN:
        if (value == Qtrue) return jac_emit_literal(p, "true", 4);
        if (value == Qfalse) return jac_emit_literal(p, "false", 5);
        return NULL;
    case JAC_TYPE_TIME:
        return writable_time_p(value) ? jac_time_write(p, value) : NULL;
    default:
        return rows && type->kind == JAC_TYPE_VALUE
                   ? write_any_simple(w, p, value, f)
                   : NULL;
    }
}

/* True if an OBJECT writes this object. Raises GeneratorError if that does not
   pass the type's check. Can run Ruby code; the walk can continue at p. */
static JAC_NOINLINE bool
admitted(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE object)
{
    if (!jac_type_fits(w, type, object, false)) return false;
    w->buffer.pos = p;
    if (type->constrained) jac_typed_check_value(w, type, object, object);
    return true;
}

/*
 * Opens a Hash whose keys are the texts that are written for the keys of a MAP.
 * Moves w->buffer.pos. Raises GeneratorError for a key that does not fit, and
 * for two keys with the same text.
 */
static JAC_NOINLINE void
open_with_text_keys(jac_walk_t *w, const jac_type_t *type, VALUE hash)
{
    const jac_type_t *of = type->key;
    VALUE pairs = rb_obj_hide(rb_ary_new()), texts = rb_hash_new(), key, text;
    long i;

    rb_hash_foreach(hash, jac_push_pair, pairs);
    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        text = key = RARRAY_AREF(pairs, i);
        if (!jac_contents_fit(w, of, key, NULL))
            jac_typed_fail_mismatch(w, of, key);
        if (RB_SYMBOL_P(key)) {
            text = rb_sym2str(key);
        }
        else if (!RB_TYPE_P(key, T_STRING)) {
            text = jac_walk_call(w, of->self, rb_intern("_key_text"), 1, &key);
        }
        if (!jac_hash_add(texts, text, RARRAY_AREF(pairs, i + 1)) &&
            !w->options.allow_duplicate_key) {
            jac_fail_duplicate(w, text, hash);
        }
    }
    jac_walk_open_hash(w, texts, (size_t)RHASH_SIZE(texts));
    /* cycles are detected by the original Hash */
    w->stack[w->frame + JAC_WALK_CONTAINER] = hash;
    jac_walk_shadow(w);
    RB_GC_GUARD(pairs);
}

static bool
omitted(jac_walk_t *w, const jac_member_t *member, VALUE value)
{
    jac_ticket_t ticket;
    bool equal;

    if (member->omit_nil && NIL_P(value)) return true;
    if (!member->omit_default || member->fallback == Qundef) return false;
    ticket = jac_walk_exit_to_ruby(w);
    equal = RTEST(rb_equal(value, member->fallback));
    jac_walk_reenter(w, ticket);
    return equal;
}

/* Writes a member's name, and a constant's value, formatted by the options. */
static uint8_t *
write_formatted_name(jac_walk_t *w, uint8_t *p, const jac_member_t *member,
                     const jac_format_t *f)
{
    p = jac_format_begin(f, w, p, JAC_LINE_OBJECT, w->depth);
    p = jac_emit_key(w, p, member->step, f);
    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
    if (!member->constant) return p;
    return jac_typed_write_string(w, p, member->type->members[0].step, f);
}

/*
 * Writes the other members of the object in the frame, all of which are plain.
 * If write_simple() cannot write one, its name is written and *type and *value
 * are set; otherwise *type is NULL, and the object ends. `rows` is a constant:
 * the object is a row.
 */
JAC_INLINE uint8_t *
write_members(jac_walk_t *w, uint8_t *p, const jac_type_t *within, VALUE *frame,
              const jac_type_t **type, VALUE *value, bool rows)
{
    /* the frame keeps the object alive and pins it */
    const VALUE *const words =
        rows ? jac_row_values(w, within, frame[JAC_WALK_CONTAINER])
             : jac_struct_words(frame[JAC_WALK_CONTAINER]);
    const jac_member_t *member = within->members + frame[JAC_TYPED_MEMBER] / 2;
    const jac_member_t *const end = within->members + within->named;
    uint8_t *after, before = frame[JAC_TYPED_MEMBER] & 1 ? ',' : '{';

    w->non_ascii |= within->high_names;
    for (; member < end; member++) {
        frame[JAC_TYPED_KEY] = member->step;
        p = jac_walk_reserve(w, p, JAC_KEY_COPY + JAC_MEMBER_SPACE);
        *p++ = before;
        before = ',';
        jac_copy_key(p, member->text);
        p += member->title;
        after =
            write_simple(w, p, member->type, words[member->slot], NULL, rows);
        if (JAC_UNLIKELY(after == NULL)) {
            if (rows && words[member->slot] == within->klass) {
                p -= member->title + 1;
                before = *p;
                continue;
            }
            frame[JAC_TYPED_MEMBER] =
                (VALUE)(member + 1 - within->members) << 1 | 1;
            *type = member->type;
            *value = words[member->slot];
            return p;
        }
        p = after;
    }
    p = jac_walk_reserve(w, p, 2);
    if (JAC_UNLIKELY(before == '{')) *p++ = '{';
    *p++ = '}';
    *type = NULL;
    return p;
}

static JAC_NOINLINE uint8_t *
write_plain_members(jac_walk_t *w, uint8_t *p, const jac_type_t *within,
                    VALUE *frame, const jac_type_t **type, VALUE *value)
{
    return write_members(w, p, within, frame, type, value, false);
}

JAC_INLINE void
open_object(jac_walk_t *w, const jac_type_t *type, VALUE object)
{
    VALUE *frame;

    jac_walk_check_depth(w, object);
    frame = jac_walk_push(w, object, JAC_TYPED_SIZE, 1);
    frame[JAC_WALK_NEXT] = w->frame + JAC_TYPED_KEY + 2;
    frame[JAC_TYPED_KEY] = Qnil;
    frame[JAC_TYPED_TYPE] = type->self;
    frame[JAC_TYPED_MEMBER] = 0;
    jac_walk_set_top(w, w->frame + JAC_TYPED_SIZE);
}

static JAC_NOINLINE uint8_t *
write_row_members(jac_walk_t *w, uint8_t *p, const jac_type_t *within,
                  VALUE *frame, const jac_type_t **type, VALUE *value)
{
    return write_members(w, p, within, frame, type, value, true);
}

/* Writes `value` and its contents from w->buffer.pos on. `f` is NULL without
   formatting; `rows` is true if the type can contain rows. Each case is
   compiled on its own. */
JAC_INLINE void
walk(jac_walk_t *w, const jac_type_t *root, VALUE value, const jac_format_t *f,
     bool rows)
{
    const jac_type_t *type = root, *within;
    uint8_t *p = w->buffer.pos, *after;
    VALUE *frame, chosen = 0;
    size_t at;
    bool begun;

value: /* all values except simple ones: reserving checks interrupts */
    p = jac_walk_reserve_member(w, p);
again:
    after = write_simple(w, p, type, value, f, rows);
    if (JAC_LIKELY(after != NULL)) {
        p = after;
        goto next;
    }
    switch ((jac_type_kind_t)type->kind) {
    case JAC_TYPE_STRING:
        if (!RB_TYPE_P(value, T_STRING)) break;
        if (JAC_UNLIKELY(type->constrained)) {
            value = jac_typed_check_string(w, p, type, value);
            p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        }
        p = jac_typed_write_string(w, p, value, f);
        goto next;
    case JAC_TYPE_FLOAT:
        if (RB_FLOAT_TYPE_P(value)) {
            if (JAC_UNLIKELY(type->constrained)) {
                jac_typed_check_limits(w, p, type, value, value);
            }
            p = write_float(w, p, value);
            goto next;
        }
        if (!RB_INTEGER_TYPE_P(value)) break;
        jac_typed_check_float(w, p, type, value);
        p = write_integer(w, p, value);
        goto next;
    case JAC_TYPE_INTEGER:
        if (!RB_INTEGER_TYPE_P(value)) break;
        if (JAC_UNLIKELY(type->constrained)) {
            jac_typed_check_limits(w, p, type, value, value);
        }
        p = write_integer(w, p, value);
        goto next;
    case JAC_TYPE_BOOLEAN:
        break;
    case JAC_TYPE_OPTIONAL:
        type = type->of;
        goto again;
    case JAC_TYPE_REF:
        type = jac_type_target(type);
        goto again;
    case JAC_TYPE_UNION:
    case JAC_TYPE_TAGGED:
    case JAC_TYPE_VARIANT:
    case JAC_TYPE_FIRST: {
        const jac_type_t *one;

        w->buffer.pos = p;
        one = type->kind == JAC_TYPE_FIRST
                  ? jac_choose_first(w, type, value, &chosen)
                  : jac_choose_alternative(w, type, value);
        p = w->buffer.pos;
        if (one == NULL) break;
        type = one;
        goto again;
    }
    case JAC_TYPE_SCALAR:
        value = jac_typed_call(w, p, type->dump, rb_intern("call"), 1, &value);
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        if (type->of == NULL) {
            p = jac_typed_write_any(w, p, NULL, value);
            goto next;
        }
        type = type->of;
        goto again;
    case JAC_TYPE_SET:
        if (!jac_kind_of(value, type->klass)) break;
        if (JAC_UNLIKELY(type->constrained)) {
            jac_typed_check_limits(w, p, type, value, value);
        }
        value = jac_typed_call(w, p, value, rb_intern("to_a"), 0, NULL);
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        if (JAC_UNLIKELY(type->unique))
            jac_typed_check_distinct(w, p, type, value);
        goto array;
    case JAC_TYPE_ARRAY:
    case JAC_TYPE_TUPLE:
array:
        if (!RB_TYPE_P(value, T_ARRAY)) break;
        if (JAC_UNLIKELY(type->constrained) && type->kind != JAC_TYPE_SET) {
            jac_typed_check_limits(w, p, type, value, value);
        }
        w->buffer.pos = p;
        jac_walk_check_depth(w, value);
        if (RARRAY_LEN(value) == 0) {
            p = jac_emit_literal(p, "[]", 2);
            goto next;
        }
        jac_walk_open_array(w, value, 0);
        push(w, type->self);
        *p++ = '[';
        goto next;
    case JAC_TYPE_VALUE:
        within = rows ? jac_value_type(type, value) : NULL;
        if (within == type) goto array;
        if (within == NULL) {
            p = jac_typed_write_rare(w, p, type, value, f);
            goto next;
        }
        type = within;
        goto again;
    case JAC_TYPE_MAP:
        if (!RB_TYPE_P(value, T_HASH)) break;
        if (JAC_UNLIKELY(type->constrained)) {
            jac_typed_check_limits(w, p, type, value, value);
        }
        w->buffer.pos = p;
        jac_walk_check_depth(w, value);
        if (RHASH_SIZE(value) == 0) {
            p = jac_emit_literal(p, "{}", 2);
            goto next;
        }
        if (JAC_UNLIKELY(type->key != NULL)) {
            open_with_text_keys(w, type, value);
            p = w->buffer.pos;
        }
        else if (!jac_walk_open_hash(w, value, (size_t)RHASH_SIZE(value))) {
            jac_check_duplicates(w);
            p = w->buffer.pos;
        }
        push(w, type->self);
        p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
        *p++ = '{';
        goto next;
    case JAC_TYPE_OBJECT:
        if (JAC_UNLIKELY(CLASS_OF(value) != type->exact) &&
            !admitted(w, p, type, value)) {
            break;
        }
        w->buffer.pos = p;
        open_object(w, type, value);
        goto next;
    default:
        p = jac_typed_write_rare(w, p, type, value, f);
        goto next;
    }
    w->buffer.pos = p;
    jac_typed_fail_mismatch(w, type, value);

next:
    if (JAC_UNLIKELY(w->frame == w->base)) {
        w->buffer.pos = p;
        return;
    }
    frame = w->stack + w->frame;
    within = RTYPEDDATA_DATA(w->stack[w->top - 1]);
    if (within->kind == JAC_TYPE_OBJECT) goto members;
    if (JAC_UNLIKELY(within->kind >= JAC_TYPE_MAP)) goto others;
    type = jac_type_target(within->of);
    for (;;) {
        p = jac_walk_reserve_member(w, p);
        at = frame[JAC_WALK_NEXT];
        if (at >= (size_t)RARRAY_LEN(frame[JAC_WALK_CONTAINER])) break;
        if (at > 0) *p++ = ',';
        p = jac_format_begin(f, w, p, JAC_LINE_ARRAY, w->depth);
        /* if a flush has shortened it, the element is nil */
        value = f ? rb_ary_entry(frame[JAC_WALK_CONTAINER], (long)at)
                  : RARRAY_AREF(frame[JAC_WALK_CONTAINER], (long)at);
        frame[JAC_WALK_NEXT] = at + 1;
        if (!f && type->kind == JAC_TYPE_OBJECT) {
            fetch_ahead(type, frame[JAC_WALK_CONTAINER], at);
        }
        after = write_simple(w, p, type, value, f, rows);
        if (after == NULL) goto value;
        p = after;
    }
    if (f && at > 0) {
        p = end_container(w, p, JAC_LINE_ARRAY, f);
        goto next;
    }
    *p++ = ']';
    jac_walk_close(w);
    goto next;

others:
    if (within->kind == JAC_TYPE_MAP) {
        type = jac_type_target(within->of);
        goto pairs;
    }
    p = jac_walk_reserve_member(w, p);
    at = frame[JAC_WALK_NEXT];
    if (at == within->alternative_count) {
        p = end_container(w, p, JAC_LINE_ARRAY, f);
        goto next;
    }
    if (at > 0) *p++ = ',';
    p = jac_format_begin(f, w, p, JAC_LINE_ARRAY, w->depth);
    value = rb_ary_entry(frame[JAC_WALK_CONTAINER], (long)at);
    frame[JAC_WALK_NEXT] = at + 1;
    type = within->alternatives[at];
    goto value;

pairs:
    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
    at = frame[JAC_WALK_NEXT];
    if (at >= w->top - 1) {
        p = end_container(w, p, JAC_LINE_OBJECT, f);
        goto next;
    }
    if (at > w->frame + JAC_WALK_FRAME_SIZE) *p++ = ',';
    frame[JAC_WALK_NEXT] = at + 2;
    p = jac_format_begin(f, w, p, JAC_LINE_OBJECT, w->depth);
    p = jac_emit_key(w, p, frame[at - w->frame], f);
    if (JAC_UNLIKELY(within->alternative_count > 0)) {
        w->buffer.pos = p;
        type = jac_pair_type(w, within, w->stack[at]);
        p = w->buffer.pos;
    }
    value = w->stack[at + 1];
    goto value;

members:
    at = frame[JAC_TYPED_MEMBER];
    begun = at & 1;
    if (!f && JAC_LIKELY(within->plain)) {
        p = (rows ? write_row_members
                  : write_plain_members)(w, p, within, frame, &type, &value);
        if (JAC_UNLIKELY(type != NULL)) goto value;
        jac_walk_close(w);
        goto next;
    }
    for (at >>= 1; at < within->named; at++) {
        const jac_member_t *member = &within->members[at];

        if (!member->written) continue;
        frame[JAC_TYPED_KEY] = member->step;
        if (JAC_UNLIKELY(member->constant)) {
            value = Qundef;
        }
        else {
            value = frame[JAC_WALK_CONTAINER];
            if (JAC_LIKELY(within->build == JAC_BUILD_STRUCT)) {
                value = jac_struct_member(value, member->slot,
                                          within->layout.direct);
            }
            else {
                w->buffer.pos = p;
                value = jac_member_value_by_name(w, within, value, member);
                p = w->buffer.pos;
            }
            if (JAC_UNLIKELY(value == Qundef)) {
                if (jac_member_optional(member) || member->fallback != Qundef) {
                    continue;
                }
                w->buffer.pos = p;
                jac_typed_fail_mismatch(w, jac_type_target(member->type),
                                        value);
            }
            if (member->omit_nil || member->omit_default) {
                w->buffer.pos = p;
                if (omitted(w, member, value)) continue;
                p = w->buffer.pos;
            }
            if (JAC_UNLIKELY(member->slot == within->collector)) {
                if (!RB_TYPE_P(value, T_HASH)) {
                    frame[JAC_TYPED_KEY] = member->symbol;
                    w->buffer.pos = p;
                    jac_typed_fail_mismatch(w, member->type, value);
                }
                p = write_collected(w, p, within, value, &begun, f);
                frame = w->stack + w->frame;
                continue;
            }
        }
        p = jac_walk_reserve(w, p, member->title + JAC_MEMBER_SPACE);
        *p++ = begun ? ',' : '{';
        begun = true;
        if (f) {
            frame[JAC_TYPED_MEMBER] = at << 1 | 1;
            p = write_formatted_name(w, p, member, f);
            frame = w->stack + w->frame;
        }
        else {
            if (JAC_LIKELY(member->title <= JAC_KEY_COPY)) {
                jac_copy_key(p, member->text);
            }
            else {
                memcpy(p, member->text, member->title);
            }
            p += member->title;
            w->non_ascii |= member->high;
        }
        if (JAC_UNLIKELY(member->constant)) continue;
        after = write_simple(w, p, member->type, value, f, rows);
        if (JAC_UNLIKELY(after == NULL)) {
            frame[JAC_TYPED_MEMBER] = (at + 1) << 1 | 1;
            type = member->type;
            goto value;
        }
        p = after;
    }
    if (f && begun) {
        p = end_container(w, p, JAC_LINE_OBJECT, f);
        goto next;
    }
    p = jac_walk_reserve(w, p, 2);
    if (!begun) *p++ = '{';
    *p++ = '}';
    jac_walk_close(w);
    goto next;
}

static JAC_NOINLINE void
walk_plain(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    walk(w, type, value, NULL, false);
}

static JAC_NOINLINE void
walk_rows(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    walk(w, type, value, NULL, true);
}

static JAC_NOINLINE void
walk_formatted(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    jac_format_t f;

    jac_format_prepare(&f, w);
    walk(w, type, value, &f, true);
}

static void
write_value(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    if (JAC_UNLIKELY(!jac_walk_compact_p(w))) {
        walk_formatted(w, type, value);
    }
    else {
        (type->rows ? walk_rows : walk_plain)(w, type, value);
    }
}

/* Writes a value of a `direct` type in frames of the generator's walk. */
static void
write_direct(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const size_t base = w->base, outer = w->frame;

    if (type->kind == JAC_TYPE_OBJECT && CLASS_OF(value) == type->exact) {
        open_object(w, type, value);
        w->buffer.pos = write_plain_members(w, w->buffer.pos, type,
                                            w->stack + w->frame, &type, &value);
    }
    if (type == NULL) {
        jac_walk_close(w);
    }
    else { /* writes the member that is not plain, and the rest of its object */
        w->base = outer;
        walk_plain(w, type, value);
        w->base = base;
    }
    w->buffer.pos = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
}

static void
write_typed(jac_walk_t *w, VALUE given, VALUE value)
{
    const jac_type_t *type = jac_type_get(given);

    (type->direct && jac_walk_compact_p(w) ? write_direct
                                           : write_nested)(w, type, value);
    RB_GC_GUARD(given);
}

VALUE
jac_type_write(const jac_type_t *type, const jac_generator_options_t *options,
               VALUE value, VALUE io, VALUE owner)
{
    jac_walk_memory_t memory;
    jac_walk_t w;
    VALUE result, self = type->self;

    if (JAC_UNLIKELY(jac_replacing_p(io))) {
        return jac_write_whole(
            io, jac_type_write(type, options, value, Qfalse, owner));
    }
    jac_walk_init(&w, &memory, options, io, owner);
    jac_walk_begin_printer(&w);
    write_value(&w, type, value);
    result = jac_walk_result(&w);
    RB_GC_GUARD(w.workspace_object);
    RB_GC_GUARD(w.state);
    RB_GC_GUARD(self);
    return result;
}

void
jac_init_type_writer(void)
{
    jac_conversion_write_typed = write_typed;
}
