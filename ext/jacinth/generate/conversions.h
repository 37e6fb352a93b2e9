/*
 * What a Coder writes instead of objects, by their class: its `types`.
 *
 * The table is a frozen Hash that compares by identity, from a Class or Module
 * to what is done with its objects:
 *
 *   Symbol   the public method that gives what to write
 *   Proc     called with the object, gives that
 *   Type     writes the object itself
 *
 * The entry of an object is that of its class, or else of the nearest ancestor
 * that has one, in the order of Module#ancestors (modules of its singleton
 * class first).
 *
 * A walk looks a class up once, and remembers some of them. Who keeps those
 * alive, and in place: the walk's caller has them on its C stack, which Ruby
 * scans and pins. What makes them stale: a module included in a class while the
 * walk is running; the next walk sees it.
 */
#ifndef JAC_CONVERSIONS_H
#define JAC_CONVERSIONS_H

#include "generate/walk_stack.h"

/* Classes that a walk remembers: a power of two. */
enum { JAC_CONVERSIONS_KEPT = 16 };

typedef struct jac_conversions {
    VALUE table;
    bool modules; /* the table has a Module that is no Class */
    struct {
        VALUE klass;
        VALUE by; /* Qundef: nothing */
#ifdef JACINTH_DEBUG
        jac_shadow_t class_shadow, by_shadow;
#endif
    } found[JAC_CONVERSIONS_KEPT];
} jac_conversions_t;

typedef enum {
    JAC_CONVERSION_NONE,   /* no entry, or *value is still no JSON */
    JAC_CONVERSION_DONE,   /* *value is what to write, of a type of JSON */
    JAC_CONVERSION_WRITTEN /* a Type wrote it */
} jac_conversion_t;

/*
 * Converts *value, an object or (`key`) a key that JSON has no type for, in a
 * walk with conversions. What a conversion gives is converted again where it
 * has an entry, too. A key is never written, but read from what a Type writes.
 * Raises GeneratorError where that finds no end, NestingError, and what the
 * conversions raise.
 */
jac_conversion_t jac_conversions_apply(jac_walk_t *w, VALUE *value, bool key);

/*
 * Pairs, each an Array, of a Hash's keys, converted where there are
 * conversions, and its values. For an order that is one of the keys as they
 * are written. Raises as above.
 */
VALUE jac_conversions_pairs(jac_walk_t *w, VALUE hash);

/*
 * Writes value, as type says, at w->buffer.pos. Set by the part that knows of
 * types, before any table can have one.
 */
extern void (*jac_conversion_write_typed)(jac_walk_t *w, VALUE type,
                                          VALUE value);

void jac_init_conversions(VALUE mJacinth);

#endif
