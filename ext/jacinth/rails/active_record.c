#include "rails/active_record.h"

#include "core/time_text.h"
#include "ruby/errors.h"

/* The greatest depth of a JSON column's value that is checked. */
enum { JSON_DEPTH = 64 };

static bool json_value_p(VALUE value, int depth);

typedef struct {
    int depth;
    bool all_strings;
} jac_json_members_t;

static int
check_member(VALUE key, VALUE value, VALUE argument)
{
    jac_json_members_t *m = (jac_json_members_t *)argument;

    m->all_strings = !RB_SPECIAL_CONST_P(key) &&
                     RBASIC_CLASS(key) == rb_cString &&
                     json_value_p(value, m->depth);
    return m->all_strings ? ST_CONTINUE : ST_STOP;
}

/*
 * True if as_json of the value gives an equal value: it consists of Hashes with
 * String keys, Arrays, Strings, numbers, true, false and nil only, of exactly
 * these classes, in at most `depth` levels. Runs no Ruby code.
 */
static bool
json_value_p(VALUE value, int depth)
{
    jac_json_members_t members = {depth - 1, true};
    long i;

    if (RB_SPECIAL_CONST_P(value)) {
        return RB_FIXNUM_P(value) || RB_FLONUM_P(value) || NIL_P(value) ||
               value == Qtrue || value == Qfalse;
    }
    switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING:
        return RBASIC_CLASS(value) == rb_cString;
    case T_FLOAT:
    case T_BIGNUM:
        return true;
    case T_ARRAY:
        if (RBASIC_CLASS(value) != rb_cArray || depth == 0) return false;
        for (i = 0; i < RARRAY_LEN(value); i++) {
            if (!json_value_p(RARRAY_AREF(value, i), depth - 1)) return false;
        }
        return true;
    case T_HASH:
        if (RBASIC_CLASS(value) != rb_cHash || depth == 0) return false;
        rb_hash_foreach(value, check_member, (VALUE)&members);
        return members.all_strings;
    default:
        return false;
    }
}

/* True if the walk writes the value and its as_json equally. */
static bool
column_value_p(VALUE value, VALUE types)
{
    return json_value_p(value, JSON_DEPTH) ||
           RTEST(rb_hash_lookup(types, rb_obj_class(value)));
}

/* How the type of a column casts the database's value: X(C name, Ruby name).
   RailsWalk::CASTS has the Ruby names in this order. */
#define CAST_LIST(X)      \
    X(ANY, "any")         \
    X(TEXT, "text")       \
    X(INTEGER, "integer") \
    X(FLOAT, "float")     \
    X(BOOLEAN, "boolean") \
    X(MOMENT, "moment")   \
    X(NONE, "none")
#define MEMBER_OF_CAST(name, symbol) CAST_##name,
#define SYMBOL_OF_CAST(name, symbol) symbol,

enum { CAST_LIST(MEMBER_OF_CAST) CASTS };

static const char *const cast_names[] = {CAST_LIST(SYMBOL_OF_CAST)};

static int
digits_at(const char *text, int count)
{
    int number = 0, i;

    for (i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

/*
 * Parses a database's time in UTC, such as 2026-01-02 03:04:05.123456, with up
 * to six digits of a fraction, in the years 1000 to 9998. Returns false for any
 * other text.
 */
static bool
parse_moment(VALUE raw, int64_t *seconds, uint32_t *nanoseconds)
{
    const char *text;
    long length, i;
    int year, month, day, hour, minute, second;

    if (RB_SPECIAL_CONST_P(raw) || RBASIC_CLASS(raw) != rb_cString) {
        return false;
    }
    text = RSTRING_PTR(raw);
    length = RSTRING_LEN(raw);
    if (length != 19 && (length < 21 || length > 26)) return false;
    if (text[4] != '-' || text[7] != '-' || text[10] != ' ' ||
        text[13] != ':' || text[16] != ':' || !rb_enc_str_asciicompat_p(raw)) {
        return false;
    }
    year = digits_at(text, 4);
    month = digits_at(text + 5, 2);
    day = digits_at(text + 8, 2);
    hour = digits_at(text + 11, 2);
    minute = digits_at(text + 14, 2);
    second = digits_at(text + 17, 2);
    if (year < 1000 || year > 9998 || month < 1 || month > 12 || day < 1 ||
        day > jac_month_days(year, (uint32_t)month) || hour < 0 || hour > 23 ||
        minute < 0 || minute > 59 || second < 0 || second > 59) {
        return false;
    }
    *seconds = jac_time_days(year, (uint32_t)month, (uint32_t)day) * 86400 +
               hour * 3600 + minute * 60 + second;
    *nanoseconds = 0;
    if (length > 19) {
        const int fraction = digits_at(text + 20, (int)length - 20);

        if (text[19] != '.' || fraction < 0) return false;
        *nanoseconds = (uint32_t)fraction;
        for (i = length - 20; i < 9; i++) *nanoseconds *= 10;
    }
    return true;
}

/* Returns the database's time in the zone of a Clock as a new String, or
   Qundef if the Clock's periods do not cover it. Runs no Ruby code. */
static VALUE
moment_text(VALUE clock, VALUE raw)
{
    const VALUE periods = rb_ivar_get(clock, rb_intern("@periods"));
    const VALUE digits = rb_ivar_get(clock, rb_intern("@digits"));
    uint8_t text[JAC_TIME_TEXT_MAX], *end;
    uint32_t nanoseconds;
    int64_t seconds;
    long i;

    Check_Type(periods, T_ARRAY);
    if (!RB_FIXNUM_P(digits) || !parse_moment(raw, &seconds, &nanoseconds)) {
        return Qundef;
    }
    for (i = 0; i + 3 < RARRAY_LEN(periods); i += 4) {
        const VALUE from = RARRAY_AREF(periods, i);
        const VALUE upto = RARRAY_AREF(periods, i + 1);
        const VALUE offset = RARRAY_AREF(periods, i + 2);

        if (NUM2LL(from) <= seconds && seconds < NUM2LL(upto)) {
            if (!RB_FIXNUM_P(offset) || FIX2LONG(offset) % 60 != 0 ||
                FIX2LONG(offset) <= -86400 || FIX2LONG(offset) >= 86400) {
                return Qundef;
            }
            end = jac_time_text(text, seconds, nanoseconds,
                                (int32_t)FIX2LONG(offset), FIX2INT(digits),
                                RTEST(RARRAY_AREF(periods, i + 3)));
            return rb_utf8_str_new((const char *)text, end - text);
        }
    }
    return Qundef;
}

/* Returns the cast value, or Qundef if the column's type must be called. */
static VALUE
cast_raw(VALUE raw, VALUE kind, VALUE clock)
{
    if (NIL_P(raw)) return kind == INT2FIX(CAST_ANY) ? Qundef : Qnil;
    switch (FIX2INT(kind)) {
    case CAST_TEXT:
        if (RB_SPECIAL_CONST_P(raw)) break;
        return RBASIC_CLASS(raw) == rb_cString ? raw : Qundef;
    case CAST_INTEGER:
        return RB_FIXNUM_P(raw) ? raw : Qundef;
    case CAST_FLOAT:
        return RB_FLOAT_TYPE_P(raw) ? raw : Qundef;
    case CAST_BOOLEAN:
        if (raw == Qtrue || raw == Qfalse) return raw;
        if (raw == INT2FIX(0)) return Qfalse;
        if (raw == INT2FIX(1)) return Qtrue;
        break;
    case CAST_NONE:
        return raw;
    case CAST_MOMENT:
        return NIL_P(clock) ? Qundef : moment_text(clock, raw);
    }
    return Qundef;
}

static VALUE
raw_value(VALUE values, VALUE row, VALUE name)
{
    const VALUE found = rb_hash_lookup2(values, name, Qundef);

    if (NIL_P(row) || found == Qundef) return found;
    if (!RB_FIXNUM_P(found) || FIX2LONG(found) < 0 ||
        FIX2LONG(found) >= RARRAY_LEN(row)) {
        return Qundef;
    }
    return RARRAY_AREF(row, FIX2LONG(found));
}

/*
 * pairs(set, cast, names, types, kinds, values, row, clock): returns a new Hash
 * of the names and the results of set.fetch_value. Returns nil if a value is of
 * none of the `types`, the keys of a Hash.
 *
 * cast: values by name that fetch_value would return, or nil. kinds: for each
 * name how its type casts, or nil. values: the database's values by name, or
 * their indices in the Array `row`. clock: a Clock for times, or nil.
 */
static VALUE
walk_s_pairs(int argc, VALUE *argv, VALUE module)
{
    const VALUE pairs = rb_hash_new();
    VALUE set, cast, names, types, kinds, values, row, clock;
    long i;

    rb_check_arity(argc, 8, 8);
    set = argv[0];
    cast = argv[1];
    names = argv[2];
    types = argv[3];
    kinds = argv[4];
    values = argv[5];
    row = argv[6];
    clock = argv[7];
    Check_Type(names, T_ARRAY);
    Check_Type(types, T_HASH);
    if (!NIL_P(cast)) Check_Type(cast, T_HASH);
    if (!NIL_P(kinds)) {
        Check_Type(kinds, T_ARRAY);
        Check_Type(values, T_HASH);
        if (!NIL_P(row)) Check_Type(row, T_ARRAY);
    }
    for (i = 0; i < RARRAY_LEN(names); i++) {
        const VALUE name = RARRAY_AREF(names, i);
        VALUE value =
            NIL_P(cast) ? Qundef : rb_hash_lookup2(cast, name, Qundef);
        bool moment = false;

        if (value == Qundef && !NIL_P(kinds) && i < RARRAY_LEN(kinds)) {
            const VALUE kind = RARRAY_AREF(kinds, i);

            moment = kind == INT2FIX(CAST_MOMENT);
            value = raw_value(values, row, name);
            if (value != Qundef) value = cast_raw(value, kind, clock);
        }
        if (value == Qundef) {
            value = rb_funcallv(set, rb_intern("fetch_value"), 1, &name);
            if (moment && !NIL_P(clock)) {
                rb_funcallv(clock, rb_intern("learn"), 1, &value);
            }
        }
        if (!column_value_p(value, types)) return Qnil;
        rb_hash_aset(pairs, name, value);
    }
    return pairs;
}

void
jac_init_active_record(VALUE mRailsWalk)
{
    rb_define_singleton_method(mRailsWalk, "pairs", walk_s_pairs, -1);
    jac_define_symbols(mRailsWalk, "CASTS", cast_names, CASTS);
}
