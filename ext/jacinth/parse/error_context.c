#include "parse/error_context.h"

#include "parse/frame.h"
#include "parse/place.h"

jac_place_t
jac_parser_place(const jac_parser_t *parser)
{
    static const jac_place_t beginning = {0, 0};
    const jac_origin_t *origin = parser->options->origin;

    if (parser->chunks != NULL) return parser->chunks->place;
    return origin != NULL ? origin->place : beginning;
}

static bool
bracket_p(uint8_t c)
{
    return c == '[' || c == '{';
}

jac_open_t
jac_open_frame(const jac_parser_t *parser)
{
    const jac_stack_t *stack = parser->stack;
    const jac_chunks_t *chunks = parser->chunks;
    const jac_frame_t *frame;
    jac_open_t open = {0};

    if (stack == NULL || stack->depth < 2) return open;
    frame = jac_stack_top(stack);
    /* A value that is built within a descent: its container is below. */
    if (frame->type == JAC_FRAME_ROOT && stack->depth > 2) frame--;
    if (frame->type == JAC_FRAME_ROOT) return open;
    if (chunks != NULL && frame->start < chunks->offset) {
        open.byte = frame->type == JAC_FRAME_OBJECT ? '{' : '[';
        open.place = frame->place;
        return open;
    }
    open.at = parser->start + frame->start;
    if (chunks != NULL) open.at -= chunks->offset;
    open.byte = *open.at;
    if (!bracket_p(open.byte)) return (jac_open_t){0};
    return open;
}

static bool
continues(const uint8_t *p)
{
    return (*p & 0xC0) == 0x80;
}

/*
 * A character of 4 bytes has 3 that continue it: more of them are no UTF-8, and
 * may be cut anywhere.
 */
static VALUE
bytes_around(const jac_parser_t *parser, const uint8_t *at, size_t *before)
{
    const uint8_t *from = parser->start, *to = parser->end;
    int i;

    if (at - from > JAC_CONTEXT_BYTES) {
        from = at - JAC_CONTEXT_BYTES;
        for (i = 0; i < 3 && continues(from); i++) from++;
    }
    if (to - at > JAC_CONTEXT_BYTES) {
        to = at + JAC_CONTEXT_BYTES;
        for (i = 0; i < 3 && continues(to); i++) to--;
    }
    *before = (size_t)(at - from);
    return rb_str_freeze(rb_utf8_str_new((const char *)from, to - from));
}

VALUE
jac_error_context(const jac_parser_t *parser, const uint8_t *at,
                  const jac_open_t *open)
{
    const jac_place_t start = jac_parser_place(parser);
    const uint8_t *from = parser->start;
    VALUE fields[9] = {Qnil, Qnil, Qnil, Qnil, Qnil, Qnil, Qnil, Qnil, Qnil};
    jac_place_t opened = open->place, place = start;
    size_t before;

    if (open->at != NULL) {
        jac_place_move(&place, from, open->at);
        opened = place;
        from = open->at;
    }
    jac_place_move(&place, from, at);
    fields[0] = bytes_around(parser, at, &before);
    fields[1] = SIZET2NUM(before);
    fields[2] = (size_t)(at - parser->start) == before && start.lines == 0 &&
                        start.columns == 0
                    ? Qtrue
                    : Qfalse;
    fields[3] = parser->end - at <= JAC_CONTEXT_BYTES ? Qtrue : Qfalse;
    fields[4] = ULL2NUM(place.lines + 1);
    fields[5] = ULL2NUM(place.columns + 1);
    if (open->at != NULL || open->byte != 0) {
        fields[6] = INT2FIX(open->byte);
        fields[7] = ULL2NUM(opened.lines + 1);
        fields[8] = ULL2NUM(opened.columns + 1);
    }
    return rb_ary_freeze(rb_ary_new_from_values(9, fields));
}
