#ifndef JAC_TIME_TEXT_H
#define JAC_TIME_TEXT_H

#include "base.h"

/* The longest text: -292277022657-01-27T08:29:52.123456789+00:00 */
#define JAC_TIME_TEXT_MAX 44

/* The years 0000 to 9999, in seconds since 1970. */
#define JAC_TIME_MIN INT64_C(-62167219200)
#define JAC_TIME_MAX INT64_C(253402300799)

/* A date and the time of day there, `offset` seconds east of UTC. */
typedef struct {
    int64_t year;
    uint32_t month, day, hour, minute, second; /* below 100 */
    int32_t offset;
    bool zulu; /* the offset is written as 'Z' */
} jac_time_fields_t;

/* Sets all fields but `zulu` to the local time `offset` seconds east of UTC at
   `seconds` since 1970-01-01T00:00:00Z. */
void jac_time_set(jac_time_fields_t *fields, int64_t seconds, int32_t offset);

/* Writes the fields; otherwise the same as jac_time_text(). */
uint8_t *jac_time_put(uint8_t *dst, const jac_time_fields_t *fields,
                      uint32_t nanoseconds, int digits);

/*
 * Writes the local time `offset` seconds east of UTC at `seconds` since
 * 1970-01-01T00:00:00Z and `nanoseconds` < 10^9. `digits` (0 to 9) of the
 * fraction are written, truncated, and the offset as +hh:mm or, if `zulu`, 'Z'.
 * Returns the end; writes at most JAC_TIME_TEXT_MAX bytes. A year has four
 * digits, or outside 0000 to 9999 a sign and six digits or more. `offset` must
 * be below 100 hours and is truncated to minutes.
 */
uint8_t *jac_time_text(uint8_t *dst, int64_t seconds, uint32_t nanoseconds,
                       int32_t offset, int digits, bool zulu);

/* Returns the days from 1970-01-01 to a date of the proleptic Gregorian
   calendar. The year has at most nine digits; month and day start at 1. */
int64_t jac_time_days(int64_t year, uint32_t month, uint32_t day);

int jac_month_days(int64_t year, uint32_t month);

#endif
