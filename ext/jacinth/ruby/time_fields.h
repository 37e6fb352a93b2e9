/*
 * Reads the fields of objects of class Time and its subclasses without a call.
 *
 * Assumed: the struct of a Time is that of CRuby's internal time.c and timev.h,
 * which jac_time_words_t copies. Times share one data type.
 *
 * Proved at load: the words of a Time of each mode, before and after Ruby
 * computed its calendar fields. Portable implementation: rb_time_timespec,
 * rb_time_utc_offset, and calls of Time#to_i, #utc?, #mday and #sec.
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

/* Stores the time since 1970. Returns false if Ruby must be called. */
JAC_INLINE bool
jac_time_moment(const jac_time_words_t *words, int64_t *seconds,
                uint32_t *nanoseconds)
{
    int64_t n;

    if (!RB_FIXNUM_P(words->nanoseconds) || words->mode > JAC_TIME_MODE_FIXED) {
        return false;
    }
    n = FIX2LONG(words->nanoseconds);
    *seconds = n / 1000000000 - (n % 1000000000 < 0);
    *nanoseconds = (uint32_t)(n - *seconds * 1000000000);
    return true;
}

JAC_INLINE bool
jac_time_read_words(VALUE time, int64_t *seconds, uint32_t *nanoseconds)
{
    const jac_time_words_t *words = jac_time_words(time);

    return words != NULL && jac_time_moment(words, seconds, nanoseconds);
}

/* Returns the seconds since 1970, and stores the rest. Raises RangeError if the
   seconds do not fit in 64 bits. Calls Time#to_i if the Time cannot be read. */
int64_t jac_time_seconds(VALUE time, uint32_t *nanoseconds);

/* The beginning of the year -999999998 and the end of the year 999999998 in
   UTC, in seconds: with any offset, their years have nine digits. */
#define JAC_TIME_FIRST INT64_C(-31557014104060800)
#define JAC_TIME_LAST INT64_C(31556889801244799)

/* A date and time of day to write for a Time. */
typedef enum {
    /* As shown by Ruby, which can be an invalid date, such as 30 February, or a
       leap second. */
    JAC_TIME_SHOWN,
    /* Computed from the seconds since 1970. In a zone with leap seconds, Ruby
       shows a different second. */
    JAC_TIME_INSTANT,
    /* As JAC_TIME_INSTANT, but at the offset f->offset; fails if Ruby shows a
       different second. */
    JAC_TIME_ZONED
} jac_time_kind_t;

/* Stores the fields that Ruby has computed. Returns false if it has not, if
   the year does not have four digits, or if the offset is not in whole minutes.
 */
JAC_INLINE bool
jac_time_computed(const jac_time_words_t *words, jac_time_fields_t *fields)
{
    long year, offset;

    if (!words->got || words->mode > JAC_TIME_MODE_FIXED ||
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
    fields->zulu = words->mode == JAC_TIME_MODE_UTC;
    return true;
}

/* The fast path of jac_time_view(), without a call. */
JAC_INLINE bool
jac_time_ready(VALUE time, jac_time_kind_t kind, jac_time_fields_t *f,
               uint32_t *nanoseconds)
{
    const jac_time_words_t *words = jac_time_words(time);
    int64_t seconds, second;

    if (words == NULL || kind == JAC_TIME_ZONED ||
        !jac_time_computed(words, f)) {
        return false;
    }
    if (nanoseconds == NULL) return true;
    if (!jac_time_moment(words, &seconds, nanoseconds)) return false;
    if (kind == JAC_TIME_SHOWN) return true;
    second = seconds % 60;
    if (second < 0) second += 60;
    return f->day <= 28 && f->second == second;
}

/* The slow path of jac_time_view(): by the seconds since 1970. */
bool jac_time_compute(VALUE time, jac_time_kind_t kind, jac_time_fields_t *f,
                      uint32_t *nanoseconds);

/*
 * Stores the date and time of day in the zone of the Time or, for
 * JAC_TIME_ZONED, at f->offset. `zulu` is true if the Time is in UTC.
 * `nanoseconds` can be NULL for JAC_TIME_SHOWN.
 *
 * JAC_TIME_SHOWN and JAC_TIME_ZONED: returns false if the year does not have
 * four digits, if the offset is not in whole minutes, or if Ruby shows another
 * second (or day, for JAC_TIME_SHOWN). The caller then calls a method of Time.
 * JAC_TIME_INSTANT: returns false if the year has more than nine digits, and
 * truncates the offset to minutes. Raises RangeError if the seconds do not fit
 * in 64 bits. Raises TypeError for a Time without a value (Time.allocate).
 *
 * Call only if jac_time_basic_p(), or for JAC_TIME_INSTANT. The methods of Time
 * that it calls can run traps, other threads and a TracePoint. Can allocate.
 */
JAC_INLINE bool
jac_time_view(VALUE time, jac_time_kind_t kind, jac_time_fields_t *f,
              uint32_t *nanoseconds)
{
    return jac_time_ready(time, kind, f, nanoseconds) ||
           jac_time_compute(time, kind, f, nanoseconds);
}

/* True if jac_time_view() calls no method of Time. */
JAC_INLINE bool
jac_time_computed_p(VALUE time)
{
    const jac_time_words_t *words = jac_time_words(time);

    return words != NULL && words->got && RB_FIXNUM_P(words->nanoseconds) &&
           words->mode <= JAC_TIME_MODE_FIXED;
}

/* True if Time#to_i, #utc?, #mday and #sec are Ruby's own. A call of them can
   still run traps, other threads and a TracePoint. */
bool jac_time_basic_p(void);

/* Finds out if times can be read, and the names of methods. */
void jac_prove_times(void);

#endif
