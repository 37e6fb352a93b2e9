/*
 * The parser, a reader of parse/grammar_body.h that builds the document.
 *
 * A frame's phase is the state to continue in, so the parser can stop at the
 * end of any chunk and continue from the stack alone. In a complete source, the
 * phase is set only when the frame is opened, and at an error or a comment,
 * where an error needs it to know whether the last value is complete.
 *
 * The body is compiled for each combination of value_options and chunked. So a
 * parse of a complete source without callbacks runs no code for either.
 */
#include "parse/machine.h"

#include "parse/build.h"
#include "parse/find_steps.h"
#include "parse/frame.h"
#include "parse/callbacks.h"
#include "parse/limits.h"
#include "parse/interrupts.h"
#include "parse/numeric_array.h"
#include "parse/scan.h"
#include "parse/token.h"
#include "parse/source_text.h"

VALUE (*jac_parse_only)(const jac_parser_options_t *options, VALUE source);
VALUE (*jac_parse_into)(const jac_parser_options_t *options, VALUE source);
jac_read_into_t *jac_read_into;

typedef struct {
    jac_parser_t *parser;
    jac_stack_t *stack;
    jac_frame_t *frame; /* the innermost one */
    const uint8_t *end, *last;
    VALUE value; /* the value that was built last, until it is pushed */
    bool value_options, chunked;
    bool begins_values, strings_first;
} jac_reader_t;

#include "parse/grammar_body.h"

/*
 * Reads the key whose text begins at p if the shapes predict it: pushes it,
 * sets the frame's node, and returns the address after the closing quote.
 * Returns NULL and changes nothing for another key.
 */
JAC_INLINE const uint8_t *
read_expected(jac_parser_t *parser, jac_frame_t *frame, const uint8_t *p)
{
    const size_t left = (size_t)(parser->end - p);
    const jac_node_t *node, *nodes = parser->session->shapes.nodes;
    uint32_t guess = jac_frame_guess(nodes, frame);
    size_t size;
    VALUE key;

    if (guess == 0) return NULL;
    node = &nodes[guess];
    size = jac_node_match(node, p, left);
    if (size == 0) {
        guess = node->sibling;
        if (guess == 0) return NULL;
        node = &nodes[guess];
        size = jac_node_match(node, p, left);
        if (size == 0) return NULL;
    }
    JAC_SHADOW_CHECK(&node->key_shadow[0], node->key[0], "the shapes' keys");
    JAC_ASSERT((size_t)RSTRING_LEN(node->key[0]) == size - 1);
    JAC_ASSERT(memcmp(RSTRING_PTR(node->key[0]), p, size - 1) == 0);
    frame->node = guess;
    p += size;
    key = node->key[parser->options->symbolize_names];
    if (JAC_UNLIKELY(key == 0)) key = jac_node_symbol(parser, guess);
    JAC_SHADOW_CHECK(&parser->session->shapes.nodes[guess]
                          .key_shadow[parser->options->symbolize_names],
                     key, "the shapes' keys");
    jac_stack_push(parser->stack, key);
    return p;
}

/* Applies the limits to the incomplete token from p to the end of the chunk, so
   that a token of unlimited length is not buffered. */
static void
limit_cut_token(jac_parser_t *parser, const uint8_t *p)
{
    const size_t n = (size_t)(parser->end - p);

    if (n == 0) return;
    if ((*p == '-' && (n == 1 || p[1] != 'I')) || (uint8_t)(*p - '0') < 10) {
        jac_limit_number(parser, p, n);
    }
    if (*p == '"') jac_limit_cut_string(parser, p + 1, n - 1);
}

/* Returns q, which is not NULL in a complete source. */
JAC_INLINE const uint8_t *
assume_uncut(const jac_reader_t *r, const uint8_t *q)
{
    if (!r->chunked) JAC_ASSUME(q != NULL);
    return q;
}

JAC_INLINE int
next_token(jac_reader_t *r, const uint8_t **at, bool separator)
{
    const int c =
        separator ? jac_next_interruptible(r->parser, at, r->last, r->chunked)
                  : jac_next(at, r->last);

    if (r->chunked) {
        jac_chunks_t *const chunks = r->parser->chunks;

        chunks->token = *at;
        chunks->token_head = r->stack->head;
    }
    return c;
}

JAC_INLINE const uint8_t *
skip_comment(jac_reader_t *r, const uint8_t *p, jac_phase_t phase)
{
    const uint8_t before = r->frame->phase;

    r->frame->phase = (uint8_t)phase;
    p = assume_uncut(r, jac_skip_comment(r->parser, p));
    if (p != NULL) r->frame->phase = before;
    return p;
}

JAC_INLINE bool
at_end(const jac_reader_t *r, const uint8_t *p)
{
    return !r->chunked;
}

JAC_INLINE void
fail(jac_reader_t *r, const uint8_t *p, jac_phase_t phase, const char *text)
{
    r->frame->phase = (uint8_t)phase;
    jac_parser_fail(r->parser, p, text);
}

JAC_INLINE void
set_phase(jac_reader_t *r, jac_phase_t phase)
{
    if (r->chunked) r->frame->phase = (uint8_t)phase;
}

JAC_INLINE jac_frame_type_t
container(const jac_reader_t *r)
{
    return (jac_frame_type_t)r->frame->type;
}

JAC_INLINE bool
first_key(const jac_reader_t *r, jac_phase_t phase)
{
    return jac_stack_count(r->stack, r->frame) == (phase == JAC_PHASE_COLON);
}

JAC_INLINE bool
opened_empty(const jac_reader_t *r)
{
    return r->chunked && jac_stack_count(r->stack, r->frame) == 0;
}

/* True if each key and each number is limited, or passed to on_load. Otherwise
   the shapes can predict keys, and integers can be read in one loop. */
JAC_INLINE bool
token_options_p(const jac_reader_t *r)
{
    const jac_parser_options_t *const options = r->parser->options;

    return r->value_options && (options->on_load || options->limits);
}

JAC_INLINE jac_read_t
begin_value(jac_reader_t *r, const uint8_t **at, int c)
{
    if (r->frame->type == JAC_FRAME_ARRAY) {
        jac_limit_elements(r->parser, *at, c,
                           jac_stack_count(r->stack, r->frame));
    }
    return JAC_READ_NOTHING;
}

JAC_INLINE const uint8_t *
read_string(jac_reader_t *r, const uint8_t *p)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *const s = p + 1, *q = s;
    /* for the calls that need an address: q and high stay in registers */
    const uint8_t *after;
    uint32_t resumed = 0, high = 0;
    bool escaped = false;
    size_t n;

    if (r->chunked && jac_chunk_noted(parser, &parser->chunks->string, p)) {
        q = jac_resume_string(parser, s, &resumed, &escaped);
        if (q == NULL) return NULL;
        high = resumed;
    }
    else if (JAC_LIKELY(r->end - s >= JAC_SHORT_SPAN)) {
        n = jac_short_scan(s, &high);
        q = s + n;
        if (JAC_LIKELY(n < JAC_SHORT_SPAN && *q == '"')) {
            if (r->value_options) jac_limit_string(parser, s, n);
            r->value = jac_build_string(parser, s, n, high, JAC_SHORT_SPAN);
            return q + 1;
        }
    }
    q = jac_scan_text(q, r->end, &high);
    if (JAC_LIKELY(q < r->end && *q == '"') && !escaped) {
        if (r->value_options) jac_limit_string(parser, s, (size_t)(q - s));
        r->value = jac_build_string(parser, s, (size_t)(q - s), high,
                                    (size_t)(parser->end - s));
        return q + 1;
    }
    r->value = jac_build_escaped(parser, s, parser->options->freeze, &after);
    return assume_uncut(r, after);
}

JAC_INLINE jac_read_t
read_number(jac_reader_t *r, const uint8_t **at)
{
    jac_parser_t *const parser = r->parser;
    /* True if jac_read_numbers() reads the next elements. False in a complete
       source without value options: there jac_read_numeric_array() has tried
       the array, and only short integers are worth a loop. */
    const bool any_size = r->value_options || r->chunked;
    const uint8_t *const p = *at, *q;
    jac_number_t number;
    size_t size;

    q = jac_read_number(parser, p, r->end, &number, r->chunked,
                        r->value_options);
    if (r->chunked && q == NULL) return JAC_READ_STOP;
    *at = q;
    size = (size_t)(q - p);
    if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID)) {
        return JAC_READ_NOTHING;
    }
    if (r->value_options) parser->cursor = q;
    r->value = jac_number_value(parser, &number, p, size, r->value_options);
    if (token_options_p(r) || r->frame->type != JAC_FRAME_ARRAY ||
        (any_size ? jac_decimal_p(parser, &number)
                  : !jac_short_integer_p(&number, size))) {
        return JAC_READ_VALUE;
    }
    jac_stack_push(r->stack, r->value);
    if (q < r->end && *q == ',') {
        *at = any_size ? jac_read_numbers(parser, q,
                                          number.kind == JAC_NUMBER_INTEGER)
                       : jac_read_integers(parser, q, true);
    }
    set_phase(r, JAC_PHASE_ARRAY_COMMA);
    return JAC_READ_ELEMENTS;
}

JAC_INLINE void
read_keyword(jac_reader_t *r, VALUE value)
{
    r->value = value;
}

/* Replaces the value, whose text ends at `end`, by the callbacks' result. */
JAC_INLINE void
apply_callbacks(jac_reader_t *r, const uint8_t *end)
{
    if (r->value_options) {
        r->parser->cursor = end;
        r->value = jac_callback_value(r->parser, r->value);
    }
}

JAC_INLINE bool
end_scalar(jac_reader_t *r, const uint8_t *p, const uint8_t *q)
{
    apply_callbacks(r, q);
    return true;
}

JAC_INLINE const uint8_t *
after_bracket(jac_reader_t *r, const uint8_t *p, int *c)
{
    return assume_uncut(r, jac_after_bracket(r->parser, p, c, r->chunked));
}

JAC_INLINE bool
read_empty(jac_reader_t *r, const uint8_t *p, jac_frame_type_t type)
{
    r->value =
        type == JAC_FRAME_OBJECT ? rb_hash_new() : jac_array_new(NULL, 0);
    if (r->parser->options->freeze) RB_OBJ_FREEZE(r->value);
    apply_callbacks(r, p);
    return true;
}

JAC_INLINE jac_read_t
open_container(jac_reader_t *r, const uint8_t **at, const uint8_t *q, int c,
               jac_frame_type_t type)
{
    jac_parser_t *const parser = r->parser;
    const bool object = type == JAC_FRAME_OBJECT;

    if (!object && !r->value_options &&
        jac_numeric_array_begins(parser, *at, q, c)) {
        r->value = jac_read_numeric_array(parser, *at);
        *at = parser->cursor;
        if (JAC_LIKELY(r->value != Qundef)) return JAC_READ_VALUE;
        r->frame = jac_stack_top(r->stack);
        if (jac_stack_count(r->stack, r->frame) == 0) return JAC_READ_NOTHING;
        set_phase(r, JAC_PHASE_ARRAY_COMMA);
        return JAC_READ_ELEMENTS;
    }
    r->frame =
        jac_frame_open(parser, *at, type,
                       object ? JAC_PHASE_KEY : JAC_PHASE_VALUE, r->chunked);
    if (object && token_options_p(r)) r->frame->node = JAC_NODE_NONE;
    *at = q;
    return JAC_READ_NOTHING;
}

JAC_INLINE const uint8_t *
read_key(jac_reader_t *r, const uint8_t *p)
{
    const uint8_t *q;

    if (token_options_p(r)) {
        jac_limit_keys(r->parser, p, jac_stack_count(r->stack, r->frame) / 2);
    }
    else {
        q = read_expected(r->parser, r->frame, p + 1);
        if (JAC_LIKELY(q != NULL)) return q;
    }
    return assume_uncut(r, jac_read_key(r->parser, p + 1));
}

/* Callbacks can raise, so the frame and its values stay on the stacks
   meanwhile. */
JAC_INLINE bool
close_container(jac_reader_t *r, const uint8_t *p, jac_frame_type_t type)
{
    jac_stack_t *const stack = r->stack;
    const size_t head = stack->head;

    r->value = type == JAC_FRAME_OBJECT
                   ? jac_build_object(r->parser, r->frame->head, r->frame->node)
                   : jac_build_array(r->parser, r->frame->head);
    if (r->value_options) {
        stack->head = head;
        apply_callbacks(r, p);
        stack->head = r->frame->head;
    }
    stack->depth--;
    r->frame--;
    return true;
}

JAC_INLINE bool
end_value(jac_reader_t *r, const uint8_t *p)
{
    jac_stack_push(r->stack, r->value);
    set_phase(r, (jac_phase_t)r->frame->type);
    return true;
}

JAC_INLINE bool
run_parser(jac_parser_t *parser, const bool value_options, const bool chunked)
{
    jac_stack_t *const stack = parser->stack;
    jac_frame_t *const frame = jac_stack_top(stack);
    jac_reader_t r = {.parser = parser,
                      .stack = stack,
                      .frame = frame,
                      .end = parser->end,
                      .last = parser->end - 1,
                      .value_options = value_options,
                      .begins_values = value_options,
                      .chunked = chunked};
    const uint8_t *p =
        read_document(&r, parser->cursor,
                      chunked ? (jac_phase_t)frame->phase : JAC_PHASE_VALUE);

    if (JAC_LIKELY(p != NULL)) {
        parser->cursor = p;
        return true;
    }
    if (value_options && chunked) limit_cut_token(parser, parser->cursor);
    return false;
}

static bool
run_plain(jac_parser_t *parser)
{
    return run_parser(parser, false, false);
}

static JAC_NOINLINE bool
run_options(jac_parser_t *parser)
{
    return run_parser(parser, true, false);
}

static JAC_NOINLINE bool
resume_plain(jac_parser_t *parser)
{
    return run_parser(parser, false, true);
}

static JAC_NOINLINE bool
resume_options(jac_parser_t *parser)
{
    return run_parser(parser, true, true);
}

bool
jac_parser_run(jac_parser_t *parser)
{
    return JAC_UNLIKELY(parser->options->value_options) ? run_options(parser)
                                                        : run_plain(parser);
}

bool
jac_parser_resume(jac_parser_t *parser)
{
    return parser->options->value_options ? resume_options(parser)
                                          : resume_plain(parser);
}

JAC_INLINE bool
utf8_string_p(VALUE source)
{
    return RB_TYPE_P(source, T_STRING) &&
           RB_ENCODING_GET_INLINED(source) == jac_utf8_index;
}

/* For a US-ASCII String with other bytes, String#encode raises the error. */
VALUE
jac_parser_source(VALUE source)
{
    int index;

    StringValue(source);
    index = rb_enc_get_index(source);
    if (index == rb_utf8_encindex() || index == rb_ascii8bit_encindex() ||
        (index == rb_usascii_encindex() &&
         rb_enc_str_coderange(source) == ENC_CODERANGE_7BIT)) {
        return source;
    }
    source = rb_funcall(source, rb_intern("encode"), 1,
                        rb_enc_from_encoding(rb_utf8_encoding()));
    StringValue(source);
    return source;
}

JAC_INLINE void
check_end(jac_parser_t *parser)
{
    const uint8_t *p = parser->cursor;

    if (JAC_UNLIKELY(jac_next_token(parser, &p) != JAC_END)) {
        jac_parser_fail(parser, p, JAC_TEXT_AFTER_END);
    }
}

void
jac_parser_check_end(jac_parser_t *parser)
{
    check_end(parser);
}

JAC_INLINE VALUE
read_source(jac_parser_t *parser)
{
    if (JAC_UNLIKELY(!jac_parser_run(parser))) {
        jac_parser_fail(parser, parser->cursor, JAC_TEXT_END);
    }
    check_end(parser);
    jac_stack_check(parser->stack, 0);
    return parser->stack->values[0];
}

static VALUE
ensured_document(VALUE data)
{
    return read_source((jac_parser_t *)data);
}

static VALUE
end_parse(VALUE data)
{
    jac_parser_end((jac_parser_t *)data);
    return Qnil;
}

/*
 * Reads a document with interrupt checks, and returns the session to the pool
 * also if an interrupt raises. With callbacks the GC frees the session, because
 * a continuation can have returned it already (callbacks.h).
 */
static JAC_NOINLINE VALUE
read_long_document(jac_parser_t *parser)
{
    if (parser->options->value_options) return read_source(parser);
    return rb_ensure(ensured_document, (VALUE)parser, end_parse, (VALUE)parser);
}

/*
 * Without callbacks and interrupt checks, no other code can change the source
 * during the parse. With them, a frozen copy is read, which shares the bytes.
 */
static JAC_NOINLINE VALUE
parse_source(const jac_parser_options_t *options, VALUE source)
{
    const bool interruptible = RSTRING_LEN(source) > JAC_INTERRUPT_BYTES;
    jac_parser_t parser;
    VALUE kept, result;

    if (JAC_UNLIKELY(options->max_document_bytes != 0)) {
        jac_parser_part(&parser, options, source);
    }
    if (JAC_UNLIKELY(options->value_options || interruptible)) {
        source = rb_str_new_frozen(source);
    }
    kept = jac_parser_begin(
        &parser, options, source, (const uint8_t *)RSTRING_PTR(source),
        (const uint8_t *)RSTRING_END(source), interruptible);
    jac_interrupts_after(&parser, parser.start);

    result = JAC_UNLIKELY(interruptible) ? read_long_document(&parser)
                                         : read_source(&parser);
    jac_parser_end(&parser);
    RB_GC_GUARD(source);
    RB_GC_GUARD(kept);
    return result;
}

static JAC_NOINLINE VALUE
parse_indirectly(const jac_parser_options_t *options, VALUE source)
{
    jac_parser_options_t rewritten;

    if (!options->json5) return jac_parse_into(options, source);
    rewritten = *options;
    source = jac_parser_whole_text(&rewritten, source);
    rewritten = jac_parser_options_prepared(&rewritten);
    return jac_parse(&rewritten, source);
}

VALUE
jac_parse(const jac_parser_options_t *options, VALUE source)
{
    if (JAC_UNLIKELY(options->indirect))
        return parse_indirectly(options, source);
    source = JAC_UNLIKELY(options->changes_text)
                 ? jac_parser_text(options, source)
             : JAC_LIKELY(utf8_string_p(source)) ? source
                                                 : jac_parser_source(source);
    jac_c_stack_clear_for((uint64_t)RSTRING_LEN(source));
    if (JAC_UNLIKELY(options->only != 0))
        return jac_parse_only(options, source);
    return parse_source(options, source);
}

void
jac_parser_part(jac_parser_t *parser, const jac_parser_options_t *options,
                VALUE source)
{
    const uint8_t *start = (const uint8_t *)RSTRING_PTR(source);

    jac_parser_range(parser, options, source, start,
                     start + RSTRING_LEN(source));
    jac_limit_document(parser);
}

int
jac_parser_inner_nesting(int max, size_t depth)
{
    if (max <= 0) return max;
    return (size_t)max > depth ? max - (int)depth : -1;
}

void
jac_parser_fail_open(jac_parser_t *parser)
{
    VALUE steps = rb_ary_new();

    jac_find_steps(parser, parser->end, steps);
    jac_parser_fail(parser, parser->end,
                    FIXNUM_P(rb_ary_entry(steps, -1)) ? JAC_TEXT_ARRAY_COMMA
                                                      : JAC_TEXT_OBJECT_COMMA);
}

VALUE
jac_parser_value(jac_parser_t *parser, size_t depth)
{
    const jac_parser_options_t *const options = parser->options;
    jac_parser_options_t inner = *options;
    VALUE result;
    bool complete;

    inner.max_nesting = jac_parser_inner_nesting(options->max_nesting, depth);
    if (parser->session == NULL) parser->session = jac_session_take();
    parser->held = parser->session->self;
    parser->stack = parser->session->stack;
    parser->options = &inner;
    parser->outer = depth;
    parser->interruptible = true;
    jac_interrupts_after(parser, parser->cursor);
    jac_stack_reset(parser->stack);
    jac_stack_begin(parser->stack);
    complete = jac_parser_run(parser);
    if (JAC_UNLIKELY(!complete)) {
        jac_parser_fail(parser, parser->cursor, JAC_TEXT_END);
    }
    parser->options = options;
    parser->outer = 0;
    parser->interruptible = false;
    parser->check_at = parser->end - 1;
    /* the containers around the value are not closed */
    if (JAC_UNLIKELY(parser->cursor == parser->end && depth > 0)) {
        jac_parser_fail_open(parser);
    }
    jac_stack_check(parser->stack, 0);
    result = parser->stack->values[0];
    return result;
}
