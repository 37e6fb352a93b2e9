#include "type/type_write_choice.h"

#include "generate/convert.h"
#include "generate/object_methods.h"
#include "generate/text_kind.h"
#include "type/type_object.h"
#include "type/type_scalar.h"

#include <math.h>

JAC_COLD void
jac_typed_fail_mismatch(const jac_walk_t *w, const jac_type_t *type,
                        VALUE value)
{
    const bool found = value != Qundef;
    VALUE message =
        rb_funcallv(type->self, rb_intern("_mismatch"), found, &value);

    jac_raise_generator(message, found ? value : Qnil, jac_walk_path(w),
                        w->owner);
}

/* Returns the index of the member with the name `text`, or UINT32_MAX if there
   is none or `text` cannot be converted to UTF-8. */
static uint32_t
text_place(const jac_type_t *type, VALUE text)
{
    uint32_t place;

    if (JAC_UNLIKELY(jac_text_kind(text) == JAC_TEXT_OTHER)) {
        text = rb_str_conv_enc(text, rb_enc_get(text), rb_utf8_encoding());
        if (jac_text_kind(text) == JAC_TEXT_OTHER) return UINT32_MAX;
    }
    place = jac_member_find(type, (const uint8_t *)RSTRING_PTR(text),
                            (size_t)RSTRING_LEN(text));
    RB_GC_GUARD(text);
    return place;
}

uint32_t
jac_enum_place(const jac_type_t *type, VALUE value)
{
    const bool symbol = RB_SYMBOL_P(value);
    uint32_t place;

    if (!symbol && !RB_TYPE_P(value, T_STRING)) return UINT32_MAX;
    place = text_place(type, symbol ? rb_sym2str(value) : value);
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

const jac_type_t *
jac_value_type(const jac_type_t *type, VALUE value)
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

VALUE
jac_member_value_by_name(jac_walk_t *w, const jac_type_t *type, VALUE object,
                         const jac_member_t *member)
{
    if (type->build == JAC_BUILD_HASH) {
        return rb_hash_lookup2(object, member->hash_key, Qundef);
    }
    if (type->build == JAC_BUILD_ROW) {
        VALUE value = jac_row_values(w, type, object)[member->slot];

        return value == type->klass ? Qundef : value;
    }
    if (type->build == JAC_BUILD_IVARS ||
        !rb_method_boundp(CLASS_OF(object), member->reader, 1)) {
        return rb_ivar_get(object, member->ivar);
    }
    return jac_walk_call(w, object, member->reader, 0, NULL);
}

/* True if the type has its tag as a constant, so that its objects do not have a
   member for the tag. */
static bool
constant_tag_p(const jac_type_t *type)
{
    /* ObjectSpec.with_tag puts the constant first */
    return type->count > 0 && type->members[0].constant;
}

/* Reads the tag from an object's member for it, and returns the index of the
   alternative with this tag, or UINT32_MAX. `type` is the object's type, and
   must not have a constant tag. Can run Ruby code. */
static uint32_t
tag_place(jac_walk_t *w, const jac_type_t *tagged, const jac_type_t *type,
          VALUE object)
{
    const jac_member_t *member;
    uint32_t place;
    VALUE text;

    place = jac_member_find(type, (const uint8_t *)RSTRING_PTR(tagged->tag),
                            (size_t)RSTRING_LEN(tagged->tag));
    if (place == UINT32_MAX) return place;
    member = &type->members[place];
    text = jac_member_value(w, type, object, member);
    if (RB_SYMBOL_P(text)) text = rb_sym2str(text);
    if (text == Qundef || !RB_TYPE_P(text, T_STRING)) return UINT32_MAX;
    return text_place(tagged, text);
}

/* True if an object that `type` writes has the tag of an alternative `as`
   or, if that is NULL, of any alternative of this type. Can run Ruby code. */
static bool
has_tag(jac_walk_t *w, const jac_type_t *tagged, const jac_type_t *type,
        const jac_member_t *as, VALUE object)
{
    uint32_t place;

    if (constant_tag_p(type)) return as == NULL;
    place = tag_place(w, tagged, type, object);
    return place != UINT32_MAX &&
           (as != NULL ? &tagged->members[place] == as
                       : jac_type_target(tagged->members[place].type) == type);
}

/* Finds the alternative for a Hash by its tag, without a comparison with each
   alternative. The tag is read by the first alternative's key for it. Returns
   NULL if this finds none. Can run Ruby code. */
static const jac_type_t *
hash_alternative(jac_walk_t *w, const jac_type_t *tagged, VALUE hash)
{
    const jac_type_t *to = jac_type_target(tagged->members[0].type);
    uint32_t place;

    if (to->build != JAC_BUILD_HASH || constant_tag_p(to)) return NULL;
    place = tag_place(w, tagged, to, hash);
    if (place == UINT32_MAX) return NULL;
    to = jac_type_target(tagged->members[place].type);
    return to->build == JAC_BUILD_HASH &&
                   has_tag(w, tagged, to, &tagged->members[place], hash)
               ? to
               : NULL;
}

static const jac_type_t *fitting_alternative(jac_walk_t *w,
                                             const jac_type_t *type,
                                             VALUE value, bool any);

bool
jac_type_fits(jac_walk_t *w, const jac_type_t *type, VALUE value, bool any)
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
        return jac_enum_place(type, value) != UINT32_MAX ||
               jac_enum_literal(type, &literal);
    case JAC_TYPE_TIME:
    case JAC_TYPE_EPOCH:
    case JAC_TYPE_DATE:
    case JAC_TYPE_DECIMAL:
    case JAC_TYPE_SET:
        return jac_kind_of(value, type->klass);
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
                                             : jac_kind_of(value, type->klass);
    case JAC_TYPE_OPTIONAL:
        return NIL_P(value) || jac_type_fits(w, type->of, value, any);
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
 * of its class, else of the nearest superclass, which can be Hash. If several
 * are for one class, or for Hash, the object's own member for the tag
 * determines it. If that member has no tag of the alternative, returns the one
 * for Hash, or NULL.
 */
static const jac_type_t *
tagged_alternative(jac_walk_t *w, const jac_type_t *tagged, VALUE value)
{
    const VALUE klass = CLASS_OF(value);
    const jac_member_t *best = NULL;
    const jac_type_t *of = NULL, *for_hash = NULL;
    VALUE place;
    uint32_t i;

    if (RB_TYPE_P(value, T_HASH)) {
        for_hash = hash_alternative(w, tagged, value);
        if (for_hash != NULL && klass == rb_cHash) return for_hash;
    }
    if (!NIL_P(tagged->places)) {
        place = rb_hash_lookup(tagged->places, klass);
        if (!NIL_P(place)) {
            return jac_type_target(tagged->members[FIX2INT(place)].type);
        }
    }
    for (i = 0; i < tagged->count; i++) {
        const jac_member_t *member = &tagged->members[i];
        const jac_type_t *to = jac_type_target(member->type);

        if (of != NULL && of->klass == klass && to->klass != klass) continue;
        if (!jac_type_fits(w, to, value, false)) continue;
        if (to->build == JAC_BUILD_HASH) {
            if (for_hash == NULL && has_tag(w, tagged, to, member, value))
                for_hash = to;
            continue;
        }
        if (of == NULL || subclass_p(to, of) ||
            (to->klass == of->klass && !has_tag(w, tagged, of, best, value) &&
             has_tag(w, tagged, to, member, value))) {
            best = member;
            of = to;
        }
    }
    if (of == NULL || (for_hash != NULL && !subclass_p(of, for_hash)))
        return for_hash;
    return has_tag(w, tagged, of, NULL, value) ? of : for_hash;
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
    value = jac_member_value(w, type, object, &type->members[place]);
    return value != Qundef &&
           (test == NULL || jac_type_fits(w, test, value, false));
}

/* Returns the alternative of a VARIANT that writes this value, or NULL: the one
   of its class, else of the nearest superclass. If several are for one class,
   or for Hash, it is the one whose member the object has. */
static const jac_type_t *
variant_alternative(jac_walk_t *w, const jac_type_t *variant, VALUE value)
{
    const jac_type_t *of = NULL, *to;
    uint32_t i;

    for (i = 0; i < variant->count; i++) {
        const jac_member_t *mark = &variant->members[i];

        to = jac_type_target(mark->type);
        if (of != NULL && !subclass_p(to, of)) continue;
        if (jac_type_fits(w, to, value, false) &&
            has_mark(w, to, mark, variant->alternatives[i], value)) {
            of = to;
        }
    }
    to = variant->of != NULL ? jac_type_target(variant->of) : NULL;
    if (to != NULL && (of == NULL || subclass_p(to, of)) &&
        jac_type_fits(w, to, value, false)) {
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

        if (jac_type_fits(w, to, value, any)) return to;
    }
    return NULL;
}

const jac_type_t *
jac_choose_alternative(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    const jac_type_t *to = fitting_alternative(w, type, value, false);

    if (to == NULL && RB_INTEGER_TYPE_P(value)) {
        to = fitting_alternative(w, type, DBL2NUM(0.0), false);
    }
    return to != NULL ? to : fitting_alternative(w, type, value, true);
}

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
        value = jac_member_value(w, type, object, member);
        if (value == Qundef) {
            if (!jac_member_optional(member) && member->fallback == Qundef) {
                return false;
            }
        }
        else if (!(member->omit_nil && NIL_P(value)) &&
                 !jac_contents_fit(w, member->type, value, chosen)) {
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
        if (!jac_contents_fit(w, of, RARRAY_AREF(array, i), chosen))
            return false;
    }
    return true;
}

VALUE
jac_typed_key_text(jac_walk_t *w, VALUE key)
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

const jac_type_t *
jac_pair_type(jac_walk_t *w, const jac_type_t *type, VALUE key)
{
    VALUE text = jac_typed_key_text(w, key);
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
            !jac_contents_fit(w, type->key, RARRAY_AREF(pairs, i), chosen)) {
            return false;
        }
        of = type->alternative_count == 0
                 ? type->of
                 : jac_pair_type(w, type, RARRAY_AREF(pairs, i));
        if (!jac_contents_fit(w, of, RARRAY_AREF(pairs, i + 1), chosen)) {
            return false;
        }
    }
    return true;
}

/* Returns an Array of the pairs of a Hash, whose keys are texts. Can run Ruby
   code. */
static VALUE
text_pairs(jac_walk_t *w, VALUE hash)
{
    VALUE pairs = rb_ary_new();
    long i;

    rb_hash_foreach(hash, jac_push_pair, pairs);
    for (i = 0; i < RARRAY_LEN(pairs); i += 2) {
        rb_ary_store(pairs, i, jac_typed_key_text(w, RARRAY_AREF(pairs, i)));
    }
    return pairs;
}

bool
jac_typed_limits_hold(jac_walk_t *w, const jac_type_t *type, VALUE value)
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

VALUE
jac_typed_find_fault(jac_walk_t *w, const jac_type_t *type, VALUE object)
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

    if (!type->constrained || (timed && NIL_P(type->range) && !type->checks)) {
        return true;
    }
    if (RB_TYPE_P(value, T_STRING) && jac_text_kind(value) == JAC_TEXT_OTHER) {
        value = jac_transcode(w, value);
    }
    if (type->strips) value = jac_string_strip(value);
    if (type->kind != JAC_TYPE_OBJECT &&
        !jac_typed_limits_hold(w, type, value)) {
        return false;
    }
    return (type->kind != JAC_TYPE_OBJECT && !type->checks) ||
           NIL_P(jac_typed_find_fault(w, type, value));
}

bool
jac_contents_fit(jac_walk_t *w, const jac_type_t *type, VALUE value,
                 VALUE *chosen)
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
        return jac_choose_first(w, type, value, chosen) != NULL;
    case JAC_TYPE_UNION:
    case JAC_TYPE_TAGGED:
    case JAC_TYPE_VARIANT:
        type = jac_choose_alternative(w, type, value);
        return type != NULL && jac_contents_fit(w, type, value, chosen);
    case JAC_TYPE_FLOAT:
        if (RB_INTEGER_TYPE_P(value)) {
            inside = jac_integer_as_float(value);
            if (isinf(RFLOAT_VALUE(inside))) return false;
        }
        return RB_FLOAT_TYPE_P(inside) && within_limits(w, type, inside);
    default:
        break;
    }
    if (!jac_type_fits(w, type, value, false)) return false;
    if (type->kind != JAC_TYPE_OBJECT && !within_limits(w, type, value)) {
        return false;
    }
    if (JAC_UNLIKELY(ruby_stack_check())) jac_walk_fail_nesting(w, 1);
    switch ((jac_type_kind_t)type->kind) {
    case JAC_TYPE_SET:
        inside = jac_walk_call(w, value, rb_intern("to_a"), 0, NULL);
        Check_Type(inside, T_ARRAY);
        fit = elements_fit(w, type, inside, chosen);
        break;
    case JAC_TYPE_ARRAY:
    case JAC_TYPE_TUPLE:
        fit = elements_fit(w, type, inside, chosen);
        break;
    case JAC_TYPE_MAP:
        inside = rb_ary_new();
        rb_hash_foreach(value, jac_push_pair, inside);
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

/* True if jac_type_fits() can depend on its argument `any` for this type. */
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

/* True if the type writes values of this class: a Float type also writes
   Integers. */
static bool
takes_class(jac_walk_t *w, const jac_type_t *type, VALUE value)
{
    return jac_type_fits(w, type, value, false) ||
           (RB_INTEGER_TYPE_P(value) &&
            jac_type_fits(w, type, DBL2NUM(0.0), false));
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
        if (!takes_class(w, to, value)) {
            if (open == NULL && takes_any(to) &&
                jac_type_fits(w, to, value, true)) {
                open = to;
            }
            continue;
        }
        if (one == NULL) {
            one = to;
            continue;
        }
        if (!examined && jac_contents_fit(w, one, value, chosen)) return one;
        examined = true;
        if (jac_contents_fit(w, to, value, chosen)) return to;
    }
    if (one == NULL) return open;
    if (open == NULL) return one;
    return !examined && jac_contents_fit(w, one, value, chosen) ? one : open;
}

/* Returns the results of jac_choose_first() for an object:
   [type, place, ...]. */
static VALUE
results_for(VALUE *chosen, VALUE object)
{
    VALUE list;

    if (*chosen == 0) {
        *chosen =
            rb_funcall(rb_hash_new(), rb_intern("compare_by_identity"), 0);
    }
    list = rb_hash_lookup2(*chosen, object, Qnil);
    if (NIL_P(list)) {
        list = rb_ary_new();
        rb_hash_aset(*chosen, object, list);
    }
    return list;
}

const jac_type_t *
jac_choose_first(jac_walk_t *w, const jac_type_t *type, VALUE value,
                 VALUE *chosen)
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
