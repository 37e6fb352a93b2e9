#include "stream/stream.h"

#include "document/layout_buffer.h"
#include "parse/error_context.h"
#include "parse/machine.h"
#include "parse/interrupts.h"
#include "parse/scan.h"
#include "parse/token.h"
#include "ruby/atomics.h"
#include "ruby/errors.h"
#include "stream/descent.h"

/*
 * The separation of documents. Lines and texts of a sequence are units with one
 * document each; with `auto`, the first byte decides if it is a sequence. A
 * single text is one unit, and its byte order mark is not skipped.
 */
typedef enum {
    FORMAT_AUTO,
    FORMAT_CONCATENATED,
    FORMAT_LINES,
    FORMAT_SEQUENCE, /* RFC 7464: a record separator before each text */
    FORMAT_SINGLE,
    FORMATS
} jac_format_t;

/* The names as Symbols, which are never freed. */
static VALUE format_symbols[FORMATS];

enum { RECORD_SEPARATOR = 0x1E };

/* An invalid document that is read whole is read again in chunks, to find the
   error's place. That takes as long as INVALID_COST valid documents save. */
enum { INVALID_COST = 28, DEBT_MAX = 4 * INVALID_COST };

/*
 *             first byte           complete         end of the unit
 *   BETWEEN -------------> INSIDE ----------> TAIL -----------------> BETWEEN
 *      ^                      |                 |      (yield)
 *      |    end of the unit   |   error, skip   |
 *      +----- SKIPPING <------+-----------------+
 *
 * An error invalidates a whole unit: a line, or a text of a sequence.
 * Concatenated documents that share a line are one unit, with all lines that
 * they span. If errors are skipped, values are held until their unit ends.
 * Otherwise they are yielded at once, and concatenated documents have no TAIL.
 */
typedef enum {
    BETWEEN,
    INSIDE,
    TAIL, /* after a document, before the end of its unit */
    SKIPPING
} jac_state_t;

typedef struct {
    jac_chunked_t chunked;
    jac_descent_t descent;
    jac_pointers_t at;
    jac_layout_buffer_t layout; /* used if io is not 0 */
    VALUE io;
    uint8_t format;
    uint8_t state;
    bool descend;     /* documents are read by descent.c */
    bool bom_checked; /* no byte order mark can follow */
    bool finished;
    bool lines;           /* line numbers are yielded, too */
    bool skips_invalid;   /* invalid units are skipped */
    bool returns_invalid; /* their texts are returned */
    bool in_unit;     /* concatenated: the next document is in the same unit */
    bool in_string;   /* skipping: the cursor is in a string */
    bool line_begins; /* skipping: a line begins at the cursor */
    bool separated;   /* a record separator precedes the document */
    bool bare;        /* the document is a number or a keyword */
    bool required;    /* a text without a document is an error */
    bool unit_continues; /* text of the unit follows the whole document */
    size_t open;         /* skipping: open brackets at the cursor */
    VALUE held;          /* Array: the unit's values so far; 0: not held */
    uint64_t unit;       /* offset of the unit's first byte */
    uint64_t unit_line;
    size_t complete_bytes; /* bytes of complete documents in the layout */
    uint64_t documents;
    int64_t whole_from; /* fewer documents: the next one is read in chunks */
    uint64_t missing;   /* documents in which a selection found no value */
    uint64_t document_start; /* offset of the document's first byte */
    uint64_t searched;       /* the unit does not end before this offset */
    uint64_t interrupts_at;  /* offset of the last interrupt check */
    uint64_t line; /* of the document's first byte, from 1, if needed */
    /* The end of the current line. It points into the buffer, which only the
       block can change during read_whole(). */
    const uint8_t *line_end;
    /* The session of read_whole() while the block runs, or NULL. Kept alive
       by the stream. */
    jac_session_t *lent_session;
} jac_stream_t;

static VALUE cStream;
static rb_atomic_t streams; /* twice the number of streams made */

static void
stream_mark(void *data)
{
    const jac_stream_t *s = data;

    jac_chunked_mark(&s->chunked);
    rb_gc_mark(s->descent.handler);
    rb_gc_mark(s->descent.value == Qundef ? Qnil : s->descent.value);
    rb_gc_mark(s->at.memory);
    rb_gc_mark(s->held);
    rb_gc_mark(s->descent.pointer);
    rb_gc_mark(s->descent.projection);
    rb_gc_mark(s->descent.outer_memory);
    rb_gc_mark(s->layout.out);
    rb_gc_mark(s->io);
    if (s->lent_session != NULL) rb_gc_mark(s->lent_session->self);
}

static void
stream_free(void *data)
{
    jac_stream_t *s = data;

    jac_stack_free(&s->chunked.stack);
    xfree(s);
}

static size_t
stream_memsize(const void *data)
{
    const jac_stream_t *s = data;

    return sizeof(*s) + jac_stack_memsize(&s->chunked.stack);
}

/* Not write-barrier protected: see value_stack.c. */
static const rb_data_type_t stream_type = JAC_DATA_TYPE(
    "Jacinth/stream", stream_mark, stream_free, stream_memsize, 0);

static void
check_idle(const jac_stream_t *s)
{
    if (s->chunked.in_use) {
        rb_raise(rb_eArgError, "a stream can't be read recursively");
    }
}

static jac_stream_t *
stream_get(VALUE self)
{
    jac_stream_t *s = jac_typed_struct(self, cStream, &stream_type);

    if (JAC_UNLIKELY(s->descent.at == NULL)) {
        rb_raise(rb_eTypeError, "uninitialized stream");
    }
    check_idle(s);
    return s;
}

static VALUE
stream_allocate(VALUE klass)
{
    jac_stream_t *s;
    VALUE self = TypedData_Make_Struct(klass, jac_stream_t, &stream_type, s);

    jac_chunked_init(&s->chunked);
    s->chunked.chunks.place_in_message = true;
    s->descent.value = Qundef;
    return self;
}

static jac_format_t
format_named(VALUE symbol)
{
    int i = 0;

    while (i < FORMATS && format_symbols[i] != symbol) i++;
    JAC_ASSERT(i < FORMATS); /* all callers pass one of these */
    return (jac_format_t)i;
}

/*
 * initialize(options, format, at, lines, on_error): options is a Hash or a
 * Config, format a Symbol, at a JSON pointer or nil, lines true or false,
 * on_error :raise, :skip or an object to call.
 */
static VALUE
stream_initialize(VALUE self, VALUE given, VALUE format, VALUE at, VALUE lines,
                  VALUE on_error)
{
    static const jac_pointer_t no_steps;
    jac_stream_t *s = jac_typed_struct(self, cStream, &stream_type);
    jac_parser_options_t *options = &s->chunked.options;

    if (s->descent.at != NULL) jac_raise_initialized(self);
    if (RB_TYPE_P(given, T_HASH)) {
        jac_parser_options_read(options, given, JAC_NAMES_MODULE, 0);
    }
    else {
        *options = *jac_parser_options_of(given);
    }
    if (options->json5) {
        rb_raise(rb_eArgError, "json5 cannot be read in chunks: use parse");
    }
    if (!NIL_P(at)) {
        StringValue(at);
        at = rb_str_new_frozen(at);
        jac_pointers_compile(&s->at, 1, &at);
    }
    /* ids of objects are even */
    options->owner =
        INT2FIX((int)((RUBY_ATOMIC_FETCH_ADD(streams, 2) & 0x3fffffff) | 1));
    s->format = (uint8_t)format_named(format);
    s->line = 1;
    s->lines = RTEST(lines);
    s->skips_invalid = on_error != ID2SYM(rb_intern("raise"));
    s->returns_invalid =
        s->skips_invalid && on_error != ID2SYM(rb_intern("skip"));
    if (s->skips_invalid) s->held = rb_obj_hide(rb_ary_new());
    jac_descent_init(&s->descent, &s->chunked,
                     NIL_P(at) ? &no_steps : s->at.pointers, at);
    s->descend = s->descent.at->count > 0 || s->descent.capture;
    s->bom_checked =
        options->relaxed; /* otherwise the option relaxed skips it */
    RB_GC_GUARD(given);
    return self;
}

static VALUE
stream_handle(VALUE self, VALUE handler)
{
    jac_stream_t *s = stream_get(self);

    jac_descent_handle(&s->descent, handler);
    s->descend = true;
    return self;
}

/* format_to(io, pretty) -> self: read will write each document to the io,
   formatted again, with a line break unless the text is one document. */
static VALUE
stream_format_to(VALUE self, VALUE io, VALUE pretty)
{
    jac_stream_t *s = stream_get(self);

    jac_layout_init(&s->layout, RTEST(pretty), 2 * JAC_LAYOUT_CHUNK);
    jac_descent_format(&s->descent, &s->layout, s->format == FORMAT_SINGLE);
    s->io = io;
    s->bom_checked = s->descend = true;
    s->required = s->format == FORMAT_AUTO || s->format == FORMAT_SINGLE;
    return self;
}

/*
 * select(io, pretty, check, elements) -> self: read will write only the values
 * at `at` in each document, each with a line break. check: read all of each
 * document, and raise for duplicate keys instead of using the first. elements:
 * the last step is `*`, and leads only to the elements of arrays, which can be
 * empty.
 */
static VALUE
stream_select(VALUE self, VALUE io, VALUE pretty, VALUE check, VALUE elements)
{
    stream_format_to(self, io, pretty);
    jac_descent_select(&stream_get(self)->descent, RTEST(check),
                       RTEST(elements));
    return self;
}

static VALUE
stream_documents(VALUE self)
{
    return ULL2NUM(stream_get(self)->documents);
}

static VALUE
stream_missing(VALUE self)
{
    return ULL2NUM(stream_get(self)->missing);
}

static VALUE
stream_exhausted_p(VALUE self)
{
    return stream_get(self)->descent.exhausted ? Qtrue : Qfalse;
}

/* Returns the offset from which on parsed text stays in the buffer: that of
   the unit, which an error can skip, or of a value to capture. */
static uint64_t
kept_from(const jac_stream_t *s)
{
    switch ((jac_state_t)s->state) {
    case BETWEEN:
        return s->in_unit ? s->unit : JAC_OFFSET_NONE;
    case SKIPPING:
        return s->returns_invalid ? s->unit : JAC_OFFSET_NONE;
    default:
        return s->skips_invalid ? s->unit : s->descent.captured;
    }
}

static VALUE
stream_recode(VALUE self, VALUE text)
{
    return jac_parser_chunk_source(&stream_get(self)->chunked.options, text);
}

static VALUE
stream_feed(VALUE self, VALUE chunk)
{
    jac_stream_t *s;

    chunk = jac_parser_chunk_source(&stream_get(self)->chunked.options, chunk);
    s = stream_get(self);
    s->chunked.kept = kept_from(s);
    jac_chunked_feed(&s->chunked, chunk);
    jac_descent_appended(&s->descent, (size_t)RSTRING_LEN(chunk));
    return self;
}

static VALUE
stream_finish(VALUE self)
{
    jac_stream_t *s = stream_get(self);

    s->chunked.kept = kept_from(s);
    jac_chunked_end(&s->chunked);
    s->finished = true;
    return self;
}

/*
 * take_whole(source, chunk): takes the source as the only chunk, and returns
 * true. Returns false and takes nothing if the source is not a String (an
 * object with to_str can be a Pathname), or if it has more than `chunk` bytes
 * and `invalid` or max_document_bytes is set, because these are applied to each
 * chunk.
 */
static VALUE
stream_take_whole(VALUE self, VALUE source, VALUE chunk)
{
    const jac_stream_t *s = stream_get(self);

    if (!RB_TYPE_P(source, T_STRING)) return Qfalse;
    if (RSTRING_LEN(source) > NUM2LONG(chunk) &&
        (s->chunked.options.invalid ||
         s->chunked.options.max_document_bytes != 0)) {
        return Qfalse;
    }
    stream_feed(self, source);
    stream_finish(self);
    return Qtrue;
}

static uint64_t
offset_of(const jac_stream_t *s, const uint8_t *p)
{
    return jac_chunk_offset(&s->chunked.parser, p);
}

static const uint8_t *
byte_at(const jac_stream_t *s, uint64_t offset)
{
    JAC_ASSERT(offset >= s->chunked.chunks.offset);
    return s->chunked.parser.start + (offset - s->chunked.chunks.offset);
}

NORETURN(static void fail(jac_stream_t *s, const uint8_t *at,
                          const char *text));

static void
fail(jac_stream_t *s, const uint8_t *at, const char *text)
{
    s->chunked.chunks.last |= s->finished;
    jac_parser_fail(&s->chunked.parser, at, text);
}

static const uint8_t bom[] = {0xEF, 0xBB, 0xBF};

static bool
skip_bom(jac_stream_t *s)
{
    jac_parser_t *parser = &s->chunked.parser;
    const size_t left = (size_t)(parser->end - parser->cursor);
    const size_t n = left < sizeof(bom) ? left : sizeof(bom);

    if (n == 0 || memcmp(parser->cursor, bom, n) == 0) {
        if (n < sizeof(bom) && !s->finished) return false;
        if (n == sizeof(bom)) {
            parser->cursor += n;
            /* the byte order mark is not a column of the first line */
            parser->start = parser->cursor;
            s->chunked.chunks.offset += n;
            jac_trail_begin(&s->chunked.chunks.trail, s->chunked.chunks.offset);
            s->chunked.chunks.has_bom = true;
        }
    }
    s->bom_checked = true;
    return true;
}

/* Notes that a document begins at the cursor, and counts lines if needed. Text
   before the unit can be dropped from now on. */
static void
note_document(jac_stream_t *s)
{
    jac_chunked_t *c = &s->chunked;
    const uint8_t *const p = c->parser.cursor;

    if (s->in_unit) {
        s->line += jac_line_ends(byte_at(s, s->document_start), p);
    }
    else if (s->lines || s->skips_invalid) {
        jac_chunked_advance(c, p);
        s->line = s->unit_line = c->chunks.place.lines + 1;
        s->unit = offset_of(s, p);
    }
    s->searched = offset_of(s, p);
    s->document_start = s->format == FORMAT_SINGLE ? 0 : s->searched;
}

/* Moves the cursor to the first byte of a document. Returns false if there
   is none yet. */
static bool
find_document(jac_stream_t *s)
{
    jac_chunked_t *c = &s->chunked;
    jac_parser_t *parser = &c->parser;
    int byte;

    if (c->buffer == 0) return false;
    if (!s->bom_checked && !skip_bom(s)) return false;
    for (;;) {
        byte = jac_next(&parser->cursor, parser->end - 1);
        if (byte == JAC_END) return false;
        if (s->format == FORMAT_AUTO) {
            s->format = byte == RECORD_SEPARATOR ? FORMAT_SEQUENCE
                                                 : FORMAT_CONCATENATED;
        }
        if (s->format != FORMAT_SEQUENCE || byte != RECORD_SEPARATOR) break;
        s->separated = true;
        parser->cursor++;
    }
    note_document(s);
    if (s->format == FORMAT_SEQUENCE && !s->separated) {
        fail(s, parser->cursor, "expected a record separator, got %s");
    }
    s->separated = false;
    s->state = INSIDE;
    return true;
}

static bool
begin_document(jac_stream_t *s)
{
    if (find_document(s)) {
        if (s->io != 0 && !s->descent.selects && s->format == FORMAT_SEQUENCE) {
            jac_layout_put(&s->layout, "\x1E", 1);
        }
        return true;
    }
    if (s->required && s->finished && s->documents == 0) {
        fail(s, s->chunked.parser.cursor, JAC_TEXT_END);
    }
    return false;
}

/* Returns the end of the text that can belong to the document. Sets *last to
   true if the document must end there. */
static const uint8_t *
find_limit(jac_stream_t *s, bool *last)
{
    const jac_chunked_t *c = &s->chunked;
    const uint8_t *const end = c->parser.end, *from, *found;
    const int byte = s->format == FORMAT_LINES ? '\n' : RECORD_SEPARATOR;

    *last = s->finished;
    if (s->format == FORMAT_CONCATENATED || s->format == FORMAT_SINGLE) {
        return end;
    }
    from = byte_at(s, s->searched);
    found = from == end ? NULL : memchr(from, byte, (size_t)(end - from));
    s->searched = offset_of(s, found != NULL ? found : end);
    if (found == NULL) return end;
    *last = true;
    return found;
}

static VALUE
run_machine(VALUE data)
{
    jac_stream_t *s = (jac_stream_t *)data;

    if (s->descend) return (VALUE)jac_descent_run(&s->descent);
    return jac_parser_resume(&s->chunked.parser) ? JAC_DESCENT_END
                                                 : JAC_DESCENT_MORE;
}

static jac_descent_status_t
run_up_to(VALUE self, jac_stream_t *s, const uint8_t *limit, bool last)
{
    jac_chunked_t *c = &s->chunked;
    const uint8_t *const end = c->parser.end;
    VALUE status = JAC_DESCENT_END;
    int state = 0;

    c->parser.end = limit;
    c->chunks.last = last;
    if (!s->descend || !jac_descent_read_one(&s->descent)) {
        state = jac_chunked_run(self, c, run_machine, (VALUE)s, last, &status);
    }
    c->parser.end = end;
    RB_GC_GUARD(self);
    if (state != 0) rb_jump_tag(state);
    return (jac_descent_status_t)status;
}

/* Returns the value of the document that was read. With `descend`, and if the
   document was read as a whole, the descent has it; otherwise the stack. */
static VALUE
take_value(jac_stream_t *s)
{
    VALUE value = s->descent.value;

    if (s->descend || value != Qundef) {
        s->descent.value = Qundef;
        return value;
    }
    return s->chunked.stack.values[0];
}

/* Yields the value, or holds it until its unit ends. Ignores Qundef. */
static void
give_value(const jac_stream_t *s, VALUE value)
{
    VALUE values[] = {value, Qnil};

    if (value == Qundef) return;
    if (s->lines) values[1] = ULL2NUM(s->line);
    if (s->held != 0) {
        rb_ary_cat(s->held, values, 2);
    }
    else {
        rb_yield_values2(1 + s->lines, values);
    }
}

static void
yield_held(const jac_stream_t *s)
{
    VALUE values[2];

    while (s->held != 0 && RARRAY_LEN(s->held) > 0) {
        values[0] = rb_ary_shift(s->held);
        values[1] = rb_ary_shift(s->held);
        rb_yield_values2(1 + s->lines, values);
    }
}

static void
end_document(jac_stream_t *s)
{
    jac_chunked_forget(&s->chunked);
    jac_descent_begin(&s->descent);
    s->state = BETWEEN;
}

/* Writes the first `size` bytes of the layout to the io, and removes them. */
static void
flush_layout(jac_stream_t *s, size_t size)
{
    s->complete_bytes = 0;
    if (size > 0) jac_layout_flush(&s->layout, size, s->io);
}

static void
count_document(jac_stream_t *s)
{
    s->complete_bytes = s->layout.size;
    s->documents++;
    s->missing += s->descent.selects && !s->descent.found;
}

/* Called after each document with a complete layout: writes the layout to
   the io if it is large, and yields if the caller of select gave a block. */
static void
deliver_layout(jac_stream_t *s)
{
    const bool calls = s->descent.selects && rb_block_given_p();

    if (calls || s->layout.size >= JAC_LAYOUT_CHUNK)
        flush_layout(s, s->layout.size);
    if (calls) rb_yield(Qnil);
}

/* Ends a document that has a value. Yields or holds the value if it was
   built. */
static void
complete_document(jac_stream_t *s)
{
    const VALUE value = take_value(s);

    if (s->io != 0 && !s->descent.selects && s->format != FORMAT_SINGLE) {
        jac_layout_put(&s->layout, "\n", 1);
    }
    count_document(s);
    end_document(s);
    if (s->skips_invalid && s->format == FORMAT_CONCATENATED) {
        s->in_unit = true;
        s->state = TAIL;
    }
    deliver_layout(s);
    give_value(s, value);
}

static void
check_size(jac_stream_t *s, const uint8_t *to)
{
    const size_t limit = s->chunked.options.max_document_bytes;

    if (JAC_LIKELY(limit == 0) || offset_of(s, to) - s->document_start <= limit)
        return;
    jac_parser_fail_limit(&s->chunked.parser, to, "document", limit, "bytes");
}

NORETURN(static void fail_cut(jac_stream_t *s, const uint8_t *limit));

static void
fail_cut(jac_stream_t *s, const uint8_t *limit)
{
    jac_parser_t *parser = &s->chunked.parser;
    const uint8_t *const p = parser->cursor;

    parser->cursor = parser->end = limit; /* stream_skip() restores the end */
    jac_parser_fail_cut(parser, p);
}

/* Called after a document, before the rest of its line. If only a part of the
   document is wanted, yields that at once. */
static void
begin_tail(jac_stream_t *s)
{
    const uint8_t last = s->chunked.parser.cursor[-1];

    s->bare = last != '}' && last != ']' && last != '"';
    s->state = TAIL;
    if (s->descent.at->count > 0) give_value(s, take_value(s));
}

/* Continues a document. Returns false if more text is needed. */
static bool
continue_document(VALUE self, jac_stream_t *s)
{
    jac_chunked_t *c = &s->chunked;
    bool last;
    const uint8_t *const limit = find_limit(s, &last);

    if (s->format != FORMAT_CONCATENATED) check_size(s, limit);
    switch (run_up_to(self, s, limit, last)) {
    case JAC_DESCENT_MORE:
        check_size(s, limit);
        if (!last) return false;
        if (c->parser.cursor != limit || !jac_chunked_blank(c)) {
            fail_cut(s, limit);
        }
        end_document(s); /* the text has only comments */
        return true;
    case JAC_DESCENT_VALUE:
        give_value(s, take_value(s));
        return true;
    case JAC_DESCENT_FULL:
        flush_layout(s, s->layout.size);
        return true;
    case JAC_DESCENT_END:
        check_size(s, c->parser.cursor);
        break;
    }
    if (s->format == FORMAT_CONCATENATED) {
        complete_document(s);
    }
    else {
        begin_tail(s);
    }
    return true;
}

/* Moves the cursor after the comment there, within a text that ends at
   limit. last: no text follows limit. Returns false if more text is needed. */
static bool
skip_tail_comment(jac_stream_t *s, const uint8_t *limit, bool last)
{
    jac_parser_t *parser = &s->chunked.parser;
    const uint8_t *const end = parser->end, *q;

    s->chunked.chunks.last = last;
    parser->end = limit;
    q = jac_skip_comment(parser, parser->cursor);
    parser->end = end;
    if (q == NULL && last) {
        fail(s, parser->cursor,
             limit - parser->cursor > 1 ? JAC_TEXT_COMMENT_END
                                        : JAC_TEXT_TOKEN);
    }
    if (q != NULL) parser->cursor = q;
    return q != NULL;
}

static bool
blank_in_line(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/*
 * Reads concatenated text after a document, up to the end of the line and the
 * unit, or to the next document of the unit. Returns false if more text is
 * needed.
 */
static bool
read_line_end(jac_stream_t *s)
{
    jac_parser_t *parser = &s->chunked.parser;
    const uint8_t *p;
    bool comment;

    for (;;) {
        p = parser->cursor;
        while (p < parser->end && blank_in_line(*p)) p++;
        parser->cursor = p;
        if (p == parser->end && !s->finished) return false;
        if (p == parser->end || *p == '\n') break;
        comment = *p == '/' && parser->options->allow_comments;
        if (!comment) {
            s->state = BETWEEN;
            return true;
        }
        if (!skip_tail_comment(s, parser->end, s->finished)) return false;
        if (p[1] == '/' && parser->cursor[-1] == '\n') break;
    }
    s->in_unit = false;
    s->state = BETWEEN;
    yield_held(s);
    return true;
}

static bool
read_tail(jac_stream_t *s)
{
    jac_parser_t *parser = &s->chunked.parser;
    const uint8_t *const before = parser->cursor;
    bool last;
    const uint8_t *const limit = find_limit(s, &last);
    int byte;

    while ((byte = jac_next(&parser->cursor, limit - 1)) != JAC_END) {
        if (byte != '/') {
            s->chunked.chunks.last = last;
            fail(s, parser->cursor, JAC_TEXT_AFTER_END);
        }
        if (!skip_tail_comment(s, limit, last)) return false;
    }
    if (parser->cursor != before) s->bare = false;
    if (!last) return false;
    if (s->format == FORMAT_SEQUENCE && s->bare) {
        fail(s, limit, "expected white space after a number or keyword");
    }
    complete_document(s);
    yield_held(s);
    return true;
}

/* True if the cursor, where a document failed, is at the beginning of a line,
   and no value was expected. Then that document was cut off, and another one
   can begin here. */
static bool
cut_before_cursor(const jac_stream_t *s)
{
    const uint8_t *const p = s->chunked.parser.cursor;

    return p > byte_at(s, s->unit) && p[-1] == '\n' &&
           jac_stack_top(&s->chunked.stack)->phase != JAC_PHASE_VALUE;
}

static size_t
open_brackets(const jac_stack_t *stack)
{
    size_t i, n = 0;

    for (i = 0; i < stack->depth; i++) {
        n += stack->frames[i].type != JAC_FRAME_ROOT;
    }
    return n;
}

/* Called after an exception: lets the text to parse end at the end of the
   buffer again. */
static void
restore_end(jac_chunked_t *c)
{
    c->parser.end =
        (const uint8_t *)RSTRING_PTR(c->buffer) + RSTRING_LEN(c->buffer);
}

/* Called for an invalid document: decides how many of the next documents are
   read in chunks. */
static void
note_invalid(jac_stream_t *s)
{
    const int64_t documents = (int64_t)s->documents;
    int64_t debt = s->whole_from - documents;

    if (debt < -DEBT_MAX) debt = -DEBT_MAX;
    debt += INVALID_COST;
    if (debt > DEBT_MAX) debt = DEBT_MAX;
    s->whole_from = documents + debt;
}

/* Starts to skip the unit that contains an error, including text that arrives
   later. Called after an error about the text. */
static VALUE
stream_skip(VALUE self)
{
    jac_stream_t *s = stream_get(self);
    jac_chunked_t *c = &s->chunked;

    restore_end(c);
    s->open = s->format == FORMAT_CONCATENATED ? open_brackets(&c->stack) : 0;
    s->line_begins = s->open > 0 && cut_before_cursor(s);
    s->in_string = false;
    note_invalid(s);
    rb_ary_clear(s->held);
    jac_chunked_forget(c);
    jac_descent_begin(&s->descent);
    s->searched = offset_of(s, c->parser.cursor);
    s->state = SKIPPING;
    return self;
}

/*
 * Returns the end of a concatenated document that failed with open brackets, or
 * NULL if it is not here yet: the end of the line in which they are closed, or
 * the start of a line that begins with a bracket, because lines inside a
 * document are usually indented.
 */
static const uint8_t *
find_document_end(jac_stream_t *s)
{
    const uint8_t *const end = s->chunked.parser.end;
    const uint8_t *p;

    for (p = s->chunked.parser.cursor; p < end && s->open > 0; p++) {
        const uint8_t c = *p;
        const bool bracket = c == '{' || c == '[';

        if (s->line_begins && bracket) return p;
        s->line_begins = c == '\n';
        if (c == '\n') {
            s->in_string = false;
        }
        else if (c == '"') {
            s->in_string = !s->in_string;
        }
        else if (c == '\\' && s->in_string) {
            if (p + 1 == end) break;
            if (p[1] != '\n') p++;
        }
        else if (!s->in_string) {
            s->open += bracket;
            s->open -= c == '}' || c == ']';
        }
    }
    s->chunked.parser.cursor = p;
    return s->open > 0 ? NULL : memchr(p, '\n', (size_t)(end - p));
}

static const uint8_t *
find_unit_end(jac_stream_t *s)
{
    jac_parser_t *parser = &s->chunked.parser;
    const int byte = s->format == FORMAT_SEQUENCE ? RECORD_SEPARATOR : '\n';
    const uint8_t *end = NULL;

    if (parser->cursor < parser->end) {
        end = s->open > 0 ? find_document_end(s)
                          : memchr(parser->cursor, byte,
                                   (size_t)(parser->end - parser->cursor));
    }
    if (end == NULL && s->finished) end = parser->end;
    if (end == NULL && s->open == 0) parser->cursor = parser->end;
    return end;
}

/* Skips the rest of the unit that failed. Returns its text if that is
   wanted, otherwise true; or Qundef if its end is not here yet. */
static VALUE
continue_skipping(jac_stream_t *s)
{
    const uint8_t *const end = find_unit_end(s);
    VALUE text = Qtrue;

    if (end == NULL) return Qundef;
    if (s->returns_invalid) {
        const uint8_t *const p = byte_at(s, s->unit);

        text = rb_utf8_str_new((const char *)p, end - p);
    }
    s->chunked.parser.cursor = end;
    s->in_unit = false;
    end_document(s);
    return text;
}

/* take_error(error): see jac_take_owned(). */
static VALUE
stream_take_error(VALUE self, VALUE error)
{
    const jac_stream_t *s = stream_get(self);

    return jac_take_owned(error, s->chunked.options.owner) ? Qtrue : Qfalse;
}

static VALUE
stream_line(VALUE self)
{
    return ULL2NUM(stream_get(self)->unit_line);
}

/* Checks interrupts between small documents, in which the parser never does.
   The caller must check if a handler has changed the stream. */
static void
check_between(jac_stream_t *s)
{
    const uint64_t at = offset_of(s, s->chunked.parser.cursor);

    if (JAC_LIKELY(at - s->interrupts_at < JAC_INTERRUPT_BYTES)) return;
    s->interrupts_at = at;
    rb_thread_check_ints();
}

/* Returns the position of the next document if it is probably whole and, with
   FORMAT_LINES, the end of its line is in the buffer; otherwise NULL. */
static const uint8_t *
find_whole(jac_stream_t *s)
{
    const jac_parser_t *const parser = &s->chunked.parser;
    const uint8_t *p = parser->cursor;

    if (s->state != BETWEEN) return NULL;
    if (s->format == FORMAT_LINES) {
        if (jac_next(&p, parser->end - 1) == JAC_END) return NULL;
        s->line_end = memchr(p, '\n', (size_t)(parser->end - p));
        if (s->line_end == NULL) return NULL;
    }
    else if (s->format != FORMAT_CONCATENATED) {
        return NULL;
    }
    return jac_descent_find_whole(&s->descent);
}

/* True if no text of the unit follows the whole document that ends at the
   cursor. */
static bool
ends_unit(const jac_stream_t *s)
{
    const jac_parser_t *const parser = &s->chunked.parser;
    const uint8_t *p = parser->cursor;

    if (s->format == FORMAT_CONCATENATED && !s->skips_invalid) return true;
    while (p < parser->end && blank_in_line(*p)) p++;
    if (s->format == FORMAT_LINES) return p == s->line_end;
    return p == parser->end ? s->finished : *p == '\n';
}

/* Notes that a document begins at p. Its line is that of the previous document
   plus the line ends between them. */
static void
move_to_document(jac_stream_t *s, const uint8_t *p)
{
    const jac_chunks_t *const chunks = &s->chunked.chunks;
    const uint8_t *from = s->chunked.parser.start;

    if (s->document_start < chunks->offset) {
        s->line = chunks->place.lines + 1;
    }
    else {
        from = byte_at(s, s->document_start);
    }
    s->line += jac_line_ends(from, p);
    s->document_start = offset_of(s, p);
}

/* Yields a value, and returns the position of the next whole document or NULL.
   Also returns NULL if the stream got more text during the yield, because the
   parser has addresses in the old buffer. */
static const uint8_t *
yield_whole(void *data, jac_parser_t *parser, VALUE value)
{
    jac_stream_t *const s = data;
    const uint64_t end = offset_of(s, s->chunked.parser.end);
    jac_left_t left;

    jac_descent_end_whole(&s->descent, parser, value);
    if (JAC_UNLIKELY(!ends_unit(s))) {
        s->unit_continues = true;
        s->document_start = offset_of(s, parser->start);
        return NULL;
    }
    s->documents++;
    if (s->lines) move_to_document(s, parser->start);
    left = jac_parser_leave(parser);
    s->lent_session = left.session;
    s->descent.value = Qundef;
    if (value != Qundef) {
        if (s->lines)
            rb_yield_values(2, value, ULL2NUM(s->line));
        else
            rb_yield(value);
    }
    check_between(s);
    s->lent_session = NULL;
    jac_parser_enter(parser, left);
    check_idle(s);
    if (offset_of(s, s->chunked.parser.end) != end) return NULL;
    return find_whole(s);
}

/* Called if text of the unit follows a whole document: prepares the stream to
   read the rest of the line. */
static void
continue_unit(jac_stream_t *s)
{
    jac_parser_t *const parser = &s->chunked.parser;
    const uint8_t *const after = parser->cursor;

    s->unit_continues = false;
    parser->cursor = byte_at(s, s->document_start);
    if (s->format == FORMAT_LINES && after > s->line_end) {
        /* an error: the value does not end in its line */
        s->descent.retried = s->document_start;
        s->descent.value = Qundef;
        return;
    }
    note_document(s);
    parser->cursor = after;
    if (s->format == FORMAT_LINES) {
        s->searched = offset_of(s, s->line_end);
        begin_tail(s);
    }
    else {
        complete_document(s);
    }
}

/* Reads whole documents and yields their values, unless documents must be read
   in chunks. */
static void
read_whole(VALUE self, jac_stream_t *s)
{
    const uint8_t *p;

    if (!s->bom_checked || s->in_unit || s->io != 0 ||
        s->chunked.options.max_document_bytes != 0 ||
        (int64_t)s->documents < s->whole_from) {
        return;
    }
    p = find_whole(s);
    if (p != NULL) jac_descent_read_whole(&s->descent, p, yield_whole, s);
    if (s->unit_continues) continue_unit(s);
    RB_GC_GUARD(self);
}

static JAC_NOINLINE VALUE
read_documents(VALUE self, jac_stream_t *s)
{
    VALUE text;

    for (;;) {
        if (s->descent.exhausted) {
            if (s->documents == 0) {
                count_document(s);
                deliver_layout(s);
            }
            return Qnil;
        }
        switch ((jac_state_t)s->state) {
        case BETWEEN:
            if (s->descent.reads_whole) read_whole(self, s);
            if (s->state != BETWEEN) break;
            if (!begin_document(s)) return Qnil;
            break;
        case INSIDE:
            if (!continue_document(self, s)) return Qnil;
            break;
        case TAIL:
            if (!(s->in_unit ? read_line_end(s) : read_tail(s))) return Qnil;
            break;
        case SKIPPING:
            text = continue_skipping(s);
            return text == Qundef ? Qnil : text;
        }
        check_between(s);
        check_idle(s);
    }
}

static VALUE
read_stream(VALUE self)
{
    return read_documents(self, stream_get(self));
}

/* read_documents(). A whole document that is invalid is read again, in chunks,
   which raises the error with its place. */
static JAC_NOINLINE VALUE
read_again_if_invalid(VALUE self, jac_stream_t *s)
{
    const VALUE before = rb_errinfo();
    VALUE result;
    int state;

    for (;;) {
        result = rb_protect(read_stream, self, &state);
        if (state == 0) return result;
        if (s->lent_session != NULL) { /* by a jump out of the block */
            jac_session_t *const lent = s->lent_session;

            s->lent_session = NULL;
            jac_session_give(lent);
        }
        if (!jac_descent_clear_error(&s->descent, state, before)) {
            rb_jump_tag(state);
        }
        restore_end(&s->chunked);
    }
}

/* Yields the values (and with `lines` their lines) of the text so far.
   Returns nil, or after an invalid unit its text or true. Before it returns, it
   writes all complete documents to the io. */
static VALUE
stream_read(VALUE self)
{
    jac_stream_t *s = stream_get(self);
    VALUE text;

    jac_c_stack_clear_for(
        (uint64_t)(s->chunked.parser.end - s->chunked.parser.cursor));
    if (s->descent.reads_whole) return read_again_if_invalid(self, s);
    text = read_documents(self, s);
    flush_layout(s, s->complete_bytes);
    return text;
}

/* flush -> self: after an error, writes the documents that were complete
   before it, and drops the rest of the layout. */
static VALUE
stream_flush(VALUE self)
{
    jac_stream_t *s = stream_get(self);

    s->layout.size = s->complete_bytes;
    flush_layout(s, s->layout.size);
    return self;
}

/* Jacinth._define_stream (private): sets the constant DocumentStream. Called by
   lib/jacinth/stream.rb, which adds the methods in Ruby. */
static VALUE
define_stream(VALUE mJacinth)
{
    rb_const_set(mJacinth, rb_intern("DocumentStream"), cStream);
    return cStream;
}

void
jac_init_stream(VALUE mJacinth)
{
    static const char *const formats[FORMATS] = {
        "auto", "concatenated", "lines", "sequence", "single",
    };
    size_t i;

    jac_init_descent();
    for (i = 0; i < FORMATS; i++) {
        format_symbols[i] = ID2SYM(rb_intern(formats[i]));
    }
    cStream = rb_class_new(rb_cObject);
    /* The name is set here, because the drop-in renames mJacinth to JSON. */
    rb_set_class_path(cStream, rb_cObject, "Jacinth::DocumentStream");
    rb_gc_register_mark_object(cStream);
    rb_define_alloc_func(cStream, stream_allocate);
    rb_undef_method(cStream, "initialize_copy");
    rb_define_method(cStream, "initialize", stream_initialize, 5);
    rb_define_method(cStream, "handle", stream_handle, 1);
    rb_define_method(cStream, "format_to", stream_format_to, 2);
    rb_define_method(cStream, "select", stream_select, 4);
    rb_define_method(cStream, "flush", stream_flush, 0);
    rb_define_method(cStream, "documents", stream_documents, 0);
    rb_define_method(cStream, "missing", stream_missing, 0);
    rb_define_method(cStream, "exhausted?", stream_exhausted_p, 0);
    rb_define_method(cStream, "recode", stream_recode, 1);
    rb_define_method(cStream, "take_whole", stream_take_whole, 2);
    rb_define_method(cStream, "<<", stream_feed, 1);
    rb_define_method(cStream, "finish", stream_finish, 0);
    rb_define_method(cStream, "read", stream_read, 0);
    rb_define_method(cStream, "skip", stream_skip, 0);
    rb_define_method(cStream, "line", stream_line, 0);
    rb_define_method(cStream, "take_error", stream_take_error, 1);
    rb_define_private_method(rb_singleton_class(mJacinth), "_define_stream",
                             define_stream, 0);
}
