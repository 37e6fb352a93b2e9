/*
 * The frames of the containers that are open.
 */
#ifndef JAC_FRAME_H
#define JAC_FRAME_H

#include "parse/parser_errors.h"
#include "parse/string_scan.h"

/* The one level that the innermost frame's next object or array is in. */
JAC_INLINE uint32_t
jac_frame_hint(const jac_frame_t *frame)
{
    if (frame->type != JAC_FRAME_OBJECT) return frame->hint;
    return frame->node == JAC_NODE_NONE ? JAC_NODE_ROOT : frame->node;
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
