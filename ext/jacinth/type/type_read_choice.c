#include "type/type_read_choice.h"

#include "parse/parser_errors.h"
#include "parse/token.h"
#include "type/type_read_convert.h"
#include "type/type_errors.h"
#include "type/type_scalar.h"

/* Returns the alternative of a TAGGED whose tag has the value at q, which
   begins with c, or NULL. */
static const jac_type_t *
tagged_by(jac_type_reader_t *r, const jac_type_t *type, const uint8_t *q, int c)
{
    VALUE decoded = Qnil;
    const uint8_t *text;
    uint32_t place;
    size_t n;

    if (c != '"') return NULL;
    text = jac_reader_read_text(r, q + 1, &n, &decoded, &q);
    place = jac_member_find(type, text, n);
    RB_GC_GUARD(decoded);
    return place == UINT32_MAX ? NULL
                               : jac_type_target(type->members[place].type);
}

/* True if `test`, the type of a member of a VARIANT, has this literal: *value
   or, if that is Qundef, the text, which is converted if `coerces`. */
static bool
has_literal(jac_type_reader_t *r, const jac_type_t *test, VALUE *value,
            const uint8_t *text, size_t n, bool coerces)
{
    if (*value != Qundef) return jac_enum_literal(test, value);
    return coerces ? jac_literal_of_text(&r->parser, test, text, n) != Qundef
                   : jac_member_find(test, text, n) != UINT32_MAX;
}

/* Returns the alternative of a VARIANT that the value at q determines, or NULL.
   The value is valid, and is that of the member named as members[place]. */
static const jac_type_t *
variant_by(jac_type_reader_t *r, const jac_type_t *type, uint32_t place,
           const uint8_t *q, bool coerces)
{
    const jac_member_t *const first = &type->members[place], *member;
    const uint8_t *text = NULL;
    VALUE decoded = Qnil, value = Qundef;
    const jac_type_t *found = NULL;
    size_t n = 0;
    int pass;

    if (*q == '"') {
        text = jac_reader_read_text(r, q + 1, &n, &decoded, &q);
    }
    else {
        if (*q == '{' || *q == '[') return NULL;
        value = jac_reader_read_plain(r, &q);
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

const jac_type_t *
jac_alternative_find(jac_type_reader_t *r, const jac_type_t *type,
                     const uint8_t *p, bool coerces)
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
        text = jac_reader_read_text(r, key, &n, &decoded, &q);
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
            jac_reader_skip_value(r, p);
            jac_reader_note(r, JAC_FAULT_WRONG_VALUE, type->label, 0, at,
                            type->tag);
            return NULL;
        }
        if (place != UINT32_MAX && type->alternatives[place] == NULL) {
            return jac_type_target(type->members[place].type);
        }
        if (c == JAC_END) break;
        q = jac_reader_skip_member(r, type, p, key, q);
        found = place != UINT32_MAX ? variant_by(r, type, place, at, coerces)
                                    : NULL;
        if (found != NULL) return found;
        c = jac_next_token(parser, &q);
        if (c != ',') break;
        q++;
        c = jac_next_token(parser, &q);
    }
    if (!tagged && type->of != NULL) return jac_type_target(type->of);
    jac_reader_skip_value(r, p);
    jac_reader_note(r, JAC_FAULT_MISSING, type->label,
                    rb_utf8_str_new_cstr(tagged ? "nothing" : "another object"),
                    p, tagged ? type->tag : Qundef);
    return NULL;
}

/* Reads the value at *p, inside the open frames, and moves *p past it. */
static VALUE
read_inside(jac_type_reader_t *r, const jac_type_t *type, const uint8_t **p)
{
    VALUE value;

    r->parser.cursor = *p;
    value = jac_reader_read(r, type);
    *p = r->parser.cursor;
    return value;
}

/* The same, but returns Qundef if the value does not fit the type. Errors are
   not noted. */
static VALUE
try_alternative(jac_type_reader_t *r, const jac_type_t *type, const uint8_t **p)
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
go_back(jac_type_reader_t *r, const uint8_t *after, const uint8_t *p)
{
    if (r->parser.interruptible) r->interrupts_at -= after - p;
}

/*
 * Notes why the value from p to `after` fits no alternative of a FIRST: the
 * errors of the alternative whose first error has the longest path. If several
 * alternatives have such an error, and it is not inside another FIRST, notes
 * one error that contains the first error of each alternative. Returns nil, or
 * a value if a Proc of the program accepts it this time.
 */
static VALUE
note_no_alternative(jac_type_reader_t *r, const jac_type_t *type,
                    const uint8_t *p, const uint8_t *after)
{
    VALUE faults = rb_ary_new(), path = jac_reader_path(r, Qundef), expected;
    const jac_type_t *deepest = NULL;
    size_t depth = (size_t)RARRAY_LEN(path);
    jac_ticket_t ticket;
    uint32_t i;
    bool alone = false, nested = false;

    r->trials = r->reporting_trial = 1;
    for (i = 0; i < type->alternative_count; i++) {
        r->trial_error = Qnil;
        go_back(r, after, p);
        after = p;
        try_alternative(r, type->alternatives[i], &after);
        if (NIL_P(r->trial_error)) continue;
        rb_ary_push(faults, r->trial_error);
        if (r->trial_path_length > depth) {
            depth = r->trial_path_length;
            deepest = type->alternatives[i];
            alone = true;
            nested =
                depth > (size_t)RARRAY_LEN(rb_ary_entry(r->trial_error, 1));
        }
        else if (r->trial_path_length == depth) {
            alone = false;
        }
    }
    r->trials = r->reporting_trial = 0;
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
        expected =
            rb_funcall(type->self, rb_intern("_none_fits"), 2, faults, path);
        jac_reader_enter(r, ticket);
    }
    jac_reader_note(r, JAC_FAULT_WRONG_TYPE, expected, 0, p, Qundef);
    RB_GC_GUARD(faults);
    return Qnil;
}

/* Returns the key in r->trial_values of a value and a type. Several trials can
   need the value, but it is read once for each type, so that the time stays
   linear. */
static VALUE
trial_key(const jac_type_reader_t *r, const jac_type_t *type, const uint8_t *p,
          bool coerces)
{
    const uint64_t parts[] = {(uint64_t)(uintptr_t)type,
                              (uint64_t)(p - r->parser.start), coerces};

    return rb_str_freeze(rb_str_new((const char *)parts, sizeof(parts)));
}

/* Notes, in a trial, that the value at `at` fits no alternative of a FIRST.
   `length` is that of the longest path of the alternatives' errors. */
static void
note_first(jac_type_reader_t *r, const jac_type_t *type, const uint8_t *at,
           size_t length)
{
    jac_reader_note(r, JAC_FAULT_WRONG_TYPE, type->label, 0, at, Qundef);
    if (length > r->trial_path_length) r->trial_path_length = length;
}

VALUE
jac_alternative_first(jac_type_reader_t *r, const jac_type_t *type,
                      const uint8_t **p)
{
    jac_stack_t *stack = r->parser.stack;
    const uint8_t *const at = *p, *after = at;
    const size_t depth = stack->depth;
    size_t deepest = 0;
    const bool outermost = r->trials == 0 && r->trial_values == 0;
    const bool inherited = jac_stack_top(stack)->coerces;
    const bool coerces = inherited || type->coerces;
    VALUE value = Qundef, key = Qnil, pair;
    uint32_t i;

    if (r->trials != 0) {
        if (r->failed_at != NULL) { /* the value is not used */
            *p = jac_reader_skip_value(r, at);
            return Qnil;
        }
        key = trial_key(r, type, at, coerces);
        if (r->trial_values == 0) r->trial_values = rb_hash_new();
        pair = rb_hash_lookup2(r->trial_values, key, Qnil);
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
    if (r->trials++ == 0) r->reporting_trial = 0;
    for (i = 0; i < type->alternative_count && value == Qundef; i++) {
        if (i > 0) go_back(r, after, at);
        after = at;
        value = try_alternative(r, type->alternatives[i], &after);
        if (value == Qundef && r->trial_path_length > deepest)
            deepest = r->trial_path_length;
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
        rb_hash_aset(r->trial_values, key, pair);
        if (value == Qundef) {
            note_first(r, type, at, deepest);
            value = Qnil;
        }
    }
    jac_stack_top(stack)->coerces = inherited;
    if (outermost) r->trial_values = 0;
    RB_GC_GUARD(key);
    return value;
}
