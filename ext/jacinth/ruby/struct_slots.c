#include "ruby/struct_slots.h"

#if JAC_COMPILED(JAC_STRUCTS)
/* Returns a value that differs for each member and occurs nowhere else. */
static VALUE
sentinel(size_t i)
{
    return LONG2FIX((long)(0x5a3c00 + 7 * i));
}

/*
 * A word is read only if all words before it were members, so none is outside
 * the slot. An object with members elsewhere has a length or an address in the
 * first word.
 */
bool
jac_struct_direct_p(VALUE klass, size_t n)
{
    VALUE object;
    VALUE *words;
    size_t i;

    if (!JAC_ON(JAC_STRUCTS) || n > JAC_STRUCT_SLOTS) return false;
    object = rb_struct_alloc_noinit(klass);
    for (i = 0; i < n; i++) {
        rb_struct_aset(object, LONG2FIX((long)i), sentinel(i));
    }
    words = jac_struct_words(object);
    for (i = 0; i < n; i++) {
        if (words[i] != sentinel(i)) return false;
    }
    for (i = 0; i < n; i++) words[i] = sentinel(n + i);
    for (i = 0; i < n; i++) {
        if (rb_struct_aref(object, LONG2FIX((long)i)) != sentinel(n + i)) {
            return false;
        }
    }
    RB_GC_GUARD(object);
    return true;
}

static bool
structs_work(void)
{
    VALUE klass = rb_struct_define(NULL, "a", "b", "c", NULL);

    return jac_struct_direct_p(klass, 3);
}
#else
bool
jac_struct_direct_p(VALUE klass, size_t n)
{
    return false;
}
#endif

void
jac_prove_structs(void)
{
#if JAC_COMPILED(JAC_STRUCTS)
    jac_internals_prove(JAC_STRUCTS, structs_work);
#endif
}
