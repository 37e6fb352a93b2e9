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

#include "ruby/compat.h"
#include "parse/place.h"

typedef enum {
    JAC_FRAME_ROOT,
    JAC_FRAME_ARRAY,
    JAC_FRAME_OBJECT
} jac_frame_type_t;

/*
 * What a frame waits for. The first three equal the frame types: in chunks a
 * finished value sets the phase of its container to the container's own type.
 */
typedef enum {
    JAC_PHASE_DONE,         /* root: the document is complete */
    JAC_PHASE_ARRAY_COMMA,  /* ',' or ']' */
    JAC_PHASE_OBJECT_COMMA, /* ',' or '}' */
    JAC_PHASE_VALUE,        /* a value; in an array perhaps ']' */
    JAC_PHASE_KEY,          /* a key; perhaps '}' */
    JAC_PHASE_COLON         /* ':' */
} jac_phase_t;

typedef struct {
    uint8_t type;  /* jac_frame_type_t */
    uint8_t phase; /* jac_phase_t */
    bool told;     /* that its session is gone: resumable.c */
    /* Objects: the node of the keys so far, or JAC_NODE_NONE (shape.h). */
    uint32_t node;
    /* The node whose `object` predicts the objects directly in here. */
    uint32_t hint;
    size_t head;  /* height of the values when the container was opened */
    size_t start; /* offset of the bracket in the source */
    /* Of the bracket, when its chunk is gone: resumable.c. */
    jac_place_t place;
} jac_frame_t;

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

JAC_INLINE void
jac_stack_push(jac_stack_t *stack, VALUE value)
{
    if (JAC_UNLIKELY(stack->head == stack->capa)) {
        jac_stack_grow_values(stack);
    }
    stack->values[stack->head++] = value;
}

/* The innermost frame; there is one. Valid until the next push_frame. */
JAC_INLINE jac_frame_t *
jac_stack_top(const jac_stack_t *stack)
{
    JAC_ASSERT(stack->depth > 0);
    return &stack->frames[stack->depth - 1];
}

/* Opens a container above the present values; the caller sets the rest. */
JAC_INLINE jac_frame_t *
jac_stack_push_frame(jac_stack_t *stack, jac_frame_type_t type,
                     jac_phase_t phase)
{
    jac_frame_t *frame;

    if (JAC_UNLIKELY(stack->depth == stack->frame_capa)) {
        jac_stack_grow_frames(stack);
    }
    frame = &stack->frames[stack->depth++];
    frame->type = (uint8_t)type;
    frame->phase = (uint8_t)phase;
    frame->told = false;
    frame->head = stack->head;
    return frame;
}

/* On empty stacks: the frame of a document that begins. */
JAC_INLINE void
jac_stack_begin(jac_stack_t *stack)
{
    jac_frame_t *frame =
        jac_stack_push_frame(stack, JAC_FRAME_ROOT, JAC_PHASE_VALUE);

    frame->node = frame->hint = 0;
    frame->start = 0;
}

/* How many values (keys counted) the innermost container has so far. */
JAC_INLINE size_t
jac_stack_count(const jac_stack_t *stack, const jac_frame_t *frame)
{
    return stack->head - frame->head;
}

#endif
