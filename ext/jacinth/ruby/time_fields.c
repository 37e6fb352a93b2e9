#include "ruby/time_fields.h"

#include <limits.h>

const rb_data_type_t *jac_time_type;

static ID id_utc_p, id_mday, id_sec;

#if JAC_COMPILED(JAC_TIMES)
/* True if the words of 2026-07-24T10:30:41.123456789Z, seen `east` seconds
   east of UTC, are as expected before and after Ruby computes the fields. */
static bool
words_agree(const struct timespec *at, int zone, unsigned int mode, long east)
{
    VALUE time = rb_time_timespec_new(at, zone);
    const jac_time_words_t *words = jac_time_words(time);
    int64_t seconds = 0;
    uint32_t nanoseconds = 0;
    bool same;

    if (words == NULL || words->got || words->mode != mode) return false;
    same = rb_funcallv(time, id_mday, 0, NULL) == INT2FIX(words->mday) &&
           words->got && words->mode == mode &&
           jac_time_read_words(time, &seconds, &nanoseconds) &&
           seconds == (int64_t)at->tv_sec &&
           nanoseconds == (uint32_t)at->tv_nsec &&
           words->year == INT2FIX(2026) && words->mon == 7 &&
           words->sec == 41 &&
           rb_funcallv(time, id_sec, 0, NULL) == INT2FIX(41) &&
           words->offset == rb_time_utc_offset(time) &&
           RTEST(rb_funcallv(time, id_utc_p, 0, NULL)) ==
               (mode == JAC_TIME_MODE_UTC);
    if (same && mode != JAC_TIME_MODE_LOCAL) {
        same = words->yday == 205 && words->mday == 24 && words->wday == 5 &&
               words->hour == 10 + east / 3600 &&
               words->min == 30 + east / 60 % 60 &&
               words->offset == LONG2FIX(east);
    }
    RB_GC_GUARD(time);
    return same;
}

static bool
times_work(void)
{
    const struct timespec at = {.tv_sec = 1784889041, .tv_nsec = 123456789};
    VALUE time = rb_time_timespec_new(&at, INT_MAX - 1);

    if (!RB_TYPE_P(time, T_DATA) || !RTYPEDDATA_P(time) ||
        !jac_time_basic_p()) {
        return false;
    }
    jac_time_type = RTYPEDDATA_TYPE(time);
    return words_agree(&at, INT_MAX - 1, JAC_TIME_MODE_UTC, 0) &&
           words_agree(&at, 0, JAC_TIME_MODE_FIXED, 0) &&
           words_agree(&at, 12000, JAC_TIME_MODE_FIXED, 12000) &&
           words_agree(&at, INT_MAX, JAC_TIME_MODE_LOCAL, 0);
}
#endif

bool
jac_time_basic_p(void)
{
    return rb_method_basic_definition_p(rb_cTime, id_utc_p) &&
           rb_method_basic_definition_p(rb_cTime, id_mday) &&
           rb_method_basic_definition_p(rb_cTime, id_sec);
}

bool
jac_time_call_utc_p(VALUE time)
{
    return RTEST(rb_funcallv(time, id_utc_p, 0, NULL));
}

bool
jac_time_call_fields(VALUE time, unsigned int day, unsigned int second)
{
    /* A day after the end of its month is one of the first three of the next
       month. Any second differs in a zone with leap seconds (right/UTC), which
       ENV["TZ"] can choose at any time. */
    return (day > 3 || rb_funcallv(time, id_mday, 0, NULL) == INT2FIX(day)) &&
           rb_funcallv(time, id_sec, 0, NULL) == INT2FIX(second);
}

void
jac_prove_times(void)
{
    id_utc_p = rb_intern("utc?");
    id_mday = rb_intern("mday");
    id_sec = rb_intern("sec");
#if JAC_COMPILED(JAC_TIMES)
    jac_internals_prove(JAC_TIMES, times_work);
#endif
}
