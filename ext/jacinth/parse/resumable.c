#include "parse/resumable.h"

#include "parse/frame.h"
#include "parse/machine.h"
#include "parse/parser_errors.h"
#include "parse/pause.h"
#include "parse/scan.h"
#include "parse/partial.h"
#include "parse/source_text.h"

typedef struct {
    jac_parser_options_t options;
    jac_stack_t stack;
    jac_chunks_t chunks;
    /* start, end and cursor are in the buffer; all NULL without one. */
    jac_parser_t parser;
    /* What is not parsed yet, perhaps behind what is: a String that nobody
       else can change, or 0. Pinned. */
    VALUE buffer;
    jac_source_tail_t tail;    /* what is not in the buffer yet */
    size_t parsed, unfinished; /* bytes: see parsed_bytes */
    /*
     * Counts calls into the machine and their ends. It tells one that returns
     * a second time (a continuation) that what it would put in order, and the
     * session that it would give back, are no longer its own.
     */
    uint64_t runs;
    bool complete; /* the last parse found a document, or an error */
    bool in_use;
} jac_resumable_t;

static void
resumable_mark(void *data)
{
    const jac_resumable_t *r = data;

    jac_parser_options_mark(&r->options);
    jac_stack_mark(&r->stack);
    rb_gc_mark(r->buffer);
}

static void
resumable_free(void *data)
{
    jac_resumable_t *r = data;

    jac_stack_free(&r->stack);
    xfree(r);
}

static size_t
resumable_memsize(const void *data)
{
    const jac_resumable_t *r = data;

    return sizeof(*r) + jac_stack_memsize(&r->stack);
}

/* No write barrier, as for every stack of values (value_stack.c). */
static const rb_data_type_t resumable_type = {
    .wrap_struct_name = "Jacinth/resumable_parser",
    .function =
        {
            .dmark = resumable_mark,
            .dfree = resumable_free,
            .dsize = resumable_memsize,
        },
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static VALUE cResumableParser;

static jac_resumable_t *
resumable_get(VALUE self)
{
    return jac_typed_struct(self, cResumableParser, &resumable_type);
}

/* For all that a callback of this parser must not do. */
static jac_resumable_t *
resumable_idle(VALUE self)
{
    jac_resumable_t *r = resumable_get(self);

    if (r->in_use) {
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

    jac_parser_options_init(&r->options);
    r->parser.options = &r->options;
    r->parser.stack = &r->stack;
    r->parser.chunks = &r->chunks;
    r->parser.pauses = true;
    return self;
}

/*
 * call-seq:
 *   new(**options)
 *   new(options)
 *
 * A parser for documents that come in pieces, one after the other. Options
 * are those of Jacinth.parse, without +object_class+ and +array_class+, by
 * keywords or as a Hash. Raises ArgumentError for an unknown one.
 *
 * [Options] +max_nesting+, +allow_nan+, +allow_duplicate_key+,
 *           +allow_trailing_comma+, +allow_comments+,
 *           +allow_control_characters+, +allow_invalid_escape+,
 *           +symbolize_names+, +freeze+, +validate_encoding+, +invalid+,
 *           +relaxed+,
 *           +max_document_bytes+, +max_string_bytes+, +max_keys+,
 *           +max_elements+, +max_number_digits+, +on_load+,
 *           +decimal_class+
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << '{"user": "george", "role": "ad'
 *   parser.parse         # => false
 *   parser.partial_value # => {"user" => "george", "role" => nil}
 *   parser << 'min"} [1, 2]'
 *   parser.parse         # => true
 *   parser.value         # => {"user" => "george", "role" => "admin"}
 *
 * A number at the top is complete only when something follows it, or by
 * finish. The size of a document has no limit but max_document_bytes. A
 * parser can't be copied.
 */
static VALUE
resumable_initialize(int argc, VALUE *argv, VALUE self)
{
    if (argc > 1 || (argc == 1 && !RB_TYPE_P(argv[0], T_HASH))) {
        rb_error_arity(argc, 0, 0);
    }
    jac_parser_options_initialize(&resumable_get(self)->options,
                                  argc > 0 ? argv[0] : Qnil, JAC_NAMES_PARSER,
                                  self);
    return self;
}

static VALUE
resumable_initialize_copy(VALUE self, VALUE original)
{
    rb_raise(rb_eTypeError, "can't copy %" PRIsVALUE, rb_obj_class(original));
    return self;
}

static void
buffer_set(jac_resumable_t *r, VALUE buffer, size_t cursor)
{
    r->buffer = buffer;
    r->parser.start = (const uint8_t *)RSTRING_PTR(buffer);
    r->parser.end = r->parser.start + RSTRING_LEN(buffer);
    r->parser.cursor = r->parser.start + cursor;
}

/*
 * The first n bytes, which are parsed, are going: what errors say of places in
 * them is found out now.
 */
static void
buffer_leave(jac_resumable_t *r, size_t n)
{
    jac_chunks_t *chunks = &r->chunks;
    const uint8_t *p = r->parser.start, *to = p + n, *bracket;
    size_t i = r->stack.depth;
    jac_frame_t *frame;

    while (i > 1 && r->stack.frames[i - 1].start >= chunks->offset) i--;
    for (; i > 0 && i < r->stack.depth; i++) {
        frame = &r->stack.frames[i];
        bracket = r->parser.start + (frame->start - chunks->offset);
        jac_place_move(&chunks->place, p, bracket);
        frame->place = chunks->place;
        p = bracket;
    }
    jac_place_move(&chunks->place, p, to);
    chunks->offset += n;
}

static void
buffer_drop(jac_resumable_t *r)
{
    buffer_leave(r, (size_t)(r->parser.end - r->parser.start));
    r->buffer = 0;
    r->parser.start = r->parser.cursor = r->parser.end = NULL;
}

/*
 * Appends to the bytes that are not parsed yet. What is parsed is dropped when
 * it is more than half of the buffer, so that each byte is moved twice at
 * most, on the average. Where memory is short, what was there is still there.
 */
static void
buffer_append(jac_resumable_t *r, VALUE chunk)
{
    const size_t used = (size_t)(r->parser.cursor - r->parser.start);
    const size_t left = (size_t)(r->parser.end - r->parser.cursor);
    const long added = RSTRING_LEN(chunk);
    VALUE buffer = r->buffer;

    if (OBJ_FROZEN(buffer)) {
        buffer = rb_obj_hide(rb_str_buf_new((long)left + added));
        rb_str_cat(buffer, (const char *)r->parser.cursor, (long)left);
        buffer_leave(r, used);
        buffer_set(r, buffer, 0);
    }
    else if (used > left && used >= 256) {
        buffer_leave(r, used);
        memmove(RSTRING_PTR(buffer), r->parser.cursor, left);
        rb_str_set_len(buffer, (long)left);
        buffer_set(r, buffer, 0);
    }
    rb_str_cat(buffer, RSTRING_PTR(chunk), added);
    buffer_set(r, buffer, (size_t)(r->parser.cursor - r->parser.start));
    RB_GC_GUARD(chunk);
}

static void
feed(jac_resumable_t *r, VALUE chunk)
{
    if (RSTRING_LEN(chunk) == 0) return;
    if (r->parser.cursor == r->parser.end) {
        chunk = rb_str_new_frozen(chunk);
        buffer_drop(r);
        buffer_set(r, chunk, 0);
    }
    else {
        buffer_append(r, chunk);
    }
}

/*
 * call-seq: self << string -> self
 *
 * Adds to what is to be parsed. A character may be cut in two. Raises
 * TypeError for what is no String, and what String#encode raises for one in
 * another encoding that has no meaning in UTF-8; nothing is added then.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1, " << "2]"
 *   parser.parse # => true
 */
static VALUE
resumable_feed(VALUE self, VALUE chunk)
{
    jac_resumable_t *r;

    rb_check_frozen(self);
    chunk = jac_parser_chunk_source(&resumable_get(self)->options, chunk);
    r = resumable_idle(self);
    feed(r, jac_parser_chunk(&r->options, &r->tail, chunk, false));
    return self;
}

/*
 * The frames that stay open have learned their keys in a session that now goes
 * back to the pool: no predictions in them any more. Those below the first
 * that was told so were told, too.
 */
static void
forget_shapes(jac_stack_t *stack)
{
    size_t depth = stack->depth;
    jac_frame_t *frame;

    while (depth > 0 && !stack->frames[depth - 1].told) {
        frame = &stack->frames[--depth];
        frame->node = JAC_NODE_NONE;
        frame->hint = JAC_NODE_ROOT;
        frame->told = true;
    }
}

static VALUE
run(VALUE data)
{
    return (VALUE)jac_parser_resume((jac_parser_t *)data);
}

/* The parser is at the beginning of a document, or inside one. */
static void
prepare(jac_resumable_t *r)
{
    jac_frame_t *frame;

    if (r->stack.depth == 0) jac_stack_begin(&r->stack);
    frame = jac_stack_top(&r->stack);
    if (frame->phase == JAC_PHASE_DONE) {
        r->stack.depth = r->stack.head = 0;
        jac_stack_begin(&r->stack);
    }
}

static bool
has_value(const jac_resumable_t *r)
{
    return r->stack.head > 0 &&
           jac_stack_top(&r->stack)->phase == JAC_PHASE_DONE;
}

/*
 * After a run that raised: back to the beginning of the token in which it did.
 * What that token had pushed is dropped; frames are opened and closed when a
 * token is complete.
 */
static void
back_to_token(jac_resumable_t *r)
{
    JAC_ASSERT(r->parser.start <= r->chunks.token &&
               r->chunks.token <= r->parser.end);
    JAC_ASSERT(r->chunks.token_head <= r->stack.head);
    r->parser.cursor = r->chunks.token;
    r->stack.head = r->chunks.token_head;
}

NORETURN(static void leave_again(int state));

/* Out of a run that had ended before, and ends a second time. */
static void
leave_again(int state)
{
    if (state != 0) rb_jump_tag(state);
    rb_raise(rb_eArgError, "parse called back into after it moved on");
}

/* Raises LimitError for a document, whole or not, that is too long. */
static void
check_document(jac_resumable_t *r)
{
    const size_t limit = r->options.max_document_bytes;

    if (JAC_LIKELY(limit == 0) || r->parsed + r->unfinished <= limit) return;
    if (r->complete) r->stack.head = r->stack.depth = 0;
    r->complete = true;
    jac_parser_fail_limit(&r->parser, r->parser.cursor, "document", limit,
                          "bytes");
}

/*
 * Reads on, up to the end of a document; whether there was one. last: no text
 * will follow.
 */
static bool
read_on(VALUE self, jac_resumable_t *r, bool last)
{
    jac_parser_t *parser = &r->parser;
    const uint8_t *before;
    uint64_t number;
    VALUE kept;
    int state = 0;
    bool complete;

    if (r->complete) {
        r->parsed = r->unfinished = 0;
        r->complete = false;
    }
    if (r->buffer == 0) return false;
    prepare(r);
    r->chunks.token = before = parser->cursor;
    r->chunks.token_head = r->stack.head;
    r->chunks.last = last;
    jac_pause_after(parser, before);
    parser->session = jac_session_take();
    kept = parser->session->self;
    number = ++r->runs;
    r->in_use = true;
    complete = rb_protect(run, (VALUE)parser, &state) != 0;
    if (r->runs != number) leave_again(state);
    r->runs++;
    r->in_use = false;
    jac_parser_end(parser);
    RB_GC_GUARD(kept);

    if (state != 0) back_to_token(r);
    r->complete = complete || state != 0;
    forget_shapes(&r->stack);
    r->parsed += (size_t)(parser->cursor - before);
    r->unfinished = r->complete ? 0 : (size_t)(parser->end - parser->cursor);
    if (state == 0) check_document(r);
    if (jac_next(&parser->cursor, parser->end - 1) == JAC_END) buffer_drop(r);
    if (state != 0) rb_jump_tag(state);
    RB_GC_GUARD(self);
    return complete;
}

/*
 * call-seq: parse -> true or false
 *
 * Reads on, up to the end of a document: true when there is one, whose value
 * is then ready; false when more text is needed. Raises ParserError where the
 * text is no JSON; its line and column count from the first text that this
 * parser ever got, or got after clear.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1] [2"
 *   parser.parse # => true
 *   parser.value # => [1]
 *   parser.parse # => false
 *
 * Whatever ends it early (an error, or an exception or a throw out of a
 * callback), the parser stays at the beginning of the token in which that
 * happened: partial_value has what was read before, rest begins with the
 * token, and the next call of parse tries it again.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1, nil]"
 *   parser.parse         # raises Jacinth::ParserError
 *   parser.partial_value # => [1]
 *   parser.rest          # => "nil]"
 */
static VALUE
resumable_parse(VALUE self)
{
    return read_on(self, resumable_idle(self), false) ? Qtrue : Qfalse;
}

/* Raises ParserError for a document that the end of the text cuts off. */
static void
check_cut(jac_resumable_t *r)
{
    const uint8_t *const p = r->parser.cursor, *from = NULL;

    if (r->parser.cursor == r->parser.end && r->stack.head == 0 &&
        r->stack.depth <= 1) {
        return;
    }
    r->complete = true;
    /* The cursor is where the token begins that is cut off. */
    if (p < r->parser.end && *p == '"') from = p;
    jac_parser_fail_from(&r->parser, from, r->parser.end,
                         "unexpected end of input");
}

/*
 * call-seq: finish -> true or false
 *
 * As parse, where no more text will come: a number at the top that nothing
 * follows is complete, too. True when there is a document, whose value is then
 * ready; false when nothing is left. Raises ParserError where a document is
 * cut off, besides.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1] 23"
 *   values = []
 *   values << parser.value while parser.parse
 *   values               # => [[1]]
 *   values << parser.value while parser.finish
 *   values               # => [[1], 23]
 *   parser << "[4"
 *   parser.finish        # raises Jacinth::ParserError: unexpected end of input
 */
static VALUE
resumable_finish(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);
    bool complete;

    if (r->tail.size > 0) {
        feed(r, jac_parser_chunk(&r->options, &r->tail, rb_str_new(NULL, 0),
                                 true));
    }
    complete = read_on(self, r, true);
    if (!complete && !has_value(r)) check_cut(r);
    return complete ? Qtrue : Qfalse;
}

/*
 * call-seq: value? -> true or false
 *
 * Whether a document has been read and its value not been taken.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1]"
 *   parser.parse
 *   parser.value? # => true
 */
static VALUE
resumable_value_p(VALUE self)
{
    return has_value(resumable_idle(self)) ? Qtrue : Qfalse;
}

/*
 * call-seq: value -> object
 *
 * Takes the value of the document that has been read. Raises ArgumentError
 * where there is none.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1]"
 *   parser.parse
 *   parser.value # => [1]
 */
static VALUE
resumable_value(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);
    VALUE value;

    if (!has_value(r)) rb_raise(rb_eArgError, "no ready value");
    value = r->stack.values[0];
    r->stack.head = r->stack.depth = 0;
    return value;
}

/*
 * call-seq: clear -> self
 *
 * Forgets all text and every value.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1"
 *   parser.clear.empty? # => true
 */
static VALUE
resumable_clear(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);

    buffer_drop(r);
    jac_stack_reset(&r->stack);
    r->chunks.place = (jac_place_t){0, 0};
    r->tail = (jac_source_tail_t){.size = 0};
    r->parsed = r->unfinished = 0;
    r->complete = true;
    return self;
}

/*
 * call-seq: partial_value -> object
 *
 * What has been read so far of a document that is not complete, or nil.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1, [2, 3,"
 *   parser.parse
 *   parser.partial_value # => [1, [2, 3]]
 */
static VALUE
resumable_partial_value(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);
    jac_parser_t parser = r->parser;
    VALUE stacks, kept, value;
    uint64_t number;
    int state = 0;

    if (r->stack.head == 0) return Qnil;
    stacks = jac_stack_copy(&r->stack, &parser.stack);
    parser.session = jac_session_take();
    kept = parser.session->self;
    number = ++r->runs;
    r->in_use = true;
    value = rb_protect(jac_partial_fold, (VALUE)&parser, &state);
    if (r->runs != number) leave_again(state);
    r->runs++;
    r->in_use = false;
    jac_parser_end(&parser);
    if (state != 0) rb_jump_tag(state);
    RB_GC_GUARD(kept);
    RB_GC_GUARD(stacks);
    RB_GC_GUARD(self);
    return value;
}

/*
 * call-seq: partial_value? -> true or false
 *
 * Whether a document is begun and not complete: what
 * <tt>!partial_value.nil?</tt> says, without making the value.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1, 2"
 *   parser.parse
 *   parser.partial_value? # => true
 */
static VALUE
resumable_partial_value_p(VALUE self)
{
    const jac_resumable_t *r = resumable_get(self);

    return r->stack.head > 0 && !has_value(r) ? Qtrue : Qfalse;
}

/*
 * call-seq: rest -> string
 *
 * A copy of the text that is not parsed yet.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1] [2]"
 *   parser.parse
 *   parser.rest # => "[2]"
 */
static VALUE
resumable_rest(VALUE self)
{
    const jac_parser_t *parser = &resumable_get(self)->parser;

    return rb_utf8_str_new((const char *)parser->cursor,
                           parser->end - parser->cursor);
}

/*
 * call-seq: eos? -> true or false
 *
 * Whether there is no text that is not parsed yet.
 *
 *   Jacinth::ResumableParser.new.eos? # => true
 */
static VALUE
resumable_eos_p(VALUE self)
{
    const jac_parser_t *parser = &resumable_get(self)->parser;

    return parser->cursor == parser->end ? Qtrue : Qfalse;
}

/*
 * call-seq: empty? -> true or false
 *
 * Whether nothing is left: no text, no document begun, no value to take. At
 * the end of a stream, false means that it was cut off.
 *
 *   Jacinth::ResumableParser.new.empty? # => true
 */
static VALUE
resumable_empty_p(VALUE self)
{
    const jac_resumable_t *r = resumable_get(self);

    return r->parser.cursor == r->parser.end && r->stack.head == 0 ? Qtrue
                                                                   : Qfalse;
}

/*
 * call-seq: parsed_bytes -> integer
 *
 * How many bytes the present document has taken so far, with what waits to be
 * completed: for a limit to what an untrusted source may send.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1, 2"
 *   parser.parse
 *   parser.parsed_bytes # => 5
 */
static VALUE
resumable_parsed_bytes(VALUE self)
{
    const jac_resumable_t *r = resumable_get(self);

    return ULL2NUM((unsigned long long)(r->parsed + r->unfinished));
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
    rb_define_method(c, "<<", resumable_feed, 1);
    rb_define_method(c, "parse", resumable_parse, 0);
    rb_define_method(c, "finish", resumable_finish, 0);
    rb_define_method(c, "value", resumable_value, 0);
    rb_define_method(c, "value?", resumable_value_p, 0);
    rb_define_method(c, "partial_value", resumable_partial_value, 0);
    rb_define_method(c, "partial_value?", resumable_partial_value_p, 0);
    rb_define_method(c, "clear", resumable_clear, 0);
    rb_define_method(c, "rest", resumable_rest, 0);
    rb_define_method(c, "eos?", resumable_eos_p, 0);
    rb_define_method(c, "empty?", resumable_empty_p, 0);
    rb_define_method(c, "parsed_bytes", resumable_parsed_bytes, 0);
}
