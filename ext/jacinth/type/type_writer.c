#include "type/type_writer.h"

#include "generate/coder_types.h"
#include "generate/object_methods.h"
#include "generate/emit_key.h"
#include "generate/emit_scalar.h"
#include "generate/emit_time.h"
#include "generate/pretty_printer.h"
#include "generate/generator.h"
#include "generate/state.h"
#include "generate/walk.h"
#include "ruby/errors.h"
#include "type/type_object.h"
#include "type/type_scalar.h"

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
 * Members and elements are read from their container one by one, as a flush to
 * an IO, or a method that is called, can change it.
 */
enum {
    JAC_TYPED_KEY = JAC_WALK_FRAME_SIZE,
    JAC_TYPED_MEMBER,
    JAC_TYPED_TYPE,
    JAC_TYPED_SIZE
};

static ID id_call, id_to_a, id_to_s, id_exponent, id_iso8601, id_is_julian,
    id_gregorian, id_mismatch, id_key_text, id_compare_by_identity;
static VALUE sym_pretty;
static VALUE pretty_options; /* Jacinth::PRETTY_OPTIONS */
static VALUE fixed_form;     /* "F", for BigDecimal#to_s */

NORETURN(static void mismatch(const jac_walk_t *w, const jac_type_t *type,
                              VALUE value));

/* Raises GeneratorError for a value that does not fit the type, or for a
   missing one, Qundef. lib/jacinth/type/expectation.rb makes the message. */
static JAC_COLD void
mismatch(const jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const bool found = value != Qundef;
    VALUE message = rb_funcallv(type->self, id_mismatch, found, &value);

    jac_raise_generator(message, found ? value : Qnil, jac_walk_path(w));
}

static bool
kind_of(VALUE value, VALUE klass)
{
    return CLASS_OF(value) == klass || RTEST(rb_obj_is_kind_of(value, klass));
}

static uint32_t
enum_place(const jac_type_t *type, VALUE value)
{
    const bool symbol = RB_SYMBOL_P(value);
    uint32_t place;
    VALUE text;

    if (!symbol && !RB_TYPE_P(value, T_STRING)) return UINT32_MAX;
    text = symbol ? rb_sym2str(value) : value;
    if (JAC_UNLIKELY(jac_text_kind(text) == JAC_TEXT_OTHER)) {
        text = rb_str_conv_enc(text, rb_enc_get(text), rb_utf8_encoding());
    }
    place = jac_member_find(type, (const uint8_t *)RSTRING_PTR(text),
                            (size_t)RSTRING_LEN(text));
    RB_GC_GUARD(text);
    if (place == UINT32_MAX) return place;
    return symbol == (bool)RB_SYMBOL_P(type->members[place].symbol)
               ? place
               : UINT32_MAX;
}

/* Returns the type of a row, or NULL for any other Array. */
static const jac_type_t *
row_type(VALUE array)
{
    const jac_type_t *type;
    VALUE first;

    if (RARRAY_LEN(array) == 0) return NULL;
    first = RARRAY_AREF(array, 0);
    if (!jac_type_p(first)) return NULL;
    type = jac_type_get(first);
    return type->kind == JAC_TYPE_OBJECT && type->build == JAC_BUILD_ROW ? type
                                                                         : NULL;
}

/* Returns the type that writes a value of the VALUE `type`: the type of a row,
   `type` for an Array that can contain rows, NULL for any other value. */
static JAC_NOINLINE const jac_type_t *
value_type(const jac_type_t *type, VALUE value)
{
    const jac_type_t *row;

    if (type->of == NULL || !RB_TYPE_P(value, T_ARRAY) ||
        RBASIC_CLASS(value) != rb_cArray) {
        return NULL;
    }
    row = row_type(value);
    if (row == NULL) return type;
    RB_OBJ_FREEZE(value); /* its values are read by address */
    return row;
}

/* Returns the values of the members of a row. They do not move: the frame pins
   the row, which is frozen. */
static const VALUE *
row_values(jac_walk_t *w, const jac_type_t *type, VALUE row)
{
    if (JAC_UNLIKELY(RARRAY_LEN(row) != (long)type->count + 1)) {
        mismatch(w, type, row);
    }
    return RARRAY_CONST_PTR(row) + 1;
}

/*
 * Returns the member's value, or Qundef if a Hash or a row lacks it. Can run
 * Ruby code.
 */
static VALUE
field_by_name(jac_walk_t *w, const jac_type_t *type, VALUE object,
              const jac_member_t *member)
{
    if (type->build == JAC_BUILD_HASH) {
        return rb_hash_lookup2(object, member->hash_key, Qundef);
    }
    if (type->build == JAC_BUILD_ROW) {
        VALUE value = row_values(w, type, object)[member->slot];

        return value == type->klass ? Qundef : value;
    }
    if (type->build == JAC_BUILD_IVARS ||
        !rb_method_boundp(CLASS_OF(object), member->reader, 1)) {
        return rb_ivar_get(object, member->ivar);
    }
    return jac_walk_call(w, object, member->reader, 0, NULL);
}

/* Returns the member's value, or Qundef if a Hash lacks it. Can run Ruby
   code. */
static VALUE
member_value(jac_walk_t *w, const jac_type_t *type, VALUE object,
             const jac_member_t *member)
{
    return type->build == JAC_BUILD_STRUCT
               ? jac_struct_member(object, member->slot, type->layout.direct)
               : field_by_name(w, type, object, member);
}

/* True if an object that `type` writes has the tag of an alternative `as`
   or, if that is NULL, of any alternative of this type. Can run Ruby code. */
static bool
has_tag(jac_walk_t *w, const jac_type_t *tagged, const jac_type_t *type,
        const jac_member_t *as, VALUE object)
{
    const jac_member_t *member;
    uint32_t place;
    bool has;
    VALUE text;

    /* ObjectSpec.with_tag puts the constant first */
    if (type->count > 0 && type->members[0].constant) return as == NULL;
    place = jac_member_find(type, (const uint8_t *)RSTRING_PTR(tagged->tag),
                            (size_t)RSTRING_LEN(tagged->tag));
    if (place == UINT32_MAX) return false;
    member = &type->members[place];
    text = member_value(w, type, object, member);
    if (RB_SYMBOL_P(text)) text = rb_sym2str(text);
    if (text == Qundef || !RB_TYPE_P(text, T_STRING)) return false;
    if (jac_text_kind(text) == JAC_TEXT_OTHER) {
        text = rb_str_conv_enc(text, rb_enc_get(text), rb_utf8_encoding());
    }
    place = jac_member_find(tagged, (const uint8_t *)RSTRING_PTR(text),
                            (size_t)RSTRING_LEN(text));
    has = place != UINT32_MAX &&
          (as != NULL ? &tagged->members[place] == as
                      : jac_type_target(tagged->members[place].type) == type);
    RB_GC_GUARD(text);
    return has;
}

static const jac_type_t *fitting_alternative(jac_walk_t *w,
                                             const jac_type_t *type,
                                             VALUE value, bool any);

/*
 * True if a union writes this value as `type`, by its class. A SCALAR or ANY
 * can write each value, and fits only if `any` is true. Recurses only into
 * nested unions.
 */
static bool
fits(jac_walk_t *w, const jac_type_t *type, VALUE value, bool any)
{
    VALUE literal = value;

    type = jac_type_target(type);
    switch ((jac_type_kind_t)type->kind) {
    case JAC_TYPE_STRING:
        return RB_TYPE_P(value, T_STRING);
    case JAC_TYPE_SYMBOL:
        return RB_SYMBOL_P(value);
    case JAC_TYPE_INTEGER:
        return RB_INTEGER_TYPE_P(value);
    case JAC_TYPE_FLOAT:
        return RB_FLOAT_TYPE_P(value);
    case JAC_TYPE_BOOLEAN:
        return value == Qtrue || value == Qfalse;
    case JAC_TYPE_ENUM:
        return enum_place(type, value) != UINT32_MAX ||
               jac_enum_literal(type, &literal);
    case JAC_TYPE_TIME:
    case JAC_TYPE_EPOCH:
    case JAC_TYPE_DATE:
    case JAC_TYPE_DECIMAL:
    case JAC_TYPE_SET:
        return kind_of(value, type->klass);
    case JAC_TYPE_ARRAY:
    case JAC_TYPE_TUPLE:
        return RB_TYPE_P(value, T_ARRAY);
    case JAC_TYPE_MAP:
        return RB_TYPE_P(value, T_HASH);
    case JAC_TYPE_OBJECT:
        if (type->build == JAC_BUILD_ROW) {
            return RB_TYPE_P(value, T_ARRAY) && row_type(value) == type;
        }
        return type->build == JAC_BUILD_HASH ? RB_TYPE_P(value, T_HASH)
                                             : kind_of(value, type->klass);
    case JAC_TYPE_OPTIONAL:
        return NIL_P(value) || fits(w, type->of, value, any);
    case JAC_TYPE_UNION:
    case JAC_TYPE_TAGGED:
    case JAC_TYPE_VARIANT:
    case JAC_TYPE_FIRST:
        return fitting_alternative(w, type, value, any) != NULL;
    default:
        return any;
    }
}

static bool
subclass_p(const jac_type_t *type, const jac_type_t *other)
{
    return type->kind == JAC_TYPE_OBJECT && other->kind == JAC_TYPE_OBJECT &&
           type->klass != other->klass &&
           rb_class_inherited_p(type->klass, other->klass) == Qtrue;
}

/*
 * Returns the alternative of a TAGGED that writes this value, or NULL: the one
 * of its class, else of the nearest class above. Of several for one class, or
 * for Hash, the object's own member for the tag determines it. NULL, too, if
 * that member has another value than the tags of the alternative.
 */
static const jac_type_t *
tagged_alternative(jac_walk_t *w, const jac_type_t *tagged, VALUE value)
{
    const VALUE klass = CLASS_OF(value);
    const jac_member_t *best = NULL;
    const jac_type_t *of = NULL;
    uint32_t i;

    for (i = 0; i < tagged->count; i++) {
        const jac_member_t *member = &tagged->members[i];
        const jac_type_t *to = jac_type_target(member->type);

        if (of != NULL && of->klass == klass && to->klass != klass) continue;
        if (!fits(w, to, value, false)) continue;
        if (to->build == JAC_BUILD_HASH) {
            if (has_tag(w, tagged, to, member, value)) return to;
            continue;
        }
        if (of == NULL || subclass_p(to, of) ||
            (to->klass == of->klass && !has_tag(w, tagged, of, best, value) &&
             has_tag(w, tagged, to, member, value))) {
            best = member;
            of = to;
        }
    }
    return of != NULL && has_tag(w, tagged, of, NULL, value) ? of : NULL;
}

/* True if an object that `type` writes has the member `mark`: a Hash must have
   its key, and the value must be of the ENUM `test`, if there is one. Can run
   Ruby code. */
static bool
has_mark(jac_walk_t *w, const jac_type_t *type, const jac_member_t *mark,
         const jac_type_t *test, VALUE object)
{
    uint32_t place;
    VALUE value;

    if (test == NULL && type->build != JAC_BUILD_HASH) return true;
    place = jac_member_find(type, mark->name, mark->length);
    value = member_value(w, type, object, &type->members[place]);
    return value != Qundef && (test == NULL || fits(w, test, value, false));
}

/* Returns the alternative of a VARIANT that writes this value, or NULL: the one
   of its class, else of the nearest class above; of several for one class, or
   for Hash, the one whose member the object has. */
static const jac_type_t *
variant_alternative(jac_walk_t *w, const jac_type_t *variant, VALUE value)
{
    const jac_type_t *of = NULL, *to;
    uint32_t i;

    for (i = 0; i < variant->count; i++) {
        const jac_member_t *mark = &variant->members[i];

        to = jac_type_target(mark->type);
        if (of != NULL && !subclass_p(to, of)) continue;
        if (fits(w, to, value, false) &&
            has_mark(w, to, mark, variant->alternatives[i], value)) {
            of = to;
        }
    }
    to = variant->of != NULL ? jac_type_target(variant->of) : NULL;
    if (to != NULL && (of == NULL || subclass_p(to, of)) &&
        fits(w, to, value, false)) {
        return to;
    }
    return of;
}

static const jac_type_t *
fitting_alternative(jac_walk_t *w, const jac_type_t *type, VALUE value,
                    bool any)
{
    uint32_t i;

    if (type->kind == JAC_TYPE_TAGGED)
        return tagged_alternative(w, type, value);
    if (type->kind == JAC_TYPE_VARIANT)
        return variant_alternative(w, type, value);
    for (i = 0; i < type->alternative_count; i++) {
        const jac_type_t *to = type->alternatives[i];

        if (fits(w, to, value, any)) return to;
    }
    return NULL;
}

/*
 * Returns the alternative that writes this value: first, one for its class;
 * then, for an Integer, one for Floats; then one for any value. Can run Ruby
 * code.
 */
static const jac_type_t *
choose_alternative(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const jac_type_t *to = fitting_alternative(w, type, value, false);

    if (to == NULL && RB_INTEGER_TYPE_P(value)) {
        to = fitting_alternative(w, type, DBL2NUM(0.0), false);
    }
    return to != NULL ? to : fitting_alternative(w, type, value, true);
}

static const jac_type_t *choose_first(jac_walk_t *w, const jac_type_t *type,
                                      VALUE value, VALUE *chosen);

static bool contents_fit(jac_walk_t *w, const jac_type_t *type, VALUE value,
                         VALUE *chosen, bool fitting);

/* True if each member of the object that `type` writes fits its type. */
static bool
members_fit(jac_walk_t *w, const jac_type_t *type, VALUE object, VALUE *chosen)
{
    uint32_t i;

    for (i = 0; i < type->named; i++) {
        const jac_member_t *member = &type->members[i];
        VALUE value;

        if (!member->written || member->constant ||
            member->slot == type->collector) {
            continue;
        }
        value = member_value(w, type, object, member);
        if (value == Qundef) {
            if (!jac_member_optional(member) && member->fallback == Qundef) {
                return false;
            }
        }
        else if (!(member->omit_nil && NIL_P(value)) &&
                 !contents_fit(w, member->type, value, chosen, false)) {
            return false;
        }
    }
    return true;
}

static bool
elements_fit(jac_walk_t *w, const jac_type_t *type, VALUE array, VALUE *chosen)
{
    long i;

    for (i = 0; i < RARRAY_LEN(array); i++) {
        const jac_type_t *of = type->of;

        if (type->kind == JAC_TYPE_TUPLE) {
            if (i == (long)type->alternative_count) return false;
            of = type->alternatives[i];
        }
        if (!contents_fit(w, of, RARRAY_AREF(array, i), chosen, false))
            return false;
    }
    return true;
}

/* Returns the text of a key, in UTF-8 if possible, to compare it with
   others. Can run Ruby code. */
static VALUE
key_text(jac_walk_t *w, VALUE key)
{
    jac_ticket_t ticket;

    if (RB_SYMBOL_P(key)) {
        key = rb_sym2str(key);
    }
    else if (!RB_TYPE_P(key, T_STRING)) {
        ticket = jac_walk_exit_to_ruby(w);
        key = rb_obj_as_string(key);
        jac_walk_reenter(w, ticket);
    }
    if (w->options.invalid && jac_text_kind(key) == JAC_TEXT_OTHER) {
        return jac_transcode(w, key);
    }
    return rb_str_conv_enc(key, rb_enc_get(key), rb_utf8_encoding());
}

/* Returns the type of the value of a key in a Hash that a MAP writes. Can run
   Ruby code. */
static const jac_type_t *
type_of_pair(jac_walk_t *w, const jac_type_t *type, VALUE key)
{
    VALUE text = key_text(w, key);
    const jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    const jac_type_t *of = jac_map_value_type(type, text);

    jac_walk_reenter(w, ticket);
    RB_GC_GUARD(text);
    return of;
}

static bool
pairs_fit(jac_walk_t *w, const jac_type_t *type, VALUE pairs, VALUE *chosen)
{
    const jac_type_t *of;
    long i;

    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        if (type->key != NULL &&
            !contents_fit(w, type->key, RARRAY_AREF(pairs, i), chosen, false)) {
            return false;
        }
        of = type->alternative_count == 0
                 ? type->of
                 : type_of_pair(w, type, RARRAY_AREF(pairs, i));
        if (!contents_fit(w, of, RARRAY_AREF(pairs, i + 1), chosen, false)) {
            return false;
        }
    }
    return true;
}

static int push_pair(VALUE key, VALUE value, VALUE pairs);

/* Returns an Array of the pairs of a Hash, whose keys are texts. Can run Ruby
   code. */
static VALUE
text_pairs(jac_walk_t *w, VALUE hash)
{
    VALUE pairs = rb_ary_new();
    long i;

    rb_hash_foreach(hash, push_pair, pairs);
    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        rb_ary_store(pairs, i, key_text(w, RARRAY_AREF(pairs, i)));
    }
    return pairs;
}

/* True if a value is within its limits and has the required keys. Can run Ruby
   code. */
static bool
limits_hold(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const bool named = RB_TYPE_P(value, T_HASH) && !NIL_P(type->required);
    VALUE pairs = named ? text_pairs(w, value) : Qnil;
    const jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    bool hold = jac_limits_hold(type, value);

    if (named) {
        value = rb_hash_new();
        rb_hash_bulk_insert(RARRAY_LEN(pairs), RARRAY_CONST_PTR(pairs), value);
        hold = hold && NIL_P(jac_map_missing(type, value));
    }
    jac_walk_reenter(w, ticket);
    RB_GC_GUARD(pairs);
    return hold;
}

/* Calls jac_object_fault(). Can run Ruby code. */
static VALUE
object_fault(jac_walk_t *w, const jac_type_t *type, VALUE object)
{
    const jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    const VALUE fault = jac_object_fault(type, object);

    jac_walk_reenter(w, ticket);
    return fault;
}

/* True if the value is within the limits of its type. Can run Ruby code. */
static bool
within_limits(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const bool timed = type->kind == JAC_TYPE_TIME ||
                       type->kind == JAC_TYPE_EPOCH ||
                       type->kind == JAC_TYPE_DATE;

    if (!type->limited || (timed && NIL_P(type->range) && !type->checks)) {
        return true;
    }
    if (RB_TYPE_P(value, T_STRING) && jac_text_kind(value) == JAC_TEXT_OTHER) {
        value = jac_transcode(w, value);
    }
    if (type->strips) value = jac_string_strip(value);
    if (type->kind != JAC_TYPE_OBJECT && !limits_hold(w, type, value)) {
        return false;
    }
    return (type->kind != JAC_TYPE_OBJECT && !type->checks) ||
           NIL_P(object_fault(w, type, value));
}

/*
 * True if `type` can write this value and its contents: their classes and
 * limits are right, and members are there. `fitting`: fits() is true for the
 * value itself. Does not call the Procs of a SCALAR. Can run Ruby code.
 * Recurses into the contents.
 */
static bool
contents_fit(jac_walk_t *w, const jac_type_t *type, VALUE value, VALUE *chosen,
             bool fitting)
{
    VALUE inside = value;
    bool fit;

    type = jac_type_target(type);
    while (type->kind == JAC_TYPE_OPTIONAL) {
        if (NIL_P(value)) return true;
        type = jac_type_target(type->of);
    }
    switch ((jac_type_kind_t)type->kind) {
    case JAC_TYPE_ANY:
    case JAC_TYPE_SCALAR:
    case JAC_TYPE_VALUE:
        return true;
    case JAC_TYPE_FIRST:
        return choose_first(w, type, value, chosen) != NULL;
    case JAC_TYPE_UNION:
    case JAC_TYPE_TAGGED:
    case JAC_TYPE_VARIANT:
        type = choose_alternative(w, type, value);
        return type != NULL && contents_fit(w, type, value, chosen, false);
    case JAC_TYPE_FLOAT:
        if (RB_INTEGER_TYPE_P(value)) {
            inside = jac_integer_as_float(value);
            if (isinf(RFLOAT_VALUE(inside))) return false;
        }
        return RB_FLOAT_TYPE_P(inside) && within_limits(w, type, inside);
    default:
        break;
    }
    if (!fitting && !fits(w, type, value, false)) return false;
    if (type->kind != JAC_TYPE_OBJECT && !within_limits(w, type, value)) {
        return false;
    }
    if (JAC_UNLIKELY(ruby_stack_check())) jac_walk_fail_nesting(w);
    switch ((jac_type_kind_t)type->kind) {
    case JAC_TYPE_SET:
        inside = jac_walk_call(w, value, id_to_a, 0, NULL);
        Check_Type(inside, T_ARRAY);
        fit = elements_fit(w, type, inside, chosen);
        break;
    case JAC_TYPE_ARRAY:
    case JAC_TYPE_TUPLE:
        fit = elements_fit(w, type, inside, chosen);
        break;
    case JAC_TYPE_MAP:
        inside = rb_ary_new();
        rb_hash_foreach(value, push_pair, inside);
        fit = pairs_fit(w, type, inside, chosen);
        break;
    case JAC_TYPE_OBJECT:
        fit = members_fit(w, type, value, chosen) &&
              within_limits(w, type, value);
        break;
    default:
        return true;
    }
    RB_GC_GUARD(inside);
    return fit;
}

/* False for a type that fits no value only because `any` is true. */
static bool
takes_any(const jac_type_t *type)
{
    switch ((jac_type_kind_t)jac_type_target(type)->kind) {
    case JAC_TYPE_ANY:
    case JAC_TYPE_VALUE:
    case JAC_TYPE_SCALAR:
    case JAC_TYPE_OPTIONAL:
    case JAC_TYPE_UNION:
    case JAC_TYPE_FIRST:
        return true;
    default:
        return false;
    }
}

/* Looks for the alternative of a FIRST that writes this value; NULL: none. If
   only one can, its contents are not examined. */
static const jac_type_t *
find_first(jac_walk_t *w, const jac_type_t *type, VALUE value, VALUE *chosen)
{
    const jac_type_t *one = NULL, *open = NULL, *to;
    bool examined = false;
    uint32_t i;

    for (i = 0; i < type->alternative_count; i++) {
        to = type->alternatives[i];
        if (!fits(w, to, value, false)) {
            if (open == NULL && takes_any(to) && fits(w, to, value, true)) {
                open = to;
            }
            continue;
        }
        if (one == NULL) {
            one = to;
            continue;
        }
        if (!examined && contents_fit(w, one, value, chosen, true)) return one;
        examined = true;
        if (contents_fit(w, to, value, chosen, true)) return to;
    }
    if (one == NULL) {
        to = RB_INTEGER_TYPE_P(value)
                 ? fitting_alternative(w, type, DBL2NUM(0.0), false)
                 : NULL;
        return to != NULL ? to : open;
    }
    if (open == NULL) return one;
    return !examined && contents_fit(w, one, value, chosen, true) ? one : open;
}

/* Returns the results of choose_first() for an object: [type, place, ...]. */
static VALUE
results_for(VALUE *chosen, VALUE object)
{
    VALUE list;

    if (*chosen == 0) {
        *chosen = rb_funcallv(rb_hash_new(), id_compare_by_identity, 0, NULL);
    }
    list = rb_hash_lookup2(*chosen, object, Qnil);
    if (NIL_P(list)) {
        list = rb_ary_new();
        rb_hash_aset(*chosen, object, list);
    }
    return list;
}

/*
 * Returns the alternative of a FIRST that writes this value: of those for its
 * class, the first whose limits and contents fit. NULL if there is none for its
 * class. *chosen has the results for containers: each is searched once for each
 * type, so that the time stays linear. It is a Hash that compares by identity,
 * or 0. A place is nil if there is no alternative.
 */
static const jac_type_t *
choose_first(jac_walk_t *w, const jac_type_t *type, VALUE value, VALUE *chosen)
{
    const jac_type_t *to;
    VALUE list, place = Qnil;
    uint32_t i;
    long at;

    if (RB_SPECIAL_CONST_P(value) || RB_TYPE_P(value, T_STRING)) {
        return find_first(w, type, value, chosen);
    }
    list = results_for(chosen, value);
    for (at = 0; at < RARRAY_LEN(list); at += 2) {
        if (RARRAY_AREF(list, at) != type->self) continue;
        place = RARRAY_AREF(list, at + 1);
        return NIL_P(place) ? NULL : type->alternatives[FIX2LONG(place)];
    }
    /* a value that contains itself fits; writing it raises NestingError */
    rb_ary_push(list, type->self);
    rb_ary_push(list, INT2FIX(0));
    to = find_first(w, type, value, chosen);
    for (i = 0; i < type->alternative_count && NIL_P(place); i++) {
        if (type->alternatives[i] == to) place = UINT2NUM(i);
    }
    rb_ary_store(list, at + 1, place);
    return to;
}

typedef struct {
    jac_walk_t *walk;
    const jac_type_t *type; /* NULL or VALUE: written by the generator; with
                               `rails`: as Active Support does */
    VALUE value;
} jac_nested_t;

static void write_root(const jac_nested_t *nested);

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
        write_root(nested);
    }
    return Qnil;
}

/*
 * Writes the value by the type or, if that is NULL or a VALUE, as the generator
 * does. This is a walk of its own above the open frames, from w->buffer.pos
 * on. The path of the open frames is put before the paths of its errors.
 * Options that a to_json changes are restored.
 */
static void
write_nested(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const size_t frame = w->frame, base = w->base, top = w->top;
    const long depth = w->depth;
    const bool protected_p = w->protected_p;
    const jac_generator_options_t options = w->options;
    jac_nested_t nested = {w, type, value};
    int tag = 0;

    if (JAC_UNLIKELY(ruby_stack_check())) jac_walk_fail_nesting(w);
    w->frame = w->base = JAC_WALK_NO_FRAME;
    w->protected_p = false;
    /* a type reads any value as parse does: an empty one can be deeper */
    if (type == NULL || type->rails) w->options.empty_deeper = true;
    rb_protect(write_protected, (VALUE)&nested, &tag);
    w->frame = frame;
    w->base = base;
    w->top = top;
    w->depth = depth;
    w->protected_p = protected_p;
    w->options = options;
    if (JAC_UNLIKELY(tag)) {
        jac_convert_path(w, rb_errinfo());
        rb_jump_tag(tag);
    }
}

/* Writes any value at p. `type` is NULL, a VALUE, or a type with `rails`. */
static uint8_t *
write_any(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value)
{
    w->buffer.pos = p;
    write_nested(w, type, value);
    return jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
}

JAC_INLINE unsigned
escape_mode(const jac_walk_t *w, jac_text_kind_t kind, const jac_format_t *f)
{
    return f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN;
}

static uint8_t *
write_string(jac_walk_t *w, uint8_t *p, VALUE string, const jac_format_t *f)
{
    jac_text_kind_t kind = jac_text_kind(string);

    if (JAC_UNLIKELY(kind == JAC_TEXT_OTHER)) {
        w->buffer.pos = p;
        string = jac_transcode(w, string);
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        kind = jac_text_kind(string);
    }
    w->non_ascii |= kind == JAC_TEXT_UTF8;
    return jac_emit_string(w, p, string, escape_mode(w, kind, f));
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

static VALUE
call_method(jac_walk_t *w, uint8_t *p, VALUE receiver, ID method, int argc,
            VALUE *argv)
{
    w->buffer.pos = p;
    return jac_walk_call(w, receiver, method, argc, argv);
}

/* A BigDecimal whose exponent is further from 0 is written with an exponent, as
   its zeros would need more memory than the text that it was read from. */
enum { JAC_DECIMAL_ZEROS = 1000 };

static uint8_t *
write_decimal(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value,
              const jac_format_t *f)
{
    VALUE exponent = call_method(w, p, value, id_exponent, 0, NULL), text;
    const bool far = !RB_FIXNUM_P(exponent) ||
                     FIX2LONG(exponent) > JAC_DECIMAL_ZEROS ||
                     FIX2LONG(exponent) < -JAC_DECIMAL_ZEROS;
    const char *s;

    text =
        call_method(w, w->buffer.pos, value, id_to_s, far ? 0 : 1, &fixed_form);

    Check_Type(text, T_STRING);
    s = RSTRING_PTR(text);
    if ((s[0] < '0' || s[0] > '9') &&
        (s[0] != '-' || s[1] < '0' || s[1] > '9')) {
        jac_walk_fail(w, value, "%" PRIsVALUE " not allowed in JSON", text);
    }
    p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
    return type->number ? jac_emit_text(w, p, text)
                        : write_string(w, p, text, f);
}

NORETURN(static void fail_year(jac_walk_t *w, uint8_t *p,
                               const jac_type_t *type, VALUE value));

static void
fail_year(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value)
{
    w->buffer.pos = p;
    jac_walk_fail(w, value, "a year has at most %s digits, got %" PRIsVALUE,
                  type->strict ? "four" : "nine", value);
}

static VALUE
read_time(VALUE time)
{
    rb_time_timespec(time);
    return Qnil;
}

/* Raises GeneratorError instead of Ruby's error if the Time that was written
   last is the reason: its seconds do not fit in 64 bits. */
static VALUE
fail_far_time(VALUE data, VALUE error)
{
    jac_walk_t *w = ((const jac_nested_t *)data)->walk;
    int tag = 0;

    if (!NIL_P(w->time)) rb_protect(read_time, w->time, &tag);
    if (tag == 0) rb_exc_raise(error);
    rb_set_errinfo(Qnil);
    jac_walk_fail(w, w->time, "a year has at most nine digits, got %" PRIsVALUE,
                  w->time);
}

/* Raises GeneratorError if `value` does not pass the check of its type. `shown`
   is the object for the error. Can run Ruby code. */
static void
check_value(jac_walk_t *w, const jac_type_t *type, VALUE value, VALUE shown)
{
    const VALUE fault = object_fault(w, type, value);

    if (NIL_P(fault)) return;
    jac_walk_fail(w, shown, "expected %" PRIsVALUE ", got %" PRIsVALUE, fault,
                  rb_obj_class(shown));
}

/*
 * Raises GeneratorError if `value` is not within the limits of `type`. `shown`
 * is the object for the error. Can run Ruby code; the walk can continue at p.
 */
static JAC_NOINLINE void
check_limits(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value,
             VALUE shown)
{
    w->buffer.pos = p;
    if (!limits_hold(w, type, value)) mismatch(w, type, shown);
    if (type->checks) check_value(w, type, value, shown);
}

static void
check_range(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value)
{
    if (!NIL_P(type->range) || type->checks) {
        check_limits(w, p, type, value, value);
    }
}

static JAC_NOINLINE uint8_t *
write_rare(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value,
           const jac_format_t *f)
{
    uint8_t *after;
    VALUE text;
    uint32_t place;

    switch (type->kind) {
    case JAC_TYPE_SYMBOL:
        if (!RB_SYMBOL_P(value)) break;
        return write_string(w, p, rb_sym2str(value), f);
    case JAC_TYPE_ENUM:
        place = enum_place(type, value);
        if (place != UINT32_MAX) {
            const jac_member_t *member = &type->members[place];

            if (f) return write_string(w, p, member->step, f);
            w->non_ascii |= member->high;
            p = jac_walk_reserve(w, p, member->title + JAC_MEMBER_SPACE);
            memcpy(p, member->text, member->title);
            return p + member->title;
        }
        if (!jac_enum_literal(type, &value)) break;
        return write_any(w, p, NULL, value);
    case JAC_TYPE_TIME:
    case JAC_TYPE_EPOCH:
        if (!kind_of(value, type->klass)) break;
        check_range(w, p, type, value);
        w->time = value;
        after = type->kind == JAC_TYPE_TIME ? jac_time_write(p, value)
                                            : jac_epoch_write(p, type, value);
        if (after == NULL || (type->strict && p[5] != '-')) {
            fail_year(w, p, type, value);
        }
        return after;
    case JAC_TYPE_DATE:
        if (rb_obj_class(value) != type->klass) break;
        check_range(w, p, type, value);
        if (RTEST(call_method(w, p, value, id_is_julian, 0, NULL))) {
            value = call_method(w, p, value, id_gregorian, 0, NULL);
        }
        text = call_method(w, p, value, id_iso8601, 0, NULL);
        text = jac_date_text(text);
        if (NIL_P(text) || (type->strict && RSTRING_LEN(text) != 10)) {
            fail_year(w, w->buffer.pos, type, value);
        }
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        return write_string(w, p, text, f);
    case JAC_TYPE_DECIMAL:
        if (!kind_of(value, type->klass)) break;
        check_range(w, p, type, value);
        return write_decimal(w, p, type, value, f);
    default:
        return write_any(
            w, p, type->kind == JAC_TYPE_VALUE || type->rails ? type : NULL,
            value);
    }
    w->buffer.pos = p;
    mismatch(w, type, value);
}

static void
push(jac_walk_t *w, VALUE value)
{
    if (JAC_UNLIKELY(w->capacity == w->top)) jac_walk_grow(w, 1);
    w->stack[w->top] = value;
    jac_walk_set_top(w, w->top + 1);
}

static int
push_pair(VALUE key, VALUE value, VALUE pairs)
{
    rb_ary_push(pairs, key);
    rb_ary_push(pairs, value);
    return ST_CONTINUE;
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
 * Raises GeneratorError if an unknown member has the name of a member of the
 * type, or of another unknown member. Two Strings in a Hash differ, and so do
 * two Symbols, unless invalid bytes are replaced.
 */
static void
check_collected(jac_walk_t *w, const jac_type_t *type, VALUE hash, VALUE pairs)
{
    VALUE seen = w->options.invalid ? rb_hash_new() : Qnil, text;
    bool duplicate = false;
    long i, n = RARRAY_LEN(pairs);

    for (i = 2; i < n && NIL_P(seen); i += 2) {
        const VALUE key = RARRAY_AREF(pairs, i), first = RARRAY_AREF(pairs, 0);

        if (RB_SYMBOL_P(key)
                ? !RB_SYMBOL_P(first)
                : !RB_TYPE_P(key, T_STRING) || !RB_TYPE_P(first, T_STRING)) {
            seen = rb_hash_new();
        }
    }
    for (i = 0; i < n; i += 2) {
        text = key_text(w, RARRAY_AREF(pairs, i));
        if (!NIL_P(seen)) {
            duplicate = rb_hash_lookup2(seen, text, Qundef) != Qundef;
            rb_hash_aset(seen, text, Qtrue);
        }
        if (duplicate ||
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

    rb_hash_foreach(hash, push_pair, pairs);
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
        p = write_any(w, p, NULL, RARRAY_AREF(pairs, i + 1));
    }
    RB_GC_GUARD(pairs);
    return p;
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
    switch (type->simple) {
    case JAC_TYPE_STRING: {
        jac_text_kind_t kind;

        if (RB_SPECIAL_CONST_P(value) || !jac_basic_string_p(value)) {
            return NULL;
        }
        kind = jac_text_kind(value);
        if (JAC_UNLIKELY(kind == JAC_TEXT_OTHER)) return NULL;
        w->non_ascii |= kind == JAC_TEXT_UTF8;
        return jac_emit_string(w, p, value, escape_mode(w, kind, f));
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
        w->time = value;
        return CLASS_OF(value) == rb_cTime ? jac_time_write(p, value) : NULL;
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
    if (!fits(w, type, object, false)) return false;
    w->buffer.pos = p;
    if (type->limited) check_value(w, type, object, object);
    return true;
}

/* Raises GeneratorError if two elements of an Array, of a SET that is `unique`,
   are equal in JSON. Can run Ruby code; the walk can continue at p. */
static JAC_NOINLINE void
check_distinct(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE array)
{
    jac_ticket_t ticket;
    bool distinct;

    w->buffer.pos = p;
    ticket = jac_walk_exit_to_ruby(w);
    distinct = jac_distinct_p(type, array);
    jac_walk_reenter(w, ticket);
    if (distinct) return;
    jac_walk_fail(w, array, "expected different elements, got equal ones");
}

/* Calls check_limits() for a String, which is returned in UTF-8 and without the
   white space that the type strips; moves w->buffer.pos. */
static JAC_NOINLINE VALUE
check_string(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE string)
{
    w->buffer.pos = p;
    if (jac_text_kind(string) == JAC_TEXT_OTHER) {
        string = jac_transcode(w, string);
    }
    if (type->strips) string = jac_string_strip(string);
    check_limits(w, w->buffer.pos, type, string, string);
    return string;
}

/* Calls check_limits() for an Integer that is read again as a Float. */
static JAC_NOINLINE void
check_float(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE integer)
{
    VALUE number = jac_integer_as_float(integer);

    w->buffer.pos = p;
    if (isinf(RFLOAT_VALUE(number))) mismatch(w, type, integer);
    if (type->limited) check_limits(w, p, type, number, integer);
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

    rb_hash_foreach(hash, push_pair, pairs);
    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        text = key = RARRAY_AREF(pairs, i);
        if (!contents_fit(w, of, key, NULL, false)) mismatch(w, of, key);
        if (RB_SYMBOL_P(key)) {
            text = rb_sym2str(key);
        }
        else if (!RB_TYPE_P(key, T_STRING)) {
            text = jac_walk_call(w, of->self, id_key_text, 1, &key);
        }
        if (!w->options.allow_duplicate_key &&
            rb_hash_lookup2(texts, text, Qundef) != Qundef) {
            jac_fail_duplicate(w, text, hash);
        }
        rb_hash_aset(texts, text, RARRAY_AREF(pairs, i + 1));
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
    return write_string(w, p, member->type->members[0].step, f);
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
        rows ? row_values(w, within, frame[JAC_WALK_CONTAINER])
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
        if (JAC_UNLIKELY(type->limited)) {
            value = check_string(w, p, type, value);
            p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        }
        p = write_string(w, p, value, f);
        goto next;
    case JAC_TYPE_FLOAT:
        if (RB_FLOAT_TYPE_P(value)) {
            if (JAC_UNLIKELY(type->limited)) {
                check_limits(w, p, type, value, value);
            }
            p = write_float(w, p, value);
            goto next;
        }
        if (!RB_INTEGER_TYPE_P(value)) break;
        check_float(w, p, type, value);
        p = write_integer(w, p, value);
        goto next;
    case JAC_TYPE_INTEGER:
        if (!RB_INTEGER_TYPE_P(value)) break;
        if (JAC_UNLIKELY(type->limited)) {
            check_limits(w, p, type, value, value);
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
                  ? choose_first(w, type, value, &chosen)
                  : choose_alternative(w, type, value);
        p = w->buffer.pos;
        if (one == NULL) break;
        type = one;
        goto again;
    }
    case JAC_TYPE_SCALAR:
        value = call_method(w, p, type->dump, id_call, 1, &value);
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        if (type->of == NULL) {
            p = write_any(w, p, NULL, value);
            goto next;
        }
        type = type->of;
        goto again;
    case JAC_TYPE_SET:
        if (!kind_of(value, type->klass)) break;
        if (JAC_UNLIKELY(type->limited)) {
            check_limits(w, p, type, value, value);
        }
        value = call_method(w, p, value, id_to_a, 0, NULL);
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        if (JAC_UNLIKELY(type->unique)) check_distinct(w, p, type, value);
        goto array;
    case JAC_TYPE_ARRAY:
    case JAC_TYPE_TUPLE:
array:
        if (!RB_TYPE_P(value, T_ARRAY)) break;
        if (JAC_UNLIKELY(type->limited) && type->kind != JAC_TYPE_SET) {
            check_limits(w, p, type, value, value);
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
        within = rows ? value_type(type, value) : NULL;
        if (within == type) goto array;
        if (within == NULL) {
            p = write_rare(w, p, type, value, f);
            goto next;
        }
        type = within;
        goto again;
    case JAC_TYPE_MAP:
        if (!RB_TYPE_P(value, T_HASH)) break;
        if (JAC_UNLIKELY(type->limited)) {
            check_limits(w, p, type, value, value);
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
        jac_walk_check_depth(w, value);
        frame = jac_walk_push(w, value, JAC_TYPED_SIZE, 1);
        frame[JAC_WALK_NEXT] = w->frame + JAC_TYPED_KEY + 2;
        frame[JAC_TYPED_KEY] = Qnil;
        frame[JAC_TYPED_TYPE] = type->self;
        frame[JAC_TYPED_MEMBER] = 0;
        jac_walk_set_top(w, w->frame + JAC_TYPED_SIZE);
        goto next;
    default:
        p = write_rare(w, p, type, value, f);
        goto next;
    }
    w->buffer.pos = p;
    mismatch(w, type, value);

next:
    if (JAC_UNLIKELY(w->frame == JAC_WALK_NO_FRAME)) {
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
        type = type_of_pair(w, within, w->stack[at]);
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
                value = field_by_name(w, within, value, member);
                p = w->buffer.pos;
            }
            if (JAC_UNLIKELY(value == Qundef)) {
                if (jac_member_optional(member) || member->fallback != Qundef) {
                    continue;
                }
                w->buffer.pos = p;
                mismatch(w, jac_type_target(member->type), value);
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
                    mismatch(w, member->type, value);
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

static VALUE
write_nested_value(VALUE data)
{
    const jac_nested_t *nested = (const jac_nested_t *)data;

    write_value(nested->walk, nested->type, nested->value);
    return Qnil;
}

/* Writes the value by its type. For a Time that is too large for Ruby's C API,
   raises the error of one with a year of too many digits. */
static void
write_root(const jac_nested_t *nested)
{
    if (!nested->type->times) {
        write_value(nested->walk, nested->type, nested->value);
        return;
    }
    nested->walk->time = Qnil;
    rb_rescue2(write_nested_value, (VALUE)nested, fail_far_time, (VALUE)nested,
               rb_eArgError, rb_eRangeError, (VALUE)0);
}

static void
write_typed(jac_walk_t *w, VALUE type, VALUE value)
{
    write_nested(w, jac_type_get(type), value);
    RB_GC_GUARD(type);
}

static VALUE
dump(const jac_type_t *type, const jac_generator_options_t *options,
     VALUE value, VALUE io)
{
    jac_walk_memory_t memory;
    jac_walk_t w;
    jac_nested_t nested;
    VALUE result, self = type->self;

    if (JAC_UNLIKELY(jac_replacing_p(io))) {
        return jac_write_whole(io, dump(type, options, value, Qfalse));
    }
    jac_walk_init(&w, &memory, options, io);
    jac_walk_begin_printer(&w);
    nested.walk = &w;
    nested.type = type;
    nested.value = value;
    write_root(&nested);
    result = jac_walk_result(&w);
    RB_GC_GUARD(w.workspace_object);
    RB_GC_GUARD(w.state);
    RB_GC_GUARD(self);
    return result;
}

static const jac_option_t excluded[] = {
    JAC_OPTION_sort_keys,  JAC_OPTION_rfc8785, JAC_OPTION_omit_nil,
    JAC_OPTION_omit_empty, JAC_OPTION_rails,   JAC_OPTION_types};
enum { EXCLUDED_COUNT = sizeof(excluded) / sizeof(*excluded) };

static VALUE
dump_names(void)
{
    const VALUE all = jac_options_names();
    VALUE names = rb_ary_dup(all);
    size_t i;

    for (i = 0; i < EXCLUDED_COUNT; i++) {
        rb_ary_delete(names, rb_ary_entry(all, excluded[i]));
    }
    return rb_ary_push(names, sym_pretty);
}

static void
read_options(jac_generator_options_t *options, VALUE given)
{
    VALUE pretty = rb_hash_lookup2(given, sym_pretty, Qundef);
    size_t i;

    if (pretty != Qundef) {
        given = rb_hash_dup(given);
        rb_hash_delete(given, sym_pretty);
        if (RTEST(pretty)) {
            jac_options_configure(options, Qfalse, pretty_options);
        }
    }
    jac_options_configure_by(options, Qfalse, given, dump_names);
    for (i = 0; i < EXCLUDED_COUNT; i++) {
        if (!RTEST(jac_options_get(options, excluded[i]))) continue;
        rb_raise(rb_eArgError,
                 "%" PRIsVALUE
                 " has no effect on types, which write members as declared",
                 rb_ary_entry(jac_options_names(), excluded[i]));
    }
}

static VALUE
type_dump(int argc, VALUE *argv, VALUE self)
{
    const jac_type_t *type = jac_type_get(self);
    jac_generator_options_t options = JAC_OPTIONS_DEFAULT;
    VALUE result;

    if (rb_keyword_given_p()) read_options(&options, argv[--argc]);
    rb_check_arity(argc, 1, 2);
    result = dump(type, &options, argv[0], argc > 1 ? argv[1] : Qfalse);
    RB_GC_GUARD(options.indent);
    return result;
}

/*
 * Type#_dump_by(object, state), private: writes an object for its to_json, with
 * the options of a State that dump takes. Returns nil for any other object.
 */
static VALUE
type_dump_by(VALUE self, VALUE object, VALUE state)
{
    jac_generator_options_t options = JAC_OPTIONS_DEFAULT;
    const jac_generator_options_t *from;
    VALUE result;

    if (!jac_state_p(state)) return Qnil;
    from = jac_state_options(state);
    options.indent = from->indent;
    options.space = from->space;
    options.space_before = from->space_before;
    options.object_nl = from->object_nl;
    options.array_nl = from->array_nl;
    options.ascii_only = from->ascii_only;
    options.script_safe = from->script_safe;
    options.html_safe = from->html_safe;
    options.allow_nan = from->allow_nan;
    options.max_nesting = from->max_nesting;
    options.depth = from->depth;
    options.allow_duplicate_key = from->allow_duplicate_key;
    result = dump(jac_type_get(self), &options, object, Qfalse);
    RB_GC_GUARD(state);
    return result;
}

void
jac_init_type_writer(VALUE mJacinth)
{
    id_call = rb_intern("call");
    id_to_a = rb_intern("to_a");
    id_to_s = rb_intern("to_s");
    id_exponent = rb_intern("exponent");
    id_iso8601 = rb_intern("iso8601");
    id_is_julian = rb_intern("julian?");
    id_gregorian = rb_intern("gregorian");
    id_mismatch = rb_intern("_mismatch");
    id_key_text = rb_intern("_key_text");
    id_compare_by_identity = rb_intern("compare_by_identity");
    sym_pretty = ID2SYM(rb_intern("pretty"));
    pretty_options = jac_constant(mJacinth, "PRETTY_OPTIONS");
    jac_conversion_write_typed = write_typed;
    fixed_form = rb_str_freeze(rb_usascii_str_new_cstr("F"));
    rb_gc_register_mark_object(fixed_form);
}

void
jac_define_type_dump(VALUE cType)
{
    rb_define_method(cType, "dump", type_dump, -1);
    rb_define_private_method(cType, "_dump_by", type_dump_by, 2);
}
