#include "parse/parser_errors.h"

#include "parse/error_context.h"
#include "parse/find_steps.h"
#include "parse/frame.h"
#include "parse/json5.h"
#include "ruby/errors.h"

static VALUE eParserError, eLimitError;

enum { JAC_SNIPPET = 32 };

static bool
snippet_ends(uint8_t c)
{
    return c == 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Appends the text at `at` as json does: up to 32 bytes of whole characters in
   quotes; "EOF" at the end; white space up to a NUL byte without quotes. */
static void
append_found(VALUE message, const jac_parser_t *parser, const uint8_t *at)
{
    const size_t left = (size_t)(parser->end - at);
    const uint8_t *nul;
    size_t n = 0;

    if (left == 0) {
        rb_str_cat_cstr(message, "EOF");
        return;
    }
    while (n < JAC_SNIPPET && n < left && !snippet_ends(at[n])) n++;
    if (n == 0) {
        nul = memchr(at, 0, left);
        n = nul != NULL ? (size_t)(nul - at) : left;
        rb_str_cat(message, (const char *)at, (long)n);
        return;
    }
    if (n == JAC_SNIPPET && n < left) {
        while (n > 0 && (at[n] & 0xC0) == 0x80) n--;
    }
    rb_str_cat_cstr(message, "'");
    rb_str_cat(message, (const char *)at, (long)n);
    rb_str_cat_cstr(message, "'");
}

static VALUE
build_message(const jac_parser_t *parser, const uint8_t *at, const char *text)
{
    const char *hole = strstr(text, "%s");

    if (hole == NULL) return rb_utf8_str_new_cstr(text);
    VALUE message = rb_utf8_str_new(text, hole - text);
    append_found(message, parser, at);
    rb_str_cat_cstr(message, hole + 2);
    return message;
}

static jac_place_t
place_of(const jac_parser_t *parser, const uint8_t *at)
{
    jac_place_t place = jac_parser_place(parser);

    jac_place_move(&place, parser->start, at);
    return place;
}

void
jac_parser_locate(const jac_parser_t *parser, const uint8_t *at, long *line,
                  long *column)
{
    const jac_place_t place = place_of(parser, at);

    *line = (long)place.lines + 1;
    *column = (long)place.columns + 1;
}

/* Returns the key or index of the frame's value that is parsed now, whose
   values end at `end`. Qundef if there is none yet. */
static VALUE
frame_step(const jac_stack_t *stack, const jac_frame_t *frame, size_t end)
{
    const size_t count = end - frame->head;

    if (frame->type == JAC_FRAME_ARRAY) {
        if (frame->counted) return stack->values[frame->head];
        const bool after = frame->phase == JAC_PHASE_ARRAY_COMMA;

        return SIZET2NUM(after ? count - 1 : count);
    }
    if (count % 2 == 1) return stack->values[end - 1];
    if (frame->phase == JAC_PHASE_OBJECT_COMMA && count >= 2) {
        return stack->values[end - 2];
    }
    return Qundef;
}

static VALUE
steps_to_source(const jac_parser_t *parser)
{
    const jac_origin_t *origin = parser->options->origin;

    return origin != NULL ? rb_ary_dup(origin->steps) : rb_ary_new();
}

/*
 * Returns the path of the value parsed now: Integers, and Strings or Symbols
 * that user code cannot change. It ends early at an object without a key, or at
 * a key that on_load replaced by another kind of object.
 */
static VALUE
stack_steps(const jac_parser_t *parser, VALUE duplicate)
{
    const jac_stack_t *stack = parser->stack;
    VALUE steps = steps_to_source(parser), step;
    size_t depth;

    for (depth = 1; depth < stack->depth; depth++) {
        const jac_frame_t *frame = &stack->frames[depth];
        const bool last = depth == stack->depth - 1;

        if (frame->type == JAC_FRAME_ROOT) continue;
        step = frame_step(stack, frame, jac_frame_end(stack, frame));
        if (last && frame->type == JAC_FRAME_OBJECT && duplicate != Qundef) {
            step = duplicate;
        }
        if (step == Qundef) break;
        if (RB_TYPE_P(step, T_STRING)) {
            step = rb_str_new_frozen(step);
        }
        /* on_load can also make a key an Integer */
        else if (!FIXNUM_P(step) && !RB_TYPE_P(step, T_SYMBOL)) {
            break;
        }
        rb_ary_push(steps, step);
    }
    return steps;
}

typedef struct {
    VALUE line, column;
    VALUE steps;
    VALUE owner;           /* of the error, or 0 */
    VALUE json5_source;    /* of the options, or 0 */
    VALUE context;         /* nil if the text is gone */
    bool place_in_message; /* also in the message */
} fault_t;

static void
copy_options(fault_t *fault, const jac_parser_t *parser)
{
    fault->owner = parser->options->owner;
    fault->json5_source = parser->options->json5_source;
    fault->place_in_message =
        parser->chunks == NULL || parser->chunks->place_in_message;
}

/* True if the text is JSON5 that was not rewritten as JSON. */
static bool
is_json5(const jac_parser_options_t *options)
{
    return options->json5 && options->json5_source == 0;
}

/* Returns the open container at `at`, and its path in *steps, including
   `duplicate`. */
static jac_open_t
find_open(jac_parser_t *parser, const uint8_t *at, VALUE duplicate,
          VALUE *steps)
{
    jac_open_t open = {0};

    if (!parser->part) {
        *steps = stack_steps(parser, duplicate);
        return jac_open_frame(parser);
    }
    *steps = steps_to_source(parser);
    if (is_json5(parser->options)) return open; /* the path is not known */
    open.at = jac_find_steps(parser, at, *steps);
    if (open.at != NULL) open.byte = *open.at;
    if (duplicate != Qundef) rb_ary_push(*steps, duplicate);
    return open;
}

/* Reads the stacks for the last time. from: the first byte of the invalid
   token, or NULL if the innermost container is invalid. */
static fault_t
end_at(jac_parser_t *parser, const uint8_t *at, const uint8_t *from)
{
    jac_open_t open;
    fault_t fault;

    if (parser->retrace != NULL) parser->retrace(parser);
    open = find_open(parser, at, Qundef, &fault.steps);
    if (from != NULL) open = (jac_open_t){.at = from, .byte = *from};
    if (from != NULL && *from == '[' && at == parser->end) {
        /* the array has no frame yet, so find_open() did not add this */
        rb_ary_push(fault.steps, INT2FIX(0));
    }
    fault.context = jac_error_context(parser, at, &open);
    fault.line = RARRAY_AREF(fault.context, JAC_CONTEXT_LINE);
    fault.column = RARRAY_AREF(fault.context, JAC_CONTEXT_COLUMN);
    copy_options(&fault, parser);
    jac_parser_end(parser);
    return fault;
}

/*
 * In chunks: returns the text from the bracket of the object at `open` on,
 * which has left the buffer, or an empty String if it is no longer stored.
 * Makes a copy of the parser for this text in *view and *chunks.
 */
static VALUE
rejoin(const jac_parser_t *parser, const jac_open_t *open, jac_parser_t *view,
       jac_chunks_t *chunks)
{
    const jac_trail_t *trail = &parser->chunks->trail;
    uint8_t bytes[JAC_TRAIL_BYTES];
    size_t n;
    VALUE text;

    if (open->offset < trail->since ||
        trail->end - open->offset > JAC_TRAIL_BYTES) {
        return rb_str_new(NULL, 0);
    }
    n = jac_trail_copy(trail, open->offset, JAC_TRAIL_BYTES, bytes);
    text = rb_str_new((const char *)bytes, (long)n);
    if (parser->start < parser->end) {
        rb_str_cat(text, (const char *)parser->start,
                   parser->end - parser->start);
    }
    *chunks = *parser->chunks;
    chunks->offset = open->offset;
    chunks->place = open->place;
    if (trail->end > JAC_TRAIL_BYTES) {
        chunks->trail.held = trail->end - JAC_TRAIL_BYTES;
    }
    chunks->trail.end = open->offset;
    *view = *parser;
    view->chunks = chunks;
    view->start = (const uint8_t *)RSTRING_PTR(text);
    view->end = view->start + RSTRING_LEN(text);
    return text;
}

static VALUE
duplicate_in_object(const jac_parser_t *parser, const uint8_t *object,
                    VALUE name)
{
    const uint8_t *keys[2];
    const bool found = jac_find_both_keys(parser, object, name, keys);
    const jac_open_t first = {.at = found ? keys[0] : NULL};

    return jac_error_context(parser, found ? keys[1] : object, &first);
}

/* The same for an object that begins in a previous chunk. If that text is no
   longer stored, the place is the end of the object. */
static VALUE
duplicate_in_chunks(const jac_parser_t *parser, const jac_open_t *open,
                    VALUE name)
{
    jac_chunks_t chunks;
    jac_parser_t view;
    VALUE text = rejoin(parser, open, &view, &chunks), context;

    if (RSTRING_LEN(text) == 0) {
        return jac_error_context(parser, parser->chunks->token, open);
    }
    context = duplicate_in_object(&view, view.start, name);
    RB_GC_GUARD(text);
    return context;
}

/* Like end_at(), for the object at `open`, which has a duplicate key. */
static fault_t
end_at_object(jac_parser_t *parser, jac_open_t open, VALUE key)
{
    const VALUE name = SYMBOL_P(key) ? rb_sym2str(key) : key;
    jac_place_t place;
    fault_t fault;

    if (parser->retrace != NULL) parser->retrace(parser);
    find_open(parser, open.at, key, &fault.steps);
    place = open.at != NULL ? place_of(parser, open.at) : open.place;
    fault.line = ULL2NUM(place.lines + 1);
    fault.column = ULL2NUM(place.columns + 1);
    fault.context = Qnil;
    if (RB_TYPE_P(name, T_STRING)) {
        fault.context = open.at != NULL
                            ? duplicate_in_object(parser, open.at, name)
                            : duplicate_in_chunks(parser, &open, name);
    }
    copy_options(&fault, parser);
    jac_parser_end(parser);
    return fault;
}

NORETURN(static void raise_error(VALUE klass, VALUE message,
                                 const fault_t *fault));

static void
raise_error(VALUE klass, VALUE message, const fault_t *fault)
{
    VALUE error = rb_exc_new_str(klass, message);

    rb_ivar_set(error, rb_intern("@line"), fault->line);
    rb_ivar_set(error, rb_intern("@column"), fault->column);
    rb_ivar_set(error, rb_intern("@json_path"), rb_ary_freeze(fault->steps));
    rb_ivar_set(error, rb_intern("@context"), fault->context);
    jac_set_owner(error, fault->owner);
    rb_exc_raise(jac_json5_error(error, fault->json5_source));
}

static void
add_place(VALUE message, const fault_t *fault)
{
    if (fault->place_in_message) {
        rb_str_catf(message, " at line %llu column %llu",
                    (unsigned long long)NUM2ULL(fault->line),
                    (unsigned long long)NUM2ULL(fault->column));
    }
}

NORETURN(static void raise_parser_error(VALUE message, const fault_t *fault));

static void
raise_parser_error(VALUE message, const fault_t *fault)
{
    add_place(message, fault);
    raise_error(eParserError, message, fault);
}

JAC_COLD void
jac_parser_fail_from(jac_parser_t *parser, const uint8_t *from,
                     const uint8_t *at, const char *text)
{
    VALUE message = build_message(parser, at, text);
    const fault_t fault = end_at(parser, at, from);

    JAC_ASSERT(parser->start <= at && at <= parser->end);
    raise_parser_error(message, &fault);
}

JAC_COLD void
jac_parser_fail(jac_parser_t *parser, const uint8_t *at, const char *text)
{
    jac_parser_fail_from(parser, NULL, at, text);
}

NORETURN(static void fail_duplicate(jac_parser_t *parser, jac_open_t object,
                                    VALUE key));

static void
fail_duplicate(jac_parser_t *parser, jac_open_t object, VALUE key)
{
    const fault_t fault = end_at_object(parser, object, key);
    const VALUE name = SYMBOL_P(key) ? rb_sym2str(key) : key;
    const VALUE shown = jac_inspected(name); /* before the message is started */
    VALUE message = rb_utf8_str_new_cstr("duplicate key ");

    rb_str_append(message, shown);
    raise_parser_error(message, &fault);
}

JAC_COLD void
jac_parser_fail_duplicate(jac_parser_t *parser, VALUE key)
{
    fail_duplicate(parser, jac_open_frame(parser), key);
}

JAC_COLD void
jac_parser_fail_duplicate_at(jac_parser_t *parser, const uint8_t *at, VALUE key)
{
    const jac_open_t object = {.at = at, .byte = '{'};

    fail_duplicate(parser, object, key);
}

/* json's message has no position. */
JAC_COLD void
jac_parser_fail_nesting(jac_parser_t *parser, const uint8_t *at, size_t depth)
{
    const fault_t fault = end_at(parser, at, NULL);

    raise_error(jac_eNestingError,
                rb_enc_sprintf(rb_utf8_encoding(), "nesting of %lu is too deep",
                               (unsigned long)(parser->outer + depth)),
                &fault);
}

JAC_COLD void
jac_parser_fail_limit(jac_parser_t *parser, const uint8_t *at, const char *what,
                      size_t limit, const char *unit)
{
    const fault_t fault = end_at(parser, at, NULL);
    VALUE message = rb_utf8_str_new_cstr(what);

    rb_str_catf(message, " of more than %" PRIuSIZE " %s", limit, unit);
    add_place(message, &fault);
    raise_error(eLimitError, message, &fault);
}

NORETURN(static void fail_symbol(const jac_parser_t *parser, VALUE key));

JAC_COLD static void
fail_symbol(const jac_parser_t *parser, VALUE key)
{
    const VALUE owner = parser->options->owner;
    int state;

    rb_protect(rb_str_intern, key, &state);
    if (state != 0) jac_set_owner(rb_errinfo(), owner);
    rb_jump_tag(state);
}

VALUE
jac_parser_symbol(const jac_parser_t *parser, VALUE key)
{
    if (JAC_UNLIKELY(parser->options->owner != 0 &&
                     rb_enc_str_coderange(key) == ENC_CODERANGE_BROKEN)) {
        fail_symbol(parser, key);
    }
    return rb_str_intern(key);
}

VALUE
jac_parser_error(void)
{
    return eParserError;
}

void
jac_init_parser_errors(VALUE mJacinth)
{
    eParserError = jac_constant(mJacinth, "ParserError");
    eLimitError = jac_constant(mJacinth, "LimitError");
    jac_init_error_context(mJacinth);
}
