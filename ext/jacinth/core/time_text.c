#include "time_text.h"

#include "tables.h"

/* Two digits of value < 100. */
static uint8_t *
put_pair(uint8_t *p, uint32_t value)
{
    p[0] = jac_digit_pairs[2 * value];
    p[1] = jac_digit_pairs[2 * value + 1];
    return p + 2;
}

/*
 * The date of a day of the proleptic Gregorian calendar, counted from
 * -0400-03-01 (an era before 0000, whose January belongs to a year that began
 * in March), so that a leap day is its year's last day and a century, but for
 * every fourth, is short at its end:
 *
 *   400 years   146097 days        4 years   1461 days
 *   100 years    36524 days        1 year     365 days
 *
 * From March on, months have 31 30 31 30 31 days, twice, and again in part:
 * 153 days for five, so that month m (0: March) begins at day
 * (153 * m + 2) / 5 of its year.
 */
static uint8_t *
put_date(uint8_t *p, uint32_t day)
{
    const uint32_t era = day / 146097, of_era = day % 146097;
    /* Without its leap days an era has years of 365 days. */
    const uint32_t of_cycle =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const uint32_t of_year =
        of_era - (365 * of_cycle + of_cycle / 4 - of_cycle / 100);
    const uint32_t m = (5 * of_year + 2) / 153;
    const uint32_t month = m < 10 ? m + 3 : m - 9;
    const uint32_t year = 400 * era + of_cycle + (month <= 2) - 400;

    p = put_pair(p, year / 100);
    p = put_pair(p, year % 100);
    *p++ = '-';
    p = put_pair(p, month);
    *p++ = '-';
    return put_pair(p, of_year - (153 * m + 2) / 5 + 1);
}

uint8_t *
jac_time_text(uint8_t *dst, int64_t seconds, uint32_t nanoseconds,
              int32_t offset, int digits, bool zulu)
{
    /* Days from -0400-03-01 to 1970-01-01: an era and those from 0000-03-01. */
    const uint64_t shift = UINT64_C(719468) + 146097;
    const uint64_t local =
        (uint64_t)(seconds + offset + (int64_t)(shift * 86400));
    const uint32_t of_day = (uint32_t)(local % 86400);
    const uint32_t east = (uint32_t)(offset < 0 ? -offset : offset);
    uint8_t *p;

    p = put_date(dst, (uint32_t)(local / 86400));
    *p++ = 'T';
    p = put_pair(p, of_day / 3600);
    *p++ = ':';
    p = put_pair(p, of_day / 60 % 60);
    *p++ = ':';
    p = put_pair(p, of_day % 60);
    if (digits > 0) {
        uint32_t unit = 100000000;

        *p++ = '.';
        for (; digits > 0; digits--) {
            *p++ = (uint8_t)('0' + nanoseconds / unit % 10);
            unit /= 10;
        }
    }
    if (zulu) {
        *p++ = 'Z';
        return p;
    }
    *p++ = offset < 0 ? '-' : '+';
    p = put_pair(p, east / 3600);
    *p++ = ':';
    return put_pair(p, east / 60 % 60);
}
