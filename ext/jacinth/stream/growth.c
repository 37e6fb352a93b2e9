#include "stream/growth.h"

#include "parse/build.h"
#include "parse/callbacks.h"
#include "parse/duplicate_keys.h"
#include "parse/numeric_array.h"
#include "parse/read_number.h"
#include "parse/token_check.h"
#include "parse/unescape.h"

void
jac_growth_mark(const jac_growth_t *growth)
{
    size_t i;

    for (i = 0; i < growth->depth; i++) rb_gc_mark(growth->levels[i].object);
    rb_gc_mark(growth->text);
}

bool
jac_growth_begins_value(const jac_parser_t *parser)
{
    const jac_frame_t *frame = jac_stack_top(parser->stack);
    const uint8_t *p = parser->cursor;

    return frame->phase == JAC_PHASE_VALUE && p<parser->end && * p> ' ' &&
           *p != ']' && *p != '/';
}

/* Returns the number of bytes at the end of s[0..n) that are the beginning of
   a UTF-8 character. */
static size_t
cut_bytes(const uint8_t *s, size_t n)
{
    size_t i;

    for (i = 1; i <= n && i < 4; i++) {
        const uint8_t c = s[n - i];

        if ((c & 0xC0) == 0x80) continue;
        return c >= 0xF0   ? i
               : c >= 0xE0 ? (i < 3 ? i : 0)
               : c >= 0xC2 ? (i < 2 ? i : 0)
                           : 0;
    }
    return 0;
}

/*
 * Decodes the text that has arrived since the last call of the open string at
 * the cursor, up to an unfinished escape or character, and returns the text so
 * far. Only the last few bytes are decoded again by the next call.
 */
static VALUE
open_string(const jac_growing_t *g)
{
    jac_parser_t *parser = g->parser;
    jac_growth_t *growth = g->growth;
    const uint64_t quote = jac_chunk_offset(parser, parser->cursor);
    jac_session_t *session = parser->session;
    jac_unescape_status_t status;
    jac_unescape_t u;
    size_t n, left;

    if (growth->text == 0 || growth->string != quote ||
        (OBJ_FROZEN(growth->text) && !g->reuse)) {
        growth->text = rb_utf8_str_new(NULL, 0);
        growth->string = quote;
        growth->decoded = quote + 1;
        growth->text_is_invalid = false;
    }
    if (growth->text_is_invalid) return growth->text;
    if (session->scratch_capa == 0) jac_session_grow_scratch(session);
    jac_unescape_begin(
        &u, parser->start + (growth->decoded - parser->chunks->offset),
        parser->end, parser->options);
    if (u.replace) u.replace = JAC_REPLACE_WHOLE;
    do {
        u.dst = session->scratch;
        u.dst_end = u.dst + (session->scratch_capa < JAC_INTERRUPT_BYTES
                                 ? session->scratch_capa
                                 : JAC_INTERRUPT_BYTES);
        status = jac_unescape(&u);
        n = (size_t)(u.dst - session->scratch);
        left = parser->options->validate_encoding
                   ? n - jac_utf8_prefix(session->scratch, n)
                   : cut_bytes(session->scratch, n);
        rb_str_cat(growth->text, (const char *)session->scratch,
                   (long)(n - left));
        /* the bytes of an unfinished character are the same in the source */
        growth->text_is_invalid =
            left > 3 ||
            memcmp(u.src - left, session->scratch + n - left, left) != 0;
        u.src -= left;
        growth->decoded = jac_chunk_offset(parser, u.src);
        jac_check_interrupts_now(parser, parser->cursor);
    } while (status == JAC_UNESCAPE_FULL && !growth->text_is_invalid);
    return growth->text;
}

/* Returns the longest number that begins at the cursor, or Qundef. */
static VALUE
open_number(jac_parser_t *parser)
{
    const uint8_t *p = parser->cursor, *q = p;
    jac_number_t number;

    while (q < parser->end && (jac_begins_number(*q) || *q == '.' ||
                               *q == '+' || (*q | 0x20) == 'e')) {
        q++;
    }
    while (q > p && (uint8_t)(q[-1] - '0') > 9) q--;
    if (!jac_text_is_number(p, (size_t)(q - p), &number)) return Qundef;
    return jac_number_value(parser, &number, p, (size_t)(q - p), true);
}

/* Returns the value that begins at the cursor, or Qundef. */
static VALUE
open_value(const jac_growing_t *g)
{
    VALUE text;

    if (!jac_growth_begins_value(g->parser)) return Qundef;
    switch (*g->parser->cursor) {
    case '[':
        return rb_ary_new();
    case '{':
        return rb_hash_new();
    case '"':
        if (!g->strings) return Qundef;
        text = open_string(g);
        return g->reuse ? text
                        : rb_utf8_str_new(RSTRING_PTR(text), RSTRING_LEN(text));
    case JAC_NUMBER_START:
        return g->numbers ? open_number(g->parser) : Qundef;
    default:
        return Qundef;
    }
}

/* Stores a member of the frame's object. Ruby code can run: the methods hash
   and eql? of a key that on_load returned. */
static void
store_member(jac_parser_t *parser, const jac_level_t *level, size_t depth,
             VALUE key, VALUE value)
{
    const jac_left_t left = jac_parser_leave(parser);
    const bool new_key = !level->has_open;
    const VALUE object = level->object;
    jac_stack_t *const stack = parser->stack;
    const bool added = jac_hash_add(object, key, value);
    jac_stack_t top;

    jac_parser_enter(parser, left);
    if (new_key && !added) {
        top = *stack;
        top.head = jac_frame_end(stack, &stack->frames[depth]);
        top.depth = depth + 1;
        parser->stack = &top;
        jac_refuse_duplicate(parser, key);
        parser->stack = stack;
    }
}

/* Adds the values of the frame that are complete. */
static void
add_values(jac_parser_t *parser, jac_level_t *level, size_t depth)
{
    const jac_stack_t *stack = parser->stack;
    const jac_frame_t *frame = &stack->frames[depth];
    const bool object = frame->type == JAC_FRAME_OBJECT;
    const size_t count = jac_frame_end(stack, frame) - frame->head;
    const size_t complete = object ? count & ~(size_t)1 : count;
    const VALUE *values = stack->values + frame->head;

    while (level->count < complete) {
        if (object) {
            store_member(parser, level, depth, values[level->count],
                         values[level->count + 1]);
            level->count++;
        }
        else {
            rb_ary_store(level->object, (long)level->count,
                         values[level->count]);
        }
        level->count++;
        level->has_open = false;
        if (level->count % JAC_INTERRUPT_PAIRS == 0) {
            jac_check_interrupts_now(parser, parser->cursor);
        }
    }
}

/* Stores the open value of the frame. If there is none (Qundef), removes the
   last one from an array, and stores nil for a key. */
static void
add_open(jac_parser_t *parser, jac_level_t *level, size_t depth, VALUE value)
{
    const jac_stack_t *stack = parser->stack;
    const jac_frame_t *frame = &stack->frames[depth];
    const size_t end = jac_frame_end(stack, frame);

    if (frame->type == JAC_FRAME_ARRAY) {
        if (value != Qundef) {
            rb_ary_store(level->object, (long)level->count, value);
        }
        else if (level->has_open) {
            rb_ary_resize(level->object, (long)level->count);
        }
    }
    else {
        if ((end - frame->head) % 2 == 0) return;
        if (value == Qundef) value = Qnil;
        store_member(parser, level, depth, stack->values[end - 1], value);
    }
    level->has_open = value != Qundef;
}

static jac_level_t *
level_at(const jac_growth_t *growth, size_t depth)
{
    return &growth->levels[depth - 1];
}

static void
push_level(jac_growth_t *growth, const jac_frame_t *frame)
{
    const size_t capa = growth->capa ? growth->capa * 2 : 8;
    jac_level_t *level;

    if (growth->depth == growth->capa) {
        REALLOC_N(growth->levels, jac_level_t, capa);
        growth->capa = capa;
    }
    level = &growth->levels[growth->depth];
    level->object =
        frame->type == JAC_FRAME_ARRAY ? rb_ary_new() : rb_hash_new();
    level->start = frame->start;
    level->count = 0;
    level->has_open = false;
    growth->depth++;
}

/* Returns the depth of the innermost frame that was open at the last call, and
   so has a level. No value was added to the frames around it since then. */
static size_t
common_depth(const jac_growth_t *growth, const jac_stack_t *stack)
{
    size_t depth = stack->depth - 1;

    if (depth > growth->depth) depth = growth->depth;
    while (depth > 0 &&
           level_at(growth, depth)->start != stack->frames[depth].start) {
        depth--;
    }
    return depth;
}

static void
freeze_levels(const jac_growth_t *growth, VALUE value)
{
    size_t i;

    for (i = 0; i < growth->depth; i++) {
        RB_OBJ_FREEZE(growth->levels[i].object);
    }
    if (value != Qundef) rb_obj_freeze(value);
}

VALUE
jac_growth_value(VALUE data)
{
    const jac_growing_t *g = (jac_growing_t *)data;
    jac_parser_t *parser = g->parser;
    jac_growth_t *growth = g->growth;
    const jac_stack_t *stack = parser->stack;
    const size_t top = stack->depth - 1;
    VALUE value;
    size_t depth;

    growth->depth = g->reuse ? common_depth(growth, stack) : 0;
    depth = growth->depth;
    if (depth > 0) add_values(parser, level_at(growth, depth), depth);
    while (depth < top) {
        push_level(growth, &stack->frames[++depth]);
        add_values(parser, level_at(growth, depth), depth);
        if (depth > 1) {
            add_open(parser, level_at(growth, depth - 1), depth - 1,
                     level_at(growth, depth)->object);
        }
    }
    value = open_value(g);
    if (top > 0) add_open(parser, level_at(growth, top), top, value);
    if (parser->options->freeze) freeze_levels(growth, value);
    if (top > 0) return level_at(growth, 1)->object;
    return value == Qundef ? Qnil : value;
}

VALUE
jac_partial_value(VALUE data)
{
    jac_parser_t *parser = (jac_parser_t *)data;
    jac_stack_t *stack = parser->stack;
    jac_frame_t *frame = jac_stack_top(stack);
    VALUE value;

    if (frame->type == JAC_FRAME_OBJECT &&
        (frame->phase == JAC_PHASE_VALUE || frame->phase == JAC_PHASE_COLON)) {
        jac_stack_push(stack, Qnil);
    }
    while ((frame = jac_stack_top(stack))->type != JAC_FRAME_ROOT) {
        value = frame->type == JAC_FRAME_ARRAY
                    ? jac_build_array(parser, frame->head)
                    : jac_build_object_slow(parser, frame->head, JAC_NODE_NONE);
        if (parser->options->value_options)
            value = jac_callback_value(parser, value);
        jac_stack_push(stack, value);
        stack->depth--;
    }
    return stack->values[stack->head - 1];
}
