#include "stream/resumable.h"

#include "document/pointer.h"
#include "parse/error_context.h"
#include "parse/machine.h"
#include "parse/parser_errors.h"
#include "parse/interrupts.h"
#include "parse/scan.h"
#include "parse/source_text.h"
#include "parse/token.h"
#include "ruby/errors.h"
#include "stream/chunked.h"
#include "stream/growth.h"

typedef struct {
    jac_chunked_t chunked;
    jac_growth_t growth;
    size_t parsed, unfinished; /* bytes: see parsed_bytes */
    bool complete; /* the last parse found a document, or an error */
    bool skipping; /* skip_line has not found the end of the line */
} jac_resumable_t;

static void
resumable_mark(void *data)
{
    const jac_resumable_t *r = data;

    jac_chunked_mark(&r->chunked);
    jac_growth_mark(&r->growth);
}

static void
resumable_free(void *data)
{
    jac_resumable_t *r = data;

    jac_stack_free(&r->chunked.stack);
    jac_growth_free(&r->growth);
    xfree(r);
}

static size_t
resumable_memsize(const void *data)
{
    const jac_resumable_t *r = data;

    return sizeof(*r) + jac_stack_memsize(&r->chunked.stack) +
           r->growth.capa * sizeof(jac_level_t);
}

/* Not write-barrier protected: see value_stack.c. */
static const rb_data_type_t resumable_type =
    JAC_DATA_TYPE("Jacinth/resumable_parser", resumable_mark, resumable_free,
                  resumable_memsize, 0);

static VALUE cResumableParser;

static jac_resumable_t *
resumable_get(VALUE self)
{
    return jac_typed_struct(self, cResumableParser, &resumable_type);
}

static jac_resumable_t *
resumable_idle(VALUE self)
{
    jac_resumable_t *r = resumable_get(self);

    if (r->chunked.in_use) {
        rb_raise(rb_eArgError, "ResumableParser can't be used recursively");
    }
    return r;
}

static VALUE
resumable_allocate(VALUE klass)
{
    jac_resumable_t *r;
    VALUE self =
        TypedData_Make_Struct(klass, jac_resumable_t, &resumable_type, r);

    jac_chunked_init(&r->chunked);
    r->chunked.chunks.brackets_wait = true;
    return self;
}

static VALUE
resumable_initialize(int argc, VALUE *argv, VALUE self)
{
    if (argc > 1 || (argc == 1 && !RB_TYPE_P(argv[0], T_HASH))) {
        rb_error_arity(argc, 0, 0);
    }
    jac_parser_options_initialize(&resumable_get(self)->chunked.options,
                                  argc > 0 ? argv[0] : Qnil, JAC_NAMES_PARSER,
                                  self);
    return self;
}

static VALUE
resumable_initialize_copy(VALUE self, VALUE original)
{
    jac_raise_uncopyable(original);
    return self;
}

/* Called by Jacinth.each_partial: a byte order mark is skipped and the messages
   of errors contain the place, as those of Jacinth.each do. */
static VALUE
resumable_read_like_each(VALUE self)
{
    jac_chunked_t *c = &resumable_idle(self)->chunked;

    c->options.relaxed = true; /* its other effects were set before */
    c->chunks.place_in_message = true;
    return self;
}

static VALUE
resumable_feed(VALUE self, VALUE chunk)
{
    jac_resumable_t *r;

    rb_check_frozen(self);
    chunk =
        jac_parser_chunk_source(&resumable_get(self)->chunked.options, chunk);
    r = resumable_idle(self);
    jac_chunked_feed(&r->chunked, chunk);
    return self;
}

static VALUE
run_parser(VALUE data)
{
    return (VALUE)jac_parser_resume((jac_parser_t *)data);
}

static bool
continue_skipping(jac_resumable_t *r)
{
    jac_parser_t *parser = &r->chunked.parser;
    const uint8_t *newline =
        parser->cursor == parser->end
            ? NULL
            : memchr(parser->cursor, '\n',
                     (size_t)(parser->end - parser->cursor));

    r->skipping = newline == NULL;
    if (newline == NULL || newline + 1 == parser->end) {
        jac_chunked_drop(&r->chunked);
    }
    else {
        parser->cursor = newline + 1;
        /* counts the lines once, not again for each error */
        jac_chunked_advance(&r->chunked, newline + 1);
    }
    return newline != NULL;
}

static void
check_size(jac_resumable_t *r)
{
    jac_parser_t *parser = &r->chunked.parser;
    const size_t limit = parser->options->max_document_bytes;

    if (JAC_LIKELY(limit == 0) || r->parsed + r->unfinished <= limit) return;
    if (r->complete) jac_chunked_forget(&r->chunked);
    r->complete = true;
    jac_parser_fail_limit(parser, parser->cursor, "document", limit, "bytes");
}

/* Reads up to the end of a document. Returns true if there is one. last: no
   text will follow. */
static bool
continue_document(VALUE self, jac_resumable_t *r, bool last)
{
    jac_chunked_t *c = &r->chunked;
    jac_parser_t *parser = &c->parser;
    const uint8_t *before;
    VALUE complete;
    int state;

    if (r->complete) {
        r->parsed = r->unfinished = 0;
        r->complete = false;
    }
    if (r->skipping && !continue_skipping(r)) {
        r->skipping = !last;
        return false;
    }
    if (c->buffer == 0) return false;
    before = parser->cursor;
    state =
        jac_chunked_run(self, c, run_parser, (VALUE)parser, last, &complete);
    r->complete = state != 0 || complete;
    if (r->complete) jac_growth_forget(&r->growth);
    r->parsed += (size_t)(parser->cursor - before);
    r->unfinished = r->complete ? 0 : (size_t)(parser->end - parser->cursor);
    if (state == 0) check_size(r);
    if (jac_next(&parser->cursor, parser->end - 1) == JAC_END) {
        jac_chunked_drop(c);
    }
    if (state != 0) rb_jump_tag(state);
    return complete;
}

static VALUE
resumable_parse(VALUE self)
{
    return continue_document(self, resumable_idle(self), false) ? Qtrue
                                                                : Qfalse;
}

static void
check_cut(jac_resumable_t *r)
{
    jac_parser_t *parser = &r->chunked.parser;

    if (parser->cursor == parser->end && jac_chunked_blank(&r->chunked)) return;
    r->complete = true;
    r->chunked.chunks.last = true;
    if (parser->cursor < parser->end && jac_frame_at_limit(parser) &&
        (*parser->cursor == '[' || *parser->cursor == '{')) {
        jac_parser_fail_nesting(parser, parser->cursor, r->chunked.stack.depth);
    }
    jac_parser_fail_cut(parser, parser->cursor);
}

static VALUE
resumable_finish(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);
    bool complete;

    jac_chunked_end(&r->chunked);
    complete = continue_document(self, r, true);
    if (!complete && !jac_chunked_done(&r->chunked)) check_cut(r);
    return complete ? Qtrue : Qfalse;
}

static VALUE
resumable_skip_line(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);

    jac_chunked_forget(&r->chunked);
    jac_growth_forget(&r->growth);
    r->parsed = r->unfinished = 0;
    r->complete = true;
    return continue_skipping(r) ? Qtrue : Qfalse;
}

static VALUE
resumable_value_p(VALUE self)
{
    return jac_chunked_done(&resumable_idle(self)->chunked) ? Qtrue : Qfalse;
}

static VALUE
resumable_value(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);
    VALUE value;

    if (!jac_chunked_done(&r->chunked))
        rb_raise(rb_eArgError, "no ready value");
    jac_stack_check(&r->chunked.stack, 0);
    value = r->chunked.stack.values[0];
    jac_chunked_forget(&r->chunked);
    return value;
}

static VALUE
resumable_clear(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);

    jac_chunked_drop(&r->chunked);
    jac_stack_reset(&r->chunked.stack);
    jac_growth_forget(&r->growth);
    r->chunked.chunks.place = (jac_place_t){0, 0};
    jac_trail_begin(&r->chunked.chunks.trail, r->chunked.chunks.offset);
    r->chunked.tail = (jac_source_tail_t){.size = 0};
    r->parsed = r->unfinished = 0;
    r->complete = true;
    r->skipping = false;
    return self;
}

static VALUE
closed_value(VALUE self, jac_chunked_t *c)
{
    jac_parser_t parser = c->parser;
    VALUE stacks, value;
    int state;

    if (c->stack.head == 0) return Qnil;
    stacks = jac_stack_copy(&c->stack, &parser.stack);
    state =
        jac_chunked_call(c, &parser, jac_partial_value, (VALUE)&parser, &value);
    if (state != 0) rb_jump_tag(state);
    RB_GC_GUARD(stacks);
    RB_GC_GUARD(self);
    return value;
}

static VALUE
growing_value(VALUE self, jac_resumable_t *r, const VALUE *given)
{
    jac_chunked_t *c = &r->chunked;
    jac_parser_t parser = c->parser;
    jac_growing_t growing = {.parser = &parser,
                             .growth = &r->growth,
                             .strings = RTEST(given[0]),
                             .numbers = RTEST(given[1]),
                             .reuse = RTEST(given[2])};
    VALUE value;
    int state;

    if (c->stack.depth == 0) return Qnil;
    if (jac_chunked_done(c)) return c->stack.values[0];
    state =
        jac_chunked_call(c, &parser, jac_growth_value, (VALUE)&growing, &value);
    if (!growing.reuse) r->growth.depth = 0;
    if (state != 0) {
        jac_growth_forget(&r->growth);
        rb_jump_tag(state);
    }
    RB_GC_GUARD(self);
    return value;
}

static VALUE
resumable_partial_value(int argc, VALUE *argv, VALUE self)
{
    jac_resumable_t *r;
    VALUE options, given[3];
    ID names[3];
    int i;

    rb_scan_args(argc, argv, "0:", &options);
    names[0] = rb_intern("strings");
    names[1] = rb_intern("numbers");
    names[2] = rb_intern("reuse");
    rb_get_kwargs(options, names, 0, 3, given);
    for (i = 0; i < 3; i++) {
        if (given[i] == Qundef) given[i] = Qfalse;
    }
    r = resumable_idle(self);
    if (RTEST(given[2]) && r->chunked.options.freeze) {
        rb_raise(rb_eArgError, "reuse cannot be used with freeze");
    }
    /* the text that errors of the last run would show is not stored any more */
    r->chunked.chunks.token = r->chunked.parser.cursor;
    return RTEST(given[0]) || RTEST(given[1]) || RTEST(given[2])
               ? growing_value(self, r, given)
               : closed_value(self, &r->chunked);
}

/* Returns the keys and indexes that lead to the innermost value that is not
   complete; nil if there is none. */
static VALUE
resumable_open_steps(VALUE self)
{
    const jac_chunked_t *c = &resumable_idle(self)->chunked;
    const jac_stack_t *stack = &c->stack;
    const bool begun = stack->depth > 0 && jac_growth_begins_value(&c->parser);
    const jac_frame_t *frame;
    VALUE steps;
    size_t i, count;

    if (jac_chunked_done(c) || (stack->depth < 2 && !begun)) return Qnil;
    steps = rb_ary_new();
    for (i = 1; i < stack->depth; i++) {
        frame = &stack->frames[i];
        count = jac_frame_end(stack, frame) - frame->head;
        if (frame->type == JAC_FRAME_OBJECT) {
            if (count % 2 == 0) break;
            rb_ary_push(steps, stack->values[frame->head + count - 1]);
        }
        else if (i + 1 < stack->depth || begun) {
            rb_ary_push(steps, SIZET2NUM(count));
        }
    }
    return steps;
}

/* Returns the value to which a step leads in a frame, or Qundef. Sets *open,
   and returns Qnil, if this is the container of the next frame. */
static VALUE
value_at(const jac_stack_t *stack, size_t depth, const jac_step_t *step,
         bool *open)
{
    const jac_frame_t *frame = &stack->frames[depth];
    const bool inner = depth + 1 < stack->depth;
    const VALUE *values = stack->values + frame->head;
    const size_t count = jac_frame_end(stack, frame) - frame->head;
    size_t i;

    *open = false;
    if (frame->type == JAC_FRAME_ARRAY) {
        *open = inner && step->index == count;
        return step->index < count ? values[step->index]
               : *open             ? Qnil
                                   : Qundef;
    }
    if (count % 2 == 1 && jac_step_names(step, values[count - 1])) {
        *open = inner;
        return inner ? Qnil : Qundef;
    }
    for (i = count & ~(size_t)1; i > 0; i -= 2) {
        if (jac_step_names(step, values[i - 2])) return values[i - 1];
    }
    return Qundef;
}

/* Returns the value to which a step leads in a complete value, or Qundef. */
static VALUE
complete_value_at(VALUE value, const jac_step_t *step)
{
    VALUE name, symbol, found;

    if (RB_TYPE_P(value, T_ARRAY)) {
        return step->index < (size_t)RARRAY_LEN(value)
                   ? RARRAY_AREF(value, (long)step->index)
                   : Qundef;
    }
    if (!RB_TYPE_P(value, T_HASH)) return Qundef;
    name = rb_utf8_str_new((const char *)step->name, (long)step->size);
    found = rb_hash_lookup2(value, name, Qundef);
    if (found != Qundef) return found;
    if (rb_enc_str_coderange(name) == ENC_CODERANGE_BROKEN) return Qundef;
    symbol = rb_check_symbol(&name); /* raises for invalid UTF-8 */
    return NIL_P(symbol) ? Qundef : rb_hash_lookup2(value, symbol, Qundef);
}

static VALUE
resumable_complete_p(VALUE self, VALUE pointer)
{
    const jac_stack_t *stack;
    jac_pointers_t set;
    const jac_step_t *step, *end;
    VALUE value = Qnil;
    bool open = true;
    size_t depth;

    jac_pointers_compile(&set, 1, &pointer);
    step = set.pointers[0].steps;
    end = step + set.pointers[0].count;
    stack = &resumable_idle(self)->chunked.stack;
    if (stack->depth == 0) return Qfalse;
    if (jac_stack_top(stack)->phase == JAC_PHASE_DONE) {
        value = stack->values[0];
        open = false;
    }
    for (depth = 1; open && depth < stack->depth && step < end; depth++) {
        value = value_at(stack, depth, step++, &open);
    }
    if (open) return Qfalse;
    while (value != Qundef && step < end) {
        value = complete_value_at(value, step++);
    }
    RB_GC_GUARD(set.memory);
    return value == Qundef ? Qfalse : Qtrue;
}

static VALUE
resumable_partial_value_p(VALUE self)
{
    const jac_resumable_t *r = resumable_get(self);

    return r->chunked.stack.head > 0 && !jac_chunked_done(&r->chunked) ? Qtrue
                                                                       : Qfalse;
}

static VALUE
resumable_rest(VALUE self)
{
    const jac_chunked_t *c = &resumable_get(self)->chunked;
    VALUE text = rb_utf8_str_new((const char *)c->parser.cursor,
                                 c->parser.end - c->parser.cursor);

    return rb_str_cat(text, (const char *)c->tail.bytes, c->tail.size);
}

static bool
at_end(const jac_resumable_t *r)
{
    const jac_chunked_t *c = &r->chunked;

    return c->parser.cursor == c->parser.end && c->tail.size == 0;
}

static VALUE
resumable_eos_p(VALUE self)
{
    return at_end(resumable_get(self)) ? Qtrue : Qfalse;
}

static VALUE
resumable_empty_p(VALUE self)
{
    const jac_resumable_t *r = resumable_get(self);

    return at_end(r) && r->chunked.stack.head == 0 ? Qtrue : Qfalse;
}

static VALUE
resumable_parsed_bytes(VALUE self)
{
    const jac_resumable_t *r = resumable_get(self);

    const size_t waiting = r->complete ? 0 : r->chunked.tail.size;

    return ULL2NUM((unsigned long long)(r->parsed + r->unfinished + waiting));
}

void
jac_init_resumable(VALUE mJacinth)
{
    VALUE c = rb_define_class_under(mJacinth, "ResumableParser", rb_cObject);

    cResumableParser = c;
    rb_define_alloc_func(c, resumable_allocate);
    rb_define_private_method(c, "initialize", resumable_initialize, -1);
    rb_define_private_method(c, "initialize_copy", resumable_initialize_copy,
                             1);
    rb_define_private_method(c, "_read_like_each", resumable_read_like_each, 0);
    rb_define_method(c, "<<", resumable_feed, 1);
    rb_define_method(c, "parse", resumable_parse, 0);
    rb_define_method(c, "finish", resumable_finish, 0);
    rb_define_method(c, "skip_line", resumable_skip_line, 0);
    rb_define_method(c, "value", resumable_value, 0);
    rb_define_method(c, "value?", resumable_value_p, 0);
    rb_define_method(c, "partial_value", resumable_partial_value, -1);
    rb_define_method(c, "partial_value?", resumable_partial_value_p, 0);
    rb_define_private_method(c, "_open_steps", resumable_open_steps, 0);
    rb_define_method(c, "complete?", resumable_complete_p, 1);
    rb_define_method(c, "clear", resumable_clear, 0);
    rb_define_method(c, "rest", resumable_rest, 0);
    rb_define_method(c, "eos?", resumable_eos_p, 0);
    rb_define_method(c, "empty?", resumable_empty_p, 0);
    rb_define_method(c, "parsed_bytes", resumable_parsed_bytes, 0);
}
