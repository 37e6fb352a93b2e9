#include "generate/emit_time.h"

#include "core/time_text.h"
#include "generate/object_methods.h"

static ID id_to_s, id_to_i, id_utc_p, id_mday, id_sec;

bool
jac_time_basic_p(void)
{
    return rb_method_basic_definition_p(rb_cTime, id_utc_p) &&
           rb_method_basic_definition_p(rb_cTime, id_mday) &&
           rb_method_basic_definition_p(rb_cTime, id_sec);
}

bool
jac_time_shows_p(VALUE time, const uint8_t *text)
{
    const int day = (text[8] - '0') * 10 + text[9] - '0';
    const int second = (text[17] - '0') * 10 + text[18] - '0';

    /* A day after the end of its month is one of the first three of the next
       month, and second 60 is second 0 of the next minute. */
    return (day > 3 || rb_funcallv(time, id_mday, 0, NULL) == INT2FIX(day)) &&
           (second > 0 || rb_funcallv(time, id_sec, 0, NULL) == INT2FIX(0));
}

uint8_t *
jac_emit_time(jac_walk_t *w, uint8_t *p, VALUE value)
{
    const uint8_t *text;
    struct timespec at;
    long offset;

    if (sizeof(time_t) < 8 || RB_SPECIAL_CONST_P(value) ||
        RBASIC_CLASS(value) != rb_cTime || w->options.strict ||
        !jac_generic_object_p(w, rb_cTime) || !jac_time_basic_p() ||
        !rb_method_basic_definition_p(rb_cTime, id_to_s)) {
        return NULL;
    }
    offset = NUM2LONG(rb_time_utc_offset(value));
    at = rb_time_timespec(value);
    if (at.tv_sec < JAC_TIME_MIN - offset ||
        at.tv_sec > JAC_TIME_MAX - offset || offset % 60 != 0) {
        return NULL;
    }
    *p++ = '"';
    text = p;
    p = jac_time_text(p, at.tv_sec, 0, (int32_t)offset, 0, false);
    if (!jac_time_shows_p(value, text)) return NULL;
    /* YYYY-MM-DDTHH:MM:SS+hh:mm becomes YYYY-MM-DD HH:MM:SS +hhmm */
    p[-15] = ' ';
    if (offset == 0 && RTEST(rb_funcallv(value, id_utc_p, 0, NULL))) {
        memcpy(p - 6, " UTC", 4);
        p -= 2;
    }
    else {
        p[-3] = p[-4];
        p[-4] = p[-5];
        p[-5] = p[-6];
        p[-6] = ' ';
    }
    *p++ = '"';
    return p;
}

bool
jac_iso8601_basic_p(void)
{
    return jac_time_basic_p() &&
           rb_method_basic_definition_p(rb_cTime, id_to_i);
}

uint8_t *
jac_emit_iso8601(uint8_t *p, VALUE time)
{
    const uint8_t *text;
    long offset, seconds;
    VALUE number;
    bool utc;

    number = rb_funcallv(time, id_to_i, 0, NULL);
    if (!RB_FIXNUM_P(number)) return NULL;
    seconds = FIX2LONG(number);
    offset = NUM2LONG(rb_time_utc_offset(time));
    if ((int64_t)seconds < JAC_TIME_MIN - offset ||
        (int64_t)seconds > JAC_TIME_MAX - offset || offset % 60 != 0) {
        return NULL;
    }
    utc = offset == 0 && RTEST(rb_funcallv(time, id_utc_p, 0, NULL));
    *p++ = '"';
    text = p;
    p = jac_time_text(p, seconds, 0, (int32_t)offset, 0, utc);
    if (!jac_time_shows_p(time, text)) return NULL;
    *p++ = '"';
    return p;
}

void
jac_init_emit_time(void)
{
    id_to_s = rb_intern("to_s");
    id_to_i = rb_intern("to_i");
    id_utc_p = rb_intern("utc?");
    id_mday = rb_intern("mday");
    id_sec = rb_intern("sec");
}
