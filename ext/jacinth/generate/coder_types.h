/*
 * The option `types`: the table of classes and their conversions.
 *
 * It is a frozen Hash that compares by identity. Its keys are Classes and
 * Modules. Its values are:
 *
 *   Symbol   name of a public method that returns the value to write
 *   Proc     called with the object, returns the value to write
 *   Type     writes the object itself
 *
 * An object uses the entry of the first of its class's ancestors that has one,
 * in the order of Module#ancestors.
 *
 * A walk caches the entries of some classes. The caller of the walk keeps them
 * alive and pinned: they are on its C stack, or it marks them. An entry is
 * invalidated when a module is included into the class, which only the next
 * walk notices.
 */
#ifndef JAC_CODER_TYPES_H
#define JAC_CODER_TYPES_H

#include "generate/object_methods.h"

/* Size of the cache of a walk: a power of two. */
enum { JAC_CONVERSIONS_KEPT = 16 };

typedef struct jac_conversions {
    VALUE table;
    bool modules; /* the table has a Module that is not a Class */
    /* 1: the entry of Time is its iso8601, which is Ruby's own; -1: it is not;
       0: unknown, as after each call of a conversion */
    int iso8601;
    /* the depth at which a Type writes a value, and the number of nested Types
       that are writing at that depth */
    long typed_depth;
    int typed_steps;
    struct {
        VALUE klass;
        VALUE by; /* Qundef: the class has no entry */
#ifdef JACINTH_DEBUG
        jac_shadow_t class_shadow, by_shadow;
#endif
    } found[JAC_CONVERSIONS_KEPT];
} jac_conversions_t;

/* Returns the table of the option's value. Raises ArgumentError. */
VALUE jac_conversions_table(VALUE given);

/* Makes the walk convert objects by the table. *c must outlive the walk. */
void jac_conversions_begin(jac_walk_t *w, jac_conversions_t *c, VALUE table);

/* Marks and pins the VALUEs of conversions that are not on a C stack. */
void jac_conversions_mark(const jac_conversions_t *c);

/*
 * Converts *value, which has no JSON type, in a walk with conversions. The
 * result is converted again if it has an entry. Returns JAC_OBJECT_AGAIN for a
 * result with a JSON type, JAC_OBJECT_NONE if a value was written, or
 * JAC_OBJECT_CALLS if *value has no entry and no JSON type. If `key` is true,
 * the text that a Type writes is returned as a value. Raises GeneratorError if
 * the conversion does not end, NestingError, and the errors of the conversions.
 */
jac_object_t jac_conversions_apply(jac_walk_t *w, VALUE *value, bool key);

/* Writes a Time as its iso8601 does, in a walk with conversions, and returns
   the end. Returns NULL, with nothing written, for another object, if
   jac_conversions_apply() did not yet find out that this is Ruby's own method,
   or if it must be called. Needs capacity for a member. Calls
   jac_walk_time_view(). */
uint8_t *jac_conversions_emit_time(jac_walk_t *w, uint8_t *p, VALUE value);

/* Returns the pairs of a Hash as Arrays, with converted keys. Used to sort
   by the keys as they are written. Raises like jac_conversions_apply(). */
VALUE jac_conversions_pairs(jac_walk_t *w, VALUE hash);

/* Writes value at w->buffer.pos by its Type. Set by type/, which this folder
   must not include. */
extern void (*jac_conversion_write_typed)(jac_walk_t *w, VALUE type,
                                          VALUE value);

void jac_init_conversions(VALUE mJacinth);

#endif
