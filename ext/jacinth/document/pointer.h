/* JSON pointers (RFC 6901), compiled to steps. */
#ifndef JAC_POINTER_H
#define JAC_POINTER_H

#include "ruby/compat.h"

typedef struct {
    const uint8_t *name; /* in UTF-8, with ~0 and ~1 decoded */
    size_t size;
    size_t index; /* the name as an array index, or JAC_NO_INDEX */
    bool any;     /* `*`: every element or member */
} jac_step_t;

#define JAC_NO_INDEX SIZE_MAX

typedef struct {
    const jac_step_t *steps;
    size_t count;
    bool any;
} jac_pointer_t;

/* The most steps of a pointer: some code recurses for each step. */
enum { JAC_POINTER_STEPS = 512 };

typedef struct {
    VALUE memory; /* owns the memory: keep it on the C stack */
    jac_pointer_t *pointers;
    size_t count;
} jac_pointers_t;

/* Compiles the Strings, or objects with to_str, in argv. The caller keeps them
   alive. Raises ArgumentError for an invalid pointer, and TypeError for another
   object. */
void jac_pointers_compile(jac_pointers_t *set, long argc, const VALUE *argv);

/* True if a key has the name of the step. False if it is neither a String nor a
   Symbol, but an object that on_load returned. */
JAC_INLINE bool
jac_step_names(const jac_step_t *step, VALUE key)
{
    if (SYMBOL_P(key)) key = rb_sym2str(key);
    return RB_TYPE_P(key, T_STRING) && (size_t)RSTRING_LEN(key) == step->size &&
           memcmp(RSTRING_PTR(key), step->name, step->size) == 0;
}

#endif
