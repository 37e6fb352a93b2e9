#include "stream/partial.h"

#include "parse/build.h"
#include "parse/frame.h"
#include "parse/callbacks.h"

VALUE
jac_partial_value(VALUE data)
{
    jac_parser_t *parser = (jac_parser_t *)data;
    jac_stack_t *stack = parser->stack;
    jac_frame_t *frame = jac_stack_top(stack);
    VALUE value;

    if (frame->type == JAC_FRAME_OBJECT &&
        (frame->phase == JAC_PHASE_VALUE || frame->phase == JAC_PHASE_COLON)) {
        jac_stack_push(stack, Qnil);
    }
    while ((frame = jac_stack_top(stack))->type != JAC_FRAME_ROOT) {
        value = frame->type == JAC_FRAME_ARRAY
                    ? jac_build_array(parser, frame->head)
                    : jac_build_object_slow(parser, frame->head, JAC_NODE_NONE);
        if (parser->options->value_options)
            value = jac_callback_value(parser, value);
        jac_stack_push(stack, value);
        stack->depth--;
    }
    return stack->values[stack->head - 1];
}
