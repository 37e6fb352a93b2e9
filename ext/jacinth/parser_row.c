#include "parser_row.h"

VALUE
jac_read_row(jac_parser_t *parser, const uint8_t *p)
{
    /* the stack in no variable: registers are short here */
    const uint8_t *const end = parser->end;
    const size_t from = parser->stack->head;
    const uint8_t *q = p + 1, *behind = q;
    jac_number_t number;
    VALUE array;

    do {
        const uint8_t *const s = q;

        q = jac_scan_number(s, end, &number);
        if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID)) break;
        jac_stack_push(parser->stack,
                       jac_build_number(&number, s, (size_t)(q - s)));
        if (jac_short_integer_p(&number)) q = jac_read_integers(parser, q);
        behind = q;
        if (end - q < 3 || *q != ',') break;
        q++;
        if (*q == ' ') {
            JAC_BRANCH();
            q++;
        }
    } while (jac_begins_number(*q));

    if (JAC_LIKELY(behind < end && *behind == ']')) {
        array = jac_build_array(parser, from);
        parser->cursor = behind + 1;
        return array;
    }
    jac_frame_open(parser, p, JAC_FRAME_ARRAY, JAC_PHASE_VALUE, false)->head =
        from;
    parser->cursor = behind;
    return Qundef;
}
