#include "type/type_scalar.h"

#include "core/time_text.h"
#include "parse/read_number.h"
#include "ruby/time_fields.h"

#include <math.h>
#include <time.h>

/* The beginning of the year 1972 in UTC, in seconds. */
#define JAC_TIME_1972 INT64_C(63072000)

static long
digits(const uint8_t **at, const uint8_t *end, int n)
{
    const uint8_t *p = *at;
    long value = 0;

    if (end - p < n) return -1;
    for (; n > 0; n--, p++) {
        if ((uint8_t)(*p - '0') > 9) return -1;
        value = value * 10 + (*p - '0');
    }
    *at = p;
    return value;
}

static bool
literal(const uint8_t **at, const uint8_t *end, char c)
{
    if (*at == end || **at != (uint8_t)c) return false;
    (*at)++;
    return true;
}

/*
 * Reads a year: four to nine digits, with a sign or without. ISO 8601 and
 * JavaScript require a sign and six digits beyond 0000 to 9999; Ruby writes
 * only a '-' and as many digits as it needs. No year is -0.
 */
static bool
scan_year(const uint8_t **at, const uint8_t *end, long *year)
{
    const bool negative = literal(at, end, '-');
    const uint8_t *p;

    if (!negative) literal(at, end, '+');
    for (p = *at; p < end && (uint8_t)(*p - '0') < 10; p++) {
    }
    if (p - *at < 4 || p - *at > 9) return false;
    *year = digits(at, end, (int)(p - *at));
    if (!negative) return true;
    *year = -*year;
    return *year != 0;
}

static bool
scan_date(const uint8_t **at, const uint8_t *end, long date[3])
{
    if (!scan_year(at, end, &date[0])) return false;
    if (!literal(at, end, '-')) return false;
    date[1] = digits(at, end, 2);
    if (!literal(at, end, '-')) return false;
    date[2] = digits(at, end, 2);
    return date[1] >= 1 && date[1] <= 12 && date[2] >= 1 &&
           date[2] <= jac_month_days(date[0], (uint32_t)date[1]);
}

/* The offset of UTC for rb_time_timespec_new. */
enum { JAC_OFFSET_UTC = INT_MAX - 1 };

/* Reads "Z", "+hh:mm" or "+hhmm". The offset is in seconds. */
static bool
scan_offset(const uint8_t **at, const uint8_t *end, int *offset)
{
    long hours, minutes;
    bool negative;

    if (literal(at, end, 'Z') || literal(at, end, 'z')) {
        *offset = JAC_OFFSET_UTC;
        return true;
    }
    negative = literal(at, end, '-');
    if (!negative && !literal(at, end, '+')) return false;
    hours = digits(at, end, 2);
    literal(at, end, ':');
    minutes = digits(at, end, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
    *offset = (int)(hours * 3600 + minutes * 60);
    if (negative) *offset = -*offset;
    return true;
}

static bool
scan_fraction(const uint8_t **at, const uint8_t *end, long *nanoseconds)
{
    const uint8_t *p = *at;
    long unit = 100000000;

    *nanoseconds = 0;
    if (p == end || (*p != '.' && *p != ',')) return true;
    p++;
    if (p == end || (uint8_t)(*p - '0') > 9) return false;
    for (; p < end && (uint8_t)(*p - '0') < 10; p++, unit /= 10) {
        *nanoseconds += (*p - '0') * unit;
    }
    *at = p;
    return true;
}

/* True if a leap second can follow this second of UTC: they exist since 1972,
   and only at the end of a month. */
static bool
leap_second_p(int64_t seconds)
{
    const int64_t day = (seconds + 1) / 86400;
    uint8_t text[JAC_TIME_TEXT_MAX];
    const uint8_t *end;

    if (seconds < JAC_TIME_1972 || (seconds + 1) % 86400 != 0) return false;
    end = jac_time_text(text, day * 86400, 0, 0, 0, true);
    return memcmp(end - 13, "-01T00:00:00Z", 13) == 0; /* the next day */
}

/* Returns the Time of these seconds, which a time_t of 32 bits cannot store. */
static VALUE
time_far(int64_t seconds, long nanoseconds, int offset)
{
    VALUE part = rb_rational_new(LONG2FIX(nanoseconds), LONG2FIX(1000000000));
    VALUE at = rb_funcall(LL2NUM(seconds), '+', 1, part);

    if (offset != JAC_OFFSET_UTC) return rb_time_num_new(at, INT2FIX(offset));
    return rb_funcall(rb_time_num_new(at, Qnil), rb_intern("utc"), 0);
}

/* offset: as scan_offset returns it. Qundef for a year of more than nine
   digits. */
JAC_INLINE VALUE
time_new(int64_t seconds, long nanoseconds, int offset)
{
    struct timespec time;

    if (seconds < JAC_TIME_FIRST || seconds > JAC_TIME_LAST) return Qundef;
    time.tv_sec = (time_t)seconds;
    if ((int64_t)time.tv_sec != seconds) {
        return time_far(seconds, nanoseconds, offset);
    }
    time.tv_nsec = nanoseconds;
    return rb_time_timespec_new(&time, offset);
}

VALUE
jac_time_read(const uint8_t *s, size_t n)
{
    const uint8_t *p = s, *end = s + n;
    long date[3], hour, minute, second, nanoseconds;
    int64_t seconds;
    int offset;

    if (!scan_date(&p, end, date)) return Qundef;
    if (!literal(&p, end, 'T') && !literal(&p, end, 't') &&
        !literal(&p, end, ' ')) {
        return Qundef;
    }
    hour = digits(&p, end, 2);
    if (!literal(&p, end, ':')) return Qundef;
    minute = digits(&p, end, 2);
    if (!literal(&p, end, ':')) return Qundef;
    second = digits(&p, end, 2);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 ||
        second > 60) {
        return Qundef;
    }
    if (!scan_fraction(&p, end, &nanoseconds) ||
        !scan_offset(&p, end, &offset) || p != end) {
        return Qundef;
    }
    seconds =
        jac_time_days(date[0], (uint32_t)date[1], (uint32_t)date[2]) * 86400 +
        hour * 3600 + minute * 60 + second;
    if (offset != JAC_OFFSET_UTC) seconds -= offset;
    if (second == 60 && !leap_second_p(seconds - 1)) return Qundef;
    return time_new(seconds, nanoseconds, offset);
}

bool
jac_rfc3339_p(const uint8_t *s, size_t n)
{
    /* the caller has read the text as a time or date before */
    if (n < 10 || (uint8_t)(s[0] - '0') > 9 || s[4] != '-') return false;
    if (n == 10) return true;
    if (s[10] == ' ' || n < 20 || s[19] == ',') return false;
    return s[n - 1] == 'Z' || s[n - 1] == 'z' || s[n - 3] == ':';
}

/*
 * A number of JSON as `digits` without zeros at the beginning and the end,
 * times 10 to the power of `exponent`. A minus sign precedes the digits, and
 * JAC_ZEROS_MAX more digits and a null character have space.
 */
typedef struct {
    VALUE held; /* the memory of the digits; the caller keeps it alive */
    char *digits;
    size_t count;
    int64_t exponent;
    int64_t written; /* the exponent in the text */
    bool negative;
} jac_digits_t;

/* Enough for any exponent that matters, and far from an overflow. */
enum { JAC_EXPONENT_MAX = 100000000 };

static void
read_digits(jac_digits_t *d, const uint8_t *s, size_t n)
{
    const uint8_t *p = s, *const end = s + n;
    int64_t exponent = 0;
    bool fraction = false, less;

    d->held = jac_memory_new(n + JAC_ZEROS_MAX + 2);
    d->digits = RSTRING_PTR(d->held);
    *d->digits++ = '-';
    d->count = 0;
    d->exponent = 0;
    d->negative = *p == '-';
    if (d->negative) p++;
    for (; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            fraction = true;
            continue;
        }
        if (fraction) d->exponent--;
        if (d->count > 0 || *p != '0') d->digits[d->count++] = (char)*p;
    }
    if (p < end) {
        p++;
        less = *p == '-';
        if (less || *p == '+') p++;
        for (; p < end && exponent < JAC_EXPONENT_MAX; p++) {
            exponent = exponent * 10 + (*p - '0');
        }
        if (less) exponent = -exponent;
    }
    d->written = exponent;
    d->exponent += exponent;
    for (; d->count > 0 && d->digits[d->count - 1] == '0'; d->count--) {
        d->exponent++;
    }
}

VALUE
jac_whole_read(const uint8_t *s, size_t n)
{
    jac_digits_t d;
    VALUE value;

    read_digits(&d, s, n);
    if (d.count == 0) return INT2FIX(0);
    if (d.exponent < 0 || d.written > JAC_ZEROS_MAX) return Qundef;
    memset(d.digits + d.count, '0', (size_t)d.exponent);
    d.digits[d.count + (size_t)d.exponent] = '\0';
    value = rb_cstr2inum(d.digits - d.negative, 10);
    RB_GC_GUARD(d.held);
    return value;
}

enum { JAC_NANO_DIGITS = 9 };

/* Returns the number of digits of a second's fraction that the unit of an EPOCH
   has: 0 for seconds, 3 for milliseconds. */
static int
unit_digits(const jac_type_t *type)
{
    return type->unit == 1000 ? 3 : 0;
}

VALUE
jac_epoch_read(const jac_type_t *type, const uint8_t *s, size_t n)
{
    int64_t seconds = 0, nanoseconds = 0, point, at;
    jac_digits_t d;

    read_digits(&d, s, n);
    /* the number of digits before the point, in seconds */
    point = (int64_t)d.count + d.exponent - unit_digits(type);
    if (d.count == 0) point = 0;
    if (point > 17) return Qundef; /* JAC_TIME_LAST has 17 digits */
    for (at = point < 0 ? point : 0; at < point + JAC_NANO_DIGITS; at++) {
        const int64_t digit =
            at >= 0 && at < (int64_t)d.count ? d.digits[at] - '0' : 0;

        if (at < point) {
            seconds = seconds * 10 + digit;
        }
        else {
            nanoseconds = nanoseconds * 10 + digit;
        }
    }
    RB_GC_GUARD(d.held);
    if (d.negative) {
        seconds = -seconds;
        if (nanoseconds > 0) {
            seconds--;
            nanoseconds = 1000000000 - nanoseconds;
        }
    }
    return time_new(seconds, (long)nanoseconds, JAC_OFFSET_UTC);
}

VALUE
jac_epoch_of_text(const uint8_t *s, size_t n)
{
    const VALUE time = jac_time_read(s, n);
    uint32_t nanoseconds;
    int64_t seconds;

    if (time == Qundef) return Qundef;
    seconds = jac_time_seconds(time, &nanoseconds);
    return time_new(seconds, (long)nanoseconds, JAC_OFFSET_UTC);
}

/* A fraction has three, six or nine digits, or there is none. */
static int
fraction_digits(uint32_t nanoseconds)
{
    if (nanoseconds == 0) return 0;
    if (nanoseconds % 1000000 == 0) return 3;
    return nanoseconds % 1000 == 0 ? 6 : 9;
}

uint8_t *
jac_epoch_write(uint8_t *p, const jac_type_t *type, VALUE time)
{
    uint32_t nanoseconds;
    int64_t seconds = jac_time_seconds(time, &nanoseconds);
    char text[JAC_TIME_TEXT_MAX], *s = text, *end, *point;

    if (seconds < JAC_TIME_FIRST || seconds > JAC_TIME_LAST) return NULL;
    if (seconds < 0) {
        *p++ = '-';
        seconds = -seconds;
        if (nanoseconds > 0) {
            seconds--;
            nanoseconds = 1000000000 - nanoseconds;
        }
    }
    end = s + snprintf(text, sizeof(text), "%lld%09u", (long long)seconds,
                       (unsigned)nanoseconds);
    point = end - JAC_NANO_DIGITS + unit_digits(type);
    while (s < point - 1 && *s == '0') s++;
    while (end > point && end[-1] == '0') end--;
    memcpy(p, s, (size_t)(point - s));
    p += point - s;
    if (end == point) return p;
    *p++ = '.';
    memcpy(p, point, (size_t)(end - point));
    return p + (end - point);
}

uint8_t *
jac_time_write(uint8_t *p, VALUE time)
{
    jac_time_fields_t fields;
    uint32_t nanoseconds;

    if (!jac_time_view(time, JAC_TIME_INSTANT, &fields, &nanoseconds)) {
        return NULL;
    }
    fields.zulu = fields.offset == 0;
    *p++ = '"';
    p = jac_time_put(p, &fields, nanoseconds, fraction_digits(nanoseconds));
    *p++ = '"';
    return p;
}

/* A date of the Gregorian calendar, which ISO 8601 uses for all years. */
static VALUE
make_date(const jac_type_t *type, VALUE string)
{
    const uint8_t *p = (const uint8_t *)RSTRING_PTR(string);
    const uint8_t *end = p + RSTRING_LEN(string);
    long date[3];
    VALUE arguments[4];
    int i;

    if (!scan_date(&p, end, date) || p != end) return Qundef;
    for (i = 0; i < 3; i++) arguments[i] = LONG2NUM(date[i]);
    arguments[3] = DBL2NUM(-HUGE_VAL); /* Date::GREGORIAN */
    if (!RTEST(
            rb_funcallv(type->klass, rb_intern("valid_date?"), 4, arguments))) {
        return Qundef;
    }
    return rb_funcallv(type->klass, rb_intern("new"), 4, arguments);
}

VALUE
jac_date_text(VALUE iso8601)
{
    const char *s = StringValuePtr(iso8601);
    const long n = RSTRING_LEN(iso8601), sign = n > 0 && s[0] == '-';
    const long year = n - 6 - sign; /* digits, before -mm-dd */
    VALUE text;

    if (year > 9 || year < 4) return Qnil;
    if (sign == 0 && year == 4) return iso8601;
    text = rb_usascii_str_new(sign ? "-" : "+", 1);
    rb_str_cat(text, "000000", year < 6 ? 6 - year : 0);
    rb_str_cat(text, s + sign, n - sign);
    RB_GC_GUARD(iso8601);
    return text;
}

VALUE
jac_string_strip(VALUE string)
{
    const char *s = RSTRING_PTR(string), *end = RSTRING_END(string), *p = s;

    while (p < end && (*p == '\0' || rb_isspace(*p))) p++;
    while (p < end && (end[-1] == '\0' || rb_isspace(end[-1]))) end--;
    return rb_str_subseq(string, p - s, end - p);
}

/* True if this number of JSON has a digit other than 0 before the exponent. */
static bool
nonzero_text(const char *s, size_t n)
{
    size_t i;

    for (i = 0; i < n && s[i] != 'e' && s[i] != 'E'; i++) {
        if (s[i] >= '1' && s[i] <= '9') return true;
    }
    return false;
}

/* Returns a BigDecimal, or Qundef if the String is no number, or if its
   exponent is too large for BigDecimal, which makes it infinite or zero. */
static VALUE
make_decimal(VALUE string)
{
    jac_number_t number;
    VALUE value;

    if (!jac_text_is_number((const uint8_t *)RSTRING_PTR(string),
                            (size_t)RSTRING_LEN(string), &number)) {
        return Qundef;
    }
    value = rb_funcallv(rb_mKernel, rb_intern("BigDecimal"), 1, &string);
    if (!RTEST(rb_funcallv(value, rb_intern("finite?"), 0, NULL)))
        return Qundef;
    if (RTEST(rb_funcallv(value, rb_intern("zero?"), 0, NULL)) &&
        nonzero_text(RSTRING_PTR(string), (size_t)RSTRING_LEN(string))) {
        value = Qundef;
    }
    RB_GC_GUARD(string);
    return value;
}

VALUE
jac_scalar_make(jac_type_reader_t *r, const jac_type_t *type, VALUE value)
{
    const jac_ticket_t ticket = jac_reader_leave(r);

    switch (type->kind) {
    case JAC_TYPE_DATE:
        value = make_date(type, value);
        break;
    case JAC_TYPE_DECIMAL:
        value = make_decimal(value);
        break;
    default:
        value = rb_funcallv(type->klass, rb_intern("new"), 1, &value);
        if (r->parser.options->freeze) {
            value = rb_funcallv(value, rb_intern("freeze"), 0, NULL);
        }
        break;
    }
    jac_reader_enter(r, ticket);
    return value;
}

static bool
length_allowed(const jac_type_t *type, int64_t length)
{
    return type->low <= length && length <= type->high;
}

/* The limits are fixnums; INT64_MIN and INT64_MAX mean that there is none. */
static bool
integer_allowed(const jac_type_t *type, VALUE value)
{
    if (RB_FIXNUM_P(value)) return length_allowed(type, FIX2LONG(value));
    return RBIGNUM_POSITIVE_P(value) ? type->high == INT64_MAX
                                     : type->low == INT64_MIN;
}

bool
jac_length_holds(const jac_type_t *type, VALUE string)
{
    return length_allowed(type, rb_str_strlen(string));
}

static bool
matches(VALUE regexp, VALUE string)
{
    if (rb_enc_str_coderange(string) == ENC_CODERANGE_BROKEN) return false;
    return RTEST(rb_funcallv(regexp, rb_intern("match?"), 1, &string));
}

static bool
matches_all(VALUE tests, VALUE key)
{
    long i;

    for (i = 0; i < RARRAY_LEN(tests); i++) {
        if (!matches(RARRAY_AREF(tests, i), key)) return false;
    }
    return true;
}

const jac_type_t *
jac_map_value_type(const jac_type_t *type, VALUE key)
{
    uint32_t first = 0, i;
    VALUE place;

    if (type->alternative_count == 0) return type->of;
    if (RB_SYMBOL_P(key)) key = rb_sym2str(key);
    if (!NIL_P(type->places)) {
        place = rb_hash_lookup(type->places, key);
        if (!NIL_P(place)) return type->alternatives[FIX2INT(place)];
        first = (uint32_t)RHASH_SIZE(type->places);
    }
    for (i = first; i < type->alternative_count; i++) {
        if (matches_all(RARRAY_AREF(type->tests, i - first), key)) {
            return type->alternatives[i];
        }
    }
    return type->of;
}

/* True if a Hash, of which the keys can be texts instead of Symbols, has this
   key. */
static bool
has_key(VALUE hash, VALUE key)
{
    return rb_hash_lookup2(hash, key, Qundef) != Qundef ||
           (RB_SYMBOL_P(key) &&
            rb_hash_lookup2(hash, rb_sym2str(key), Qundef) != Qundef);
}

VALUE
jac_map_missing(const jac_type_t *type, VALUE hash)
{
    VALUE missing = Qnil;
    long i;

    for (i = 0; i < RARRAY_LEN(type->required); i += 2) {
        const VALUE given = RARRAY_AREF(type->required, i);
        const VALUE key = RARRAY_AREF(type->required, i + 1);

        if ((!NIL_P(given) && !has_key(hash, given)) || has_key(hash, key)) {
            continue;
        }
        if (NIL_P(missing)) missing = rb_hash_new();
        rb_hash_aset(missing, key, Qtrue);
    }
    return NIL_P(missing) ? Qnil : rb_funcall(missing, rb_intern("keys"), 0);
}

bool
jac_limits_hold(const jac_type_t *type, VALUE value)
{
    if (RB_TYPE_P(value, T_ARRAY)) {
        return length_allowed(type, RARRAY_LEN(value));
    }
    if (RB_TYPE_P(value, T_HASH)) {
        return length_allowed(type, (int64_t)RHASH_SIZE(value));
    }
    if (RB_TYPE_P(value, T_STRING)) {
        if (!jac_length_holds(type, value)) return false;
        return NIL_P(type->pattern) || matches(type->pattern, value);
    }
    if (type->kind == JAC_TYPE_SET) {
        return length_allowed(
            type, NUM2LL(rb_funcallv(value, rb_intern("size"), 0, NULL)));
    }
    if (NIL_P(type->range)) {
        return type->kind != JAC_TYPE_INTEGER || integer_allowed(type, value);
    }
    return RTEST(rb_funcallv(type->range, rb_intern("cover?"), 1, &value));
}

bool
jac_scalar_allowed(jac_type_reader_t *r, const jac_type_t *type, VALUE value)
{
    jac_ticket_t ticket;
    bool allowed;

    if (NIL_P(type->range) && NIL_P(type->pattern) &&
        type->kind != JAC_TYPE_SET) {
        return jac_limits_hold(type, value); /* calls no Ruby code */
    }
    ticket = jac_reader_leave(r);
    allowed = jac_limits_hold(type, value);
    jac_reader_enter(r, ticket);
    return allowed;
}

static bool
number_p(VALUE value)
{
    return RB_INTEGER_TYPE_P(value) || RB_FLOAT_TYPE_P(value);
}

bool
jac_enum_literal(const jac_type_t *type, VALUE *value)
{
    long i;

    if (NIL_P(type->klass)) return false;
    for (i = 0; i < RARRAY_LEN(type->klass); i++) {
        VALUE one = RARRAY_AREF(type->klass, i);

        if (one == *value || (number_p(one) && number_p(*value) &&
                              RTEST(rb_equal(one, *value)))) {
            *value = one;
            return true;
        }
    }
    return false;
}

VALUE
jac_integer_as_float(VALUE integer)
{
    VALUE text;
    double value;

    if (RB_FIXNUM_P(integer)) return DBL2NUM((double)FIX2LONG(integer));
    /* Ruby would warn of a large one */
    if (rb_absint_numwords(integer, 1, NULL) > 1024) {
        return DBL2NUM(RBIGNUM_NEGATIVE_P(integer) ? -HUGE_VAL : HUGE_VAL);
    }
    text = rb_big2str(integer, 10);
    value = jac_number_to_double((const uint8_t *)RSTRING_PTR(text),
                                 (size_t)RSTRING_LEN(text));
    RB_GC_GUARD(text);
    return DBL2NUM(value);
}

bool
jac_scalar_base_p(const jac_type_t *type, VALUE value)
{
    switch (type->kind) {
    case JAC_TYPE_STRING:
        return RB_TYPE_P(value, T_STRING);
    case JAC_TYPE_INTEGER:
        return RB_INTEGER_TYPE_P(value);
    case JAC_TYPE_FLOAT:
        return RB_FLOAT_TYPE_P(value);
    default:
        return value == Qtrue || value == Qfalse;
    }
}

bool
jac_scalar_base(jac_type_reader_t *r, const jac_type_t *type, VALUE *value)
{
    if (type->kind == JAC_TYPE_FLOAT && RB_INTEGER_TYPE_P(*value)) {
        *value = jac_integer_as_float(*value);
    }
    if (!jac_scalar_base_p(type, *value)) return false;
    if (type->strips) *value = jac_string_strip(*value);
    if (type->kind == JAC_TYPE_FLOAT && isinf(RFLOAT_VALUE(*value)) &&
        !r->parser.options->allow_nan) {
        return false;
    }
    return !type->constrained || jac_scalar_allowed(r, type, *value);
}
