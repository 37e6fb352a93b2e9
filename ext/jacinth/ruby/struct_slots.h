/*
 * Direct access to the members of a Struct or Data, and objects made without
 * rb_struct_alloc_noinit, which looks up the class's members each time and
 * costs four times as much as an Array of this size.
 *
 * Assumed: in a class of at most JAC_STRUCT_SLOTS members, they follow the
 * object's header in order; all objects of a class without instance variables
 * are made with the same flags; an empty Array with capacity for n elements has
 * the slot of an object with n members, and becomes one by its flags, its class
 * and the word after the members, which is 0; the type of an object matters
 * only after the next allocation; and an object is young if nothing was
 * allocated after it, so storing into it needs no write barrier. libruby
 * exports rb_obj_memsize_of.
 *
 * Proved at load with Structs of each size, and for each class by
 * jac_struct_layout(). Portable implementation: rb_struct_alloc_noinit,
 * rb_struct_aset and rb_struct_aref.
 */
#ifndef JAC_STRUCT_SLOTS_H
#define JAC_STRUCT_SLOTS_H

#include "ruby/internals.h"

enum { JAC_STRUCT_SLOTS = 32 };

/* The facts that were proved about a class's objects. */
typedef struct {
    bool direct;   /* members can be read and stored in the slot */
    bool zero;     /* the slot has a word after the members */
    VALUE changed; /* flags in which a new object differs from an empty Array;
                      0: made by rb_struct_alloc_noinit */
} jac_struct_layout_t;

void jac_prove_structs(void);

/* Returns the layout of objects of `klass`, a Struct or Data of n members,
   that are frozen if `frozen` is true. Allocates some of them. */
jac_struct_layout_t jac_struct_layout(VALUE klass, size_t n, bool frozen);

JAC_INLINE VALUE *
jac_struct_words(VALUE object)
{
    return (VALUE *)(object + sizeof(struct RBasic));
}

/* Returns a new object with these n members. Calls no method. The values must
   be visible to the GC. The arguments are those of jac_struct_layout(). */
JAC_INLINE VALUE
jac_struct_new(jac_struct_layout_t layout, VALUE klass, const VALUE *values,
               size_t n, bool frozen)
{
    VALUE object, *to;
    size_t i;

    if (JAC_LIKELY(layout.changed != 0)) {
        object = rb_ary_new_capa((long)n);
        RBASIC(object)->flags ^= layout.changed;
        *(VALUE *)(object + offsetof(struct RBasic, klass)) = klass;
        /* the youngest object needs no write barrier */
        to = jac_struct_words(object);
        for (i = 0; i < n; i++) to[i] = values[i];
        if (layout.zero) to[n] = 0;
        return object;
    }
    object = rb_struct_alloc_noinit(klass);
    if (layout.direct) {
        to = jac_struct_words(object);
        for (i = 0; i < n; i++) to[i] = values[i];
    }
    else {
        for (i = 0; i < n; i++) {
            rb_struct_aset(object, LONG2FIX((long)i), values[i]);
        }
    }
    if (frozen) RB_OBJ_FREEZE(object);
    return object;
}

JAC_INLINE VALUE
jac_struct_member(VALUE object, size_t i, bool direct)
{
    return JAC_LIKELY(direct) ? jac_struct_words(object)[i]
                              : rb_struct_aref(object, LONG2FIX((long)i));
}

#endif
