#include "type/type_read_convert.h"

#include "parse/duplicate_keys.h"
#include "parse/token.h"
#include "type/type_errors.h"
#include "type/type_members.h"
#include "type/type_object.h"
#include "type/type_scalar.h"

/* Returns the position after the number at p, or NULL if there is none. */
static const uint8_t *
number_end(const jac_type_reader_t *r, const uint8_t *p, int c)
{
    jac_number_t number;
    const uint8_t *q;

    if (c != '-' && (unsigned)(c - '0') > 9) return NULL;
    q = jac_number_at(&r->parser, p, &number);
    return number.kind == JAC_NUMBER_INVALID ? NULL : q;
}

/* Reads the number at *p, whose first character is c, for an EPOCH or for an
   INTEGER that is `whole`: 1.0 and 1e3 are Integers, too. Moves *p past it.
   Returns Qundef for a number that the type does not read. */
static VALUE
read_number(jac_type_reader_t *r, const jac_type_t *type, const uint8_t **p,
            int c)
{
    const uint8_t *end = number_end(r, *p, c);
    VALUE value;

    if (end == NULL) return Qundef;
    value = type->kind == JAC_TYPE_EPOCH
                ? jac_epoch_read(type, *p, (size_t)(end - *p))
                : jac_whole_read(*p, (size_t)(end - *p));
    if (value != Qundef) *p = end;
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

VALUE
jac_literal_of_text(jac_parser_t *parser, const jac_type_t *type,
                    const uint8_t *s, size_t n)
{
    VALUE value = number_of_text(parser, type, s, n);

    if (value != Qundef && jac_enum_literal(type, &value)) return value;
    value = n == 0 ? Qnil : boolean_of_text(s, n);
    return value != Qundef && jac_enum_literal(type, &value) ? value : Qundef;
}

VALUE
jac_convert_scalar(jac_type_reader_t *r, const jac_type_t *type,
                   const uint8_t **p, int c)
{
    const uint8_t *const at = *p, *after = at, *text;
    VALUE decoded = Qnil, value = Qundef;
    uint32_t place;
    size_t n;

    if (type->kind == JAC_TYPE_ENUM && c != '"') {
        if (c == '{' || c == '[' || NIL_P(type->klass) ||
            jac_reader_json_kind(r, c, at) == JAC_JSON_KINDS) {
            return Qundef;
        }
        value = jac_reader_read_plain(r, &after);
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
        return type->kind == JAC_TYPE_EPOCH ? read_number(r, type, p, c)
                                            : Qundef;
    }
    text = jac_reader_read_text(r, at + 1, &n, &decoded, &after);
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
        if (jac_valid_utf8(text, text + n)) {
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

/*
 * Converts the text of a string, as in forms and CSV, to a value of `type`.
 * only_times: converts only the text of a Time, and only for an EPOCH. Returns
 * the type that matched after REF, OPTIONAL and UNION are resolved, or NULL if
 * the text fits none. *value is of that type or, for a SCALAR, of its base.
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
        *value = jac_literal_of_text(parser, base, s, n);
        break;
    default:
        return NULL;
    }
    return *value == Qundef ? NULL : type;
}

const jac_type_t *
jac_coerce(jac_type_reader_t *r, const jac_type_t *type,
           const jac_type_t *target, const uint8_t **p, bool coerces,
           VALUE *value)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;

    if (**p != '"') {
        *value = read_number(r, target, p, **p);
        return *value == Qundef ? NULL : target;
    }
    text = jac_reader_read_text(r, *p + 1, &n, &decoded, &after);
    type = coerce_text(&r->parser, type, text, n, !coerces, value);
    RB_GC_GUARD(decoded);
    if (type != NULL) *p = after;
    return type;
}

bool
jac_coerce_empty(jac_type_reader_t *r, const jac_type_t *type,
                 const uint8_t **p)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;

    type = jac_type_target(type->of);
    if (type->kind == JAC_TYPE_SCALAR && type->of != NULL) type = type->of;
    text = jac_reader_read_text(r, *p + 1, &n, &decoded, &after);
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
strict_text_p(jac_type_reader_t *r, const uint8_t *at)
{
    VALUE decoded = Qnil;
    const uint8_t *after, *text;
    size_t n;
    bool strict;

    text = jac_reader_read_text(r, at + 1, &n, &decoded, &after);
    strict = jac_rfc3339_p(text, n);
    RB_GC_GUARD(decoded);
    return strict;
}

/* Returns `set`, which was made of the text [at, end) of an array, or notes an
   error if the array has equal elements. Calls Ruby. */
static VALUE
check_unique(jac_type_reader_t *r, const jac_type_t *type, VALUE set,
             const uint8_t *at, const uint8_t *end)
{
    VALUE text = rb_utf8_str_new((const char *)at, end - at), count;
    const jac_ticket_t ticket = jac_reader_leave(r);

    count = rb_funcall(type->self, rb_intern("_count_distinct"), 1, text);
    jac_reader_enter(r, ticket);
    if (NIL_P(count)) {
        jac_reader_note(r, JAC_FAULT_DUPLICATE, type->label,
                        rb_utf8_str_new_cstr("an array with equal elements"),
                        at, Qundef);
        return Qnil;
    }
    if (type->low <= NUM2LL(count) && NUM2LL(count) <= type->high) return set;
    jac_reader_note_limit(r, type, set, at);
    return Qnil;
}

VALUE
jac_reader_apply_rules(jac_type_reader_t *r, const jac_type_t *type,
                       VALUE value, const uint8_t *at, const uint8_t *end)
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

/* Returns the key of a MAP that a text stands for; Qundef if there is none. */
static VALUE
key_of_text(jac_type_reader_t *r, const jac_type_t *type, VALUE text)
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
    if (key != Qundef && type->constrained &&
        ((type->strict && !jac_rfc3339_p(s, n)) ||
         (!(type->strict && NIL_P(type->range)) &&
          !jac_scalar_allowed(r, type, key)))) {
        key = Qundef;
    }
    RB_GC_GUARD(text);
    return key;
}

/* Returns the position of the key number `index`, from 0 on, of the object at
   p, which is valid. */
static const uint8_t *
key_position(jac_type_reader_t *r, const uint8_t *p, size_t index)
{
    VALUE decoded = Qnil;
    size_t n;

    jac_next_token(&r->parser, &p);
    for (p++; jac_next_token(&r->parser, &p) == '"' && index > 0; index--) {
        jac_reader_read_text(r, p + 1, &n, &decoded, &p);
        jac_next_token(&r->parser, &p);
        p = jac_reader_skip_value(r, p + 1);
        jac_next_token(&r->parser, &p);
        p++;
    }
    return p;
}

VALUE
jac_convert_map(jac_type_reader_t *r, const jac_type_t *type)
{
    jac_parser_t *parser = &r->parser;
    jac_stack_t *stack = parser->stack;
    const size_t first = jac_stack_top(stack)->head + 1, end = stack->head;
    const uint8_t *at = parser->start + jac_stack_top(stack)->start, *place;
    VALUE hash = rb_hash_new(), text, key, expected;
    jac_ticket_t ticket;
    size_t i;
    bool added;

    for (i = first; i < end; i += 2) {
        text = stack->values[i];
        key = key_of_text(r, type->key, text);
        if (JAC_UNLIKELY(key == Qundef)) {
            place = r->trials != 0 ? at : key_position(r, at, (i - first) / 2);
            expected = rb_str_plus(type->key->label,
                                   rb_utf8_str_new_cstr(" as a key"));
            jac_reader_note(r, JAC_FAULT_WRONG_FORMAT, expected, 0, place,
                            text);
            continue;
        }
        ticket = jac_reader_leave(r);
        added = jac_hash_add(hash, key, stack->values[i + 1]);
        jac_reader_enter(r, ticket);
        if (JAC_UNLIKELY(!added)) jac_refuse_duplicate_at(parser, at, text);
        if ((i - first) % 4096 == 4094 && parser->interruptible) {
            jac_reader_check_interrupts(r, r->interrupts_at);
        }
    }
    stack->head = first;
    if (parser->options->freeze) RB_OBJ_FREEZE(hash);
    return hash;
}
