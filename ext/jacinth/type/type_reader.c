#include "type/type_reader.h"

#include "check/validate.h"
#include "parse/machine.h"
#include "parse/interrupts.h"
#include "parse/read_number.h"
#include "parse/rules.h"
#include "parse/scan.h"
#include "parse/source_text.h"
#include "parse/token.h"
#include "ruby/errors.h"
#include "type/type_errors.h"
#include "type/type_members.h"
#include "type/type_object.h"
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

static VALUE sym_errors, sym_all;
static ID id_none_fits;

/*
 * Reads the value at *p, of any kind, with the parser's state machine, and
 * moves *p past it. The innermost frame serves as the machine's root meanwhile.
 */
static VALUE
read_any(jac_reader_t *r, const uint8_t **p)
{
    jac_parser_t *parser = &r->parser;
    jac_stack_t *stack = parser->stack;
    jac_frame_t *frame = jac_stack_top(stack);

    r->saved = *frame;
    r->typed = stack->depth;
    frame->type = JAC_FRAME_ROOT;
    frame->phase = JAC_PHASE_VALUE;
    frame->hint = frame->node = 0;
    parser->cursor = *p;
    if (JAC_UNLIKELY(parser->interruptible)) jac_interrupts_after(parser, *p);
    if (!jac_parser_run(parser)) {
        jac_parser_fail(parser, parser->cursor, JAC_TEXT_END);
    }
    *p = parser->cursor;
    *jac_stack_top(stack) = r->saved;
    r->typed = 0;
    jac_stack_check(stack, stack->head - 1);
    return stack->values[--stack->head];
}

/* The same without callbacks and decimal_class. */
static VALUE
read_plain_value(jac_reader_t *r, const uint8_t **p)
{
    const jac_parser_options_t *config = r->parser.options;
    jac_parser_options_t unchecked;
    VALUE value;

    if (JAC_LIKELY(!config->checked)) return read_any(r, p);
    unchecked = *config;
    unchecked.checked = false;
    r->parser.options = &unchecked;
    value = read_any(r, p);
    r->parser.options = config;
    return value;
}

/* Reads the value at *p as the parser does. Notes an error if it contains a
   number that is too large for a Float, as dump could not write Infinity. */
static VALUE
read_finite(jac_reader_t *r, const uint8_t **p)
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

/* Skips the value at p, in which duplicate keys are allowed. If it is invalid,
   the parser reads it, without callbacks, and raises the error. */
static const uint8_t *
skip(jac_reader_t *r, const uint8_t *p)
{
    jac_parser_t *parser = &r->parser;
    const jac_parser_options_t *config = parser->options;
    const uint8_t *q = jac_reader_skip(r, p);
    jac_parser_options_t unchecked;

    if (JAC_LIKELY(q != NULL)) return q;
    unchecked = *config;
    unchecked.checked = false;
    unchecked.allow_duplicate_key = true;
    parser->options = &unchecked;
    q = p;
    read_any(r, &q);
    parser->options = config;
    return q;
}

/* Checks interrupts. Other threads can run, and an interrupt can raise. */
static JAC_NOINLINE void
check_interrupts_now(jac_reader_t *r, const uint8_t *p)
{
    r->checked_at = p;
    jac_check_interrupts_now(&r->parser, p);
}

JAC_INLINE void
check_interrupts(jac_reader_t *r, const uint8_t *p)
{
    if (JAC_UNLIKELY(p - r->checked_at > JAC_CHECK_BYTES))
        check_interrupts_now(r, p);
}

/* Opens a frame for the container at p, with capacity for all slots of an
   object. `type` is `wanted` after REF, OPTIONAL and UNION are resolved. */
JAC_INLINE jac_frame_t *
open_frame(jac_reader_t *r, const jac_type_t *wanted, const jac_type_t *type,
           const uint8_t *p)
{
    jac_stack_t *stack = r->parser.stack;
    jac_frame_t *frame =
        jac_stack_push_frame(stack, JAC_FRAME_ARRAY, JAC_PHASE_VALUE);

    frame->coerces = frame[-1].coerces | wanted->coerces | type->coerces;
    frame->start = (size_t)(p - r->parser.start);
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
check_nesting(jac_reader_t *r, const uint8_t *p)
{
    if (JAC_UNLIKELY(jac_frame_at_limit(&r->parser))) {
        jac_parser_fail_nesting(&r->parser, p, r->parser.stack->depth);
    }
}

JAC_INLINE jac_frame_t *
enter_frame(jac_reader_t *r, const jac_type_t *wanted, const jac_type_t *type,
            const uint8_t *p)
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
open_slot(jac_reader_t *r, const jac_member_t *member)
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

/*
 * Returns the text of the string that begins at s, after its quote, and its
 * length in *n. A text with escapes is decoded into *decoded, which the caller
 * must keep alive. *after is the position after the string.
 */
static const uint8_t *
read_text(jac_reader_t *r, const uint8_t *s, size_t *n, VALUE *decoded,
          const uint8_t **after)
{
    jac_parser_t *parser = &r->parser;
    uint32_t high = 0;
    const uint8_t *q = jac_scan_text(s, parser->end, &high);

    if (JAC_LIKELY(q < parser->end && *q == '"')) {
        if (high != 0 && parser->options->validate_encoding) {
            jac_check_encoding(parser, s, (size_t)(q - s));
        }
        *n = (size_t)(q - s);
        *after = q + 1;
        return s;
    }
    *decoded = jac_build_escaped(parser, s, false, after);
    *n = (size_t)RSTRING_LEN(*decoded);
    return (const uint8_t *)RSTRING_PTR(*decoded);
}

static const uint8_t *
read_map_key(jac_reader_t *r, const jac_type_t *type, const uint8_t *s)
{
    jac_session_t *session = r->parser.session;
    VALUE decoded = Qnil, key;
    const uint8_t *after, *text;
    size_t n;

    text = read_text(r, s, &n, &decoded, &after);
    if (type->symbols && !jac_kernels->valid_utf8(text, text + n)) {
        /* it cannot become a Symbol */
        jac_parser_fail(&r->parser, s - 1, JAC_TEXT_BAD_UTF8);
    }
    if (n <= JAC_KEY_CACHED && !jac_key_cache_useless(&session->keys)) {
        jac_key_t *cached =
            jac_key_cache_fetch(&session->keys, session->self,
                                jac_key_hash(&session->keys, text, n), text, n);

        key = type->symbols ? jac_key_symbol(cached, session->self)
                            : cached->string;
    }
    else {
        key = jac_intern(text, n);
        if (type->symbols) key = rb_str_intern(key);
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
find_member(jac_reader_t *r, const jac_type_t *type, const uint8_t *s,
            uint32_t *place)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;

    text = read_text(r, s, &n, &decoded, &after);
    *place = jac_member_find(type, text, n);
    if (*place == UINT32_MAX || !type->members[*place].read) {
        *place = *place == UINT32_MAX ? JAC_MEMBER_UNKNOWN : *place;
        r->unknown = s;
    }
    RB_GC_GUARD(decoded);
    return after;
}

VALUE
jac_reader_unknown_key(jac_reader_t *r)
{
    const uint8_t *after;
    VALUE decoded = Qnil, key;
    size_t n;
    const uint8_t *text = read_text(r, r->unknown, &n, &decoded, &after);

    key = jac_intern(text, n);
    RB_GC_GUARD(decoded);
    return key;
}

/* Reads the value of an unknown member at p into the Hash in the collector's
   slot. Returns the position after it. */
static const uint8_t *
collect(jac_reader_t *r, const jac_type_t *type, const uint8_t *p)
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
    if (rb_hash_lookup2(hash, key, Qundef) != Qundef) {
        jac_refuse_duplicate_at(
            parser, parser->start + jac_stack_top(stack)->start, key);
    }
    rb_hash_aset(hash, key, value);
    RB_GC_GUARD(key);
    return p;
}

static const uint8_t *
read_unknown(jac_reader_t *r, const jac_type_t *type, const uint8_t *p)
{
    const uint8_t *q;

    if (type->unknown == JAC_UNKNOWN_COLLECT) return collect(r, type, p);
    q = skip(r, p);
    if (type->unknown == JAC_UNKNOWN_RAISE) {
        jac_reader_note_unknown(r, type, jac_reader_unknown_key(r),
                                r->unknown - 1);
    }
    return q;
}

/* Skips the value at q, of the member whose key begins at `key` in the object
   at p, whose tag is not known yet. Errors have the path of the value. */
static const uint8_t *
skip_before_tag(jac_reader_t *r, const jac_type_t *type, const uint8_t *p,
                const uint8_t *key, const uint8_t *q)
{
    jac_stack_t *stack = r->parser.stack;

    if (*q == '{' || *q == '[') {
        const uint8_t *end = jac_ends_find(&r->ends, &r->parser, q);

        if (end != NULL) return end;
    }
    enter_frame(r, type, type, p)->hint = JAC_MEMBER_UNKNOWN;
    r->unknown = key;
    q = skip(r, q);
    jac_ends_skipped(&r->ends, q);
    stack->head = jac_stack_top(stack)->head;
    stack->depth--;
    return q;
}

static jac_json_t
json_kind(const jac_reader_t *r, int c, const uint8_t *p)
{
    jac_number_t number;

    switch (c) {
    case 'n':
        return JAC_JSON_NULL;
    case 't':
    case 'f':
        return JAC_JSON_BOOLEAN;
    case '"':
        return JAC_JSON_STRING;
    case '[':
        return JAC_JSON_ARRAY;
    case '{':
        return JAC_JSON_OBJECT;
    case 'N':
    case 'I':
        return r->parser.options->allow_nan ? JAC_JSON_FLOAT : JAC_JSON_KINDS;
    default:
        if (c != '-' && (unsigned)(c - '0') > 9) return JAC_JSON_KINDS;
        jac_number_at(&r->parser, p, &number);
        return number.kind == JAC_NUMBER_INTEGER ||
                       number.kind == JAC_NUMBER_BIG
                   ? JAC_JSON_INTEGER
                   : JAC_JSON_FLOAT;
    }
}

/* Returns the position after the number at p, or NULL if there is none. */
static const uint8_t *
number_end(const jac_reader_t *r, const uint8_t *p, int c)
{
    jac_number_t number;
    const uint8_t *q;

    if (c != '-' && (unsigned)(c - '0') > 9) return NULL;
    q = jac_number_at(&r->parser, p, &number);
    return number.kind == JAC_NUMBER_INVALID ? NULL : q;
}

static VALUE
read_epoch(jac_reader_t *r, const jac_type_t *type, const uint8_t **p, int c)
{
    const uint8_t *end = number_end(r, *p, c);
    VALUE value;

    if (end == NULL) return Qundef;
    value = jac_epoch_read(type, *p, (size_t)(end - *p));
    if (value != Qundef) *p = end;
    return value;
}

/* Reads a number at *p, which begins with c, as an INTEGER that is `whole`
   does. Moves *p past it, or returns Qundef. */
static VALUE
read_whole(jac_reader_t *r, const uint8_t **p, int c)
{
    const uint8_t *end = number_end(r, *p, c);
    VALUE value;

    if (end == NULL) return Qundef;
    value = jac_whole_read(*p, (size_t)(end - *p));
    if (value != Qundef) *p = end;
    return value;
}

/* Returns the alternative of a TAGGED whose tag has the value at q, which
   begins with c, or NULL. */
static const jac_type_t *
tagged_by(jac_reader_t *r, const jac_type_t *type, const uint8_t *q, int c)
{
    VALUE decoded = Qnil;
    const uint8_t *text;
    uint32_t place;
    size_t n;

    if (c != '"') return NULL;
    text = read_text(r, q + 1, &n, &decoded, &q);
    place = jac_member_find(type, text, n);
    RB_GC_GUARD(decoded);
    return place == UINT32_MAX ? NULL
                               : jac_type_target(type->members[place].type);
}

static VALUE literal_of_text(jac_parser_t *parser, const jac_type_t *type,
                             const uint8_t *s, size_t n);

/* True if the type of a member of a VARIANT has the literal: *value or, if that
   is Qundef, the text, which `coerces` converts. */
static bool
has_literal(jac_reader_t *r, const jac_type_t *test, VALUE *value,
            const uint8_t *text, size_t n, bool coerces)
{
    if (*value != Qundef) return jac_enum_literal(test, value);
    return coerces ? literal_of_text(&r->parser, test, text, n) != Qundef
                   : jac_member_find(test, text, n) != UINT32_MAX;
}

/* Returns the alternative of a VARIANT that the value at q determines. The
   value is valid, and that of the member with the name of members[place].
   NULL: none has this name and such a value. */
static const jac_type_t *
variant_by(jac_reader_t *r, const jac_type_t *type, uint32_t place,
           const uint8_t *q, bool coerces)
{
    const jac_member_t *const first = &type->members[place], *member;
    const uint8_t *text = NULL;
    VALUE decoded = Qnil, value = Qundef;
    const jac_type_t *found = NULL;
    size_t n = 0;
    int pass;

    if (*q == '"') {
        text = read_text(r, q + 1, &n, &decoded, &q);
    }
    else {
        if (*q == '{' || *q == '[') return NULL;
        value = read_plain_value(r, &q);
    }
    for (pass = 0; pass <= (coerces && text != NULL); pass++) {
        for (member = first;
             found == NULL && member < type->members + type->count &&
             member->length == first->length &&
             memcmp(member->name, first->name, first->length) == 0;
             member++) {
            if (has_literal(r, type->alternatives[member - type->members],
                            &value, text, n, pass == 1)) {
                found = jac_type_target(member->type);
            }
        }
    }
    RB_GC_GUARD(decoded);
    return found;
}

/* Skips the object at p up to the member that determines its type: the tag of a
   TAGGED, or a member of a VARIANT, to whose literals strings are converted if
   `coerces`. Returns that type, or NULL if there is none, which is noted. */
static const jac_type_t *
find_alternative(jac_reader_t *r, const jac_type_t *type, const uint8_t *p,
                 bool coerces)
{
    jac_parser_t *parser = &r->parser;
    const bool tagged = type->kind == JAC_TYPE_TAGGED;
    const char *tag = tagged ? RSTRING_PTR(type->tag) : NULL;
    const size_t length = tagged ? (size_t)RSTRING_LEN(type->tag) : 0;
    const uint8_t *q = p + 1, *text, *at, *key;
    const jac_type_t *found;
    VALUE decoded = Qnil;
    uint32_t place;
    bool is_tag;
    size_t n;
    int c = jac_next_token(parser, &q);

    while (c == '"') {
        key = q + 1;
        text = read_text(r, key, &n, &decoded, &q);
        is_tag = tagged && n == length && memcmp(text, tag, n) == 0;
        place = tagged ? UINT32_MAX : jac_member_find(type, text, n);
        RB_GC_GUARD(decoded);
        c = jac_next_token(parser, &q);
        if (c != ':') break;
        q++;
        c = jac_next_token(parser, &q);
        at = q;
        if (is_tag) {
            found = tagged_by(r, type, q, c);
            if (found != NULL) return found;
            skip(r, p);
            jac_reader_note(r, JAC_FAULT_WRONG_VALUE, type->label, 0, at,
                            type->tag);
            return NULL;
        }
        if (place != UINT32_MAX && type->alternatives[place] == NULL) {
            return jac_type_target(type->members[place].type);
        }
        if (c == JAC_END) break;
        q = skip_before_tag(r, type, p, key, q);
        found = place != UINT32_MAX ? variant_by(r, type, place, at, coerces)
                                    : NULL;
        if (found != NULL) return found;
        c = jac_next_token(parser, &q);
        if (c != ',') break;
        q++;
        c = jac_next_token(parser, &q);
    }
    if (!tagged && type->of != NULL) return jac_type_target(type->of);
    skip(r, p);
    jac_reader_note(r, JAC_FAULT_MISSING, type->label,
                    rb_utf8_str_new_cstr(tagged ? "nothing" : "another object"),
                    p, tagged ? type->tag : Qundef);
    return NULL;
}

/*
 * Reads a scalar of a less frequent type at *p, which begins with c, and moves
 * *p past it. Returns Qundef, with *p unchanged, if the value does not fit the
 * type.
 */
static JAC_NOINLINE VALUE
read_rare(jac_reader_t *r, const jac_type_t *type, const uint8_t **p, int c)
{
    const uint8_t *const at = *p, *after = at, *text;
    VALUE decoded = Qnil, value = Qundef;
    uint32_t place;
    size_t n;

    if (type->kind == JAC_TYPE_ENUM && c != '"') {
        if (c == '{' || c == '[' || NIL_P(type->klass) ||
            json_kind(r, c, at) == JAC_JSON_KINDS) {
            return Qundef;
        }
        value = read_plain_value(r, &after);
        if (!jac_enum_literal(type, &value)) return Qundef;
        *p = after;
        return value;
    }
    if (type->kind == JAC_TYPE_DECIMAL && c != '"') {
        after = number_end(r, at, c);
        if (after == NULL) return Qundef;
        decoded = rb_utf8_str_new((const char *)at, after - at);
        value = jac_scalar_make(r, type, decoded);
        if (value != Qundef) *p = after;
        return value;
    }
    if (c != '"') {
        return type->kind == JAC_TYPE_EPOCH ? read_epoch(r, type, p, c)
                                            : Qundef;
    }
    text = read_text(r, at + 1, &n, &decoded, &after);
    switch (type->kind) {
    case JAC_TYPE_EPOCH:
        break;
    case JAC_TYPE_ENUM:
        place = jac_member_find(type, text, n);
        if (place != UINT32_MAX) value = type->members[place].symbol;
        break;
    case JAC_TYPE_TIME:
        value = jac_time_read(text, n);
        break;
    case JAC_TYPE_SYMBOL:
        if (jac_kernels->valid_utf8(text, text + n)) {
            value = rb_str_intern(jac_intern(text, n));
        }
        break;
    default:
        if (NIL_P(decoded))
            decoded = rb_utf8_str_new((const char *)text, (long)n);
        value = jac_scalar_make(r, type, decoded);
        break;
    }
    RB_GC_GUARD(decoded);
    if (value != Qundef) *p = after;
    return value;
}

static VALUE
boolean_of_text(const uint8_t *s, size_t n)
{
    static const char *const texts[] = {"true",  "1", "on",  "t", "y", "yes",
                                        "false", "0", "off", "f", "n", "no"};
    size_t i;

    for (i = 0; i < 12; i++) {
        if (strlen(texts[i]) == n &&
            STRNCASECMP((const char *)s, texts[i], n) == 0) {
            return i < 6 ? Qtrue : Qfalse;
        }
    }
    return Qundef;
}

static VALUE
number_of_text(jac_parser_t *parser, const jac_type_t *type, const uint8_t *s,
               size_t n)
{
    jac_number_t number;
    bool integer;

    if (!jac_text_is_number(s, n, &number)) {
        return type->kind == JAC_TYPE_EPOCH ? jac_epoch_of_text(s, n) : Qundef;
    }
    if (type->kind == JAC_TYPE_EPOCH) return jac_epoch_read(type, s, n);
    if (type->kind == JAC_TYPE_FLOAT) {
        const VALUE value = jac_number_as_float(parser, &number, s, n);

        return jac_infinite_p(value) ? Qundef : value;
    }
    integer =
        number.kind == JAC_NUMBER_INTEGER || number.kind == JAC_NUMBER_BIG;
    if (type->kind == JAC_TYPE_INTEGER && !integer) {
        return type->whole ? jac_whole_read(s, n) : Qundef;
    }
    return jac_build_number(parser, &number, s, n);
}

static VALUE
literal_of_text(jac_parser_t *parser, const jac_type_t *type, const uint8_t *s,
                size_t n)
{
    VALUE value = number_of_text(parser, type, s, n);

    if (value != Qundef && jac_enum_literal(type, &value)) return value;
    value = n == 0 ? Qnil : boolean_of_text(s, n);
    return value != Qundef && jac_enum_literal(type, &value) ? value : Qundef;
}

/*
 * Converts the text of a string to a value of `type`, as forms and CSV need it,
 * or only that of a Time to an EPOCH. Returns the type that matched after REF,
 * OPTIONAL and UNION are resolved, or NULL if the text fits none. *value is of
 * that type or, for a SCALAR, of its base.
 */
static const jac_type_t *
coerce_text(jac_parser_t *parser, const jac_type_t *type, const uint8_t *s,
            size_t n, bool only_times, VALUE *value)
{
    const jac_type_t *base, *found;
    uint32_t i;

    for (;; type = type->of) {
        type = jac_type_target(type);
        if (type->kind != JAC_TYPE_OPTIONAL) break;
        if (n == 0 && !only_times) {
            *value = Qnil;
            return type;
        }
    }
    if (type->kind == JAC_TYPE_UNION || type->kind == JAC_TYPE_FIRST) {
        for (i = 0; i < type->alternative_count; i++) {
            found = coerce_text(parser, type->alternatives[i], s, n, only_times,
                                value);
            if (found != NULL) return found;
        }
        return NULL;
    }
    base = type->kind == JAC_TYPE_SCALAR && type->of != NULL ? type->of : type;
    if (only_times) {
        if (base->kind != JAC_TYPE_EPOCH) return NULL;
        *value = jac_epoch_of_text(s, n);
        return *value == Qundef ? NULL : type;
    }
    switch ((jac_type_kind_t)base->kind) {
    case JAC_TYPE_INTEGER:
    case JAC_TYPE_FLOAT:
    case JAC_TYPE_EPOCH:
        *value = number_of_text(parser, base, s, n);
        break;
    case JAC_TYPE_BOOLEAN:
        *value = boolean_of_text(s, n);
        break;
    case JAC_TYPE_ENUM:
        *value = literal_of_text(parser, base, s, n);
        break;
    default:
        return NULL;
    }
    return *value == Qundef ? NULL : type;
}

/*
 * Converts the string at *p: to any type if `coerces`, else only from the text
 * of a Time to an EPOCH. A number there is read as `target`, an INTEGER that is
 * `whole`. Returns the type of *value and moves *p past it, or returns NULL if
 * the value does not fit.
 */
static JAC_NOINLINE const jac_type_t *
coerce(jac_reader_t *r, const jac_type_t *type, const jac_type_t *target,
       const uint8_t **p, bool coerces, VALUE *value)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;

    if (**p != '"') {
        *value = read_whole(r, p, **p);
        return *value == Qundef ? NULL : target;
    }
    text = read_text(r, *p + 1, &n, &decoded, &after);
    type = coerce_text(&r->parser, type, text, n, !coerces, value);
    RB_GC_GUARD(decoded);
    if (type != NULL) *p = after;
    return type;
}

/* Moves *p past the string there if it is empty, for an OPTIONAL that coerces:
   as a String that is stripped, it can have white space. */
static JAC_NOINLINE bool
skip_empty(jac_reader_t *r, const jac_type_t *type, const uint8_t **p)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;

    type = jac_type_target(type->of);
    if (type->kind == JAC_TYPE_SCALAR && type->of != NULL) type = type->of;
    text = read_text(r, *p + 1, &n, &decoded, &after);
    if (n > 0 && type->strips) {
        decoded = jac_string_strip(rb_str_new((const char *)text, (long)n));
        n = (size_t)RSTRING_LEN(decoded);
    }
    RB_GC_GUARD(decoded);
    if (n == 0) *p = after;
    return n == 0;
}

/* True if the string at `at` is a time or date of RFC 3339. */
static bool
strict_text_p(jac_reader_t *r, const uint8_t *at)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;
    bool strict;

    text = read_text(r, at + 1, &n, &decoded, &after);
    strict = jac_rfc3339_p(text, n);
    RB_GC_GUARD(decoded);
    return strict;
}

/* Returns a SET that is `unique`, made of the array [at, end), or notes an
   error. Calls Ruby. */
static VALUE
check_unique(jac_reader_t *r, const jac_type_t *type, VALUE set,
             const uint8_t *at, const uint8_t *end)
{
    VALUE text = rb_utf8_str_new((const char *)at, end - at), count;
    const jac_ticket_t ticket = jac_reader_leave(r);

    count = jac_count_distinct(type, text);
    jac_reader_enter(r, ticket);
    if (NIL_P(count)) {
        jac_reader_note_duplicate(r, type, at);
        return Qnil;
    }
    if (type->low <= NUM2LL(count) && NUM2LL(count) <= type->high) return set;
    jac_reader_note_limit(r, type, set, at);
    return Qnil;
}

/* Returns the value, which was read from [at, end), by the rules and limits of
   the type. Notes an error if it breaks one. Can run Ruby code. */
static JAC_NOINLINE VALUE
apply_rules(jac_reader_t *r, const jac_type_t *type, VALUE value,
            const uint8_t *at, const uint8_t *end)
{
    if (type->unique) return check_unique(r, type, value, at, end);
    if (type->kind == JAC_TYPE_OBJECT) {
        return jac_object_check(r, type, value, at);
    }
    if (type->strict && !strict_text_p(r, at)) {
        jac_reader_note_mismatch(r, type, at);
        return Qnil;
    }
    if (type->strips) {
        value = jac_string_strip(value);
        if (r->parser.options->freeze) RB_OBJ_FREEZE(value);
    }
    if (!(type->strict && NIL_P(type->range)) &&
        !jac_scalar_allowed(r, type, value)) {
        jac_reader_note_limit(r, type, value, at);
        return Qnil;
    }
    return type->checks ? jac_object_check(r, type, value, at) : value;
}

/* True if p is the first character after the object's first key, white space
   and comments. */
static bool
after_first_key_p(jac_reader_t *r, const jac_frame_t *frame, const uint8_t *p)
{
    jac_parser_t *parser = &r->parser;
    const uint8_t *q = parser->start + frame->start + 1;
    VALUE decoded = Qnil;
    size_t n;

    jac_next_token(parser, &q);
    read_text(r, q + 1, &n, &decoded, &q);
    jac_next_token(parser, &q);
    return q == p;
}

static VALUE read_typed(jac_reader_t *r, const jac_type_t *root);

/* Reads the value at *p, inside the open frames, and moves *p past it. */
static VALUE
read_inside(jac_reader_t *r, const jac_type_t *type, const uint8_t **p)
{
    VALUE value;

    r->parser.cursor = *p;
    value = read_typed(r, type);
    *p = r->parser.cursor;
    return value;
}

/* The same, but returns Qundef if the value does not fit the type. Errors are
   not noted. */
static VALUE
try_alternative(jac_reader_t *r, const jac_type_t *type, const uint8_t **p)
{
    const uint8_t *const failed_at = r->failed_at;
    VALUE value;

    r->failed_at = NULL;
    value = read_inside(r, type, p);
    if (r->failed_at != NULL) value = Qundef;
    r->failed_at = failed_at;
    return value;
}

/* Moves the reader back from `after` to `p`. The bytes between them count for
   the next interrupt check. */
static void
go_back(jac_reader_t *r, const uint8_t *after, const uint8_t *p)
{
    if (r->parser.interruptible) r->checked_at -= after - p;
}

/*
 * Notes why the value from p to `after` fits no alternative of a FIRST. The
 * errors of the alternative whose first error has the longest path are noted.
 * If several have one of that length, none inside of another FIRST, the error
 * has the first error of each. Returns nil, or a value if a program's Proc
 * accepts it this time.
 */
static VALUE
note_no_alternative(jac_reader_t *r, const jac_type_t *type, const uint8_t *p,
                    const uint8_t *after)
{
    VALUE faults = rb_ary_new(), arguments[2], expected;
    const jac_type_t *deepest = NULL;
    jac_ticket_t ticket;
    uint32_t i;
    size_t depth;
    bool alone = false, nested = false;

    arguments[0] = faults;
    arguments[1] = jac_reader_path(r);
    depth = (size_t)RARRAY_LEN(arguments[1]);
    r->trials = r->reported = 1;
    for (i = 0; i < type->alternative_count; i++) {
        r->report = Qnil;
        go_back(r, after, p);
        after = p;
        try_alternative(r, type->alternatives[i], &after);
        if (NIL_P(r->report)) continue;
        rb_ary_push(faults, r->report);
        if (r->depth > depth) {
            depth = r->depth;
            deepest = type->alternatives[i];
            alone = true;
            nested = depth > (size_t)RARRAY_LEN(rb_ary_entry(r->report, 1));
        }
        else if (r->depth == depth) {
            alone = false;
        }
    }
    r->trials = r->reported = 0;
    if (deepest != NULL && (alone || nested)) {
        go_back(r, after, p);
        after = p;
        return read_inside(r, deepest, &after);
    }
    if (RARRAY_LEN(faults) == 0) {
        expected = type->label;
    }
    else {
        ticket = jac_reader_leave(r);
        expected = rb_funcallv(type->self, id_none_fits, 2, arguments);
        jac_reader_enter(r, ticket);
    }
    jac_reader_note(r, JAC_FAULT_WRONG_TYPE, expected, 0, p, Qundef);
    RB_GC_GUARD(faults);
    return Qnil;
}

/* The key of a value in r->tried: it can be read in several trials, but is read
   once for each type, so that the time stays linear. */
static VALUE
trial_key(const jac_reader_t *r, const jac_type_t *type, const uint8_t *p,
          bool coerces)
{
    const uint64_t parts[] = {(uint64_t)(uintptr_t)type,
                              (uint64_t)(p - r->parser.start), coerces};

    return rb_str_freeze(rb_str_new((const char *)parts, sizeof(parts)));
}

/* Notes, in a trial, that the value at `at` fits no alternative of a FIRST.
   `depth` is the length of the longest path of an error of them. */
static void
note_first(jac_reader_t *r, const jac_type_t *type, const uint8_t *at,
           size_t depth)
{
    jac_reader_note(r, JAC_FAULT_WRONG_TYPE, type->label, 0, at, Qundef);
    if (depth > r->depth) r->depth = depth;
}

/*
 * Reads the value at *p by the first alternative of a FIRST that accepts it, or
 * notes an error. Moves *p past it. r->tried has [end, value] for each value
 * that was read in a trial, or [end, nil, depth] if it fits no alternative: see
 * note_first().
 */
static JAC_NOINLINE VALUE
read_first(jac_reader_t *r, const jac_type_t *type, const uint8_t **p)
{
    jac_stack_t *stack = r->parser.stack;
    const uint8_t *const at = *p, *after = at;
    const size_t depth = stack->depth;
    size_t deepest = 0;
    const bool outermost = r->trials == 0 && r->tried == 0;
    const bool inherited = jac_stack_top(stack)->coerces;
    const bool coerces = inherited || type->coerces;
    VALUE value = Qundef, key = Qnil, pair;
    uint32_t i;

    if (r->trials != 0) {
        if (r->failed_at != NULL) { /* the value is not used */
            *p = skip(r, at);
            return Qnil;
        }
        key = trial_key(r, type, at, coerces);
        if (r->tried == 0) r->tried = rb_hash_new();
        pair = rb_hash_lookup2(r->tried, key, Qnil);
        if (!NIL_P(pair)) {
            *p = r->parser.start + NUM2SIZET(RARRAY_AREF(pair, 0));
            if (RARRAY_LEN(pair) == 2) return RARRAY_AREF(pair, 1);
            note_first(r, type, at, NUM2SIZET(RARRAY_AREF(pair, 2)));
            return Qnil;
        }
    }
    if (JAC_UNLIKELY(ruby_stack_check())) {
        jac_parser_fail_nesting(&r->parser, at, depth);
    }
    /* the frame can move, but is the innermost one after each alternative */
    jac_stack_top(stack)->coerces = coerces;
    if (r->trials++ == 0) r->reported = 0;
    for (i = 0; i < type->alternative_count && value == Qundef; i++) {
        if (i > 0) go_back(r, after, at);
        after = at;
        value = try_alternative(r, type->alternatives[i], &after);
        if (value == Qundef && r->depth > deepest) deepest = r->depth;
    }
    r->trials--;
    *p = after;
    if (value == Qundef && r->trials == 0) {
        value = note_no_alternative(r, type, at, after);
    }
    else if (r->trials != 0) {
        pair = rb_ary_new_from_args(
            1, SIZET2NUM((size_t)(after - r->parser.start)));
        rb_ary_push(pair, value == Qundef ? Qnil : value);
        if (value == Qundef) rb_ary_push(pair, SIZET2NUM(deepest));
        rb_hash_aset(r->tried, key, pair);
        if (value == Qundef) {
            note_first(r, type, at, deepest);
            value = Qnil;
        }
    }
    jac_stack_top(stack)->coerces = inherited;
    if (outermost) r->tried = 0;
    RB_GC_GUARD(key);
    return value;
}

/* Returns the type of the value of a MAP whose key was just read. */
static JAC_NOINLINE const jac_type_t *
type_of_pair(jac_reader_t *r, const jac_type_t *type)
{
    const jac_stack_t *stack = r->parser.stack;
    const VALUE key = stack->values[stack->head - 1];
    const jac_ticket_t ticket = jac_reader_leave(r);
    const jac_type_t *of = jac_map_value_type(type, key);

    jac_reader_enter(r, ticket);
    return of;
}

/* Returns the key of a MAP that a text stands for; Qundef if there is none. */
static VALUE
key_of_text(jac_reader_t *r, const jac_type_t *type, VALUE text)
{
    const uint8_t *s = (const uint8_t *)RSTRING_PTR(text);
    const size_t n = (size_t)RSTRING_LEN(text);
    VALUE key = text;
    uint32_t place;

    switch ((jac_type_kind_t)type->kind) {
    case JAC_TYPE_INTEGER:
    case JAC_TYPE_FLOAT:
        key = number_of_text(&r->parser, type, s, n);
        break;
    case JAC_TYPE_ENUM:
        place = jac_member_find(type, s, n);
        key = place == UINT32_MAX ? Qundef : type->members[place].symbol;
        break;
    case JAC_TYPE_TIME:
        key = jac_time_read(s, n);
        break;
    case JAC_TYPE_DATE:
    case JAC_TYPE_DECIMAL:
        key = jac_scalar_make(r, type, text);
        break;
    default:
        break;
    }
    if (key != Qundef && type->limited &&
        ((type->strict && !jac_rfc3339_p(s, n)) ||
         (!(type->strict && NIL_P(type->range)) &&
          !jac_scalar_allowed(r, type, key)))) {
        key = Qundef;
    }
    RB_GC_GUARD(text);
    return key;
}

/* Returns the position of the key of this index in the object at p, which is
   valid. */
static const uint8_t *
key_position(jac_reader_t *r, const uint8_t *p, size_t index)
{
    VALUE decoded = Qnil;
    size_t n;

    jac_next_token(&r->parser, &p);
    for (p++; jac_next_token(&r->parser, &p) == '"' && index > 0; index--) {
        read_text(r, p + 1, &n, &decoded, &p);
        jac_next_token(&r->parser, &p);
        p = skip(r, p + 1);
        jac_next_token(&r->parser, &p);
        p++;
    }
    return p;
}

/*
 * Returns the Hash of the innermost frame's pairs, whose keys are converted,
 * and removes these from the stack. Notes keys that do not fit. Raises
 * ParserError for two keys that are equal after that, unless that is allowed.
 */
static VALUE
make_converted_map(jac_reader_t *r, const jac_type_t *type)
{
    jac_parser_t *parser = &r->parser;
    jac_stack_t *stack = parser->stack;
    const size_t first = jac_stack_top(stack)->head + 1, end = stack->head;
    const uint8_t *at = parser->start + jac_stack_top(stack)->start, *place;
    VALUE hash = rb_hash_new(), text, key, expected;
    jac_ticket_t ticket;
    size_t i, size;

    for (i = first; i < end; i += 2) {
        text = stack->values[i];
        key = key_of_text(r, type->key, text);
        if (JAC_UNLIKELY(key == Qundef)) {
            place = r->trials != 0 ? at : key_position(r, at, (i - first) / 2);
            expected = rb_sprintf("%" PRIsVALUE " as a key", type->key->label);
            jac_reader_note(r, JAC_FAULT_WRONG_FORMAT, expected, 0, place,
                            text);
            continue;
        }
        ticket = jac_reader_leave(r);
        size = RHASH_SIZE(hash);
        rb_hash_aset(hash, key, stack->values[i + 1]);
        jac_reader_enter(r, ticket);
        if (JAC_UNLIKELY(RHASH_SIZE(hash) == size)) {
            jac_refuse_duplicate_at(parser, at, text);
        }
        if ((i - first) % 4096 == 4094 && parser->interruptible) {
            check_interrupts_now(r, r->checked_at);
        }
    }
    stack->head = first;
    if (parser->options->freeze) RB_OBJ_FREEZE(hash);
    return hash;
}

/* Reads a value of type `root`, inside the open frames, from parser.cursor on,
   and moves the cursor past it. */
static VALUE
read_typed(jac_reader_t *r, const jac_type_t *root)
{
    jac_parser_t *const parser = &r->parser;
    jac_stack_t *const stack = parser->stack;
    const size_t base = stack->depth;
    const jac_parser_options_t *const config = parser->options;
    const uint8_t *const end = parser->end, *const last = end - 1;
    const uint8_t *p = parser->cursor, *q, *at;
    const jac_type_t *wanted = root, *type, *within = NULL;
    const jac_member_t *member;
    jac_frame_t *frame = jac_stack_top(stack);
    jac_number_t number;
    uint32_t place;
    size_t slot = 0; /* index on the stack, of the member that is read */
    VALUE value = Qnil;
    bool ended, coerces;
    int c;

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
            value = jac_build_string(parser, p + 1, (size_t)(q - p - 1), high);
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
        value = read_plain_value(r, &p);
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
        value = read_rare(r, type, &p, c);
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
        value = type->of != NULL ? read_plain_value(r, &p) : read_finite(r, &p);
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
            skip_empty(r, type, &p)) {
            value = Qnil;
            goto finished;
        }
        type = type->of;
        goto again;

    case JAC_TYPE_REF:
        type = jac_type_target(type);
        goto again;

    case JAC_TYPE_UNION: {
        const jac_json_t kind = json_kind(r, c, p);

        if (kind == JAC_JSON_KINDS || type->by[kind] == NULL) goto mismatch;
        type = type->by[kind];
        goto again;
    }

    case JAC_TYPE_FIRST:
        if (c == '/' || c == ']' || c == JAC_END) goto mismatch;
        value = read_first(r, type, &p);
        frame = jac_stack_top(stack);
        goto finished;

    case JAC_TYPE_TAGGED:
    case JAC_TYPE_VARIANT:
        if (c != '{') goto mismatch;
        type = find_alternative(
            r, type, p, frame->coerces || wanted->coerces || type->coerces);
        frame = jac_stack_top(stack);
        if (JAC_UNLIKELY(type == NULL)) {
            p = skip(r, p);
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
    if (JAC_UNLIKELY(type->limited)) {
        if (JAC_UNLIKELY(type->rules)) {
            value = apply_rules(r, type, value, at, p);
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
    p = skip(r, p); /* the length is checked at the end */
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
        value = JAC_LIKELY(within->kind == JAC_TYPE_OBJECT)
                    ? jac_object_make(r, within)
                : within->key != NULL ? make_converted_map(r, within)
                                      : jac_map_make(r);
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
        if (JAC_LIKELY(type->kind == JAC_TYPE_OBJECT && !type->limited)) {
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
        if (type->limited) {
            if (!NIL_P(type->required)) {
                jac_reader_note_missing(r, type, value, at);
            }
            if (!jac_reader_failed_in(r, at)) {
                value = apply_rules(r, type, value, at, p);
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
        p = skip(r, p);
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

mismatch:
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
    if (c == '"' ? coerces || r->values : type->whole) {
        type = coerce(r, wanted, type, &p, coerces, &value);
        if (type != NULL && type->kind == JAC_TYPE_SCALAR) goto scalar;
        if (type != NULL) goto scalar_made;
    }
    p = skip(r, p);
    frame = jac_stack_top(stack);
    jac_reader_note_mismatch(r, wanted, at);
    value = Qnil;
    goto finished;
}

/* Prepares the reader for a document at p in its source. */
JAC_INLINE void
begin_text(jac_reader_t *r, const uint8_t *p)
{
    r->parser.start = r->parser.cursor = p;
    r->checked_at = p;
    jac_ends_init(&r->ends, p);
}

/* Prepares the reader, except for its `errors`, to read [start, end) in the
   source. Returns the object of its session, for the caller to keep on the C
   stack. */
static VALUE
begin(jac_reader_t *r, const jac_parser_options_t *config, VALUE source,
      const uint8_t *start, const uint8_t *end, bool interruptible)
{
    VALUE kept =
        jac_parser_begin(&r->parser, config, source, start, end, interruptible);

    jac_stack_top(r->parser.stack)->coerces = false;
    r->failed_at = NULL;
    r->unknown = NULL;
    r->typed = 0;
    r->trials = 0;
    r->tried = 0;
    r->values = false;
    r->plain_ticket = r->parser.session->tickets - 1; /* nothing is known */
    begin_text(r, start);
    r->parser.retrace = jac_reader_retrace;
    return kept;
}

/*
 * Reads the document in source, a result of jac_parser_text(). Raises
 * ValidationError and ParserError. With `all`, a ValidationError has every
 * error, up to JAC_ERRORS_MAX.
 *
 * If Ruby code can run, as it can during the interrupt checks of a long source,
 * this reads a frozen copy that shares the bytes. Otherwise the source cannot
 * change.
 */
static JAC_NOINLINE VALUE
load_text(const jac_type_t *type, const jac_parser_options_t *config,
          VALUE source, bool all, bool values)
{
    jac_reader_t r;
    VALUE kept, value, self = type->self;
    bool interruptible;

    if (JAC_UNLIKELY(config->max_document_bytes != 0)) {
        jac_parser_part(&r.parser, config, source);
    }
    interruptible = RSTRING_LEN(source) > JAC_CHECK_BYTES;
    if (type->calls || config->checked || interruptible) {
        source = rb_str_new_frozen(source);
    }
    r.errors = all ? rb_ary_new() : 0;
    kept = begin(&r, config, source, (const uint8_t *)RSTRING_PTR(source),
                 (const uint8_t *)RSTRING_END(source), interruptible);
    r.values = values;
    value = read_typed(&r, type);
    jac_parser_check_end(&r.parser);
    if (JAC_UNLIKELY(r.failed_at != NULL)) jac_reader_raise(&r);
    jac_parser_end(&r.parser);
    RB_GC_GUARD(source);
    RB_GC_GUARD(kept);
    RB_GC_GUARD(self);
    RB_GC_GUARD(r.errors);
    return value;
}

static VALUE
load(const jac_type_t *type, const jac_parser_options_t *config, VALUE source,
     bool all, bool values)
{
    jac_parser_options_refuse_limits(config);
    source = jac_parser_text(config, source);
    jac_c_stack_clear_for((uint64_t)RSTRING_LEN(source));
    return load_text(type, config, source, all, values);
}

static bool
take_errors(VALUE *options)
{
    const VALUE names[] = {ID2SYM(rb_intern("first")), sym_all};
    VALUE errors = rb_hash_lookup2(*options, sym_errors, Qundef);

    if (errors == Qundef) return false;
    *options = rb_hash_dup(*options);
    rb_hash_delete(*options, sym_errors);
    if (errors != names[0] && errors != names[1]) {
        jac_raise_choice("errors", errors, 2, names);
    }
    return errors == sym_all;
}

static VALUE
load_by(int argc, VALUE *argv, VALUE self, bool values)
{
    const jac_type_t *type = jac_type_get(self);
    VALUE options = Qnil;
    jac_parser_options_t config;
    bool all = false;

    if (argc == 2 && rb_keyword_given_p()) {
        options = argv[1];
    }
    else {
        rb_check_arity(argc, 1, 1);
    }
    jac_parser_options_init(&config);
    config.validate_encoding = true;
    if (!NIL_P(options)) {
        all = take_errors(&options);
        jac_parser_options_read(&config, options, JAC_NAMES_TYPE, sym_errors);
    }
    return load(type, &config, argv[0], all, values);
}

static VALUE
type_load(int argc, VALUE *argv, VALUE self)
{
    return load_by(argc, argv, self, false);
}

/* Type#_load_values, private: reads a text that Type#convert has written. */
static VALUE
type_load_values(int argc, VALUE *argv, VALUE self)
{
    return load_by(argc, argv, self, true);
}

static VALUE
parse_into(const jac_parser_options_t *config, VALUE source)
{
    VALUE type = config->into, value;
    jac_parser_options_t checked = *config;

    checked.validate_encoding = true;
    value = load(jac_type_get(type), &checked, source, false, false);
    RB_GC_GUARD(type);
    return value;
}

static void
read_into(const jac_parser_options_t *config, VALUE source, const uint8_t *p,
          const uint8_t *end, jac_take_value_t *take, void *data)
{
    const bool interruptible = end - p > JAC_CHECK_BYTES;
    VALUE self = config->into, kept;
    const jac_type_t *const type = jac_type_get(self);
    jac_reader_t r;
    bool plain;

    JAC_ASSERT(config->validate_encoding);
    r.errors = 0;
    kept = begin(&r, config, source, p, end, interruptible);
    do {
        VALUE value;

        begin_text(&r, p);
        value = read_typed(&r, type);
        if (JAC_UNLIKELY(r.failed_at != NULL)) jac_reader_raise(&r);
        plain = r.plain_ticket == r.parser.session->tickets;
        jac_c_stack_clear_for((uint64_t)(r.parser.cursor - p));
        p = take(data, &r.parser, value);
        /* `take` does not define an initialize, or this text ends first */
        if (plain) r.plain_ticket = r.parser.session->tickets;
    } while (p != NULL);
    jac_parser_end_after(&r.parser, 0);
    RB_GC_GUARD(source);
    RB_GC_GUARD(kept);
    RB_GC_GUARD(self);
}

void
jac_init_type_reader(VALUE mJacinth)
{
    sym_errors = ID2SYM(rb_intern("errors"));
    sym_all = ID2SYM(rb_intern("all"));
    id_none_fits = rb_intern("_none_fits");
    jac_parse_into = parse_into;
    jac_read_into = read_into;
    jac_init_type_errors(mJacinth);
    jac_init_type_object();
    jac_init_type_scalar();
}

void
jac_define_type_load(VALUE cType)
{
    rb_define_method(cType, "load", type_load, -1);
    rb_define_private_method(cType, "_load_values", type_load_values, -1);
}
