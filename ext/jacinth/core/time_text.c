#include "time_text.h"

#include "tables.h"

static uint8_t *
put_pair(uint8_t *p, uint32_t value)
{
    memcpy(p, jac_digit_pairs + 2 * (size_t)value, 2);
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
 * Days are counted from 0000-03-01, so a leap day is the last day of a year.
 * Each era of 400 years has 146097 days. From March on, months have
 * 31 30 31 30 31 days, twice, and again in part.
 */
enum {
    JAC_TIME_DAY = 86400,
    JAC_TIME_ERA = 146097,
    JAC_TIME_ERAS = 25,
    JAC_TIME_1970 = 719468
};

/*
 * Stores year, month and day of a day since 1970: the divisions of Neri and
 * Schneider, "Euclidean affine functions and their application to calendar
 * algorithms", figure 12.
 */
static void
set_date(jac_time_fields_t *f, int64_t day)
{
    int64_t from_march = day + JAC_TIME_1970, era = 0;
    uint32_t of_century, of_year, century, months;
    uint64_t years;

    if (JAC_UNLIKELY(from_march < 0 ||
                     from_march >= JAC_TIME_ERAS * JAC_TIME_ERA)) {
        era = floor_div(from_march, JAC_TIME_ERA);
        from_march -= era * JAC_TIME_ERA;
    }
    century = (4 * (uint32_t)from_march + 3) / JAC_TIME_ERA;
    of_century = (4 * (uint32_t)from_march + 3) % JAC_TIME_ERA / 4;
    years = UINT64_C(2939745) * (4 * of_century + 3);
    of_year = (uint32_t)years / 2939745 / 4;
    months = 2141 * of_year + 197913;
    f->year = 400 * era + 100 * century + (uint32_t)(years >> 32);
    f->month = months >> 16;
    f->day = (months & 0xFFFF) / 2141 + 1;
    if (of_year >= 306) { /* January or February of the next year */
        f->year++;
        f->month -= 12;
    }
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
jac_time_put(uint8_t *p, const jac_time_fields_t *f, uint32_t nanoseconds,
             int digits)
{
    const uint32_t east = (uint32_t)(f->offset < 0 ? -f->offset : f->offset);

    p = put_year(p, f->year);
    *p++ = '-';
    p = put_pair(p, f->month);
    *p++ = '-';
    p = put_pair(p, f->day);
    *p++ = 'T';
    p = put_pair(p, f->hour);
    *p++ = ':';
    p = put_pair(p, f->minute);
    *p++ = ':';
    p = put_pair(p, f->second);
    if (digits > 0) {
        int i;

        *p++ = '.';
        for (i = 9; i > digits; i--) nanoseconds /= 10;
        for (i = digits; i > 0; i--) {
            p[i - 1] = (uint8_t)('0' + nanoseconds % 10);
            nanoseconds /= 10;
        }
        p += digits;
    }
    if (f->zulu) {
        *p++ = 'Z';
        return p;
    }
    *p++ = f->offset < 0 ? '-' : '+';
    p = put_pair(p, east / 3600);
    *p++ = ':';
    return put_pair(p, east / 60 % 60);
}

void
jac_time_set(jac_time_fields_t *f, int64_t seconds, int32_t offset)
{
    /* the offset is added to the time of day, which cannot overflow */
    int64_t days = seconds / JAC_TIME_DAY;
    int64_t of_day = seconds % JAC_TIME_DAY + offset;
    uint32_t rest;

    if (of_day < 0 || of_day >= JAC_TIME_DAY) {
        const int64_t more = floor_div(of_day, JAC_TIME_DAY);

        days += more;
        of_day -= more * JAC_TIME_DAY;
    }
    set_date(f, days);
    rest = (uint32_t)of_day % 3600;
    f->hour = (uint32_t)of_day / 3600;
    f->minute = rest / 60;
    f->second = rest % 60;
    f->offset = offset;
}

uint8_t *
jac_time_text(uint8_t *dst, int64_t seconds, uint32_t nanoseconds,
              int32_t offset, int digits, bool zulu)
{
    jac_time_fields_t f;

    jac_time_set(&f, seconds, offset);
    f.zulu = zulu;
    return jac_time_put(dst, &f, nanoseconds, digits);
}

int
jac_month_days(int64_t year, uint32_t month)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30,
                                   31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month == 2 && leap ? 29 : days[month - 1];
}
