/* Writes scalars by their types, if that needs Ruby code, and checks limits. */
#ifndef JAC_TYPE_WRITE_SCALAR_H
#define JAC_TYPE_WRITE_SCALAR_H

#include "generate/emit.h"
#include "generate/format.h"
#include "generate/object_methods.h"
#include "type/type.h"

JAC_INLINE unsigned
jac_typed_escape_mode(const jac_walk_t *w, jac_text_kind_t kind,
                      const jac_format_t *f)
{
    return f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN;
}

/* Calls a method; the walk can continue at w->buffer.pos. */
JAC_INLINE VALUE
jac_typed_call(jac_walk_t *w, uint8_t *p, VALUE receiver, ID method, int argc,
               VALUE *argv)
{
    w->buffer.pos = p;
    return jac_walk_call(w, receiver, method, argc, argv);
}

/* These write a value at p, for which there is capacity, and return the address
   after it. With `f`, they write as the options say. */
uint8_t *jac_typed_write_string(jac_walk_t *w, uint8_t *p, VALUE string,
                                const jac_format_t *f);

/* For types that need Ruby code or a table. Writes values of other types as
   the generator does. */
uint8_t *jac_typed_write_rare(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                              VALUE value, const jac_format_t *f);

/* Raises GeneratorError if `value` does not pass the check of its type. `shown`
   is the object for the error. Can run Ruby code. */
void jac_typed_check_value(jac_walk_t *w, const jac_type_t *type, VALUE value,
                           VALUE shown);

/*
 * Raises GeneratorError if `value` is not within the limits of `type`. `shown`
 * is the object for the error. Can run Ruby code; the walk can continue at p.
 */
void jac_typed_check_limits(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                            VALUE value, VALUE shown);

/* The same for a String. Returns it in UTF-8, without the white space that the
   type strips. Moves w->buffer.pos. */
VALUE jac_typed_check_string(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                             VALUE string);

/* The same as jac_typed_check_limits() for an Integer that is read again as a
   Float. */
void jac_typed_check_float(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                           VALUE integer);

/* Raises GeneratorError if two elements of an Array, the value of a SET that is
   `unique`, are equal in JSON. Can run Ruby code; the walk can continue at p.
   */
void jac_typed_check_distinct(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                              VALUE array);

void jac_init_type_write_scalar(void);

#endif
