#include "parse/interrupts.h"

#include "ruby/errors.h"

JAC_COLD void
jac_parser_check_interrupts(jac_parser_t *parser, const uint8_t *p)
{
    jac_left_t left;

    if (!parser->interruptible) return;
    left = jac_parser_leave(parser);
    parser->cursor = p;
    rb_thread_check_ints();
    jac_parser_enter(parser, left);
    jac_parser_check_source(parser);
    jac_interrupts_after(parser, p);
}
