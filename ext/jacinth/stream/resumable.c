#include "stream/resumable.h"

#include "parse/error_context.h"
#include "parse/machine.h"
#include "parse/parser_errors.h"
#include "parse/pause.h"
#include "parse/scan.h"
#include "parse/source_text.h"
#include "parse/token.h"
#include "ruby/errors.h"
#include "stream/chunked.h"
#include "stream/partial.h"

typedef struct {
    jac_chunked_t chunked;
    size_t parsed, unfinished; /* bytes: see parsed_bytes */
    bool complete; /* the last parse found a document, or an error */
    bool skipping; /* skip_line has not found the line's end */
} jac_resumable_t;

static void
resumable_mark(void *data)
{
    const jac_resumable_t *r = data;

    jac_chunked_mark(&r->chunked);
}

static void
resumable_free(void *data)
{
    jac_resumable_t *r = data;

    jac_chunked_free(&r->chunked);
    xfree(r);
}

static size_t
resumable_memsize(const void *data)
{
    const jac_resumable_t *r = data;

    return sizeof(*r) + jac_chunked_memsize(&r->chunked);
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
    return self;
}

/*
 * call-seq:
 *   new(**options)
 *   new(options)
 *
 * A parser for documents that come in pieces, one after the other. The
 * options are those of Jacinth.parse, but +object_class+, +array_class+,
 * +only+ and +into+, as keywords or in a Hash. Raises ArgumentError for an
 * unknown option, TypeError for a value of the wrong type.
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
 * A number that is a document by itself is complete only when something
 * follows it, as a line break, or when finish is called. The size of a
 * document is not limited, unless by +max_document_bytes+. A parser is for
 * one thread at a time, and cannot be copied.
 */
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
    chunk =
        jac_parser_chunk_source(&resumable_get(self)->chunked.options, chunk);
    r = resumable_idle(self);
    jac_chunked_feed(&r->chunked, chunk);
    return self;
}

static VALUE
run(VALUE data)
{
    return (VALUE)jac_parser_resume((jac_parser_t *)data);
}

/* Goes behind the end of the line that is to be skipped, if it is here. */
static bool
skip_on(jac_resumable_t *r)
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
        /* the lines are counted once, not for each error anew */
        jac_chunked_advance(&r->chunked, newline + 1);
    }
    return newline != NULL;
}

/* Raises LimitError for a document, whole or not, that is too long. */
static void
check_document(jac_resumable_t *r)
{
    jac_parser_t *parser = &r->chunked.parser;
    const size_t limit = parser->options->max_document_bytes;

    if (JAC_LIKELY(limit == 0) || r->parsed + r->unfinished <= limit) return;
    if (r->complete) jac_chunked_forget(&r->chunked);
    r->complete = true;
    jac_parser_fail_limit(parser, parser->cursor, "document", limit, "bytes");
}

/*
 * Reads on, up to the end of a document; whether there was one. last: no text
 * will follow.
 */
static bool
read_on(VALUE self, jac_resumable_t *r, bool last)
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
    if (r->skipping && !skip_on(r)) {
        r->skipping = !last;
        return false;
    }
    if (c->buffer == 0) return false;
    before = parser->cursor;
    state = jac_chunked_run(self, c, run, (VALUE)parser, last, &complete);
    r->complete = state != 0 || complete;
    r->parsed += (size_t)(parser->cursor - before);
    r->unfinished = r->complete ? 0 : (size_t)(parser->end - parser->cursor);
    if (state == 0) check_document(r);
    if (jac_next(&parser->cursor, parser->end - 1) == JAC_END) {
        jac_chunked_drop(c);
    }
    if (state != 0) rb_jump_tag(state);
    return complete;
}

/*
 * call-seq: parse -> true or false
 *
 * Reads on, up to the end of a document. Returns true when there is one, whose
 * value is then ready, and false when more text is needed. A value that was
 * ready, but not taken by then, is lost. Raises ParserError where the text is
 * not JSON; its line and column count from the first text that this parser
 * ever got, or got after clear.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1] [2"
 *   parser.parse # => true
 *   parser.value # => [1]
 *   parser.parse # => false
 *
 * If an error, or an exception or throw out of a callback, ends the call, the
 * parser stays at the beginning of the token in which that happened:
 * partial_value has the part that was read before, rest begins with the token,
 * and the next call of parse tries it again (skip_line and clear do not).
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
    jac_parser_t *parser = &r->chunked.parser;

    if (parser->cursor == parser->end && jac_chunked_blank(&r->chunked)) return;
    r->complete = true;
    r->chunked.chunks.last = true;
    jac_parser_fail_cut(parser, parser->cursor);
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

    jac_chunked_end(&r->chunked);
    complete = read_on(self, r, true);
    if (!complete && !jac_chunked_done(&r->chunked)) check_cut(r);
    return complete ? Qtrue : Qfalse;
}

/*
 * call-seq: skip_line -> true or false
 *
 * Drops the document in progress, and the text up to the end of the line in
 * which the parser is: after an error, to go on with the next line. False when
 * that end has not come yet: what is fed is then dropped up to there.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1, oops]\n[2]\n"
 *   parser.parse rescue parser.skip_line
 *   parser.parse # => true
 *   parser.value # => [2]
 */
static VALUE
resumable_skip_line(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);

    jac_chunked_forget(&r->chunked);
    r->parsed = r->unfinished = 0;
    r->complete = true;
    return skip_on(r) ? Qtrue : Qfalse;
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
    return jac_chunked_done(&resumable_idle(self)->chunked) ? Qtrue : Qfalse;
}

/*
 * call-seq: value -> object
 *
 * Returns the value of the document that has been read, once: the parser then
 * has no value, until parse or finish returns true again. Raises ArgumentError
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

    if (!jac_chunked_done(&r->chunked))
        rb_raise(rb_eArgError, "no ready value");
    jac_stack_check(&r->chunked.stack, 0);
    value = r->chunked.stack.values[0];
    jac_chunked_forget(&r->chunked);
    return value;
}

/*
 * call-seq: clear -> self
 *
 * Forgets all text and every value, and counts lines from 1 again.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1"
 *   parser.clear.empty? # => true
 */
static VALUE
resumable_clear(VALUE self)
{
    jac_resumable_t *r = resumable_idle(self);

    jac_chunked_drop(&r->chunked);
    jac_stack_reset(&r->chunked.stack);
    r->chunked.chunks.place = (jac_place_t){0, 0};
    jac_trail_begin(&r->chunked.chunks.trail, r->chunked.chunks.offset);
    r->chunked.tail = (jac_source_tail_t){.size = 0};
    r->parsed = r->unfinished = 0;
    r->complete = true;
    r->skipping = false;
    return self;
}

/*
 * call-seq: partial_value -> object
 *
 * The part that has been read so far of a document that is not complete: an
 * Array or Hash, in which a key that waits for its value has nil. A string,
 * number, array or object at the end of the text is left out until it is
 * complete or, for the latter two, has a first element or key. nil where
 * nothing is left then. Where a value is ready, that value.
 *
 *   parser = Jacinth::ResumableParser.new
 *   parser << "[1, [2, 3,"
 *   parser.parse
 *   parser.partial_value # => [1, [2, 3]]
 */
static VALUE
resumable_partial_value(VALUE self)
{
    jac_chunked_t *c = &resumable_idle(self)->chunked;
    jac_parser_t parser = c->parser;
    VALUE stacks, value;
    int state;

    if (c->stack.head == 0) return Qnil;
    /* what errors may show: that of the last run went with its buffer */
    c->chunks.token = c->parser.cursor;
    stacks = jac_stack_copy(&c->stack, &parser.stack);
    state =
        jac_chunked_call(c, &parser, jac_partial_fold, (VALUE)&parser, &value);
    if (state != 0) rb_jump_tag(state);
    RB_GC_GUARD(stacks);
    RB_GC_GUARD(self);
    return value;
}

/*
 * call-seq: partial_value? -> true or false
 *
 * Whether the document is not complete, and partial_value has a part of it to
 * show. False where a value is ready.
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

    return r->chunked.stack.head > 0 && !jac_chunked_done(&r->chunked) ? Qtrue
                                                                       : Qfalse;
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
    const jac_chunked_t *c = &resumable_get(self)->chunked;
    VALUE text = rb_utf8_str_new((const char *)c->parser.cursor,
                                 c->parser.end - c->parser.cursor);

    return rb_str_cat(text, (const char *)c->tail.bytes, c->tail.size);
}

/* Whether all text is parsed, what cannot be decoded yet included. */
static bool
at_end(const jac_resumable_t *r)
{
    const jac_chunked_t *c = &r->chunked;

    return c->parser.cursor == c->parser.end && c->tail.size == 0;
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
    return at_end(resumable_get(self)) ? Qtrue : Qfalse;
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

    return at_end(r) && r->chunked.stack.head == 0 ? Qtrue : Qfalse;
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
    rb_define_method(c, "<<", resumable_feed, 1);
    rb_define_method(c, "parse", resumable_parse, 0);
    rb_define_method(c, "finish", resumable_finish, 0);
    rb_define_method(c, "skip_line", resumable_skip_line, 0);
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
