/*
 * The two stacks of a parse: finished values of open containers, and a frame
 * for each open container. Both belong to one object that the GC marks, so that
 * an exception, a throw or a killed thread leaks nothing.
 *
 *   text     {"a": [1, 2, {"b": x
 *   frames   root   { head 0   [ head 1   { head 3
 *   values          "a"        1  2       "b"
 *                   0          1          3          <- head
 */
#ifndef JAC_VALUE_STACK_H
#define JAC_VALUE_STACK_H

#include "ruby/shadow.h"

typedef struct jac_frame jac_frame_t;

/*
 * The values below head are marked, which keeps them alive and pins them. Code
 * that lowers head must keep the values above it alive, or no longer need them.
 * Each push invalidates pointers into `values` and `frames`, so code that calls
 * Ruby must not use such pointers afterwards.
 */
typedef struct {
    VALUE *values;
    size_t head, capa;
    jac_frame_t *frames;
    size_t depth, frame_capa; /* depth includes the root frame */
#ifdef JACINTH_DEBUG
    jac_shadow_t *shadows;
#endif
} jac_stack_t;

/*
 * Returns an object with two empty stacks. *stack lives as long as the object.
 */
VALUE jac_stack_new(jac_stack_t **stack);

VALUE jac_stack_copy(const jac_stack_t *from, jac_stack_t **copy);

/* For stacks that are part of another object's data. */
void jac_stack_mark(const jac_stack_t *stack);
void jac_stack_free(jac_stack_t *stack);
size_t jac_stack_memsize(const jac_stack_t *stack);

/* Empties both stacks. Frees memory above half a megabyte. */
void jac_stack_reset(jac_stack_t *stack);

/* Grow the capacity by at least one. Can raise NoMemoryError. */
void jac_stack_grow_values(jac_stack_t *stack);
void jac_stack_grow_frames(jac_stack_t *stack);

#ifdef JACINTH_DEBUG
/* Debug check: aborts if a value from index `from` on has changed. */
void jac_stack_check(const jac_stack_t *stack, size_t from);
#else
#define jac_stack_check(stack, from) ((void)0)
#endif

JAC_INLINE void
jac_stack_put(const jac_stack_t *stack, size_t place, VALUE value)
{
    stack->values[place] = value;
    JAC_SHADOW_KEEP(&stack->shadows[place], value);
}

JAC_INLINE void
jac_stack_push(jac_stack_t *stack, VALUE value)
{
    if (JAC_UNLIKELY(stack->head == stack->capa)) {
        jac_stack_grow_values(stack);
    }
    jac_stack_put(stack, stack->head, value);
    stack->head++;
}

#endif
