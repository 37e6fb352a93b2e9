#include "stream/chunked.h"

#include "parse/error_context.h"
#include "parse/frame.h"
#include "parse/interrupts.h"

void
jac_chunked_init(jac_chunked_t *c)
{
    jac_parser_options_init(&c->options);
    c->parser.options = &c->options;
    c->parser.stack = &c->stack;
    c->parser.chunks = &c->chunks;
    c->parser.interruptible = true;
    c->kept = JAC_OFFSET_NONE;
}

void
jac_chunked_mark(const jac_chunked_t *c)
{
    jac_parser_options_mark(&c->options);
    jac_stack_mark(&c->stack);
    rb_gc_mark(c->buffer);
}

/* Sets the buffer. The text begins at index `from`, and its first `parsed`
   bytes are parsed. */
static void
buffer_set(jac_chunked_t *c, VALUE buffer, size_t from, size_t parsed)
{
    const uint8_t *bytes = (const uint8_t *)RSTRING_PTR(buffer);

    c->buffer = buffer;
    JAC_SHADOW_KEEP(&c->parser.source_shadow, buffer);
    c->parser.start = bytes + from;
    c->parser.end = bytes + RSTRING_LEN(buffer);
    c->parser.cursor = c->parser.start + parsed;
}

/* Called before the first n bytes, which are parsed, are dropped: counts the
   lines and columns in them, also of brackets that are open. */
static void
buffer_leave(jac_chunked_t *c, size_t n)
{
    jac_chunks_t *chunks = &c->chunks;
    const uint8_t *p = c->parser.start, *to = p + n, *bracket;
    size_t i = c->stack.depth;
    jac_frame_t *frame;

    while (i > 1 && c->stack.frames[i - 1].start >= chunks->offset) i--;
    for (; i > 0 && i < c->stack.depth; i++) {
        frame = &c->stack.frames[i];
        bracket = c->parser.start + (frame->start - chunks->offset);
        if (bracket > to) break;
        jac_place_move(&chunks->place, p, bracket);
        frame->place = chunks->place;
        p = bracket;
    }
    jac_place_move(&chunks->place, p, to);
    jac_trail_add(&chunks->trail, c->parser.start, n);
    chunks->offset += n;
}

void
jac_chunked_drop(jac_chunked_t *c)
{
    buffer_leave(c, (size_t)(c->parser.end - c->parser.start));
    c->buffer = 0;
    JAC_SHADOW_KEEP(&c->parser.source_shadow, 0);
    c->parser.start = c->parser.cursor = c->parser.end = NULL;
}

void
jac_chunked_forget(jac_chunked_t *c)
{
    c->stack.head = c->stack.depth = 0;
}

void
jac_chunked_advance(jac_chunked_t *c, const uint8_t *p)
{
    if (p == c->parser.start) return;
    buffer_leave(c, (size_t)(p - c->parser.start));
    c->parser.start = p;
}

static size_t
buffer_used(const jac_chunked_t *c)
{
    const size_t parsed = (size_t)(c->parser.cursor - c->parser.start);
    const uint64_t kept = c->kept;

    if (kept == JAC_OFFSET_NONE || kept >= c->chunks.offset + parsed) {
        return parsed;
    }
    return kept > c->chunks.offset ? (size_t)(kept - c->chunks.offset) : 0;
}

/* Parsed text is dropped when it is more than half of the buffer, so each byte
   moves twice at most on average. On NoMemoryError the buffer is unchanged. */
static void
append(jac_chunked_t *c, VALUE text)
{
    VALUE buffer = c->buffer;
    size_t used, left, parsed, from;

    if (RSTRING_LEN(text) == 0) return;
    used = buffer_used(c);
    if (buffer == 0 || c->parser.start + used == c->parser.end) {
        text = rb_str_new_frozen(text);
        jac_chunked_drop(c);
        buffer_set(c, text, 0, 0);
        return;
    }
    from = (size_t)(c->parser.start - (const uint8_t *)RSTRING_PTR(buffer));
    left = (size_t)(c->parser.end - c->parser.start) - used;
    parsed = (size_t)(c->parser.cursor - c->parser.start);
    if (OBJ_FROZEN(buffer)) {
        buffer = rb_obj_hide(rb_str_buf_new((long)left + RSTRING_LEN(text)));
        rb_str_cat(buffer, (const char *)c->parser.start + used, (long)left);
        buffer_leave(c, used);
        buffer_set(c, buffer, from = 0, parsed -= used);
    }
    else if (from + used > left && from + used >= 256) {
        buffer_leave(c, used);
        memmove(RSTRING_PTR(buffer), c->parser.start + used, left);
        rb_str_set_len(buffer, (long)left);
        buffer_set(c, buffer, from = 0, parsed -= used);
    }
    rb_str_cat(buffer, RSTRING_PTR(text), RSTRING_LEN(text));
    buffer_set(c, buffer, from, parsed);
    RB_GC_GUARD(text);
}

void
jac_chunked_feed(jac_chunked_t *c, VALUE chunk)
{
    append(c, jac_parser_chunk(&c->options, &c->tail, chunk, false));
}

void
jac_chunked_end(jac_chunked_t *c)
{
    if (c->tail.size == 0) return;
    append(c,
           jac_parser_chunk(&c->options, &c->tail, rb_str_new(NULL, 0), true));
}

/* Removes the predictions from frames that stay open, because their session
   goes back to the pool. Stops at a frame whose predictions were removed
   before, because those of the frames below it were removed with them. */
static void
forget_shapes(jac_stack_t *stack)
{
    size_t depth = stack->depth;
    jac_frame_t *frame;

    while (depth > 0 &&
           !(stack->frames[depth - 1].flags & JAC_STREAM_DETACHED)) {
        frame = &stack->frames[--depth];
        frame->node = JAC_NODE_NONE;
        frame->hint = JAC_NODE_ROOT;
        frame->flags |= JAC_STREAM_DETACHED;
    }
}

static void
prepare(jac_chunked_t *c)
{
    if (c->stack.depth > 0 &&
        jac_stack_top(&c->stack)->phase == JAC_PHASE_DONE) {
        jac_chunked_forget(c);
    }
    if (c->stack.depth == 0) {
        jac_stack_begin(&c->stack);
        c->value_start = jac_chunk_offset(&c->parser, c->parser.cursor);
    }
}

/* After a run that raised: goes back to the beginning of the token, and pops
   its values. Frames change only when a token is complete. */
static void
back_to_token(jac_chunked_t *c)
{
    JAC_ASSERT(c->parser.start <= c->chunks.token &&
               c->chunks.token <= c->parser.end);
    JAC_ASSERT(c->chunks.token_head <= c->stack.head);
    c->parser.cursor = c->chunks.token;
    c->stack.head = c->chunks.token_head;
}

int
jac_chunked_call(jac_chunked_t *c, jac_parser_t *parser, VALUE (*run)(VALUE),
                 VALUE data, VALUE *result)
{
    const jac_ticket_t ticket = jac_ticket_take(&c->runs);
    VALUE kept;
    int state = 0;

    parser->session = jac_session_take();
    kept = parser->session->self;
    c->in_use = true;
    *result = rb_protect(run, data, &state);
    if (state != 0 && c->runs != ticket) rb_jump_tag(state);
    jac_ticket_check(&c->runs, ticket);
    jac_ticket_take(&c->runs);
    c->in_use = false;
    jac_parser_end_after(parser, jac_chunk_offset(parser, parser->cursor) -
                                     c->value_start);
    RB_GC_GUARD(kept);
    return state;
}

int
jac_chunked_run(VALUE self, jac_chunked_t *c, VALUE (*run)(VALUE), VALUE data,
                bool last, VALUE *result)
{
    int state;

    jac_parser_check_source(&c->parser);
    prepare(c);
    c->chunks.token = c->parser.cursor;
    c->chunks.token_head = c->stack.head;
    c->chunks.last = last;
    jac_interrupts_after(&c->parser, c->parser.cursor);
    state = jac_chunked_call(c, &c->parser, run, data, result);
    if (state != 0) back_to_token(c);
    forget_shapes(&c->stack);
    RB_GC_GUARD(self);
    return state;
}
