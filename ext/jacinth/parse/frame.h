/* The frames of the open containers: their types, the tokens that they
   expect, and the operations on their stack. value_stack.h has a picture. */
#ifndef JAC_FRAME_H
#define JAC_FRAME_H

#include "parse/parser_errors.h"
#include "parse/string_scan.h"

typedef enum {
    JAC_FRAME_ROOT,
    JAC_FRAME_ARRAY,
    JAC_FRAME_OBJECT
} jac_frame_type_t;

/*
 * The token that a frame expects next. The first three equal the frame types,
 * because a finished value sets the phase of its container to the container's
 * type.
 */
typedef enum {
    JAC_PHASE_DONE,         /* root: the document is complete */
    JAC_PHASE_ARRAY_COMMA,  /* ',' or ']' */
    JAC_PHASE_OBJECT_COMMA, /* ',' or '}' */
    JAC_PHASE_VALUE,        /* a value, or ']' in an array */
    JAC_PHASE_KEY,          /* a key or '}' */
    JAC_PHASE_COLON         /* ':' */
} jac_phase_t;

struct jac_frame {
    uint8_t type;
    uint8_t phase;
    uint8_t flags; /* bits of the reader that owns the stack; 0 at first */
    bool counted;  /* an array whose one value is the index, for paths */
    /* Objects: the node of the keys so far, or JAC_NODE_NONE (shape.h). */
    uint32_t node;
    /* The node whose `object` predicts the objects directly in this frame. */
    uint32_t hint;
    bool gaps;      /* type/type_reader.c: slots of an object were skipped */
    bool coerces;   /* type/type_reader.c: strings are converted in it */
    size_t head;    /* height of the values when the container was opened */
    uint64_t start; /* offset of the bracket in the source */
    /* the line and column of the bracket, if its chunk was discarded */
    jac_place_t place;
};

JAC_INLINE jac_frame_t *
jac_stack_top(const jac_stack_t *stack)
{
    JAC_ASSERT(stack->depth > 0);
    return &stack->frames[stack->depth - 1];
}

/* Pushes a frame. The caller sets node, hint and start. */
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
    frame->flags = 0;
    frame->counted = false;
    frame->head = stack->head;
    return frame;
}

/* Pushes the root frame of a document. The stacks must be empty. */
JAC_INLINE void
jac_stack_begin(jac_stack_t *stack)
{
    jac_frame_t *frame =
        jac_stack_push_frame(stack, JAC_FRAME_ROOT, JAC_PHASE_VALUE);

    frame->node = frame->hint = 0;
    frame->start = 0;
}

/*
 * Begins a parse of [start, end) in the source, a String, by a parser on the C
 * stack: takes a session and pushes the root frame. Returns the session's
 * object, which the caller must keep on the C stack. No interrupt check is due
 * yet.
 */
JAC_INLINE VALUE
jac_parser_begin(jac_parser_t *parser, const jac_parser_options_t *options,
                 VALUE source, const uint8_t *start, const uint8_t *end,
                 bool interruptible)
{
    jac_session_t *session = jac_session_take();
    VALUE kept = session->self;

    jac_parser_range(parser, options, source, start, end);
    parser->part = false;
    parser->interruptible = interruptible;
    parser->session = session;
    parser->stack = session->stack;
    jac_stack_begin(parser->stack);
    return kept;
}

JAC_INLINE size_t
jac_stack_count(const jac_stack_t *stack, const jac_frame_t *frame)
{
    return stack->head - frame->head;
}

/* Returns the index after the last value of the frame. */
JAC_INLINE size_t
jac_frame_end(const jac_stack_t *stack, const jac_frame_t *frame)
{
    return frame == jac_stack_top(stack) ? stack->head : frame[1].head;
}

/* Returns the node whose `object` predicts the next object in this frame. */
JAC_INLINE uint32_t
jac_frame_hint(const jac_frame_t *frame)
{
    if (frame->type != JAC_FRAME_OBJECT) return frame->hint;
    return frame->node == JAC_NODE_NONE ? JAC_NODE_ROOT : frame->node;
}

/* Returns the node of the key expected next in the frame, or 0. */
JAC_INLINE uint32_t
jac_frame_guess(const jac_node_t *nodes, const jac_frame_t *frame)
{
    if (JAC_UNLIKELY(frame->node == JAC_NODE_NONE)) return 0;
    if (frame->node == JAC_NODE_ROOT) return nodes[frame->hint].object;
    return nodes[frame->node].child;
}

JAC_INLINE bool
jac_frame_at_limit(const jac_parser_t *parser)
{
    const int max = parser->options->max_nesting;

    return max != 0 && (max < 0 || parser->stack->depth > (size_t)max);
}

/* Pushes and returns the frame of a container that begins at p and is not
   empty. Raises NestingError if it is nested too deeply. */
JAC_INLINE jac_frame_t *
jac_frame_open(jac_parser_t *parser, const uint8_t *p, jac_frame_type_t type,
               jac_phase_t phase, const bool chunked)
{
    jac_stack_t *stack = parser->stack;
    const uint32_t hint = jac_frame_hint(jac_stack_top(stack));
    jac_frame_t *frame;

    if (JAC_UNLIKELY(jac_frame_at_limit(parser))) {
        jac_parser_fail_nesting(parser, p, stack->depth);
    }
    frame = jac_stack_push_frame(stack, type, phase);
    frame->hint = hint;
    frame->node = JAC_NODE_ROOT;
    frame->start =
        chunked ? jac_chunk_offset(parser, p) : (uint64_t)(p - parser->start);
    return frame;
}

#endif
