/*
 * Direct access to the members of a Struct or Data.
 *
 * Assumed: in a class of at most JAC_STRUCT_SLOTS members, they follow the
 * object's header in order; and an object is young if nothing was allocated
 * after it, so storing into it needs no write barrier.
 *
 * Proved at load with a Struct of three members, and for each class by
 * jac_struct_direct_p(). Portable implementation: rb_struct_aset and
 * rb_struct_aref.
 */
#ifndef JAC_STRUCT_SLOTS_H
#define JAC_STRUCT_SLOTS_H

#include "ruby/internals.h"

enum { JAC_STRUCT_SLOTS = 32 };

void jac_prove_structs(void);

/* True if objects of `klass`, a Struct or Data of n members, have this
   layout. Allocates one of them. */
bool jac_struct_direct_p(VALUE klass, size_t n);

JAC_INLINE VALUE *
jac_struct_words(VALUE object)
{
    return (VALUE *)(object + sizeof(struct RBasic));
}

/* Returns a new object with these n members, not frozen. Calls no method.
   The values must be visible to the GC. */
JAC_INLINE VALUE
jac_struct_new(VALUE klass, const VALUE *values, size_t n, bool direct)
{
    VALUE object = rb_struct_alloc_noinit(klass);
    size_t i;

    if (JAC_LIKELY(direct)) {
        /* the youngest object needs no write barrier */
        VALUE *to = jac_struct_words(object);

        for (i = 0; i < n; i++) to[i] = values[i];
        return object;
    }
    for (i = 0; i < n; i++) {
        rb_struct_aset(object, LONG2FIX((long)i), values[i]);
    }
    return object;
}

JAC_INLINE VALUE
jac_struct_member(VALUE object, size_t i, bool direct)
{
    return JAC_LIKELY(direct) ? jac_struct_words(object)[i]
                              : rb_struct_aref(object, LONG2FIX((long)i));
}

#endif
