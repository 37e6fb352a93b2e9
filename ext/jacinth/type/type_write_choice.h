/*
 * Chooses the type that writes a value: the alternative of a union, and the
 * type of a row or of a map's value. Compares values with types and limits.
 */
#ifndef JAC_TYPE_WRITE_CHOICE_H
#define JAC_TYPE_WRITE_CHOICE_H

#include "generate/walk.h"
#include "generate/walk_stack.h"
#include "type/type.h"

/* Raises GeneratorError for a value that does not fit the type, or for a
   missing one, Qundef. lib/jacinth/type/expectation.rb makes the message. */
NORETURN(void jac_typed_fail_mismatch(const jac_walk_t *w,
                                      const jac_type_t *type, VALUE value));

JAC_INLINE bool
jac_kind_of(VALUE value, VALUE klass)
{
    return CLASS_OF(value) == klass || RTEST(rb_obj_is_kind_of(value, klass));
}

/* Returns the index of the member of an ENUM for a String or Symbol, or
   UINT32_MAX. */
uint32_t jac_enum_place(const jac_type_t *type, VALUE value);

/* Returns the type that writes a value of the VALUE `type`: the type of a row,
   `type` for an Array that can contain rows, NULL for any other value. */
const jac_type_t *jac_value_type(const jac_type_t *type, VALUE value);

/* Returns the values of the members of a row. They do not move: the frame pins
   the row, which is frozen. */
JAC_INLINE const VALUE *
jac_row_values(jac_walk_t *w, const jac_type_t *type, VALUE row)
{
    if (JAC_UNLIKELY(RARRAY_LEN(row) != (long)type->count + 1)) {
        jac_typed_fail_mismatch(w, type, row);
    }
    return RARRAY_CONST_PTR(row) + 1;
}

/*
 * Returns the member's value, or Qundef if a Hash or a row lacks it. Can run
 * Ruby code.
 */
VALUE jac_member_value_by_name(jac_walk_t *w, const jac_type_t *type,
                               VALUE object, const jac_member_t *member);

/* Returns the member's value, or Qundef if a Hash lacks it. Can run Ruby
   code. */
JAC_INLINE VALUE
jac_member_value(jac_walk_t *w, const jac_type_t *type, VALUE object,
                 const jac_member_t *member)
{
    return type->build == JAC_BUILD_STRUCT
               ? jac_struct_member(object, member->slot, type->layout.direct)
               : jac_member_value_by_name(w, type, object, member);
}

/*
 * True if a union writes this value as `type`, by its class. A SCALAR or ANY
 * can write each value, and fits only if `any` is true. Recurses only into
 * nested unions.
 */
bool jac_type_fits(jac_walk_t *w, const jac_type_t *type, VALUE value,
                   bool any);

/*
 * Returns the alternative that writes this value: first, one for its class;
 * then, for an Integer, one for Floats; then one for any value. Can run Ruby
 * code.
 */
const jac_type_t *jac_choose_alternative(jac_walk_t *w, const jac_type_t *type,
                                         VALUE value);

/*
 * True if `type` can write this value and its contents: their classes and
 * limits are right, and members are there. Does not call the Procs of a
 * SCALAR. Can run Ruby code. Recurses into the contents.
 */
bool jac_contents_fit(jac_walk_t *w, const jac_type_t *type, VALUE value,
                      VALUE *chosen);

/*
 * Returns the alternative of a FIRST that writes this value: of those for its
 * class (and, for an Integer, those for Floats), the first whose limits and
 * contents fit. NULL if there is none for its class. *chosen has the results
 * for containers: each is searched once for each type, so that the time stays
 * linear. It is a Hash that compares by identity, or 0. A place is nil if there
 * is no alternative.
 */
const jac_type_t *jac_choose_first(jac_walk_t *w, const jac_type_t *type,
                                   VALUE value, VALUE *chosen);

/* Returns the text of a key, in UTF-8 if possible, to compare it with
   others. Can run Ruby code. */
VALUE jac_typed_key_text(jac_walk_t *w, VALUE key);

/* Returns the type of the value of a key in a Hash that a MAP writes. Can run
   Ruby code. */
const jac_type_t *jac_pair_type(jac_walk_t *w, const jac_type_t *type,
                                VALUE key);

/* True if a value is within its limits and has the required keys. Can run Ruby
   code. */
bool jac_typed_limits_hold(jac_walk_t *w, const jac_type_t *type, VALUE value);

/* Calls jac_object_fault(). Can run Ruby code. */
VALUE jac_typed_find_fault(jac_walk_t *w, const jac_type_t *type, VALUE object);

#endif
