#include "ruby/time_fields.h"

#include <limits.h>

const rb_data_type_t *jac_time_type;

static ID id_to_i, id_utc_p, id_mday, id_sec;

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
    return rb_method_basic_definition_p(rb_cTime, id_to_i) &&
           rb_method_basic_definition_p(rb_cTime, id_utc_p) &&
           rb_method_basic_definition_p(rb_cTime, id_mday) &&
           rb_method_basic_definition_p(rb_cTime, id_sec);
}

int64_t
jac_time_seconds(VALUE time, uint32_t *nanoseconds)
{
    int64_t seconds;

    if (jac_time_read_words(time, &seconds, nanoseconds)) return seconds;
    if (sizeof(time_t) >= 8) {
        const struct timespec at = rb_time_timespec(time);

        *nanoseconds = (uint32_t)at.tv_nsec;
        return (int64_t)at.tv_sec;
    }
    *nanoseconds = NUM2UINT(rb_funcall(time, rb_intern("nsec"), 0));
    return NUM2LL(rb_funcall(time, id_to_i, 0));
}

/* Returns the seconds east of UTC, a Fixnum or a Rational. Raises TypeError for
   a Time without a value. */
static VALUE
offset_of(VALUE time)
{
    const jac_time_words_t *words = jac_time_words(time);

    if (words != NULL) {
        if (words->mode == JAC_TIME_MODE_UTC) return INT2FIX(0);
        if (words->got) return words->offset;
    }
    return rb_time_utc_offset(time);
}

static bool
utc_p(VALUE time)
{
    const jac_time_words_t *words = jac_time_words(time);

    if (words != NULL) return words->mode == JAC_TIME_MODE_UTC;
    return RTEST(rb_funcallv(time, id_utc_p, 0, NULL));
}

/* True if Ruby shows this second and, for JAC_TIME_SHOWN, this day. */
static bool
shown_p(VALUE time, jac_time_kind_t kind, const jac_time_fields_t *f)
{
    const jac_time_words_t *words = jac_time_words(time);
    const bool day = kind == JAC_TIME_SHOWN;

    if (words != NULL && words->got) {
        return (!day || words->mday == f->day) && words->sec == f->second;
    }
    /* A day after the end of its month is one of the first three of the next
       month. Any second differs in a zone with leap seconds (right/UTC), which
       ENV["TZ"] can choose at any time. */
    return (!day || f->day > 3 ||
            rb_funcallv(time, id_mday, 0, NULL) == INT2FIX(f->day)) &&
           rb_funcallv(time, id_sec, 0, NULL) == INT2FIX(f->second);
}

bool
jac_time_compute(VALUE time, jac_time_kind_t kind, jac_time_fields_t *f,
                 uint32_t *nanoseconds)
{
    const bool instant = kind == JAC_TIME_INSTANT;
    uint32_t ignored, *rest = nanoseconds ? nanoseconds : &ignored;
    int64_t seconds = 0, least = JAC_TIME_FIRST, most = JAC_TIME_LAST;
    const bool read = jac_time_read_words(time, &seconds, rest);
    long east;

    if (kind == JAC_TIME_ZONED) {
        east = f->offset;
    }
    else {
        const VALUE offset = offset_of(time);

        if (!instant && !RB_FIXNUM_P(offset)) return false;
        east = NUM2LONG(offset);
        f->zulu = !instant && east == 0 && utc_p(time);
    }
    if (instant) {
        east -= east % 60; /* RFC 3339 has no seconds there */
    }
    else {
        if (east % 60 != 0 || east <= -360000 || east >= 360000 ||
            (!read && !RB_FIXNUM_P(rb_funcallv(time, id_to_i, 0, NULL)))) {
            return false;
        }
        least = JAC_TIME_MIN - east;
        most = JAC_TIME_MAX - east;
    }
    if (!read) seconds = jac_time_seconds(time, rest);
    if (seconds < least || seconds > most) return false;
    jac_time_set(f, seconds, (int32_t)east);
    return instant || shown_p(time, kind, f);
}

void
jac_prove_times(void)
{
    id_to_i = rb_intern("to_i");
    id_utc_p = rb_intern("utc?");
    id_mday = rb_intern("mday");
    id_sec = rb_intern("sec");
#if JAC_COMPILED(JAC_TIMES)
    jac_internals_prove(JAC_TIMES, times_work);
#endif
}
