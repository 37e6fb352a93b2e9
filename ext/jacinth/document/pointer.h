/*
 * JSON pointers (RFC 6901), several at once, compiled to steps.
 */
#ifndef JAC_POINTER_H
#define JAC_POINTER_H

#include "ruby/compat.h"

typedef struct {
    const uint8_t *name; /* UTF-8, its ~ decoded */
    size_t size;
    size_t index; /* the element it names, or JAC_NO_INDEX */
    bool any;     /* `*`: every element or member */
} jac_step_t;

#define JAC_NO_INDEX SIZE_MAX

typedef struct {
    const jac_step_t *steps;
    size_t count;
    bool any; /* one of the steps is `*` */
} jac_pointer_t;

/* More steps than that are an ArgumentError: some code recurses by them. */
enum { JAC_POINTER_STEPS = 512 };

typedef struct {
    VALUE room; /* holds all of it: keep it on the C stack */
    jac_pointer_t *pointers;
    size_t count;
} jac_pointers_t;

/*
 * Compiles the Strings (or what has to_str) in argv. Raises ArgumentError for
 * what is no pointer, TypeError for what is no String.
 */
void jac_pointers_compile(jac_pointers_t *set, long argc, const VALUE *argv);

#endif
