/*
 * The parser: a state machine that loops over the tokens, without recursion.
 *
 *                       scalar, [] or {}
 *                  +-----------------------+
 *   start          |                       v
 *     |        +-------+  finished    (innermost frame)
 *     +------> | VALUE | ---------+---------+-----------+
 *     +------> +-------+          |         |           |
 *     |         |     |         ROOT      ARRAY       OBJECT
 *     |        '['   '{'          |         |           |
 *     |         |     |         DONE   ARRAY_COMMA  OBJECT_COMMA
 *     |  array: |     | object:          |    |       |     |
 *     |  VALUE  |     | KEY             ','  ']'     ','   '}'
 *     |<--------+     v                  |    |       |     |
 *     |             +-----+              |    +-- finished --+
 *     |<---- ':' -- |COLON| <- key - KEY <-- (object) |
 *     |             +-----+                           |
 *     +---------------- (array) ----------------------+
 *
 * A frame's phase is the state to continue in, so the parser can stop at the
 * end of any chunk and continue from the stack alone. In a complete source, the
 * phase is set only when the frame is opened and at a missing comma or a
 * comment, where an error needs it to know whether the last value is complete.
 *
 * The body is compiled once for each pair of its two constant arguments. So a
 * parse of a complete source without callbacks pays for neither.
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

#define JAC_KEYWORD(text, result)                                   \
    do {                                                            \
        if (JAC_UNLIKELY((size_t)(end - p) < sizeof(text) - 1 ||    \
                         memcmp(p, text, sizeof(text) - 1) != 0)) { \
            jac_bad_keyword(parser, p, text);                       \
            goto suspend;                                           \
        }                                                           \
        p += sizeof(text) - 1;                                      \
        value = (result);                                           \
    } while (0)

/* In chunks: stores the state at the beginning of a token. */
#define JAC_TOKEN()                                   \
    do {                                              \
        if (chunked) {                                \
            parser->chunks->token = p;                \
            parser->chunks->token_head = stack->head; \
        }                                             \
    } while (0)

/* Builds the container of the innermost frame and calls its callbacks. They
   can raise, so the frame and its values stay on the stacks meanwhile. */
#define JAC_CLOSE(build)                               \
    do {                                               \
        const size_t head = stack->head;               \
                                                       \
        value = (build);                               \
        if (checked) {                                 \
            stack->head = head;                        \
            parser->cursor = p;                        \
            value = jac_callback_value(parser, value); \
            stack->head = frame->head;                 \
        }                                              \
        stack->depth--;                                \
        frame--;                                       \
    } while (0)

/* Skips the comment at p in the phase `here`, and continues at `label`. */
#define JAC_COMMENT(label, here)                \
    do {                                        \
        const uint8_t before = frame->phase;    \
                                                \
        frame->phase = (here);                  \
        q = jac_skip_comment(parser, p);        \
        if (chunked && q == NULL) goto suspend; \
        frame->phase = before;                  \
        p = q;                                  \
        goto label;                             \
    } while (0)

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
    VALUE key;

    if (guess == 0) return NULL;
    node = &nodes[guess];
    if (!jac_node_matches(node, p, left)) {
        guess = node->sibling;
        if (guess == 0) return NULL;
        node = &nodes[guess];
        if (!jac_node_matches(node, p, left)) return NULL;
    }
    JAC_SHADOW_CHECK(&node->key_shadow[0], node->key[0], "the shapes' keys");
    JAC_ASSERT(RSTRING_LEN(node->key[0]) == node->length - 1);
    JAC_ASSERT(memcmp(RSTRING_PTR(node->key[0]), p, node->length - 1u) == 0);
    frame->node = guess;
    p += node->length;
    key = node->key[parser->options->symbolize_names];
    if (JAC_UNLIKELY(key == 0)) key = jac_node_symbol(parser, guess);
    JAC_SHADOW_CHECK(&parser->session->shapes.nodes[guess]
                          .key_shadow[parser->options->symbolize_names],
                     key, "the shapes' keys");
    jac_stack_push(parser->stack, key);
    return p;
}

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

JAC_INLINE bool
run_parser(jac_parser_t *parser, const bool checked, const bool chunked)
{
    jac_stack_t *const stack = parser->stack;
    const jac_parser_options_t *const options = parser->options;
    const uint8_t *const end = parser->end;
    const uint8_t *p = parser->cursor, *q;
    const uint8_t *const last = end - 1;
    jac_frame_t *frame = jac_stack_top(stack);
    jac_number_t number;
    VALUE value;
    int c;

    switch ((jac_phase_t)frame->phase) {
    case JAC_PHASE_DONE:
        return true;
    case JAC_PHASE_ARRAY_COMMA:
        goto array_comma;
    case JAC_PHASE_OBJECT_COMMA:
        goto object_comma;
    case JAC_PHASE_VALUE:
        goto value;
    case JAC_PHASE_KEY:
        goto key;
    case JAC_PHASE_COLON:
        goto colon;
    }

value:
    c = jac_next(&p, last);
    JAC_TOKEN();
    if (checked && frame->type == JAC_FRAME_ARRAY) {
        jac_limit_elements(parser, p, c, jac_stack_count(stack, frame));
    }
    switch (c) {
    case JAC_END:
        goto suspend;

    case '"': {
        const uint8_t *s = p + 1;
        uint32_t high = 0;
        bool escaped = false;

        q = s;
        if (chunked && jac_chunk_noted(parser, &parser->chunks->string, p)) {
            q = jac_resume_string(parser, s, &high, &escaped);
            if (q == NULL) goto suspend;
        }
        q = jac_scan_text(q, end, &high);
        if (JAC_LIKELY(q < end && *q == '"') && !escaped) {
            if (checked) jac_limit_string(parser, s, (size_t)(q - s));
            value = jac_build_string(parser, s, (size_t)(q - s), high);
            p = q + 1;
            break;
        }
        value = jac_build_escaped(parser, s, options->freeze, &q);
        if (chunked && q == NULL) goto suspend;
        p = q;
        break;
    }

    case JAC_NUMBER_START:
        if (chunked && !parser->chunks->last &&
            jac_chunk_noted(parser, &parser->chunks->number, p) &&
            jac_chunk_in_number(parser, p)) {
            goto suspend;
        }
        q = jac_scan_number(p, end, &number);
        if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID) &&
            options->allow_nan && *p == '-' && q < end && *q == 'I') {
            JAC_KEYWORD("-Infinity", jac_minus_infinity);
            break;
        }
        if (chunked && q == end && !parser->chunks->last) {
            jac_chunk_note(parser, &parser->chunks->number, p, q);
            goto suspend;
        }
        if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID)) {
            jac_parser_fail(parser, p, JAC_TEXT_NUMBER);
        }
        if (checked) jac_limit_number(parser, p, (size_t)(q - p));
        if (checked && options->decimal_class &&
            (number.kind == JAC_NUMBER_FLOAT ||
             number.kind == JAC_NUMBER_LONG)) {
            parser->cursor = q;
            value = jac_callback_decimal(parser, p, (size_t)(q - p));
        }
        else {
            value = jac_build_number(parser, &number, p, (size_t)(q - p));
        }
        if (!checked && frame->type == JAC_FRAME_ARRAY &&
            jac_short_integer_p(&number, (size_t)(q - p))) {
            jac_stack_push(stack, value);
            p = q < end && *q == ',' ? jac_read_integers(parser, q) : q;
            if (chunked) frame->phase = JAC_PHASE_ARRAY_COMMA;
            goto array_comma;
        }
        p = q;
        break;

    case '{':
        q = jac_after_bracket(parser, p, &c, chunked);
        if (chunked && q == NULL) goto suspend;
        if (c == '}') {
            value = rb_hash_new();
            if (options->freeze) RB_OBJ_FREEZE(value);
            p = q + 1;
            break;
        }
        frame =
            jac_frame_open(parser, p, JAC_FRAME_OBJECT, JAC_PHASE_KEY, chunked);
        if (checked) frame->node = JAC_NODE_NONE;
        p = q;
        goto key;

    case '[':
        q = jac_after_bracket(parser, p, &c, chunked);
        if (chunked && q == NULL) goto suspend;
        if (c == ']') {
            value = jac_array_new(NULL, 0);
            if (options->freeze) RB_OBJ_FREEZE(value);
            p = q + 1;
            break;
        }
        if (!checked && !chunked && jac_numeric_array_begins(parser, p, q, c)) {
            value = jac_read_numeric_array(parser, p);
            p = parser->cursor;
            if (JAC_LIKELY(value != Qundef)) break;
            frame = jac_stack_top(stack);
            if (jac_stack_count(stack, frame) > 0) goto array_comma;
            goto value;
        }
        frame = jac_frame_open(parser, p, JAC_FRAME_ARRAY, JAC_PHASE_VALUE,
                               chunked);
        p = q;
        goto value;

    case ']':
        if (options->allow_trailing_comma && frame->type == JAC_FRAME_ARRAY) {
            goto array_end;
        }
        jac_parser_fail(parser, p, JAC_TEXT_VALUE);

    case 'n':
        JAC_KEYWORD("null", Qnil);
        break;
    case 't':
        JAC_KEYWORD("true", Qtrue);
        break;
    case 'f':
        JAC_KEYWORD("false", Qfalse);
        break;

    case 'N':
        if (!options->allow_nan) {
            jac_parser_fail(parser, p, JAC_TEXT_TOKEN);
        }
        JAC_KEYWORD("NaN", jac_nan);
        break;

    case 'I':
        if (!options->allow_nan) {
            jac_parser_fail(parser, p, JAC_TEXT_TOKEN);
        }
        JAC_KEYWORD("Infinity", jac_infinity);
        break;

    case '/':
        JAC_COMMENT(value, JAC_PHASE_VALUE);

    case 0:
        jac_parser_fail(parser, p, JAC_TEXT_NUL);
    default:
        jac_parser_fail(parser, p, JAC_TEXT_VALUE);
    }

    if (checked) {
        parser->cursor = p;
        value = jac_callback_value(parser, value);
    }

finished:
    jac_stack_push(stack, value);
    if (chunked) frame->phase = frame->type;
    if (frame->type == JAC_FRAME_OBJECT) goto object_comma;
    if (JAC_UNLIKELY(frame->type == JAC_FRAME_ROOT)) {
        parser->cursor = p;
        return true;
    }

array_comma:
    c = jac_next_interruptible(parser, &p, last, chunked);
    JAC_TOKEN();
    if (JAC_LIKELY(c == ',')) {
        p++;
        if (chunked) frame->phase = JAC_PHASE_VALUE;
        goto value;
    }
    if (JAC_LIKELY(c == ']')) {
array_end:
        p++;
        JAC_CLOSE(jac_build_array(parser, frame->head));
        goto finished;
    }
    if (c == '/') JAC_COMMENT(array_comma, JAC_PHASE_ARRAY_COMMA);
    if (chunked && c == JAC_END) goto suspend;
    frame->phase = JAC_PHASE_ARRAY_COMMA;
    jac_parser_fail(parser, p, JAC_TEXT_ARRAY_COMMA);

object_comma:
    c = jac_next_interruptible(parser, &p, last, chunked);
    JAC_TOKEN();
    if (JAC_LIKELY(c == ',')) {
        p++;
        if (chunked) frame->phase = JAC_PHASE_KEY;
        goto key;
    }
    if (JAC_LIKELY(c == '}')) {
object_end:
        p++;
        JAC_CLOSE(jac_build_object(parser, frame->head, frame->node));
        goto finished;
    }
    if (c == '/') JAC_COMMENT(object_comma, JAC_PHASE_OBJECT_COMMA);
    if (chunked && c == JAC_END) goto suspend;
    frame->phase = JAC_PHASE_OBJECT_COMMA;
    jac_parser_fail(parser, p, JAC_TEXT_OBJECT_COMMA);

key:
    c = jac_next(&p, last);
    JAC_TOKEN();
    if (JAC_LIKELY(c == '"')) {
        if (checked) {
            jac_limit_keys(parser, p, jac_stack_count(stack, frame) / 2);
        }
        q = checked ? NULL : read_expected(parser, frame, p + 1);
        if (JAC_UNLIKELY(q == NULL)) {
            q = jac_read_key(parser, p + 1);
            if (chunked && q == NULL) goto suspend;
        }
        p = q;
        if (JAC_LIKELY(p < end && *p == ':')) {
            p++;
            if (chunked) frame->phase = JAC_PHASE_VALUE;
            goto value;
        }
        if (chunked) frame->phase = JAC_PHASE_COLON;
        goto colon;
    }
    if (c == '/') JAC_COMMENT(key, JAC_PHASE_KEY);
    if (c == '}' && options->allow_trailing_comma) goto object_end;
    if (chunked && c == JAC_END) goto suspend;
    jac_parser_fail(parser, p,
                    JAC_TEXT_KEY(jac_stack_count(stack, frame) == 0));

colon:
    c = jac_next(&p, last);
    JAC_TOKEN();
    if (JAC_LIKELY(c == ':')) {
        p++;
        if (chunked) frame->phase = JAC_PHASE_VALUE;
        goto value;
    }
    if (c == '/') JAC_COMMENT(colon, JAC_PHASE_COLON);
    if (chunked && c == JAC_END) goto suspend;
    jac_parser_fail(parser, p,
                    JAC_TEXT_COLON(jac_stack_count(stack, frame) == 1));

suspend:
    if (checked && chunked) limit_cut_token(parser, p);
    parser->cursor = p;
    return false;
}

static bool
run_plain(jac_parser_t *parser)
{
    return run_parser(parser, false, false);
}

static JAC_NOINLINE bool
run_checked(jac_parser_t *parser)
{
    return run_parser(parser, true, false);
}

static JAC_NOINLINE bool
resume_plain(jac_parser_t *parser)
{
    return run_parser(parser, false, true);
}

static JAC_NOINLINE bool
resume_checked(jac_parser_t *parser)
{
    return run_parser(parser, true, true);
}

bool
jac_parser_run(jac_parser_t *parser)
{
    return JAC_UNLIKELY(parser->options->checked) ? run_checked(parser)
                                                  : run_plain(parser);
}

bool
jac_parser_resume(jac_parser_t *parser)
{
    return parser->options->checked ? resume_checked(parser)
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
read_document(jac_parser_t *parser)
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
    return read_document((jac_parser_t *)data);
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
    if (parser->options->checked) return read_document(parser);
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
    if (JAC_UNLIKELY(options->checked || interruptible)) {
        source = rb_str_new_frozen(source);
    }
    kept = jac_parser_begin(&parser, options, source, interruptible);
    jac_interrupts_after(&parser, parser.start);

    result = JAC_UNLIKELY(interruptible) ? read_long_document(&parser)
                                         : read_document(&parser);
    jac_parser_end(&parser);
    RB_GC_GUARD(source);
    RB_GC_GUARD(kept);
    return result;
}

VALUE
jac_parse(const jac_parser_options_t *options, VALUE source)
{
    if (JAC_UNLIKELY(options->into)) return jac_parse_into(options, source);
    source = JAC_UNLIKELY(options->changes_text)
                 ? jac_parser_text(options, source)
             : JAC_LIKELY(utf8_string_p(source)) ? source
                                                 : jac_parser_source(source);
    if (JAC_UNLIKELY(RSTRING_LEN(source) >= JAC_C_STACK_CLEARED_FROM)) {
        jac_c_stack_clear();
    }
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
