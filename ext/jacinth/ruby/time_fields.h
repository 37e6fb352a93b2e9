/*
 * Reads the fields of objects of class Time and its subclasses without a call.
 *
 * Assumed: the struct of a Time is that of CRuby's internal time.c and timev.h,
 * which jac_time_words_t copies. Times share one data type.
 *
 * Proved at load: the words of a Time of each mode, before and after Ruby
 * computed its calendar fields. Portable implementation: rb_time_utc_offset,
 * and calls of Time#utc?, #mday and #sec.
 */
#ifndef JAC_TIME_FIELDS_H
#define JAC_TIME_FIELDS_H

#include "core/time_text.h"
#include "ruby/internals.h"

enum { JAC_TIME_MODE_LOCAL, JAC_TIME_MODE_UTC, JAC_TIME_MODE_FIXED };

typedef struct {
    VALUE nanoseconds; /* since 1970, a Fixnum from 1823 to 2116 */
    VALUE year, subsecx, offset, zone;
    unsigned int yday : 9, mon : 4, mday : 5, hour : 5, min : 6;
    unsigned int sec : 6, wday : 3, isdst : 2;
    unsigned int mode : 3;
    unsigned int got : 1; /* calendar fields and offset are computed */
} jac_time_words_t;

extern const rb_data_type_t *jac_time_type;

/* Returns the words of a Time, or NULL if they cannot be read. */
JAC_INLINE const jac_time_words_t *
jac_time_words(VALUE time)
{
#if JAC_COMPILED(JAC_TIMES)
    if (JAC_LIKELY(JAC_ON(JAC_TIMES) && RTYPEDDATA_TYPE(time) == jac_time_type))
        return jac_typed_data(time);
#endif
    (void)time;
    return NULL;
}

/* Stores the time since 1970. Returns false if rb_time_timespec() must be
   called, which raises RangeError if the seconds do not fit. */
JAC_INLINE bool
jac_time_read_words(VALUE time, int64_t *seconds, uint32_t *nanoseconds)
{
    const jac_time_words_t *words = jac_time_words(time);
    int64_t n;

    if (words == NULL || !RB_FIXNUM_P(words->nanoseconds) ||
        words->mode > JAC_TIME_MODE_FIXED) {
        return false;
    }
    n = FIX2LONG(words->nanoseconds);
    *seconds = n / 1000000000 - (n % 1000000000 < 0);
    *nanoseconds = (uint32_t)(n - *seconds * 1000000000);
    return true;
}

/*
 * Stores the date and time of day that Ruby shows for a Time, which can be an
 * invalid date, and whether it is in UTC. Returns false if Ruby has not yet
 * computed them, if they cannot be read, if the year does not have four digits,
 * or if the offset is not in whole minutes.
 */
JAC_INLINE bool
jac_time_read_fields(VALUE time, jac_time_fields_t *fields, bool *utc)
{
    const jac_time_words_t *words = jac_time_words(time);
    long year, offset;

    if (words == NULL || !words->got || words->mode > JAC_TIME_MODE_FIXED ||
        !RB_FIXNUM_P(words->year) || !RB_FIXNUM_P(words->offset)) {
        return false;
    }
    year = FIX2LONG(words->year);
    offset = FIX2LONG(words->offset);
    if (year < 0 || year > 9999 || offset <= -360000 || offset >= 360000 ||
        offset % 60 != 0) {
        return false;
    }
    fields->year = year;
    fields->month = words->mon;
    fields->day = words->mday;
    fields->hour = words->hour;
    fields->minute = words->min;
    fields->second = words->sec;
    fields->offset = (int32_t)offset;
    *utc = words->mode == JAC_TIME_MODE_UTC;
    return true;
}

/* Returns the seconds east of UTC, a Fixnum or a Rational. Raises TypeError for
   a Time without a value. */
JAC_INLINE VALUE
jac_time_offset(VALUE time)
{
    const jac_time_words_t *words = jac_time_words(time);

    if (words != NULL) {
        if (words->mode == JAC_TIME_MODE_UTC) return INT2FIX(0);
        if (words->got) return words->offset;
    }
    return rb_time_utc_offset(time);
}

/* True if Time#utc?, #mday and #sec are Ruby's own, which run no Ruby code. */
bool jac_time_basic_p(void);

/* The portable implementations of the two functions below. */
bool jac_time_call_utc_p(VALUE time);
bool jac_time_call_fields(VALUE time, unsigned int day, unsigned int second);

/* Time#utc?. Call only if jac_time_basic_p(). */
JAC_INLINE bool
jac_time_utc_p(VALUE time)
{
    const jac_time_words_t *words = jac_time_words(time);

    if (words != NULL) return words->mode == JAC_TIME_MODE_UTC;
    return jac_time_call_utc_p(time);
}

/*
 * True if Time#mday and Time#sec are those of `text`, by jac_time_text() with
 * four digits of the year. Time.new("2026-02-30 00:00:00") keeps the invalid
 * day. Call only if jac_time_basic_p().
 */
JAC_INLINE bool
jac_time_shows_p(VALUE time, const uint8_t *text)
{
    const jac_time_words_t *words = jac_time_words(time);
    const unsigned int day = (text[8] - '0') * 10u + text[9] - '0';
    const unsigned int second = (text[17] - '0') * 10u + text[18] - '0';

    if (words != NULL && words->got) {
        return words->mday == day && words->sec == second;
    }
    return jac_time_call_fields(time, day, second);
}

/* Returns the second of the minute, 0 to 59, of a time in seconds since 1970.
 */
JAC_INLINE unsigned int
jac_time_second(int64_t seconds)
{
    return (unsigned int)((seconds % 60 + 60) % 60);
}

/* True if Time#sec is that of `seconds` since 1970. Call only if
   jac_time_basic_p(). */
JAC_INLINE bool
jac_time_second_p(VALUE time, int64_t seconds)
{
    const jac_time_words_t *words = jac_time_words(time);
    const unsigned int second = jac_time_second(seconds);

    if (words != NULL && words->got) return words->sec == second;
    return jac_time_call_fields(time, 31, second);
}

/* Finds out if times can be read, and the names of methods. */
void jac_prove_times(void);

#endif
