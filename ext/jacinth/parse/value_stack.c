#include "parse/value_stack.h"

#include "parse/frame.h"

enum {
    JAC_VALUES_FIRST = 64,
    JAC_FRAMES_FIRST = 8,
    JAC_VALUES_KEPT = 65536,
    JAC_FRAMES_KEPT = 4096
};

#ifdef JACINTH_DEBUG
static void
shadows_free(jac_stack_t *stack)
{
    free(stack->shadows);
    stack->shadows = NULL;
}

static void
shadows_grow(jac_stack_t *stack, size_t capa)
{
    stack->shadows = realloc(stack->shadows, capa * sizeof(jac_shadow_t));
    if (stack->shadows == NULL) abort();
}

static void
shadows_copy(jac_stack_t *to, const jac_stack_t *from)
{
    memcpy(to->shadows, from->shadows, from->head * sizeof(jac_shadow_t));
}

void
jac_stack_check(const jac_stack_t *stack, size_t from)
{
    size_t i;

    for (i = from; i < stack->head; i++) {
        jac_shadow_check(&stack->shadows[i], stack->values[i],
                         "the stack of values");
    }
}
#else
#define shadows_free(stack) ((void)0)
#define shadows_grow(stack, capa) ((void)0)
#define shadows_copy(to, from) ((void)0)
#endif

void
jac_stack_mark(const jac_stack_t *stack)
{
    size_t i;

    for (i = 0; i < stack->head; i++) {
        const VALUE value = stack->values[i];

        if (!SPECIAL_CONST_P(value)) rb_gc_mark(value);
    }
}

void
jac_stack_free(jac_stack_t *stack)
{
    xfree(stack->values);
    xfree(stack->frames);
    stack->values = NULL;
    stack->frames = NULL;
    shadows_free(stack);
    stack->head = stack->capa = stack->depth = stack->frame_capa = 0;
}

size_t
jac_stack_memsize(const jac_stack_t *stack)
{
    return stack->capa * sizeof(VALUE) +
           stack->frame_capa * sizeof(jac_frame_t);
}

static void
stack_mark(void *data)
{
    jac_stack_mark(data);
}

static void
stack_free(void *data)
{
    jac_stack_free(data);
    xfree(data);
}

static size_t
stack_memsize(const void *data)
{
    return sizeof(jac_stack_t) + jac_stack_memsize(data);
}

/* Not write-barrier protected: marking the stack in each minor GC costs less
   than a barrier at each push. */
static const rb_data_type_t stack_type =
    JAC_DATA_TYPE("Jacinth/stack", stack_mark, stack_free, stack_memsize, 0);

VALUE
jac_stack_new(jac_stack_t **stack)
{
    return TypedData_Make_Struct(0, jac_stack_t, &stack_type, *stack);
}

void
jac_stack_reset(jac_stack_t *stack)
{
    stack->head = stack->depth = 0;
    if (stack->capa > JAC_VALUES_KEPT) {
        xfree(stack->values);
        stack->values = NULL;
        stack->capa = 0;
        shadows_free(stack);
    }
    if (stack->frame_capa > JAC_FRAMES_KEPT) {
        xfree(stack->frames);
        stack->frames = NULL;
        stack->frame_capa = 0;
    }
}

/* Doubles the capacity. capa changes after the reallocation, which can raise
   or mark. */
JAC_COLD void
jac_stack_grow_values(jac_stack_t *stack)
{
    const size_t capa = stack->capa ? stack->capa * 2 : JAC_VALUES_FIRST;

    shadows_grow(stack, capa);
    REALLOC_N(stack->values, VALUE, capa);
    stack->capa = capa;
}

JAC_COLD void
jac_stack_grow_frames(jac_stack_t *stack)
{
    const size_t capa =
        stack->frame_capa ? stack->frame_capa * 2 : JAC_FRAMES_FIRST;

    REALLOC_N(stack->frames, jac_frame_t, capa);
    stack->frame_capa = capa;
}

VALUE
jac_stack_copy(const jac_stack_t *from, jac_stack_t **copy)
{
    VALUE object = jac_stack_new(copy);
    jac_stack_t *to = *copy;

    while (to->capa < from->head) jac_stack_grow_values(to);
    while (to->frame_capa < from->depth) jac_stack_grow_frames(to);
    jac_stack_check(from, 0);
    memcpy(to->values, from->values, from->head * sizeof(VALUE));
    shadows_copy(to, from);
    memcpy(to->frames, from->frames, from->depth * sizeof(jac_frame_t));
    to->head = from->head;
    to->depth = from->depth;
    return object;
}
