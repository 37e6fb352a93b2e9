#include "parse/parser_errors.h"

#include "parse/find_steps.h"
#include "parse/frame.h"
#include "ruby/errors.h"

static VALUE eParserError, eLimitError;
static ID id_line, id_column, id_json_path;

enum { JAC_SNIPPET = 32 };

static bool
snippet_ends(uint8_t c)
{
    return c == 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/*
 * What is at `at`: up to 32 bytes in quotes, not cutting a character; "EOF" at
 * the end; where there is nothing but white space to show, what is left up to
 * a NUL byte, as it is.
 */
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

/* Lines end with \n; a column is counted in characters. */
static jac_place_t
place_of(const jac_parser_t *parser, const uint8_t *at)
{
    jac_place_t place = {0, 0};

    if (parser->chunks != NULL) place = parser->chunks->place;
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

/* Of the innermost frame's bracket, whose chunk may be gone. */
static jac_place_t
place_of_frame(const jac_parser_t *parser)
{
    const jac_frame_t *frame = jac_stack_top(parser->stack);
    const jac_chunks_t *chunks = parser->chunks;

    if (chunks == NULL) return place_of(parser, parser->start + frame->start);
    if (frame->start < chunks->offset) return frame->place;
    return place_of(parser, parser->start + (frame->start - chunks->offset));
}

/*
 * The key (or index) in a frame that leads to what is parsed now, given where
 * its values end; Qundef where there is none yet.
 */
static VALUE
frame_step(const jac_stack_t *stack, const jac_frame_t *frame, size_t end)
{
    const size_t count = end - frame->head;

    if (frame->type == JAC_FRAME_ARRAY) {
        const bool after = frame->phase == JAC_PHASE_ARRAY_COMMA;

        return SIZET2NUM(after ? count - 1 : count);
    }
    if (count % 2 == 1) return stack->values[end - 1];
    if (frame->phase == JAC_PHASE_OBJECT_COMMA && count >= 2) {
        return stack->values[end - 2];
    }
    return Qundef;
}

/*
 * The keys and indexes that lead to the fault, outermost first. Ends early at
 * an object without a key yet, or at a key that on_load made something else
 * than a name. A key that is no frozen String is copied: it may change.
 */
static VALUE
build_steps(const jac_stack_t *stack, VALUE duplicate)
{
    VALUE steps = rb_ary_new(), step;
    size_t depth, end;

    for (depth = 1; depth < stack->depth; depth++) {
        const jac_frame_t *frame = &stack->frames[depth];
        const bool last = depth == stack->depth - 1;

        end = last ? stack->head : frame[1].head;
        step = frame_step(stack, frame, end);
        if (last && frame->type == JAC_FRAME_OBJECT && duplicate != Qundef) {
            step = duplicate;
        }
        if (step == Qundef) break;
        if (RB_TYPE_P(step, T_STRING)) {
            step = rb_str_new_frozen(step);
        }
        else if (!FIXNUM_P(step) && !SYMBOL_P(step)) {
            break;
        }
        rb_ary_push(steps, step);
    }
    return steps;
}

/* The same, of a parse in the midst of the text. */
static VALUE
find_steps(const jac_parser_t *parser, const uint8_t *at, VALUE duplicate)
{
    VALUE steps = rb_ary_new();

    jac_find_steps(parser, at, steps);
    if (duplicate != Qundef) rb_ary_push(steps, duplicate);
    return steps;
}

/* What an error says of its place. */
typedef struct {
    unsigned long long line, column; /* from 1 */
    VALUE steps;
    bool told; /* in the message, too */
} fault_t;

/* The last look at the stacks. */
static fault_t
end_at(jac_parser_t *parser, const uint8_t *at, jac_place_t place,
       VALUE duplicate)
{
    fault_t fault;

    fault.line = place.lines + 1;
    fault.column = place.columns + 1;
    if (parser->retrace != NULL) parser->retrace(parser);
    fault.steps = parser->part ? find_steps(parser, at, duplicate)
                               : build_steps(parser->stack, duplicate);
    rb_ary_freeze(fault.steps);
    fault.told = parser->chunks == NULL;
    jac_parser_end(parser);
    return fault;
}

NORETURN(static void raise_error(VALUE klass, VALUE message,
                                 const fault_t *fault));

static void
raise_error(VALUE klass, VALUE message, const fault_t *fault)
{
    VALUE error = rb_exc_new_str(klass, message);

    rb_ivar_set(error, id_line, ULL2NUM(fault->line));
    rb_ivar_set(error, id_column, ULL2NUM(fault->column));
    rb_ivar_set(error, id_json_path, fault->steps);
    rb_exc_raise(error);
}

static void
tell_place(VALUE message, const fault_t *fault)
{
    if (fault->told) {
        rb_str_catf(message, " at line %llu column %llu", fault->line,
                    fault->column);
    }
}

NORETURN(static void raise_parser_error(VALUE message, const fault_t *fault));

static void
raise_parser_error(VALUE message, const fault_t *fault)
{
    tell_place(message, fault);
    raise_error(eParserError, message, fault);
}

JAC_COLD void
jac_parser_fail(jac_parser_t *parser, const uint8_t *at, const char *text)
{
    VALUE message = build_message(parser, at, text);
    const fault_t fault = end_at(parser, at, place_of(parser, at), Qundef);

    JAC_ASSERT(parser->start <= at && at <= parser->end);
    raise_parser_error(message, &fault);
}

NORETURN(static void raise_duplicate(const fault_t *fault, VALUE key));

static void
raise_duplicate(const fault_t *fault, VALUE key)
{
    const VALUE name = SYMBOL_P(key) ? rb_sym2str(key) : key;
    const VALUE shown = rb_inspect(name); /* before the message is begun */
    VALUE message = rb_utf8_str_new_cstr("duplicate key ");

    rb_str_append(message, shown);
    raise_parser_error(message, fault);
}

JAC_COLD void
jac_parser_fail_duplicate(jac_parser_t *parser, VALUE key)
{
    const uint8_t *at =
        parser->part ? parser->start + jac_stack_top(parser->stack)->start
                     : NULL;
    const fault_t fault = end_at(parser, at, place_of_frame(parser), key);

    raise_duplicate(&fault, key);
}

JAC_COLD void
jac_parser_fail_duplicate_at(jac_parser_t *parser, const uint8_t *at, VALUE key)
{
    const fault_t fault = end_at(parser, at, place_of(parser, at), key);

    raise_duplicate(&fault, key);
}

/* The message is json's, which tells no place. */
JAC_COLD void
jac_parser_fail_nesting(jac_parser_t *parser, const uint8_t *at, size_t depth)
{
    const fault_t fault = end_at(parser, at, place_of(parser, at), Qundef);

    raise_error(jac_eNestingError,
                rb_sprintf("nesting of %lu is too deep",
                           (unsigned long)(parser->outer + depth)),
                &fault);
}

JAC_COLD void
jac_parser_fail_limit(jac_parser_t *parser, const uint8_t *at, const char *what,
                      size_t limit, const char *unit)
{
    const fault_t fault = end_at(parser, at, place_of(parser, at), Qundef);
    VALUE message = rb_utf8_str_new_cstr(what);

    rb_str_catf(message, " of more than %" PRIuSIZE " %s", limit, unit);
    tell_place(message, &fault);
    raise_error(eLimitError, message, &fault);
}

void
jac_init_parser_errors(VALUE mJacinth)
{
    eParserError = jac_constant(mJacinth, "ParserError");
    eLimitError = jac_constant(mJacinth, "LimitError");
    id_line = rb_intern("@line");
    id_column = rb_intern("@column");
    id_json_path = rb_intern("@json_path");
}
