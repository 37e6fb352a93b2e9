#include "time_text.h"

#include "tables.h"

static uint8_t *
put_pair(uint8_t *p, uint32_t value)
{
    p[0] = jac_digit_pairs[2 * value];
    p[1] = jac_digit_pairs[2 * value + 1];
    return p + 2;
}

/* Writes any year. Outside 0 to 9999, ISO 8601 requires a sign, and
   JavaScript six digits. */
static uint8_t *
put_year(uint8_t *p, int64_t year)
{
    uint64_t left = (uint64_t)year;
    uint8_t digits[20];
    int n = 0;

    if (JAC_LIKELY(year >= 0 && year <= 9999)) {
        p = put_pair(p, (uint32_t)year / 100);
        return put_pair(p, (uint32_t)year % 100);
    }
    *p++ = year < 0 ? '-' : '+';
    if (year < 0) left = (uint64_t)0 - left;
    for (; left > 0 || n < 6; left /= 10) {
        digits[n++] = (uint8_t)('0' + left % 10);
    }
    while (n > 0) *p++ = digits[--n];
    return p;
}

static int64_t
floor_div(int64_t value, int64_t unit)
{
    return value / unit - (value % unit < 0);
}

/*
 * Days are counted from 0000-03-01, so a leap day is the last day of a year,
 * and a short century is short at its end:
 *
 *   400 years   146097 days        4 years   1461 days
 *   100 years    36524 days        1 year     365 days
 *
 * From March on, months have 31 30 31 30 31 days, twice, and again in part: 153
 * days for five, so month m (0: March) begins at day (153 * m + 2) / 5.
 */
enum { JAC_TIME_ERA = 146097, JAC_TIME_1970 = 719468 };

static uint8_t *
put_date(uint8_t *p, int64_t day)
{
    const int64_t era = floor_div(day + JAC_TIME_1970, JAC_TIME_ERA);
    const uint32_t of_era =
        (uint32_t)(day + JAC_TIME_1970 - era * JAC_TIME_ERA);
    /* without leap days all years of an era have 365 days */
    const uint32_t of_cycle =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const uint32_t of_year =
        of_era - (365 * of_cycle + of_cycle / 4 - of_cycle / 100);
    const uint32_t m = (5 * of_year + 2) / 153;
    const uint32_t month = m < 10 ? m + 3 : m - 9;

    p = put_year(p, 400 * era + of_cycle + (month <= 2));
    *p++ = '-';
    p = put_pair(p, month);
    *p++ = '-';
    return put_pair(p, of_year - (153 * m + 2) / 5 + 1);
}

int64_t
jac_time_days(int64_t year, uint32_t month, uint32_t day)
{
    const uint32_t m = month > 2 ? month - 3 : month + 9;
    const int64_t from_march = year - (month <= 2);
    const int64_t era = floor_div(from_march, 400);
    const uint32_t of_era = (uint32_t)(from_march - era * 400);

    return era * JAC_TIME_ERA + of_era * 365 + of_era / 4 - of_era / 100 +
           (153 * m + 2) / 5 + day - 1 - JAC_TIME_1970;
}

uint8_t *
jac_time_text(uint8_t *dst, int64_t seconds, uint32_t nanoseconds,
              int32_t offset, int digits, bool zulu)
{
    /* the offset is added to the time of day, which cannot overflow */
    const int64_t utc_day = floor_div(seconds, 86400);
    const int64_t of_utc_day = (seconds % 86400 + 86400) % 86400;
    const int64_t shown = of_utc_day + offset;
    const int64_t days = floor_div(shown, 86400);
    const uint32_t of_day = (uint32_t)(shown - days * 86400);
    const uint32_t east = (uint32_t)(offset < 0 ? -offset : offset);
    uint8_t *p;

    p = put_date(dst, utc_day + days);
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

int
jac_month_days(int64_t year, uint32_t month)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30,
                                   31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month == 2 && leap ? 29 : days[month - 1];
}
