#include "type/type_write_scalar.h"

#include "generate/emit_scalar.h"
#include "generate/object_methods.h"
#include "ruby/errors.h"
#include "ruby/time_fields.h"
#include "type/type_write_choice.h"
#include "type/type_scalar.h"
#include "type/type_writer.h"

#include <math.h>

static VALUE fixed_form; /* "F", for BigDecimal#to_s */

uint8_t *
jac_typed_write_string(jac_walk_t *w, uint8_t *p, VALUE string,
                       const jac_format_t *f)
{
    jac_text_kind_t kind = jac_text_kind(string);

    if (JAC_UNLIKELY(kind == JAC_TEXT_OTHER)) {
        w->buffer.pos = p;
        string = jac_transcode(w, string);
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        kind = jac_text_kind(string);
    }
    w->non_ascii |= kind == JAC_TEXT_UTF8;
    return jac_emit_string(w, p, string, jac_typed_escape_mode(w, kind, f));
}

/* A BigDecimal whose exponent is further from 0 is written with an exponent, as
   its zeros would need more memory than the text that it was read from. */
enum { JAC_DECIMAL_ZEROS = 1000 };

static uint8_t *
write_decimal(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value,
              const jac_format_t *f)
{
    VALUE text,
        exponent = jac_typed_call(w, p, value, rb_intern("exponent"), 0, NULL);
    const bool scientific = !RB_FIXNUM_P(exponent) ||
                            FIX2LONG(exponent) > JAC_DECIMAL_ZEROS ||
                            FIX2LONG(exponent) < -JAC_DECIMAL_ZEROS;
    const char *s;

    text = jac_typed_call(w, w->buffer.pos, value, rb_intern("to_s"),
                          scientific ? 0 : 1, &fixed_form);

    Check_Type(text, T_STRING);
    s = RSTRING_PTR(text);
    if ((s[0] < '0' || s[0] > '9') &&
        (s[0] != '-' || s[1] < '0' || s[1] > '9')) {
        jac_walk_fail(w, value, "%" PRIsVALUE " not allowed in JSON", text);
    }
    p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
    return type->number ? jac_emit_text(w, p, text)
                        : jac_typed_write_string(w, p, text, f);
}

NORETURN(static void fail_year(jac_walk_t *w, uint8_t *p,
                               const jac_type_t *type, VALUE value));

static void
fail_year(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value)
{
    w->buffer.pos = p;
    jac_walk_fail(w, value, "a year has at most %s digits, got %" PRIsVALUE,
                  type->strict ? "four" : "nine", jac_shown(value));
}

void
jac_typed_check_value(jac_walk_t *w, const jac_type_t *type, VALUE value,
                      VALUE shown)
{
    const VALUE fault = jac_typed_find_fault(w, type, value);

    if (NIL_P(fault)) return;
    jac_walk_fail(w, shown, "expected %" PRIsVALUE ", got %" PRIsVALUE,
                  jac_shown(fault), jac_shown(rb_obj_class(shown)));
}

void
jac_typed_check_limits(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                       VALUE value, VALUE shown)
{
    w->buffer.pos = p;
    if (!jac_typed_limits_hold(w, type, value))
        jac_typed_fail_mismatch(w, type, shown);
    if (type->checks) jac_typed_check_value(w, type, value, shown);
}

static void
check_range(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE value)
{
    if (!NIL_P(type->range) || type->checks) {
        jac_typed_check_limits(w, p, type, value, value);
    }
}

/* A TIME or EPOCH to write at p. */
typedef struct {
    jac_walk_t *walk;
    uint8_t *p;
    const jac_type_t *type;
    VALUE time;
} jac_timed_t;

static VALUE
put_time(VALUE data)
{
    jac_timed_t *t = (jac_timed_t *)data;
    uint8_t *const after = t->type->kind == JAC_TYPE_TIME
                               ? jac_time_write(t->p, t->time)
                               : jac_epoch_write(t->p, t->type, t->time);

    if (after == NULL || (t->type->strict && t->p[5] != '-')) {
        fail_year(t->walk, t->p, t->type, t->time);
    }
    t->p = after;
    return Qnil;
}

static VALUE
read_time(VALUE time)
{
    rb_time_timespec(time);
    return Qnil;
}

/* Raises GeneratorError if the seconds of the Time do not fit in 64 bits.
   Raises the error again otherwise. */
static VALUE
fail_far_time(VALUE data, VALUE error)
{
    jac_timed_t *t = (jac_timed_t *)data;
    int tag = 0;

    rb_protect(read_time, t->time, &tag);
    if (tag == 0) rb_exc_raise(error);
    rb_set_errinfo(Qnil);
    fail_year(t->walk, t->p, t->type, t->time);
    return Qnil;
}

static uint8_t *
write_time(jac_walk_t *w, uint8_t *p, const jac_type_t *type, VALUE time)
{
    jac_timed_t t = {w, p, type, time};
    uint32_t nanoseconds;
    int64_t seconds;

    if (JAC_LIKELY(jac_time_read_words(time, &seconds, &nanoseconds))) {
        put_time((VALUE)&t);
    }
    else {
        rb_rescue2(put_time, (VALUE)&t, fail_far_time, (VALUE)&t, rb_eArgError,
                   rb_eRangeError, (VALUE)0);
    }
    return t.p;
}

uint8_t *
jac_typed_write_rare(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                     VALUE value, const jac_format_t *f)
{
    uint8_t *after;
    VALUE text;
    uint32_t place;

    switch (type->kind) {
    case JAC_TYPE_SYMBOL:
        if (!RB_SYMBOL_P(value)) break;
        return jac_typed_write_string(w, p, rb_sym2str(value), f);
    case JAC_TYPE_ENUM:
        place = jac_enum_place(type, value);
        if (place != UINT32_MAX) {
            const jac_member_t *member = &type->members[place];

            if (f) return jac_typed_write_string(w, p, member->step, f);
            w->non_ascii |= member->high;
            p = jac_walk_reserve(w, p, member->title + JAC_MEMBER_SPACE);
            memcpy(p, member->text, member->title);
            return p + member->title;
        }
        if (!jac_enum_literal(type, &value)) break;
        after = jac_emit_scalar(w, p, value, f);
        if (after != NULL) return after;
        return jac_typed_write_any(w, p, NULL, value);
    case JAC_TYPE_TIME:
    case JAC_TYPE_EPOCH:
        if (!jac_kind_of(value, type->klass)) break;
        check_range(w, p, type, value);
        return write_time(w, p, type, value);
    case JAC_TYPE_DATE:
        if (rb_obj_class(value) != type->klass) break;
        check_range(w, p, type, value);
        if (RTEST(jac_typed_call(w, p, value, rb_intern("julian?"), 0, NULL))) {
            value =
                jac_typed_call(w, p, value, rb_intern("gregorian"), 0, NULL);
        }
        text = jac_typed_call(w, p, value, rb_intern("iso8601"), 0, NULL);
        text = jac_date_text(text);
        if (NIL_P(text) || (type->strict && RSTRING_LEN(text) != 10)) {
            fail_year(w, w->buffer.pos, type, value);
        }
        p = jac_walk_reserve(w, w->buffer.pos, JAC_MEMBER_SPACE);
        return jac_typed_write_string(w, p, text, f);
    case JAC_TYPE_DECIMAL:
        if (!jac_kind_of(value, type->klass)) break;
        check_range(w, p, type, value);
        return write_decimal(w, p, type, value, f);
    default:
        return jac_typed_write_any(
            w, p, type->kind == JAC_TYPE_VALUE || type->rails ? type : NULL,
            value);
    }
    w->buffer.pos = p;
    jac_typed_fail_mismatch(w, type, value);
}

void
jac_typed_check_distinct(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                         VALUE array)
{
    if (!RTEST(jac_typed_call(w, p, type->self, rb_intern("_distinct?"), 1,
                              &array))) {
        jac_walk_fail(w, array, "expected different elements, got equal ones");
    }
}

VALUE
jac_typed_check_string(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                       VALUE string)
{
    w->buffer.pos = p;
    if (jac_text_kind(string) == JAC_TEXT_OTHER) {
        string = jac_transcode(w, string);
    }
    if (type->strips) string = jac_string_strip(string);
    jac_typed_check_limits(w, w->buffer.pos, type, string, string);
    return string;
}

void
jac_typed_check_float(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                      VALUE integer)
{
    VALUE number = jac_integer_as_float(integer);

    w->buffer.pos = p;
    if (isinf(RFLOAT_VALUE(number))) jac_typed_fail_mismatch(w, type, integer);
    if (type->constrained) jac_typed_check_limits(w, p, type, number, integer);
}

void
jac_init_type_write_scalar(void)
{
    fixed_form = rb_str_freeze(rb_usascii_str_new_cstr("F"));
    rb_gc_register_mark_object(fixed_form);
}
