#include "type/type_reader.h"

#include "check/validate.h"
#include "parse/duplicate_keys.h"
#include "parse/machine.h"
#include "parse/interrupts.h"
#include "parse/rules.h"
#include "parse/token.h"
#include "type/type_errors.h"
#include "type/type_members.h"
#include "type/type_object.h"
#include "type/type_read_choice.h"
#include "type/type_read_convert.h"
#include "type/type_scalar.h"

/*
 * The state machine of the reader. Like the parser's (parse/machine.c), it does
 * not recurse, but types drive it: `wanted` is the type of the next value, and
 * `within` the type of the innermost container.
 *
 *              scalar, [] or {}
 *            +------------------+
 *            |                  v
 *     +----------+           finished
 *     |  value   |   no        |  |  |
 *     | (wanted) |--frame------+  |  +----- object ----+
 *     +----------+  (returns)     |         or map     v
 *      |       |                array            object_comma
 *     '['     '{'                 |                |    |
 *      |       v                  v               ','  '}'
 *      |      key <--+       array_comma           |    |
 *      |       |     |        |       |            v    +--> finished
 *      |     colon   |       ','     ']'          key
 *      |       v     |        |       +--> finished
 *    value   value   |      value
 *                    +-- an unknown member is skipped
 */

/*
 * Reads the value at *p, of any kind, with the parser's state machine, and
 * moves *p past it. The innermost frame serves as the machine's root meanwhile.
 */
static VALUE
read_any(jac_type_reader_t *r, const uint8_t **p)
{
    jac_parser_t *parser = &r->parser;
    jac_stack_t *stack = parser->stack;
    jac_frame_t *frame = jac_stack_top(stack);

    r->saved_frame = *frame;
    r->typed_frames = stack->depth;
    frame->type = JAC_FRAME_ROOT;
    frame->phase = JAC_PHASE_VALUE;
    frame->hint = frame->node = 0;
    parser->cursor = *p;
    if (JAC_UNLIKELY(parser->interruptible)) jac_interrupts_after(parser, *p);
    if (!jac_parser_run(parser)) {
        jac_parser_fail(parser, parser->cursor, JAC_TEXT_END);
    }
    *p = parser->cursor;
    *jac_stack_top(stack) = r->saved_frame;
    r->typed_frames = 0;
    jac_stack_check(stack, stack->head - 1);
    return stack->values[--stack->head];
}

/* Returns the options without those that apply to each value; also without
   on_load, which the reader of keys tests instead of value_options. */
static jac_parser_options_t
plain_options(const jac_parser_options_t *options)
{
    jac_parser_options_t plain = *options;

    plain.value_options = false;
    plain.on_load = 0;
    return plain;
}

VALUE
jac_reader_read_plain(jac_type_reader_t *r, const uint8_t **p)
{
    const jac_parser_options_t *config = r->parser.options;
    jac_parser_options_t plain;
    VALUE value;

    if (JAC_LIKELY(!config->value_options)) return read_any(r, p);
    plain = plain_options(config);
    r->parser.options = &plain;
    value = read_any(r, p);
    r->parser.options = config;
    return value;
}

/* Reads the value at *p as the parser does. Notes an error if it contains a
   number that is too large for a Float, as dump could not write Infinity. */
static VALUE
read_finite(jac_type_reader_t *r, const uint8_t **p)
{
    VALUE value;

    r->parser.infinite = NULL;
    value = read_any(r, p);
    if (JAC_UNLIKELY(r->parser.infinite != NULL) &&
        !r->parser.options->allow_nan) {
        jac_reader_note(r, JAC_FAULT_OUT_OF_RANGE,
                        rb_utf8_str_new_cstr("a number that fits a Float"), 0,
                        r->parser.infinite, Qundef);
        return Qnil;
    }
    return value;
}

const uint8_t *
jac_reader_skip_value(jac_type_reader_t *r, const uint8_t *p)
{
    jac_parser_t *parser = &r->parser;
    const jac_parser_options_t *config = parser->options;
    const uint8_t *q = jac_reader_try_skip(r, p);
    jac_parser_options_t plain;

    if (JAC_LIKELY(q != NULL)) return q;
    plain = plain_options(config);
    plain.allow_duplicate_key = true;
    parser->options = &plain;
    q = p;
    read_any(r, &q);
    parser->options = config;
    return q;
}

void
jac_reader_check_interrupts(jac_type_reader_t *r, const uint8_t *p)
{
    r->interrupts_at = p;
    jac_check_interrupts_now(&r->parser, p);
}

JAC_INLINE void
check_interrupts(jac_type_reader_t *r, const uint8_t *p)
{
    if (JAC_UNLIKELY(p - r->interrupts_at > JAC_CHECK_BYTES))
        jac_reader_check_interrupts(r, p);
}

/* Opens a frame for the container at p, with capacity for all slots of an
   object. `type` is `wanted` after REF, OPTIONAL and UNION are resolved. */
JAC_INLINE jac_frame_t *
open_frame(jac_type_reader_t *r, const jac_type_t *wanted,
           const jac_type_t *type, const uint8_t *p)
{
    jac_stack_t *stack = r->parser.stack;
    jac_frame_t *frame =
        jac_stack_push_frame(stack, JAC_FRAME_ARRAY, JAC_PHASE_VALUE);

    frame->coerces = frame[-1].coerces | wanted->coerces | type->coerces;
    frame->start = (uint64_t)(p - r->parser.start);
    frame->node = 0;
    frame->hint = JAC_MEMBER_NONE;
    frame->gaps = false;
    if (type->kind == JAC_TYPE_OBJECT) frame->phase = JAC_PHASE_KEY;
    while (JAC_UNLIKELY(stack->capa - stack->head <= type->slots)) {
        jac_stack_grow_values(stack);
    }
    jac_stack_put(stack, stack->head, type->self);
    stack->head++;
    return frame;
}

/* Raises NestingError if the container at p is too deep. Empty ones count, too,
   as they do for dump. */
JAC_INLINE void
check_nesting(jac_type_reader_t *r, const uint8_t *p)
{
    if (JAC_UNLIKELY(jac_frame_at_limit(&r->parser))) {
        jac_parser_fail_nesting(&r->parser, p, r->parser.stack->depth);
    }
}

JAC_INLINE jac_frame_t *
enter_frame(jac_type_reader_t *r, const jac_type_t *wanted,
            const jac_type_t *type, const uint8_t *p)
{
    check_nesting(r, p);
    return open_frame(r, wanted, type, p);
}

/*
 * Opens an object's slots up to the one of `member`, and returns its index on
 * the stack. Raises ParserError if the member has a value, unless duplicate
 * keys are allowed.
 */
static size_t
open_slot(jac_type_reader_t *r, const jac_member_t *member)
{
    jac_parser_t *parser = &r->parser;
    jac_stack_t *stack = parser->stack;
    jac_frame_t *frame = jac_stack_top(stack);
    const size_t slot = frame->head + 1 + member->slot;

    if (slot < stack->head) {
        if (stack->values[slot] != Qundef) {
            jac_refuse_duplicate_at(parser, parser->start + frame->start,
                                    member->step);
        }
        return slot;
    }
    frame->gaps = true;
    jac_reader_open_slots(stack, slot + 1);
    return slot;
}

static const uint8_t *
read_map_key(jac_type_reader_t *r, const jac_type_t *type, const uint8_t *s)
{
    jac_session_t *session = r->parser.session;
    VALUE decoded = Qnil, key;
    const uint8_t *after, *text;
    size_t n;

    text = jac_reader_read_text(r, s, &n, &decoded, &after);
    if (type->symbols && !jac_valid_utf8(text, text + n)) {
        /* it cannot become a Symbol */
        jac_parser_fail(&r->parser, s - 1, JAC_TEXT_BAD_UTF8);
    }
    if (n <= JAC_KEY_CACHED && !jac_key_cache_useless(&session->keys)) {
        jac_key_t *cached =
            jac_key_cache_fetch(&session->keys, session->self,
                                jac_key_hash(&session->keys, text, n), text, n);

        key =
            type->symbols ? jac_key_symbol(cached, &r->parser) : cached->string;
    }
    else {
        key = jac_intern(text, n);
        if (type->symbols) key = jac_parser_symbol(&r->parser, key);
    }
    RB_GC_GUARD(decoded);
    jac_stack_push(r->parser.stack, key);
    return after;
}

/*
 * Finds the member whose key begins at s, if it is not the expected one: sets
 * *place to its index, or to JAC_MEMBER_UNKNOWN. Returns the position after the
 * key.
 */
static JAC_NOINLINE const uint8_t *
find_member(jac_type_reader_t *r, const jac_type_t *type, const uint8_t *s,
            uint32_t *place)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;

    text = jac_reader_read_text(r, s, &n, &decoded, &after);
    *place = jac_member_find(type, text, n);
    if (*place == UINT32_MAX || !type->members[*place].read) {
        *place = *place == UINT32_MAX ? JAC_MEMBER_UNKNOWN : *place;
        r->unknown_key = s;
    }
    RB_GC_GUARD(decoded);
    return after;
}

VALUE
jac_reader_unknown_key(jac_type_reader_t *r)
{
    const uint8_t *after;
    VALUE decoded = Qnil, key;
    size_t n;
    const uint8_t *text =
        jac_reader_read_text(r, r->unknown_key, &n, &decoded, &after);

    key = jac_intern(text, n);
    RB_GC_GUARD(decoded);
    return key;
}

/* Reads the value of an unknown member at p into the Hash in the collector's
   slot. Returns the position after it. */
static const uint8_t *
collect(jac_type_reader_t *r, const jac_type_t *type, const uint8_t *p)
{
    jac_parser_t *parser = &r->parser;
    jac_stack_t *stack = parser->stack;
    const size_t slot = jac_stack_top(stack)->head + 1 + type->collector;
    VALUE key = jac_reader_unknown_key(r), value, hash;

    jac_stack_top(stack)->gaps = true;
    jac_reader_open_slots(stack, slot + 1);
    value = read_finite(r, &p);
    if (stack->values[slot] == Qundef) {
        jac_stack_put(stack, slot, rb_hash_new());
    }
    hash = stack->values[slot];
    if (!jac_hash_add(hash, key, value)) {
        jac_refuse_duplicate_at(
            parser, parser->start + jac_stack_top(stack)->start, key);
    }
    RB_GC_GUARD(key);
    return p;
}

static const uint8_t *
read_unknown(jac_type_reader_t *r, const jac_type_t *type, const uint8_t *p)
{
    const uint8_t *q;

    if (type->unknown == JAC_UNKNOWN_COLLECT) return collect(r, type, p);
    q = jac_reader_skip_value(r, p);
    if (type->unknown == JAC_UNKNOWN_RAISE) {
        jac_reader_note_unknown(r, type, jac_reader_unknown_key(r),
                                r->unknown_key - 1);
    }
    return q;
}

const uint8_t *
jac_reader_skip_member(jac_type_reader_t *r, const jac_type_t *type,
                       const uint8_t *p, const uint8_t *key, const uint8_t *q)
{
    jac_stack_t *stack = r->parser.stack;

    if (*q == '{' || *q == '[') {
        const uint8_t *end = jac_ends_find(&r->ends, &r->parser, q);

        if (end != NULL) return end;
    }
    enter_frame(r, type, type, p)->hint = JAC_MEMBER_UNKNOWN;
    r->unknown_key = key;
    q = jac_reader_skip_value(r, q);
    jac_ends_skipped(&r->ends, q);
    stack->head = jac_stack_top(stack)->head;
    stack->depth--;
    return q;
}

/* True if p is the first character after the object's first key, white space
   and comments. */
static bool
after_first_key_p(jac_type_reader_t *r, const jac_frame_t *frame,
                  const uint8_t *p)
{
    jac_parser_t *parser = &r->parser;
    const uint8_t *q = parser->start + frame->start + 1;
    VALUE decoded = Qnil;
    size_t n;

    jac_next_token(parser, &q);
    jac_reader_read_text(r, q + 1, &n, &decoded, &q);
    jac_next_token(parser, &q);
    return q == p;
}

/* Returns the type of the value of a MAP whose key was just read. */
static JAC_NOINLINE const jac_type_t *
type_of_pair(jac_type_reader_t *r, const jac_type_t *type)
{
    const jac_stack_t *stack = r->parser.stack;
    const VALUE key = stack->values[stack->head - 1];
    const jac_ticket_t ticket = jac_reader_leave(r);
    const jac_type_t *of = jac_map_value_type(type, key);

    jac_reader_enter(r, ticket);
    return of;
}

VALUE
jac_reader_read(jac_type_reader_t *r, const jac_type_t *root)
{
    jac_parser_t *const parser = &r->parser;
    jac_stack_t *const stack = parser->stack;
    const size_t base = stack->depth;
    const jac_parser_options_t *const config = parser->options;
    const uint8_t *const end = parser->end, *const last = end - 1;
    /* the current token, and the beginning of the current value */
    const uint8_t *p = parser->cursor, *at;
    const uint8_t *q;
    int c; /* the character at p */
    /* `type` is `wanted` after REF, OPTIONAL and UNION are resolved */
    const jac_type_t *wanted = root, *type, *within = NULL;
    jac_frame_t *frame = jac_stack_top(stack); /* read again after Ruby code */
    const jac_member_t *member; /* the expected one, or the one being read */
    uint32_t place;             /* its index in within->members */
    size_t slot = 0;            /* the index of its value on the stack */
    jac_number_t number;
    VALUE value = Qnil;
    bool ended, coerces;

value:
    c = jac_next(&p, last);
    at = p;
    type = wanted;
again:
    switch ((jac_type_kind_t)type->kind) {
    case JAC_TYPE_STRING: {
        uint32_t high = 0;

        if (JAC_UNLIKELY(c != '"')) goto mismatch;
        q = jac_scan_text(p + 1, end, &high);
        if (JAC_LIKELY(q < end && *q == '"')) {
            value = jac_build_string(parser, p + 1, (size_t)(q - p - 1), high,
                                     (size_t)(end - p - 1));
            p = q + 1;
        }
        else {
            value = jac_build_escaped(parser, p + 1, config->freeze, &p);
        }
        break;
    }

    case JAC_TYPE_INTEGER:
        if (JAC_UNLIKELY((unsigned)(c - '0') > 9 && c != '-')) goto mismatch;
        q = jac_number_at(parser, p, &number);
        if (JAC_UNLIKELY(number.kind != JAC_NUMBER_INTEGER &&
                         number.kind != JAC_NUMBER_BIG)) {
            goto mismatch;
        }
        value = jac_build_number(parser, &number, p, (size_t)(q - p));
        p = q;
        break;

    case JAC_TYPE_FLOAT:
        if (JAC_UNLIKELY((unsigned)(c - '0') > 9 && c != '-')) {
            if (config->allow_nan && (c == 'N' || c == 'I')) goto not_finite;
            goto mismatch;
        }
        q = jac_number_at(parser, p, &number);
        if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID)) {
            if (config->allow_nan && q < end && *q == 'I') goto not_finite;
            goto mismatch;
        }
        value = jac_number_as_float(parser, &number, p, (size_t)(q - p));
        if (jac_infinite_p(value) && !config->allow_nan) goto mismatch;
        p = q;
        break;
not_finite:
        value = jac_reader_read_plain(r, &p);
        frame = jac_stack_top(stack);
        break;

    case JAC_TYPE_BOOLEAN:
        if (jac_word_p(p, end, "true", 4)) {
            value = Qtrue;
            p += 4;
        }
        else if (jac_word_p(p, end, "false", 5)) {
            value = Qfalse;
            p += 5;
        }
        else {
            goto mismatch;
        }
        break;

    case JAC_TYPE_ENUM:
    case JAC_TYPE_TIME:
    case JAC_TYPE_EPOCH:
    case JAC_TYPE_DATE:
    case JAC_TYPE_DECIMAL:
    case JAC_TYPE_SYMBOL:
        value = jac_convert_scalar(r, type, &p, c);
        frame = jac_stack_top(stack);
        if (JAC_UNLIKELY(value == Qundef)) goto mismatch;
        break;

    case JAC_TYPE_ANY:
    case JAC_TYPE_VALUE:
        if (c == '/' || c == ']') goto mismatch;
        value = read_finite(r, &p);
        frame = jac_stack_top(stack);
        break;

    case JAC_TYPE_SCALAR:
        if (c == '/' || c == ']') goto mismatch;
        if (JAC_UNLIKELY(c == '"') && type->of != NULL &&
            type->of->kind != JAC_TYPE_STRING) {
            goto mismatch;
        }
        value = type->of != NULL ? jac_reader_read_plain(r, &p)
                                 : read_finite(r, &p);
scalar:
        if (type->of != NULL && !jac_scalar_base(r, type->of, &value)) {
            jac_scalar_base_p(type->of, value)
                ? jac_reader_note_limit(r, type->of, value, at)
                : jac_reader_note_mismatch(r, type->of, at);
            value = Qnil;
        }
        else {
            value = jac_scalar_load(r, type, value, at);
        }
        frame = jac_stack_top(stack);
        goto finished;

    case JAC_TYPE_OPTIONAL:
        if (c == 'n' && jac_word_p(p, end, "null", 4)) {
            value = Qnil;
            p += 4;
            goto finished;
        }
        if (c == '"' && (frame->coerces || wanted->coerces || type->coerces) &&
            jac_coerce_empty(r, type, &p)) {
            value = Qnil;
            goto finished;
        }
        type = type->of;
        goto again;

    case JAC_TYPE_REF:
        type = jac_type_target(type);
        goto again;

    case JAC_TYPE_UNION: {
        const jac_json_t kind = jac_reader_json_kind(r, c, p);

        if (kind == JAC_JSON_KINDS || type->by[kind] == NULL) goto mismatch;
        type = type->by[kind];
        goto again;
    }

    case JAC_TYPE_FIRST:
        if (c == '/' || c == ']' || c == JAC_END) goto mismatch;
        value = jac_alternative_first(r, type, &p);
        frame = jac_stack_top(stack);
        goto finished;

    case JAC_TYPE_TAGGED:
    case JAC_TYPE_VARIANT:
        if (c != '{') goto mismatch;
        type = jac_alternative_find(
            r, type, p, frame->coerces || wanted->coerces || type->coerces);
        frame = jac_stack_top(stack);
        if (JAC_UNLIKELY(type == NULL)) {
            p = jac_reader_skip_value(r, p);
            value = Qnil;
            goto finished;
        }
        goto again;

    case JAC_TYPE_ARRAY:
    case JAC_TYPE_SET:
    case JAC_TYPE_TUPLE:
        if (JAC_UNLIKELY(c != '[')) goto mismatch;
        q = p + 1;
        c = jac_next_token(parser, &q);
        if (c == ']') {
            check_nesting(r, p);
            value = jac_array_new(NULL, 0);
            p = q + 1;
            goto empty_made;
        }
        frame = enter_frame(r, wanted, type, p);
        within = type;
        wanted = type->of;
        p = q;
        goto value;

    case JAC_TYPE_MAP:
    case JAC_TYPE_OBJECT:
        if (JAC_UNLIKELY(c != '{')) goto mismatch;
        q = p + 1;
        c = jac_next_token(parser, &q);
        if (JAC_UNLIKELY(c == '}')) {
            check_nesting(r, p);
            frame = open_frame(r, wanted, type, p);
            within = type;
            p = q + 1;
            goto object_made;
        }
        frame = enter_frame(r, wanted, type, p);
        within = type;
        p = q;
        goto key;

    case JAC_TYPE_KINDS:
        rb_bug("jacinth: a type without a kind");
    }
scalar_made:
    if (JAC_UNLIKELY(type->constrained)) {
        if (JAC_UNLIKELY(type->rules)) {
            value = jac_reader_apply_rules(r, type, value, at, p);
        }
        else if (!jac_scalar_allowed(r, type, value)) {
            jac_reader_note_limit(r, type, value, at);
            value = Qnil;
        }
    }

finished:
    if (JAC_UNLIKELY(within == NULL)) {
        parser->cursor = p;
        return value;
    }
    if (within->kind == JAC_TYPE_OBJECT) {
        jac_stack_put(stack, slot, value);
        goto object_comma;
    }
    jac_stack_push(stack, value);
    if (JAC_UNLIKELY(within->kind >= JAC_TYPE_MAP)) {
        if (within->kind == JAC_TYPE_MAP) goto object_comma;
        goto tuple_comma;
    }

array_comma:
    c = jac_next(&p, last);
    if (JAC_LIKELY(c == ',')) {
        check_interrupts(r, ++p);
        wanted = within->of;
        goto value; /* a ']' after a trailing comma is found at mismatch */
    }
    if (JAC_LIKELY(c == ']')) {
array_end:
        p++;
        jac_stack_check(stack, frame->head);
        value = jac_array_new(stack->values + frame->head + 1,
                              stack->head - frame->head - 1);
        goto container_made;
    }
    if (c == '/') {
        frame->phase = JAC_PHASE_ARRAY_COMMA;
        p = jac_skip_comment(parser, p);
        frame->phase = JAC_PHASE_VALUE;
        goto array_comma;
    }
    frame->phase = JAC_PHASE_ARRAY_COMMA;
    jac_parser_fail(parser, p, JAC_TEXT_ARRAY_COMMA);

tuple_comma:
    frame->phase = JAC_PHASE_ARRAY_COMMA;
    c = jac_next_token(parser, &p);
    if (c == ']') goto array_end;
    if (c != ',') jac_parser_fail(parser, p, JAC_TEXT_ARRAY_COMMA);
    frame->phase = JAC_PHASE_VALUE;
    check_interrupts(r, ++p);
    place = (uint32_t)(stack->head - frame->head - 1);
    if (JAC_LIKELY(place < within->alternative_count)) {
        wanted = within->alternatives[place];
        goto value;
    }
    c = jac_next_token(parser, &p);
    if (jac_trailing_comma(config, c, ']')) goto array_end;
    p = jac_reader_skip_value(r, p); /* the length is checked at the end */
    frame = jac_stack_top(stack);
    jac_stack_push(stack, Qnil);
    goto tuple_comma;

object_comma:
    c = jac_next(&p, last);
    if (JAC_LIKELY(c == ',')) {
        p++;
        goto key;
    }
    if (JAC_LIKELY(c == '}')) {
object_end:
        p++;
object_made:
        check_interrupts(r, p);
        value =
            JAC_LIKELY(within->kind == JAC_TYPE_OBJECT)
                ? jac_object_make(r, within)
            : within->key != NULL
                ? jac_convert_map(r, within)
                : jac_build_object_slow(parser, frame->head + 1, JAC_NODE_NONE);
        frame = jac_stack_top(stack);
container_made:
        at = parser->start + frame->start;
        type = within;
        stack->head = frame->head;
        stack->depth--;
        frame--;
        within = stack->depth > base ? jac_frame_type_of(stack, frame) : NULL;
        if (within != NULL && within->kind == JAC_TYPE_OBJECT) {
            slot = frame->head + 1 + within->members[frame->hint].slot;
        }
        if (JAC_LIKELY(type->kind == JAC_TYPE_OBJECT && !type->constrained)) {
            goto finished;
        }
empty_made:
        if (config->freeze &&
            (type->kind == JAC_TYPE_ARRAY || type->kind == JAC_TYPE_SET ||
             type->kind == JAC_TYPE_TUPLE)) {
            RB_OBJ_FREEZE(value);
        }
        if (type->kind == JAC_TYPE_SET && !jac_reader_failed_in(r, at)) {
            value = jac_scalar_make(r, type, value);
        }
        if (type->constrained) {
            if (!NIL_P(type->required)) {
                jac_reader_note_missing(r, type, value, at);
            }
            if (!jac_reader_failed_in(r, at)) {
                value = jac_reader_apply_rules(r, type, value, at, p);
            }
        }
        goto finished;
    }
    if (c == '/') {
        frame->phase = JAC_PHASE_OBJECT_COMMA;
        p = jac_skip_comment(parser, p);
        frame->phase = JAC_PHASE_VALUE;
        goto object_comma;
    }
    frame->phase = JAC_PHASE_OBJECT_COMMA;
    jac_parser_fail(parser, p, JAC_TEXT_OBJECT_COMMA);

key:
    if (JAC_LIKELY(within->kind == JAC_TYPE_OBJECT)) {
        p = jac_read_members(r, within, p, &ended);
        if (ended) goto object_comma;
    }
    c = jac_next(&p, last);
    place = frame->node;
    member = within->members + place;
    if (c == '"' && within->kind == JAC_TYPE_OBJECT &&
        jac_member_at(member, p + 1, (size_t)(last - p))) {
        p += member->bytes + 1;
        goto member;
    }
    frame->hint = JAC_MEMBER_NONE;
    check_interrupts(r, p);
    if (JAC_UNLIKELY(c != '"')) {
        if (c == '/') {
            p = jac_skip_comment(parser, p);
            goto key;
        }
        if (jac_trailing_comma(config, c, '}')) goto object_end;
        q = parser->start + frame->start + 1;
        jac_next_token(parser, &q);
        jac_parser_fail(parser, p, JAC_TEXT_KEY(q == p));
    }
    if (within->kind == JAC_TYPE_MAP) {
        p = read_map_key(r, within, p + 1);
    }
    else {
        p = find_member(r, within, p + 1, &place);
        frame->hint = place;
    }

colon:
    if (JAC_LIKELY(p < end && *p == ':')) {
        p++;
    }
    else {
        c = jac_next(&p, last);
        if (c == '/') {
            p = jac_skip_comment(parser, p);
            goto colon;
        }
        if (c != ':') {
            jac_parser_fail(parser, p,
                            JAC_TEXT_COLON(after_first_key_p(r, frame, p)));
        }
        p++;
    }
    if (within->kind == JAC_TYPE_MAP) {
        wanted = within->of;
        if (JAC_UNLIKELY(within->alternative_count > 0)) {
            wanted = type_of_pair(r, within);
            frame = jac_stack_top(stack);
        }
        goto value;
    }
    place = frame->hint;
    if (JAC_LIKELY(place == JAC_MEMBER_UNKNOWN)) {
        p = read_unknown(r, within, p);
        frame = jac_stack_top(stack);
        goto object_comma;
    }
    member = &within->members[place];
    if (JAC_UNLIKELY(!member->read)) {
        frame->node = place + 1;
        p = jac_reader_skip_value(r, p);
        frame = jac_stack_top(stack);
        goto object_comma;
    }

member:
    frame->hint = place;
    frame->node = place + 1;
    slot = frame->head + 1 + member->slot;
    if (JAC_LIKELY(slot == stack->head)) {
        jac_stack_put(stack, stack->head, Qundef);
        stack->head++;
    }
    else {
        slot = open_slot(r, member);
    }
    wanted = member->type;
    goto value;

mismatch: /* each type comes here for '/', ']' and JAC_END */
    if (c == '/') {
        p = jac_skip_comment(parser, p);
        goto value;
    }
    if (c == JAC_END) jac_parser_fail(parser, p, JAC_TEXT_END);
    if (jac_trailing_comma(config, c, ']') && within != NULL &&
        (within->kind == JAC_TYPE_ARRAY || within->kind == JAC_TYPE_SET ||
         within->kind == JAC_TYPE_TUPLE)) {
        goto array_end;
    }
    coerces = frame->coerces || wanted->coerces || type->coerces;
    if (c == '"' ? coerces || r->from_convert : type->whole) {
        type = jac_coerce(r, wanted, type, &p, coerces, &value);
        if (type != NULL && type->kind == JAC_TYPE_SCALAR) goto scalar;
        if (type != NULL) goto scalar_made;
    }
    p = jac_reader_skip_value(r, p);
    frame = jac_stack_top(stack);
    jac_reader_note_mismatch(r, wanted, at);
    value = Qnil;
    goto finished;
}
