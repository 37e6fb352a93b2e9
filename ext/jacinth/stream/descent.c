#include "stream/descent.h"

#include "document/select.h"
#include "parse/build.h"
#include "parse/duplicate_keys.h"
#include "parse/frame.h"
#include "parse/callbacks.h"
#include "parse/interrupts.h"
#include "parse/limits.h"
#include "parse/machine.h"
#include "parse/token.h"
#include "parse/token_check.h"
#include "ruby/errors.h"

typedef enum {
    SKIP, /* check it; in formatted text, also write it */
    ENTER,
    BUILD,
    CAPTURE,
    FORMAT
} jac_treatment_t;

/* The number of bytes in which the end of a container is searched, and in which
   the last end of a line in the buffer is searched. */
enum { JAC_END_SEARCH_BYTES = 64 * 1024, JAC_LINE_SEARCH_BYTES = 4096 };

static ID events[JAC_EVENTS];

/* The reader of parse/grammar_body.h. */
typedef struct {
    jac_parser_t *parser;
    jac_descent_t *d;
    jac_frame_t *frame;          /* the innermost one */
    jac_treatment_t treatment;   /* of the present value */
    jac_descent_status_t status; /* why the loop stops */
    bool ends;                   /* an incomplete document must raise */
    bool limits;                 /* limits are checked; not in formatted text */
    bool begins_values, strings_first;
} jac_reader_t;

#include "parse/grammar_body.h"

void
jac_descent_init(jac_descent_t *d, jac_chunked_t *chunked,
                 const jac_pointer_t *at, VALUE pointer)
{
    const jac_parser_options_t *options = &chunked->options;

    d->chunked = chunked;
    d->at = at;
    d->pointer = pointer;
    d->inner = *options;
    d->outer = options;
    if (options->on_load != 0) {
        jac_parser_options_t *outer;

        d->outer_memory = jac_memory_new(sizeof(*outer));
        outer = (jac_parser_options_t *)RSTRING_PTR(d->outer_memory);
        *outer = *options;
        outer->on_load = 0;
        d->outer = outer;
    }
    d->retried = JAC_OFFSET_NONE;
    d->capture = options->into != 0 || options->only != 0;
    if (d->capture) {
        d->inner.max_nesting =
            jac_parser_inner_nesting(options->max_nesting, at->count);
        d->inner.validate_encoding |= options->into != 0;
    }
    else if (options->max_nesting > 0 && options->max_nesting < INT_MAX) {
        d->inner.max_nesting++; /* the root frame of a value is a level */
    }
    if (options->into != 0) {
        d->reads_whole = !options->allow_comments && options->on_load == 0;
    }
    else if (options->only != 0) {
        d->projection = jac_projection_new(options->only);
        d->reads_whole =
            jac_projection_reads(options) && !options->symbolize_names;
    }
    else if (at->count > 0) {
        /* not with `*`: its values are yielded one by one */
        d->reads_whole = !at->any && jac_projection_reads(options);
    }
    else {
        d->reads_whole = !options->value_options && !options->allow_comments;
    }
    jac_descent_begin(d);
}

void
jac_descent_begin(jac_descent_t *d)
{
    d->begun = d->building = d->needs_comma = d->in_string = false;
    d->formatting = d->exhausted = d->found = false;
    if (d->layout != NULL) d->finds_duplicates = d->finds_in_all;
    d->skipped_depth = 0;
    d->captured = JAC_OFFSET_NONE;
    d->value = Qundef;
}

void
jac_descent_handle(jac_descent_t *d, VALUE handler)
{
    int i;

    d->handler = handler;
    d->outer = &d->chunked->options;
    d->reads_whole = false;
    d->finds_duplicates = jac_duplicates_refused(&d->chunked->options);
    for (i = 0; i < JAC_EVENTS; i++) {
        d->handles[i] = rb_respond_to(handler, events[i]) != 0;
    }
}

void
jac_descent_format(jac_descent_t *d, jac_layout_buffer_t *layout, bool single)
{
    d->layout = layout;
    d->reads_whole = false;
    d->single = single;
}

void
jac_descent_select(jac_descent_t *d, bool check, bool elements)
{
    const bool refused = jac_duplicates_refused(&d->chunked->options);

    d->selects = true;
    d->elements = elements;
    d->follows_first = refused && !check;
    d->finds_duplicates = d->finds_in_all = refused && check;
    while (d->certain < d->at->count && !d->at->steps[d->certain].any) {
        d->certain++;
    }
}

static void
call(jac_descent_t *d, jac_event_t event, int argc, VALUE value)
{
    jac_left_t left;

    if (!d->handles[event]) return;
    left = jac_parser_leave(&d->chunked->parser);
    rb_funcallv_public(d->handler, events[event], argc, &value);
    jac_parser_enter(&d->chunked->parser, left);
}

static void
call_bracket(jac_descent_t *d, bool object, bool end)
{
    call(d, (object ? JAC_EVENT_START_OBJECT : JAC_EVENT_START_ARRAY) + end, 0,
         Qnil);
}

static bool
step_leads(const jac_step_t *step, const jac_stack_t *stack,
           const jac_frame_t *frame)
{
    if (step->any) return true;
    if (frame->type == JAC_FRAME_ARRAY) {
        return step->index != JAC_NO_INDEX &&
               NUM2SIZET(stack->values[frame->head]) == step->index;
    }
    return jac_step_names(step, stack->values[stack->head - 1]);
}

/* True if no other member of the innermost container can lead to a value. */
static bool
leads_once(const jac_descent_t *d)
{
    const jac_stack_t *stack = &d->chunked->stack;
    const size_t level = stack->depth - 1;
    const jac_step_t *step;

    if (level == 0) return false;
    step = &d->at->steps[level - 1];
    return !step->any && step_leads(step, stack, jac_stack_top(stack));
}

/* Returns the treatment of the value that begins with c, which is on the path
   to the elements of a selection. */
static JAC_COLD jac_treatment_t
enter_elements(jac_descent_t *d, size_t level, int c)
{
    if (level + 1 == d->at->count && c == '[') d->found = true;
    return c == '[' || (c == '{' && level + 1 < d->at->count) ? ENTER : SKIP;
}

/* Returns the treatment of the value that begins with c. */
static jac_treatment_t
treatment_of(jac_descent_t *d, bool container, int c)
{
    const jac_stack_t *stack = &d->chunked->stack;
    const size_t level = stack->depth - 1;

    if (d->formatting) return container ? ENTER : SKIP;
    if (d->handler != 0) {
        if (container) return ENTER;
        return d->handles[JAC_EVENT_VALUE] ? BUILD : SKIP;
    }
    if (d->skipped_depth != 0) return SKIP;
    if (level > 0 &&
        !step_leads(&d->at->steps[level - 1], stack, jac_stack_top(stack))) {
        return SKIP;
    }
    if (level == d->at->count) {
        return d->layout != NULL ? FORMAT : d->capture ? CAPTURE : BUILD;
    }
    if (JAC_UNLIKELY(d->elements)) return enter_elements(d, level, c);
    return container ? ENTER : SKIP;
}

static VALUE
steps_here(const jac_stack_t *stack)
{
    VALUE steps = rb_ary_new();
    size_t depth;

    for (depth = 1; depth < stack->depth; depth++) {
        const jac_frame_t *frame = &stack->frames[depth];
        VALUE step = stack->values[jac_frame_end(stack, frame) - 1];

        if (SYMBOL_P(step)) step = rb_sym2str(step);
        if (!FIXNUM_P(step) && !RB_TYPE_P(step, T_STRING)) break;
        rb_ary_push(steps, step);
    }
    return steps;
}

static VALUE
captured_value(jac_descent_t *d, const uint8_t *p)
{
    jac_parser_t *parser = &d->chunked->parser;
    const jac_chunks_t *chunks = &d->chunked->chunks;
    const uint8_t *s = parser->start + (d->captured - chunks->offset);
    const uint8_t *from = parser->start;
    jac_parser_options_t config = d->chunked->options;
    jac_origin_t origin = {chunks->place, 0};
    const size_t depth = d->chunked->stack.depth - 1;
    VALUE text = rb_utf8_str_new((const char *)s, p - s), value;
    jac_left_t left;

    /* if the last value was in the same chunk, count from there */
    if (d->last_captured > chunks->offset) {
        origin.place = d->last_place;
        from += d->last_captured - chunks->offset;
    }
    jac_place_move(&origin.place, from, s);
    d->last_place = origin.place;
    d->last_captured = d->captured;
    origin.steps = steps_here(&d->chunked->stack);
    config.origin = &origin;
    if (depth == 0 && !jac_document_within(&config, (size_t)(p - s))) {
        jac_parser_fail_limit(parser, p, "document", config.max_document_bytes,
                              "bytes");
    }
    /* checked above for a whole document, and by the parser around a part */
    config.max_document_bytes = 0;
    if (config.only != 0) config.only = d->projection;
    config.max_nesting = jac_parser_inner_nesting(config.max_nesting, depth);
    left = jac_parser_leave(parser);
    value = jac_parse(&config, text);
    jac_parser_enter(parser, left);
    RB_GC_GUARD(origin.steps);
    d->captured = JAC_OFFSET_NONE;
    return value;
}

/* Reads whole documents by the parser, without `at`, `into` and `only`. */
static void
parse_documents(const jac_chunked_t *c, const uint8_t *p,
                jac_take_value_t *take, void *data)
{
    VALUE source = c->buffer;
    jac_parser_t parser;
    VALUE value;

    jac_parser_range(&parser, &c->options, source, p, c->parser.end);
    do {
        parser.start = parser.cursor = p;
        value = jac_parser_value(&parser, 0);
        jac_c_stack_clear_for((uint64_t)(parser.cursor - p));
        p = take(data, &parser, value);
    } while (p != NULL);
    jac_parser_end_after(&parser, 0);
    RB_GC_GUARD(source);
}

void
jac_descent_read_whole(const jac_descent_t *d, const uint8_t *p,
                       jac_take_value_t *take, void *data)
{
    const jac_chunked_t *const c = d->chunked;

    if (d->projection != 0) {
        jac_projection_read(d->projection, d->capture ? &d->inner : &c->options,
                            c->buffer, p, c->parser.end, take, data);
    }
    else if (d->capture) {
        jac_read_into(&d->inner, c->buffer, p, c->parser.end, take, data);
    }
    else {
        parse_documents(c, p, take, data);
    }
}

typedef struct {
    const jac_descent_t *d;
    const uint8_t *p;
    VALUE value; /* kept alive and pinned by the C stack */
} jac_one_t;

static const uint8_t *
store_one(void *data, jac_parser_t *parser, VALUE value)
{
    jac_one_t *const one = data;

    one->p = parser->cursor;
    one->value = value;
    return NULL;
}

static VALUE
read_one(VALUE data)
{
    jac_one_t *const one = (jac_one_t *)data;

    jac_descent_read_whole(one->d, one->p, store_one, one);
    return Qnil;
}

static bool
ends_in_bracket(const uint8_t *start, const uint8_t *end)
{
    return end > start && (end[-1] == '}' || end[-1] == ']');
}

/* True if the container at p ends in the buffer, within the next
   JAC_END_SEARCH_BYTES. */
static bool
container_ends(const jac_parser_t *parser, const uint8_t *p)
{
    jac_skip_t skip = {p + 1, parser->end, 1, false, false};

    if (parser->end - p > JAC_END_SEARCH_BYTES)
        skip.end = p + JAC_END_SEARCH_BYTES;
    jac_kernels->skip(&skip);
    return skip.depth == 0;
}

void
jac_descent_appended(jac_descent_t *d, size_t n)
{
    const jac_parser_t *const parser = &d->chunked->parser;
    const uint8_t *const end = parser->end, *p = end, *start = parser->cursor;

    if (!d->reads_whole) return;
    if (n > JAC_LINE_SEARCH_BYTES) n = JAC_LINE_SEARCH_BYTES;
    if ((size_t)(end - start) > n) start = end - n;
    if (start < end && end[-1] != '\n' &&
        memchr(start, '\n', (size_t)(end - start)) == NULL) {
        return;
    }
    while (p > start && p[-1] != '\n') p--;
    /* an indented line is inside a document */
    if (p > start && ends_in_bracket(start, p - 1) &&
        (p == end || *p == '{' || *p == '[')) {
        d->whole_until = jac_chunk_offset(parser, p);
    }
}

/*
 * Called after a whole value was read. Clears an error about the text and
 * returns 0. Returns the state of any other exception, for rb_jump_tag().
 * before: rb_errinfo() before the read.
 */
static int
ignore_invalid(const jac_descent_t *d, int state, VALUE before)
{
    if (JAC_LIKELY(state == 0)) return 0;
    if (!jac_owned_by_p(rb_errinfo(), d->inner.owner)) return state;
    rb_set_errinfo(RB_TYPE_P(before, T_OBJECT) ? before : Qnil);
    return 0;
}

/*
 * Returns the container at *p, parsed by the options `into` and `only`, and
 * moves *p after it. Returns Qundef if it is incomplete or invalid: reading it
 * in chunks raises the error with its place and context.
 */
static VALUE
read_whole_container(jac_descent_t *d, const uint8_t **p)
{
    jac_parser_t *const parser = &d->chunked->parser;
    jac_one_t one = {d, *p, Qundef};
    const VALUE before = rb_errinfo();
    jac_left_t left;
    int state;

    if (!d->reads_whole || !container_ends(parser, *p)) return Qundef;
    left = jac_parser_leave(parser);
    rb_protect(read_one, (VALUE)&one, &state);
    if (ignore_invalid(d, state, before) != 0) rb_jump_tag(state);
    jac_parser_enter(parser, left);
    if (state != 0) return Qundef;
    *p = one.p;
    return one.value;
}

const uint8_t *
jac_descent_find_whole(jac_descent_t *d)
{
    jac_chunked_t *const c = d->chunked;
    jac_parser_t *const parser = &c->parser;
    const uint8_t *p = parser->cursor;
    uint64_t at;
    int byte;

    if (!d->reads_whole || (d->capture && d->at->count > 0) ||
        !jac_chunked_blank(c)) {
        return NULL;
    }
    byte = jac_next(&p, parser->end - 1);
    at = jac_chunk_offset(parser, p);
    if ((byte != '{' && byte != '[') || at == d->retried ||
        !(at < d->whole_until ||
          (c->chunks.last && ends_in_bracket(p, parser->end)) ||
          container_ends(parser, p))) {
        return NULL;
    }
    if (d->projection == 0 && !d->capture && d->at->count > 0) {
        if (at == 0) return NULL; /* often the only document */
        d->projection = jac_projection_of_value(d->pointer);
    }
    parser->cursor = p;
    c->in_use = true;
    return p;
}

void
jac_descent_end_whole(jac_descent_t *d, const jac_parser_t *parser, VALUE value)
{
    d->chunked->in_use = false;
    d->chunked->parser.cursor = parser->cursor;
    d->value = value;
}

static const uint8_t *
store_document(void *data, jac_parser_t *parser, VALUE value)
{
    jac_descent_end_whole(data, parser, value);
    return NULL;
}

bool
jac_descent_read_one(jac_descent_t *d)
{
    const uint8_t *const p = jac_descent_find_whole(d);

    if (p != NULL) jac_descent_read_whole(d, p, store_document, d);
    return p != NULL;
}

bool
jac_descent_clear_error(jac_descent_t *d, int state, VALUE before)
{
    jac_chunked_t *const c = d->chunked;

    if (!c->in_use) return false;
    c->in_use = false;
    if (ignore_invalid(d, state, before) != 0) return false;
    d->retried = jac_chunk_offset(&c->parser, c->parser.cursor);
    return true;
}

/* Notes that a token begins at p, and the height of the stack, to which an
   exception restores it: values popped before are not marked any more. */
JAC_INLINE void
note_token(jac_parser_t *parser, const uint8_t *p)
{
    parser->chunks->token = p;
    parser->chunks->token_head = parser->stack->head;
}

static void
open_frame(jac_descent_t *d, const uint8_t *p, bool object)
{
    jac_parser_t *parser = &d->chunked->parser;
    jac_frame_t *frame =
        jac_frame_open(parser, p, object ? JAC_FRAME_OBJECT : JAC_FRAME_ARRAY,
                       object ? JAC_PHASE_KEY : JAC_PHASE_VALUE, true);

    if (object) {
        if (!d->finds_duplicates || parser->options->value_options)
            frame->node = JAC_NODE_NONE;
    }
    else {
        frame->counted = true;
        jac_stack_push(parser->stack, INT2FIX(0));
    }
}

static void
close_object(jac_descent_t *d, const jac_frame_t *frame)
{
    jac_parser_t *parser = &d->chunked->parser;
    const bool symbols = parser->options->symbolize_names;
    const uint32_t node = frame->node;

    if (d->finds_duplicates &&
        (node == JAC_NODE_NONE ||
         parser->session->shapes.nodes[node].template[symbols] == 0)) {
        jac_build_object_slow(parser, frame->head, node);
    }
}

static void
open_value(jac_descent_t *d, const uint8_t *p)
{
    jac_parser_t *parser = &d->chunked->parser;
    jac_stack_t *stack = parser->stack;
    const uint32_t hint = jac_frame_hint(jac_stack_top(stack));
    jac_frame_t *frame =
        jac_stack_push_frame(stack, JAC_FRAME_ROOT, JAC_PHASE_VALUE);

    frame->node = JAC_NODE_ROOT;
    frame->hint = hint;
    frame->start = jac_chunk_offset(parser, p);
    d->building = true;
}

static void
deliver(jac_descent_t *d, VALUE value)
{
    if (d->handler != 0) {
        call(d, JAC_EVENT_VALUE, 1, value);
    }
    else {
        d->value = value;
    }
}

NORETURN(static void fail_cut(jac_parser_t *parser, const uint8_t *p));

static JAC_COLD void
fail_cut(jac_parser_t *parser, const uint8_t *p)
{
    const size_t left = (size_t)(parser->end - p);

    if (*p == '"') {
        jac_parser_fail_from(parser, p, parser->end, JAC_TEXT_STRING_END);
    }
    if (*p == '/' && left > 1) {
        jac_parser_fail(parser, p, JAC_TEXT_COMMENT_END);
    }
    jac_parser_fail(parser, p, JAC_TEXT_TOKEN);
}

JAC_INLINE size_t
levels(const jac_descent_t *d)
{
    return d->chunked->stack.depth - 1;
}

JAC_INLINE bool
full(const jac_descent_t *d)
{
    return d->layout != NULL && d->layout->size >= JAC_LAYOUT_CHUNK;
}

static void
begin_formatting(jac_descent_t *d)
{
    d->formatting = true;
    d->outer_levels = levels(d);
    d->needs_comma = false;
    d->finds_duplicates = jac_duplicates_refused(&d->chunked->options);
}

static void
end_formatting(jac_descent_t *d)
{
    d->formatting = false;
    d->finds_duplicates = d->finds_in_all;
    if (!d->selects) return;
    jac_layout_put(d->layout, "\n", 1);
    d->found = true;
}

JAC_INLINE size_t
indentation(const jac_descent_t *d)
{
    return levels(d) - d->outer_levels;
}

/* Writes the comma and the line break before a member or element. */
static void
write_line(jac_descent_t *d)
{
    if (d->needs_comma) jac_layout_put(d->layout, ",", 1);
    jac_layout_line(d->layout, indentation(d));
}

static void
write_before(jac_descent_t *d)
{
    const jac_frame_t *frame = jac_stack_top(&d->chunked->stack);

    if (frame->type == JAC_FRAME_ARRAY && indentation(d) > 0) write_line(d);
}

static void
write_key(jac_descent_t *d, const uint8_t *p, const uint8_t *q)
{
    write_line(d);
    jac_layout_put(d->layout, p, (size_t)(q - p));
    jac_layout_colon(d->layout);
}

static void
write_open(jac_descent_t *d, const uint8_t *p)
{
    jac_layout_put(d->layout, p, 1);
    d->needs_comma = false;
}

static void
write_close(jac_descent_t *d, bool object)
{
    if (d->needs_comma) jac_layout_line(d->layout, indentation(d));
    jac_layout_put(d->layout, object ? "}" : "]", 1);
}

/* Writes the string at *at, or its next part, and moves *at after it.
   Returns false if it is incomplete. */
static bool
write_string(jac_descent_t *d, const uint8_t **at)
{
    jac_parser_t *const parser = &d->chunked->parser;
    const uint8_t *const p = *at, *part = p, *q;
    const bool last = parser->chunks->last;
    jac_fault_t fault = {.at = NULL};

    q = jac_check_string_part(parser, p + !d->in_string, last, &part, &fault);
    if (JAC_UNLIKELY(fault.at != NULL)) {
        jac_parser_fail_from(parser, d->in_string ? NULL : p, fault.at,
                             fault.text);
    }
    if (q == NULL && part == p + !d->in_string) return false;
    if (!d->in_string) write_before(d);
    *at = q != NULL ? q : part;
    jac_layout_put(d->layout, p, (size_t)(*at - p));
    d->in_string = q == NULL;
    return q != NULL;
}

JAC_INLINE jac_read_t
write_text(jac_reader_t *r, const uint8_t **at)
{
    if (write_string(r->d, at)) return JAC_READ_VALUE;
    if (full(r->d)) r->status = JAC_DESCENT_FULL;
    return JAC_READ_STOP;
}

/* Begins or continues to build the value in the innermost frame. */
JAC_INLINE jac_read_t
build_value(jac_reader_t *r, const uint8_t **at)
{
    jac_parser_t *const parser = r->parser;
    jac_descent_t *const d = r->d;
    jac_stack_t *const stack = parser->stack;
    bool complete;

    parser->options = &d->inner;
    parser->outer = (size_t)-1;
    complete = jac_parser_resume(parser);
    parser->options = d->outer;
    parser->outer = 0;
    if (!complete && r->ends) fail_cut(parser, *at);
    *at = parser->cursor;
    if (!complete) return JAC_READ_STOP;
    d->building = false;
    jac_stack_check(stack, stack->head - 1);
    stack->head--;
    stack->depth--;
    r->frame = jac_stack_top(stack);
    note_token(parser, *at);
    deliver(d, stack->values[stack->head]);
    return JAC_READ_VALUE;
}

JAC_INLINE int
next_token(jac_reader_t *r, const uint8_t **at, bool separator)
{
    const uint8_t *const last = r->parser->end - 1;
    const int c = separator ? jac_next_interruptible(r->parser, at, last, true)
                            : jac_next(at, last);

    note_token(r->parser, *at);
    return c;
}

JAC_INLINE const uint8_t *
skip_comment(jac_reader_t *r, const uint8_t *p, jac_phase_t phase)
{
    return jac_skip_comment(r->parser, p);
}

JAC_INLINE bool
at_end(const jac_reader_t *r, const uint8_t *p)
{
    return r->ends && p == r->parser->end && (r->d->begun || r->d->single);
}

JAC_INLINE void
fail(jac_reader_t *r, const uint8_t *p, jac_phase_t phase, const char *text)
{
    jac_parser_fail(r->parser, p, text);
}

/* The only phase that is expected in an array is that of its next element. */
JAC_INLINE void
set_phase(jac_reader_t *r, jac_phase_t phase)
{
    r->frame->phase = (uint8_t)phase;
    if (r->frame->type == JAC_FRAME_ARRAY) {
        jac_stack_t *const stack = r->parser->stack;
        VALUE *const index = &stack->values[r->frame->head];

        *index = SIZET2NUM(NUM2SIZET(*index) + 1);
        JAC_SHADOW_KEEP(&stack->shadows[r->frame->head], *index);
    }
}

JAC_INLINE jac_frame_type_t
container(const jac_reader_t *r)
{
    return (jac_frame_type_t)r->frame->type;
}

JAC_INLINE bool
first_key(const jac_reader_t *r, jac_phase_t phase)
{
    return phase == JAC_PHASE_KEY
               ? jac_stack_count(r->parser->stack, r->frame) == 0
               : !(r->frame->flags & JAC_STREAM_LATER);
}

/* The first value of an array's frame is the index of the present element. */
JAC_INLINE bool
opened_empty(const jac_reader_t *r)
{
    const jac_stack_t *const stack = r->parser->stack;

    return r->frame->type == JAC_FRAME_ARRAY
               ? stack->values[r->frame->head] == INT2FIX(0)
               : jac_stack_count(stack, r->frame) == 0;
}

JAC_INLINE jac_read_t
begin_value(jac_reader_t *r, const uint8_t **at, int c)
{
    jac_parser_t *const parser = r->parser;
    jac_descent_t *const d = r->d;
    const bool bracket = c == '{' || c == '[';
    VALUE value;

    if (JAC_UNLIKELY(r->limits) && r->frame->type == JAC_FRAME_ARRAY) {
        jac_limit_elements(parser, *at, c,
                           NUM2SIZET(parser->stack->values[r->frame->head]));
    }
    if (!d->begun) {
        d->begun = true;
        call(d, JAC_EVENT_START_DOCUMENT, 0, Qnil);
    }
    r->treatment = treatment_of(d, bracket, c);
    if (r->treatment != SKIP && r->treatment != ENTER) {
        d->chunked->value_start = jac_chunk_offset(parser, *at);
    }
    if (r->treatment == CAPTURE && bracket) {
        value = read_whole_container(d, at);
        if (value != Qundef) {
            d->captured = JAC_OFFSET_NONE; /* set if a chunk ended here */
            deliver(d, value);
            return JAC_READ_VALUE;
        }
    }
    if (r->treatment == CAPTURE) d->captured = jac_chunk_offset(parser, *at);
    if (r->treatment == FORMAT) {
        begin_formatting(d);
        r->treatment = bracket ? ENTER : SKIP;
    }
    if (r->treatment == BUILD) {
        open_value(d, *at);
        parser->cursor = *at;
        return build_value(r, at);
    }
    return c == '"' && d->formatting ? write_text(r, at) : JAC_READ_NOTHING;
}

JAC_INLINE const uint8_t *
read_string(jac_reader_t *r, const uint8_t *p)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *const s = p + 1, *q;
    uint32_t high = 0;
    bool escaped = false;

    if (jac_chunk_noted(parser, &parser->chunks->string, p)) {
        q = jac_resume_string(parser, s, &high, &escaped);
    }
    else {
        q = jac_scan_string_on(parser, s, s, &high, &escaped);
    }
    if (q == NULL) {
        jac_limit_cut_string(parser, s, (size_t)(parser->end - s));
        return NULL;
    }
    if (escaped) {
        jac_build_escaped(parser, s, false, &q);
        return q;
    }
    jac_limit_string(parser, s, (size_t)(q - s));
    if (high != 0 && parser->options->validate_encoding) {
        jac_check_encoding(parser, s, (size_t)(q - s));
    }
    return q + 1;
}

JAC_INLINE jac_read_t
read_number(jac_reader_t *r, const uint8_t **at)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *const p = *at, *q;
    jac_number_t number;

    q = jac_read_number(parser, p, parser->end, &number, true, true);
    if (q == NULL) {
        jac_limit_number(parser, p, (size_t)(parser->end - p));
        return JAC_READ_STOP;
    }
    *at = q;
    return number.kind == JAC_NUMBER_INVALID ? JAC_READ_NOTHING
                                             : JAC_READ_VALUE;
}

JAC_INLINE void
read_keyword(jac_reader_t *r, VALUE value)
{
}

JAC_INLINE bool
end_scalar(jac_reader_t *r, const uint8_t *p, const uint8_t *q)
{
    jac_descent_t *const d = r->d;

    if (d->formatting) {
        write_before(d);
        jac_layout_put(d->layout, p, (size_t)(q - p));
    }
    if (r->treatment == CAPTURE) deliver(d, captured_value(d, q));
    return true;
}

JAC_INLINE const uint8_t *
after_bracket(jac_reader_t *r, const uint8_t *p, int *c)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *const q = jac_after_bracket(parser, p, c, true);

    if (q == NULL && r->ends) {
        fail_cut(parser, jac_chunk_scanned(parser, &parser->chunks->bracket));
    }
    return q;
}

JAC_INLINE bool
read_empty(jac_reader_t *r, const uint8_t *p, jac_frame_type_t type)
{
    jac_descent_t *const d = r->d;
    const bool object = type == JAC_FRAME_OBJECT;

    if (d->formatting) {
        write_before(d);
        jac_layout_put(d->layout, object ? "{}" : "[]", 2);
    }
    if (r->treatment == CAPTURE) deliver(d, captured_value(d, p));
    call_bracket(d, object, false);
    call_bracket(d, object, true);
    return true;
}

JAC_INLINE jac_read_t
open_container(jac_reader_t *r, const uint8_t **at, const uint8_t *q, int c,
               jac_frame_type_t type)
{
    jac_descent_t *const d = r->d;
    jac_stack_t *const stack = r->parser->stack;
    const bool object = type == JAC_FRAME_OBJECT;

    if (d->formatting) write_before(d);
    open_frame(d, *at, object);
    if (r->treatment != ENTER && d->skipped_depth == 0)
        d->skipped_depth = stack->depth - 1;
    call_bracket(d, object, false);
    if (d->formatting) write_open(d, *at);
    r->frame = jac_stack_top(stack);
    *at = q;
    if (!full(d)) return JAC_READ_NOTHING;
    r->status = JAC_DESCENT_FULL;
    return JAC_READ_STOP;
}

JAC_INLINE const uint8_t *
read_key(jac_reader_t *r, const uint8_t *p)
{
    jac_parser_t *const parser = r->parser;
    jac_descent_t *const d = r->d;
    jac_stack_t *const stack = parser->stack;
    jac_frame_t *const frame = r->frame;
    const size_t count = jac_stack_count(stack, frame);
    const uint8_t *q;

    if (count > 0) frame->flags |= JAC_STREAM_LATER;
    if (JAC_UNLIKELY(r->limits && parser->options->max_keys != 0)) {
        jac_limit_keys(parser, p, count / 2);
    }
    else if (!d->finds_duplicates) {
        stack->head = frame->head;
    }
    note_token(parser, p);
    q = jac_read_key(parser, p + 1);
    if (q == NULL) return NULL;
    if (d->formatting) write_key(d, p, q);
    frame->phase = JAC_PHASE_COLON;
    call(d, JAC_EVENT_KEY, 1, stack->values[stack->head - 1]);
    return q;
}

JAC_INLINE bool
close_container(jac_reader_t *r, const uint8_t *p, jac_frame_type_t type)
{
    jac_descent_t *const d = r->d;
    jac_stack_t *const stack = r->parser->stack;
    const bool object = type == JAC_FRAME_OBJECT;

    if (object) close_object(d, r->frame);
    stack->head = r->frame->head;
    stack->depth--;
    r->frame--;
    note_token(r->parser, p);
    if (d->formatting) write_close(d, object);
    call_bracket(d, object, true);
    if (d->skipped_depth == stack->depth) {
        d->skipped_depth = 0;
        if (d->captured != JAC_OFFSET_NONE) deliver(d, captured_value(d, p));
    }
    return true;
}

JAC_INLINE bool
end_value(jac_reader_t *r, const uint8_t *p)
{
    jac_descent_t *const d = r->d;
    jac_frame_t *const frame = r->frame;

    if (d->formatting && levels(d) == d->outer_levels) end_formatting(d);
    if (d->follows_first && d->skipped_depth == 0 && !d->formatting &&
        leads_once(d)) {
        d->skipped_depth = levels(d);
        /* the end of all text can have cut off a number */
        d->exhausted =
            d->single && d->skipped_depth <= d->certain &&
            !(r->ends && p == r->parser->end && (uint8_t)(p[-1] - '0') < 10);
    }
    frame->phase = frame->type;
    if (frame->type == JAC_FRAME_OBJECT) {
        jac_stack_push(r->parser->stack, Qnil);
    }
    r->parser->cursor = p;
    if (frame->type == JAC_FRAME_ROOT) {
        call(d, JAC_EVENT_END_DOCUMENT, 0, Qnil);
        r->status = JAC_DESCENT_END;
        return false;
    }
    d->needs_comma = true;
    if (d->value != Qundef || d->exhausted) {
        r->status = JAC_DESCENT_VALUE;
    }
    else if (full(d)) {
        r->status = JAC_DESCENT_FULL;
    }
    return r->status == JAC_DESCENT_MORE;
}

jac_descent_status_t
jac_descent_run(jac_descent_t *d)
{
    jac_parser_t *const parser = &d->chunked->parser;
    const jac_parser_options_t *const options = d->outer;
    jac_reader_t r = {.parser = parser,
                      .d = d,
                      .frame = jac_stack_top(parser->stack),
                      .status = JAC_DESCENT_MORE,
                      .ends = d->layout != NULL && parser->chunks->last,
                      .limits = options->limits && d->layout == NULL,
                      .begins_values = true};
    const uint8_t *p = parser->cursor;
    jac_read_t read = JAC_READ_NOTHING;

    parser->options = options;
    parser->outer = 0;
    d->value = Qundef;
    if (d->building) read = build_value(&r, &p);
    if (d->in_string) read = write_text(&r, &p);
    parser->cursor = p;
    if (read == JAC_READ_NOTHING ||
        (read == JAC_READ_VALUE && end_value(&r, p))) {
        p = read_document(&r, p, (jac_phase_t)r.frame->phase);
        if (p != NULL) return JAC_DESCENT_END;
    }
    if (r.status == JAC_DESCENT_MORE && r.ends && (d->begun || d->single)) {
        fail_cut(parser, parser->cursor);
    }
    return r.status;
}

void
jac_init_descent(void)
{
    static const char *const names[JAC_EVENTS] = {
        "start_document", "end_document", "start_object", "end_object",
        "start_array",    "end_array",    "key",          "value",
    };
    int i;

    for (i = 0; i < JAC_EVENTS; i++) events[i] = rb_intern(names[i]);
}
