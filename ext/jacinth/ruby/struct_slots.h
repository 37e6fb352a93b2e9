/*
 * Members of a Struct or Data, read and written where they lie.
 *
 * Assumed: the members are the words behind the object's header, in their
 * order, where the class has at most JAC_STRUCT_SLOTS of them; and an object
 * allocated last, with nothing allocated since, needs no write barrier.
 *
 * Proved at load with a Struct of three members, and again for each class by
 * jac_struct_direct_p.
 *
 * Plain: rb_struct_aset and rb_struct_aref.
 */
#ifndef JAC_STRUCT_SLOTS_H
#define JAC_STRUCT_SLOTS_H

#include "ruby/internals.h"

enum { JAC_STRUCT_SLOTS = 32 };

/* Once, at load. */
void jac_prove_structs(void);

/*
 * Whether objects of `klass`, a Struct or Data of n members, are laid out as
 * said. Allocates one of them.
 */
bool jac_struct_direct_p(VALUE klass, size_t n);

JAC_INLINE VALUE *
jac_struct_words(VALUE object)
{
    return (VALUE *)(object + sizeof(struct RBasic));
}

/*
 * A new object with these n members, for which no method is called; it is not
 * frozen. The caller keeps the values visible to the GC.
 */
JAC_INLINE VALUE
jac_struct_new(VALUE klass, const VALUE *values, size_t n, bool direct)
{
    VALUE object = rb_struct_alloc_noinit(klass);
    size_t i;

    if (JAC_LIKELY(direct)) {
        /* The youngest object there is needs no barrier. */
        VALUE *to = jac_struct_words(object);

        for (i = 0; i < n; i++) to[i] = values[i];
        return object;
    }
    for (i = 0; i < n; i++) {
        rb_struct_aset(object, LONG2FIX((long)i), values[i]);
    }
    return object;
}

/* The member at `i` of an object of that class or of a subclass of it. */
JAC_INLINE VALUE
jac_struct_member(VALUE object, size_t i, bool direct)
{
    return JAC_LIKELY(direct) ? jac_struct_words(object)[i]
                              : rb_struct_aref(object, LONG2FIX((long)i));
}

#endif
