#include "parse/error_context.h"

#include "parse/frame.h"
#include "parse/place.h"
#include "ruby/errors.h"

#define NAME_OF_CONTEXT(index, name) name,

static const char *const context_names[] = {JAC_CONTEXT_LIST(NAME_OF_CONTEXT)};

jac_place_t
jac_parser_place(const jac_parser_t *parser)
{
    static const jac_place_t beginning = {0, 0};
    const jac_origin_t *origin = parser->options->origin;

    if (parser->chunks != NULL) return parser->chunks->place;
    return origin != NULL ? origin->place : beginning;
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
    /* a value built within a descent: its container is below */
    if (frame->type == JAC_FRAME_ROOT && stack->depth > 2) frame--;
    if (frame->type == JAC_FRAME_ROOT) return open;
    if (chunks != NULL && frame->start < chunks->offset) {
        open.byte = frame->type == JAC_FRAME_OBJECT ? '{' : '[';
        open.place = frame->place;
        open.offset = frame->start;
        return open;
    }
    open.at = parser->start + frame->start;
    if (chunks != NULL) open.at -= chunks->offset;
    open.byte = *open.at;
    if (open.byte != '[' && open.byte != '{') return (jac_open_t){0};
    return open;
}

void
jac_trail_add(jac_trail_t *trail, const uint8_t *p, size_t n)
{
    size_t at, part;

    if (n > JAC_TRAIL_BYTES) {
        trail->end += n - JAC_TRAIL_BYTES;
        p += n - JAC_TRAIL_BYTES;
        n = JAC_TRAIL_BYTES;
    }
    while (n > 0) {
        at = (size_t)(trail->end % JAC_TRAIL_BYTES);
        part = n < JAC_TRAIL_BYTES - at ? n : JAC_TRAIL_BYTES - at;
        memcpy(trail->bytes + at, p, part);
        trail->end += part;
        p += part;
        n -= part;
    }
}

void
jac_trail_begin(jac_trail_t *trail, uint64_t offset)
{
    trail->since = trail->end = offset;
}

size_t
jac_trail_copy(const jac_trail_t *trail, uint64_t offset, size_t n, uint8_t *to)
{
    size_t i;

    if (n > JAC_TRAIL_BYTES) n = JAC_TRAIL_BYTES;
    if (offset < trail->since) offset = trail->since;
    if (offset < trail->held) offset = trail->held;
    if (n > trail->end - offset) n = (size_t)(trail->end - offset);
    for (i = 0; i < n; i++) {
        to[i] = trail->bytes[(trail->end - n + i) % JAC_TRAIL_BYTES];
    }
    return n;
}

static bool
continues(const uint8_t *p)
{
    return (*p & 0xC0) == 0x80;
}

/*
 * Copies the bytes before `at` and returns their number; *begins is set if the
 * text starts with them. A UTF-8 character has at most 3 continuation bytes;
 * invalid text can be cut anywhere.
 */
static size_t
bytes_before(const jac_parser_t *parser, const uint8_t *at, uint8_t *buffer,
             bool *begins)
{
    const jac_chunks_t *chunks = parser->chunks;
    const jac_place_t start = jac_parser_place(parser);
    const size_t here = (size_t)(at - parser->start);
    size_t n = 0, cut = 0;

    *begins = here <= JAC_CONTEXT_SIZE;
    if (here > JAC_CONTEXT_SIZE) {
        memcpy(buffer, at - JAC_CONTEXT_SIZE, n = JAC_CONTEXT_SIZE);
    }
    else {
        if (chunks != NULL) {
            n = jac_trail_copy(&chunks->trail, 0, JAC_CONTEXT_SIZE - here,
                               buffer);
            *begins = chunks->offset - n == chunks->trail.since;
        }
        else {
            *begins = start.lines == 0 && start.columns == 0;
        }
        if (here > 0) memcpy(buffer + n, parser->start, here);
        n += here;
    }
    if (*begins || n < JAC_CONTEXT_SIZE) return n;
    while (cut < 3 && continues(buffer + cut)) cut++;
    memmove(buffer, buffer + cut, n - cut);
    return n - cut;
}

static size_t
bytes_after(const jac_parser_t *parser, const uint8_t *at)
{
    const uint8_t *to = parser->end;
    int i;

    if (to - at > JAC_CONTEXT_SIZE) {
        to = at + JAC_CONTEXT_SIZE;
        for (i = 0; i < 3 && continues(to); i++) to--;
    }
    return (size_t)(to - at);
}

static VALUE
truth(bool condition)
{
    return condition ? Qtrue : Qfalse;
}

VALUE
jac_error_context(const jac_parser_t *parser, const uint8_t *at,
                  const jac_open_t *open)
{
    const jac_place_t start = jac_parser_place(parser);
    const uint8_t *from = parser->start;
    VALUE fields[JAC_CONTEXT_MEMBERS];
    const size_t after = bytes_after(parser, at);
    const bool ends = parser->end - at <= JAC_CONTEXT_SIZE;
    jac_place_t opened = open->place, place = start;
    uint8_t buffer[JAC_CONTEXT_SIZE];
    size_t before, i;
    bool begins;

    for (i = 0; i < JAC_CONTEXT_MEMBERS; i++) fields[i] = Qnil;
    if (open->at != NULL) {
        jac_place_move(&place, from, open->at);
        opened = place;
        from = open->at;
    }
    jac_place_move(&place, from, at);
    before = bytes_before(parser, at, buffer, &begins);
    fields[JAC_CONTEXT_BYTES] =
        rb_utf8_str_new((const char *)buffer, (long)before);
    if (after > 0)
        rb_str_cat(fields[JAC_CONTEXT_BYTES], (const char *)at, (long)after);
    rb_str_freeze(fields[JAC_CONTEXT_BYTES]);
    fields[JAC_CONTEXT_AT] = SIZET2NUM(before);
    fields[JAC_CONTEXT_BEGINS] = truth(begins);
    fields[JAC_CONTEXT_ENDS] = truth(ends);
    fields[JAC_CONTEXT_LINE] = ULL2NUM(place.lines + 1);
    fields[JAC_CONTEXT_COLUMN] = ULL2NUM(place.columns + 1);
    if (open->at != NULL || open->byte != 0) {
        fields[JAC_CONTEXT_OPEN] = INT2FIX(open->byte);
        fields[JAC_CONTEXT_OPEN_LINE] = ULL2NUM(opened.lines + 1);
        fields[JAC_CONTEXT_OPEN_COLUMN] = ULL2NUM(opened.columns + 1);
    }
    fields[JAC_CONTEXT_MORE] =
        truth(ends && parser->chunks != NULL && !parser->chunks->last);
    fields[JAC_CONTEXT_RELAXED] =
        truth(parser->options->relaxed ||
              (parser->chunks != NULL && parser->chunks->has_bom));
    return rb_ary_freeze(rb_ary_new_from_values(JAC_CONTEXT_MEMBERS, fields));
}

void
jac_init_error_context(VALUE mJacinth)
{
    jac_define_symbols(mJacinth, "ERROR_CONTEXT", context_names,
                       JAC_CONTEXT_MEMBERS);
    jac_private_constant(mJacinth, "ERROR_CONTEXT");
}
