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
static bool
members_in_slot_p(VALUE klass, size_t n)
{
    VALUE object = rb_struct_alloc_noinit(klass);
    VALUE *words = jac_struct_words(object);
    size_t i;

    for (i = 0; i < n; i++) {
        rb_struct_aset(object, LONG2FIX((long)i), sentinel(i));
    }
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
    return members_in_slot_p(rb_struct_define(NULL, "a", "b", "c", NULL), 3);
}
#endif

#if JAC_COMPILED(JAC_STRUCT_FILLING)
size_t rb_obj_memsize_of(VALUE object);

/* Makes an object in both ways and compares them. Sets `changed` and `zero`
   if they are equal. */
static void
find_changed(jac_struct_layout_t *layout, VALUE klass, size_t n, bool frozen)
{
    const size_t bytes = sizeof(struct RBasic) + n * sizeof(VALUE);
    jac_struct_layout_t found = *layout;
    VALUE values[JAC_STRUCT_SLOTS], theirs, array, ours, flags;
    size_t i;
    bool same;

    theirs = rb_struct_alloc_noinit(klass);
    if (frozen) RB_OBJ_FREEZE(theirs);
    flags = RBASIC(theirs)->flags; /* the GC changes those of old objects */
    array = rb_ary_new_capa((long)n);
    same = RB_FL_TEST_RAW(array, RARRAY_EMBED_FLAG) != 0 &&
           rb_obj_memsize_of(theirs) == rb_obj_memsize_of(array);
    if (same) {
        found.changed = flags ^ RBASIC(array)->flags;
        found.zero = rb_obj_memsize_of(theirs) >= bytes + sizeof(VALUE);
        for (i = 0; i < n; i++) values[i] = sentinel(i);
        ours = jac_struct_new(found, klass, values, n, frozen);
        same = RBASIC(ours)->flags == flags &&
               RBASIC_CLASS(ours) == RBASIC_CLASS(theirs) &&
               rb_obj_memsize_of(ours) == rb_obj_memsize_of(theirs) &&
               RTEST(rb_obj_frozen_p(ours)) == frozen;
        for (i = 0; i < n && same; i++) {
            same = rb_struct_aref(ours, LONG2FIX((long)i)) == values[i];
        }
        RB_GC_GUARD(ours);
    }
    if (same) *layout = found;
    RB_GC_GUARD(theirs);
    RB_GC_GUARD(array);
}

static bool
filling_works(void)
{
    VALUE two = rb_struct_define(NULL, "a", "b", NULL);
    VALUE three = rb_struct_define(NULL, "a", "b", "c", NULL);

    return jac_struct_layout(two, 2, false).changed != 0 &&
           jac_struct_layout(two, 2, true).changed != 0 &&
           jac_struct_layout(three, 3, true).changed != 0;
}
#endif

jac_struct_layout_t
jac_struct_layout(VALUE klass, size_t n, bool frozen)
{
    jac_struct_layout_t layout = {false, false, 0};

#if JAC_COMPILED(JAC_STRUCTS)
    layout.direct = JAC_ON(JAC_STRUCTS) && n <= JAC_STRUCT_SLOTS &&
                    members_in_slot_p(klass, n);
#endif
#if JAC_COMPILED(JAC_STRUCT_FILLING)
    if (layout.direct && JAC_ON(JAC_STRUCT_FILLING)) {
        find_changed(&layout, klass, n, frozen);
    }
#endif
    return layout;
}

void
jac_prove_structs(void)
{
#if JAC_COMPILED(JAC_STRUCTS)
    jac_internals_prove(JAC_STRUCTS, structs_work);
#endif
#if JAC_COMPILED(JAC_STRUCT_FILLING)
    jac_internals_prove(JAC_STRUCT_FILLING, filling_works);
#endif
}
