/*
 * The two stacks of a parse: finished values that wait for their container,
 * and the containers still open. Both live in one object that the GC marks,
 * so that an exception, a throw or a killed thread leaks nothing.
 *
 *   text     {"a": [1, 2, {"b": x
 *   frames   root   { head 0   [ head 1   { head 3
 *   values          "a"        1  2       "b"
 *                   0          1          3          <- head
 */
#ifndef JAC_VALUE_STACK_H
#define JAC_VALUE_STACK_H

#include "ruby/shadow.h"

typedef struct jac_frame jac_frame_t; /* frame.h */

/*
 * Alive and in place: what lies below head is marked, which pins it; what
 * lies above is not: who lowers head holds on to the values, or is done with
 * them. Stale: `values` and `frames` with each push, which may move them, so
 * that nothing that calls Ruby code reads by a pointer into them.
 */
typedef struct {
    VALUE *values;
    size_t head, capa;
    jac_frame_t *frames;
    size_t depth, frame_capa; /* depth counts the root: at least 1 in a parse */
#ifdef JACINTH_DEBUG
    jac_shadow_t *shadows; /* of the values */
#endif
} jac_stack_t;

/* A new, empty pair of stacks; *stack lives as long as the object. */
VALUE jac_stack_new(jac_stack_t **stack);

/* New stacks that hold what `from` holds. */
VALUE jac_stack_copy(const jac_stack_t *from, jac_stack_t **copy);

/* The same for stacks that are part of another object's data. */
void jac_stack_mark(const jac_stack_t *stack);
void jac_stack_free(jac_stack_t *stack);
size_t jac_stack_memsize(const jac_stack_t *stack);

/* Empties both stacks; gives memory back above half a megabyte. */
void jac_stack_reset(jac_stack_t *stack);

/* Cold: make room for at least one more. May raise NoMemoryError. */
void jac_stack_grow_values(jac_stack_t *stack);
void jac_stack_grow_frames(jac_stack_t *stack);

#ifdef JACINTH_DEBUG
/* Aborts unless the values from `from` on are those that were put there. */
void jac_stack_check(const jac_stack_t *stack, size_t from);
#else
#define jac_stack_check(stack, from) ((void)0)
#endif

/* The value at a place for which there is room. */
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
