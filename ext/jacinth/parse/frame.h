/*
 * The frames of the containers that are open: what each is, what it waits for,
 * and the operations on their stack (value_stack.h, which has the picture).
 */
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

struct jac_frame {
    uint8_t type;  /* jac_frame_type_t */
    uint8_t phase; /* jac_phase_t */
    bool told;     /* that its session is gone: stream/chunked.c */
    bool counted;  /* array: its one value is the index: stream/descent.c */
    /* Objects: the node of the keys so far, or JAC_NODE_NONE (shape.h). */
    uint32_t node;
    /* The node whose `object` predicts the objects directly in here. */
    uint32_t hint;
    bool gaps;    /* slots of an object were passed over: type/type_reader.c */
    bool later;   /* object: its key is not the first: stream/descent.c */
    size_t head;  /* height of the values when the container was opened */
    size_t start; /* offset of the bracket in the source */
    /* Of the bracket, when its chunk is gone: stream/chunked.c. */
    jac_place_t place;
};

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
    frame->told = frame->counted = false;
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

/*
 * Begins a parse of the whole source, a String, on the C stack: with a root
 * frame, and a session, whose object is returned for the caller to keep there.
 * No pause is due yet.
 */
JAC_INLINE VALUE
jac_parser_begin(jac_parser_t *parser, const jac_parser_options_t *options,
                 VALUE source, bool pauses)
{
    jac_session_t *session = jac_session_take();
    VALUE kept = session->self;

    JAC_SHADOW_KEEP(&parser->source_shadow, source);
    parser->start = (const uint8_t *)RSTRING_PTR(source);
    parser->end = parser->start + RSTRING_LEN(source);
    parser->cursor = parser->start;
    parser->pause = parser->end - 1;
    parser->options = options;
    parser->session = session;
    parser->stack = session->stack;
    parser->chunks = NULL;
    parser->part = false;
    parser->pauses = pauses;
    parser->outer = 0;
    parser->held = 0;
    parser->retrace = NULL;
    jac_stack_begin(parser->stack);
    return kept;
}

/* How many values (keys counted) the innermost container has so far. */
JAC_INLINE size_t
jac_stack_count(const jac_stack_t *stack, const jac_frame_t *frame)
{
    return stack->head - frame->head;
}

/* The node whose `object` predicts the next object in this frame. */
JAC_INLINE uint32_t
jac_frame_hint(const jac_frame_t *frame)
{
    if (frame->type != JAC_FRAME_OBJECT) return frame->hint;
    return frame->node == JAC_NODE_NONE ? JAC_NODE_ROOT : frame->node;
}

/* The key expected after those of the frame so far, or 0. */
JAC_INLINE uint32_t
jac_frame_guess(const jac_node_t *nodes, const jac_frame_t *frame)
{
    if (JAC_UNLIKELY(frame->node == JAC_NODE_NONE)) return 0;
    if (frame->node == JAC_NODE_ROOT) return nodes[frame->hint].object;
    return nodes[frame->node].child;
}

/* Whether one more container would be too deep. */
JAC_INLINE bool
jac_frame_at_limit(const jac_parser_t *parser)
{
    const int max = parser->options->max_nesting;

    return max != 0 && (max < 0 || parser->stack->depth > (size_t)max);
}

/*
 * The frame of a container that begins at p and is not empty. Fails where it
 * would be too deep.
 */
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
    frame->start = chunked ? (size_t)jac_chunk_offset(parser, p)
                           : (size_t)(p - parser->start);
    return frame;
}

#endif
