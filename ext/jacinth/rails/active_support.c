#include "rails/active_support.h"

#include "core/time_text.h"
#include "generate/duplicate_texts.h"
#include "generate/emit.h"
#include "generate/emit_time.h"
#include "generate/generator.h"
#include "rails/active_record.h"
#include "rails/rails_option.h"
#include "ruby/errors.h"
#include "ruby/hash_layout.h"

static ID id_to_s, id_as_json, id_need_original_encoder, id_time_unchanged,
    id_zone_unchanged, id_text_unchanged, id_utc_p;
static ID id_utc_offset, id_iv_utc, id_iv_period, id_iv_offset, id_utc,
    id_period;
static ID id_iv_refusal, id_iv_attributes, id_iv_values, id_iv_column_indexes;
static VALUE sym_methods, cZone;
static VALUE cRecord, cRelation;
/* The first check of the models costs about as much as as_json of this many
   attributes, such as 24 records with two attributes each. */
enum { MODELS_ATTRIBUTES = 48 };
/* The assumed number of attributes of a record that no query loaded. */
enum { MANY_ATTRIBUTES = 8 };
/* The classes of TZInfo's periods, which take their values from @offset. */
enum { PERIODS = 2 };
static VALUE periods[PERIODS];
/* Date, DateTime and BigDecimal, whose as_json returns text; or Qfalse. */
enum { TEXTUAL = 3 };
static VALUE textual[TEXTUAL];
/* True if the converter only calls as_json of each object: Active Support 8.1
   and newer. */
static bool always_as_json;

static jac_active_support_t *
support_of(const jac_walk_t *w)
{
    return (jac_active_support_t *)w->rules;
}

/* True if the methods of models were checked, and are the original ones. */
static bool
models_checked_p(const jac_active_support_t *a)
{
    return RTEST(a->models) && RTEST(rb_hash_lookup(a->models, sym_methods));
}

static bool
values_checked_p(const jac_active_support_t *a)
{
    return a->time_unchanged > 0 || a->zone_unchanged > 0 ||
           a->text_unchanged > 0;
}

/* The number of results that may be cleared before checks have a price again:
   enough for an object with its own as_json in a document. */
enum { CLEARED_MAX = 2 };

/* True if a check of times, decimals or models has returned true since the last
   call of as_json, and such results were seldom cleared in this document. */
static bool
checked_p(const jac_active_support_t *a)
{
    return (a->cleared < CLEARED_MAX && values_checked_p(a)) ||
           models_checked_p(a);
}

/*
 * True if the converter's method `check` has returned true, which means that
 * certain methods are not redefined. The check takes as long as as_json of
 * `times` Time objects, so it is made only after as_json has written that many.
 * It is made at once if another check has returned true, because a call of
 * as_json would clear that result.
 */
static bool
unchanged_p(jac_walk_t *w, ID check, int *result, unsigned times)
{
    jac_active_support_t *a = support_of(w);

    if (JAC_UNLIKELY(*result == 0)) {
        if (a->times_written >= times) {
            a->times_written -= times;
        }
        else if (!checked_p(a)) {
            a->times_written++;
            return false;
        }
        *result =
            RTEST(jac_walk_call(w, a->converter, check, 0, NULL)) ? 1 : -1;
    }
    return *result > 0;
}

/*
 * Writes a Time as Ruby shows it, or in the zone of a period. Returns false and
 * writes nothing if as_json must be called.
 */
static bool
emit_time(jac_walk_t *w, VALUE time, const jac_period_t *period)
{
    jac_time_fields_t fields;
    uint32_t nanoseconds;
    uint8_t *p;

    fields.offset = period ? period->offset : 0;
    if (!jac_walk_time_view(w, time,
                            fields.offset ? JAC_TIME_ZONED : JAC_TIME_SHOWN,
                            &fields, &nanoseconds)) {
        return false;
    }
    if (period) {
        if (fields.offset != period->offset) return false;
        fields.zulu = period->zulu;
    }
    p = jac_walk_reserve(w, w->buffer.pos,
                         JAC_TIME_TEXT_MAX + 2 + JAC_MEMBER_SPACE);
    *p++ = '"';
    p = jac_time_put(p, &fields, nanoseconds, support_of(w)->digits);
    *p++ = '"';
    w->buffer.pos = p;
    return true;
}

static VALUE
remembered(jac_walk_t *w, VALUE object, ID variable, ID method)
{
    const VALUE value = rb_ivar_get(object, variable);

    return RTEST(value) ? value : jac_walk_call(w, object, method, 0, NULL);
}

/* Returns the offset of a period. TZInfo makes a period for each time, but
   one offset for each name and UTC offset of a zone. */
static VALUE
period_offset(VALUE period)
{
    const VALUE klass = RBASIC_CLASS(period);
    VALUE offset = Qnil;

    if (klass == periods[0] || klass == periods[1]) {
        offset = rb_ivar_get(period, id_iv_offset);
    }
    return RB_SPECIAL_CONST_P(offset) ? period : offset;
}

/* Writes a TimeWithZone from its utc and the offset of its period, which
   Active Support and TZInfo never change. The cache keeps the offset alive. */
static bool
emit_zoned_time(jac_walk_t *w, VALUE time)
{
    const VALUE period = remembered(w, time, id_iv_period, id_period);
    const VALUE utc = remembered(w, time, id_iv_utc, id_utc);
    jac_period_t *cached;
    VALUE zone_offset;

    if (RB_SPECIAL_CONST_P(utc) || CLASS_OF(utc) != rb_cTime ||
        RB_SPECIAL_CONST_P(period)) {
        return false;
    }
    zone_offset = period_offset(period);
    cached = &support_of(w)->periods[(zone_offset >> 3 ^ zone_offset >> 6) &
                                     (JAC_PERIODS - 1)];
    if (JAC_UNLIKELY(cached->zone_offset != zone_offset)) {
        const VALUE offset = jac_walk_call(w, time, id_utc_offset, 0, NULL);
        const VALUE zulu = jac_walk_call(w, time, id_utc_p, 0, NULL);

        if (!RB_FIXNUM_P(offset) || FIX2LONG(offset) <= -360000 ||
            FIX2LONG(offset) >= 360000) {
            return false;
        }
        cached->zone_offset = zone_offset;
        JAC_SHADOW_KEEP(&cached->shadow, zone_offset);
        cached->offset = (int32_t)FIX2LONG(offset);
        cached->zulu = RTEST(zulu);
    }
    JAC_SHADOW_CHECK(&cached->shadow, zone_offset, "the periods of time zones");
    return emit_time(w, utc, cached);
}

/* True if the generator can write times. Reads the number of digits from Active
   Support's settings, unless that was done since the last call of as_json. */
static bool
digits_p(jac_walk_t *w)
{
    jac_active_support_t *a = support_of(w);

    if (JAC_UNLIKELY(a->digits == JAC_DIGITS_UNREAD)) {
        const VALUE digits =
            jac_walk_call(w, a->converter, rb_intern("digits"), 0, NULL);

        a->digits = RB_FIXNUM_P(digits) && FIX2LONG(digits) >= 0 &&
                            FIX2LONG(digits) <= 9
                        ? FIX2INT(digits)
                        : JAC_DIGITS_BY_AS_JSON;
    }
    return a->digits >= 0;
}

static bool
emit_any_time(jac_walk_t *w, VALUE object)
{
    jac_active_support_t *a = support_of(w);
    VALUE klass;

    if (a->digits == JAC_DIGITS_BY_AS_JSON || RB_SPECIAL_CONST_P(object)) {
        return false;
    }
    klass = RBASIC_CLASS(object);
    if (klass == cZone && cZone) {
        return unchanged_p(w, id_zone_unchanged, &a->zone_unchanged, 2) &&
               digits_p(w) && emit_zoned_time(w, object);
    }
    return klass == rb_cTime &&
           unchanged_p(w, id_time_unchanged, &a->time_unchanged, 1) &&
           digits_p(w) && emit_time(w, object, NULL);
}

/* True if the current value is inside the result of an as_json. */
static bool
inside_unoptioned_p(const jac_walk_t *w)
{
    const jac_active_support_t *a = support_of(w);
    size_t frame = w->frame;

    if (!a->unoptioned) return false;
    while (frame != JAC_WALK_NO_FRAME && frame > a->unoptioned_frame) {
        frame = jac_frame_outer(w->stack + frame);
    }
    return frame == a->unoptioned_frame &&
           w->stack[frame + JAC_WALK_CONTAINER] == a->unoptioned;
}

/* True if the generator writes the value without a call of Ruby code. */
static bool
native_p(VALUE value)
{
    if (RB_SPECIAL_CONST_P(value)) return true;
    switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING:
        return RBASIC_CLASS(value) == rb_cString;
    case T_HASH:
        return RBASIC_CLASS(value) == rb_cHash;
    case T_ARRAY:
        return RBASIC_CLASS(value) == rb_cArray;
    case T_FLOAT:
    case T_BIGNUM:
    case T_SYMBOL:
        return true;
    default:
        return false;
    }
}

static bool
textual_p(VALUE object)
{
    const VALUE klass =
        RB_SPECIAL_CONST_P(object) ? Qfalse : RBASIC_CLASS(object);
    unsigned i;

    for (i = 0; i < TEXTUAL; i++) {
        if (klass && klass == textual[i]) return true;
    }
    return false;
}

/* True if emit_any_time() can write another time of this class. */
static bool
time_p(VALUE object)
{
    const VALUE klass =
        RB_SPECIAL_CONST_P(object) ? Qfalse : RBASIC_CLASS(object);

    return klass && (klass == cZone || klass == rb_cTime);
}

void
jac_active_support_forget(jac_active_support_t *a)
{
    if (values_checked_p(a)) a->cleared++;
    a->time_unchanged = a->zone_unchanged = a->text_unchanged = 0;
    if (a->digits >= 0) a->digits = JAC_DIGITS_UNREAD;
    a->hash_class = Qfalse;
    if (RTEST(a->models) && RHASH_SIZE(a->models) > 0) {
        rb_hash_clear(a->models);
    }
}

/* Returns as_json of a time or another class with textual as_json. If the
   result is not text, Active Support's encoder converts the object. */
static VALUE
text_of(jac_walk_t *w, VALUE object)
{
    jac_active_support_t *a = support_of(w);
    const bool cached = textual_p(object) && unchanged_p(w, id_text_unchanged,
                                                         &a->text_unchanged, 2);
    const VALUE given = jac_walk_call(w, object, id_as_json, 0, NULL);

    if (!cached) jac_active_support_forget(a);
    if (!NIL_P(given) && !RB_FIXNUM_P(given) &&
        (RB_SPECIAL_CONST_P(given) || RBASIC_CLASS(given) != rb_cString)) {
        jac_walk_call(w, a->converter, id_need_original_encoder, 0, NULL);
    }
    return given;
}

static bool
record_p(VALUE object)
{
    return cRecord && RB_TYPE_P(object, T_OBJECT) &&
           RTEST(rb_obj_is_kind_of(object, cRecord));
}

static bool
relation_p(VALUE object)
{
    return cRelation && RB_TYPE_P(object, T_OBJECT) &&
           RTEST(rb_obj_is_kind_of(object, cRelation));
}

static VALUE
ivar_of(VALUE object, ID name)
{
    return RB_TYPE_P(object, T_OBJECT) ? rb_ivar_get(object, name) : Qnil;
}

/* The number of attributes that a query has loaded for a record. */
static size_t
attribute_count(VALUE record)
{
    VALUE values = ivar_of(ivar_of(record, id_iv_attributes), id_iv_values);

    if (RB_TYPE_P(values, T_OBJECT)) {
        values = ivar_of(values, id_iv_column_indexes);
    }
    return RB_TYPE_P(values, T_HASH) ? RHASH_SIZE(values) : MANY_ATTRIBUTES;
}

/* True if as_json of all records of an Array costs more than the first check of
   models. count: the number of attributes that as_json returns for each record;
   0 if it returns all that are loaded. */
static bool
worth_check_p(VALUE array, size_t count)
{
    const size_t size = (size_t)RARRAY_LEN(array);

    if (size == 0 || !record_p(RARRAY_AREF(array, 0))) return false;
    if (count == 0) count = attribute_count(RARRAY_AREF(array, 0));
    return size >= MODELS_ATTRIBUTES || size * count >= MODELS_ATTRIBUTES;
}

/* True if a relation or an association has loaded so few records that a check
   costs more than its as_json. */
static bool
few_loaded_p(VALUE relation)
{
    const VALUE association = ivar_of(relation, rb_intern("@association"));
    const VALUE records = NIL_P(association)
                              ? ivar_of(relation, rb_intern("@records"))
                              : ivar_of(association, rb_intern("@target"));

    return RB_TYPE_P(records, T_ARRAY) && RARRAY_LEN(records) > 0 &&
           !worth_check_p(records, 0);
}

/* True if records are written from their attributes. */
static bool
models_p(jac_walk_t *w)
{
    jac_active_support_t *a = support_of(w);

    if (a->models == Qfalse) {
        const VALUE used =
            jac_walk_call(w, a->converter, rb_intern("models?"), 0, NULL);

        a->models = RTEST(used) ? rb_hash_new() : Qnil;
    }
    return !NIL_P(a->models);
}

/* Returns a record's attributes as a Hash, or a relation's records as an
   Array, which no other object refers to. Qnil if as_json must be called. */
static VALUE
plain_value(jac_walk_t *w, VALUE object, VALUE options)
{
    jac_active_support_t *a = support_of(w);
    VALUE arguments[3], klass, given;
    bool record;

    if (NIL_P(a->models) || !RB_TYPE_P(object, T_OBJECT)) return Qnil;
    klass = RBASIC_CLASS(object);
    if (klass == a->refused || klass != rb_obj_class(object)) return Qnil;
    record = record_p(object);
    if (!record && !relation_p(object)) return Qnil;
    if (!record && !models_checked_p(a) && few_loaded_p(object)) return Qnil;
    if (record && (!a->models || RHASH_SIZE(a->models) == 0)) {
        if (a->models_written < a->models_due) {
            if (klass != a->counted) {
                a->counted = klass;
                a->count = attribute_count(object);
            }
            a->models_written += a->count;
            return Qnil;
        }
        if (RTEST(rb_ivar_get(klass, id_iv_refusal)) &&
            RTEST(jac_walk_call(w, a->converter, rb_intern("refused?"), 1,
                                &object))) {
            a->refused = klass;
            return Qnil;
        }
        a->models_written -= a->models_due;
        a->models_due *= 2;
    }
    if (!models_p(w)) return Qnil;
    arguments[0] = object;
    arguments[1] = options;
    arguments[2] = a->models;
    given = jac_walk_call(w, a->converter,
                          record ? rb_intern("record_attributes")
                                 : rb_intern("relation_records"),
                          3, arguments);
    if (NIL_P(given)) {
        if (record) a->refused = klass;
    }
    else if (!NIL_P(rb_hash_delete(a->models, ID2SYM(rb_intern("unsure"))))) {
        jac_active_support_forget(a);
    }
    return given;
}

/* Deeper values are left to as_json: each level is examined again. */
enum { PLAIN_LEVELS = 8 };

typedef struct {
    VALUE klass;
    unsigned levels, kinds; /* kinds: of the keys, by jac_key_kind() */
    bool plain;
} plain_t;

static bool plain_p(VALUE value, VALUE klass, unsigned levels);

static int
examine_pair(VALUE key, VALUE value, VALUE arg)
{
    plain_t *examined = (plain_t *)arg;

    examined->kinds |= jac_key_kind(key);
    examined->plain = jac_same_kind_p(examined->kinds) && native_p(key) &&
                      plain_p(value, examined->klass, examined->levels);
    return examined->plain ? ST_CONTINUE : ST_STOP;
}

/* True if the Hash is of the class, and its keys and values are plain. */
static bool
plain_pairs_p(VALUE hash, VALUE klass, unsigned levels)
{
    plain_t examined = {klass, levels - 1, 0, true};

    if (RBASIC_CLASS(hash) != klass || jac_hash_identity_p(hash)) return false;
    jac_hash_each(hash, examine_pair, (VALUE)&examined);
    return examined.plain;
}

/* True if a value's as_json has the same text as the value: a scalar, or an
   Array or a Hash of this class with such elements. Runs no Ruby code. */
static bool
plain_p(VALUE value, VALUE klass, unsigned levels)
{
    long i;

    if (RB_SPECIAL_CONST_P(value)) return true;
    switch (RB_BUILTIN_TYPE(value)) {
    case T_HASH:
        return levels > 0 && plain_pairs_p(value, klass, levels);
    case T_ARRAY:
        if (levels == 0 || !native_p(value)) return false;
        for (i = 0; i < RARRAY_LEN(value); i++) {
            if (!plain_p(RARRAY_AREF(value, i), klass, levels - 1)) {
                return false;
            }
        }
        return true;
    default:
        return native_p(value) || time_p(value) || textual_p(value);
    }
}

/*
 * True if a Hash of a subclass is written as a Hash. The methods are checked
 * after as_json has written CHECK_HASHES of them, which takes as long.
 */
static bool
plain_hash_p(jac_walk_t *w, VALUE hash)
{
    enum { CHECK_HASHES = 3 };
    jac_active_support_t *a = support_of(w);
    VALUE klass;

    if (!RB_TYPE_P(hash, T_HASH)) return false;
    klass = RBASIC_CLASS(hash);
    if (klass == rb_cHash || klass != rb_obj_class(hash) ||
        !plain_p(hash, klass, PLAIN_LEVELS)) {
        return false;
    }
    if (klass != a->hash_class) {
        if (a->hashes_written < CHECK_HASHES) {
            a->hashes_written++;
            return false;
        }
        a->hashes_written = 0;
        a->hash_unchanged = RTEST(jac_walk_call(
            w, a->converter, rb_intern("hash_unchanged?"), 1, &klass));
        a->hash_class = klass;
    }
    return a->hash_unchanged;
}

/* True if the converter only calls the object's as_json. Runs no Ruby code. */
static bool
only_needs_as_json_p(VALUE object)
{
    if (RB_SPECIAL_CONST_P(object)) return false;
    if (always_as_json) return !jac_fragment_p(object);
    switch (RB_BUILTIN_TYPE(object)) {
    case T_OBJECT:
    case T_CLASS:
    case T_MODULE:
    case T_STRUCT:
    case T_DATA:
    case T_REGEXP:
    case T_FILE:
        return !jac_fragment_p(object) &&
               !RTEST(rb_obj_is_kind_of(object, rb_cNumeric));
    default:
        return false;
    }
}

/*
 * Converts an object by its own as_json with `options` (or Qnil). Calls as_json
 * directly if only_needs_as_json_p(), otherwise the converter, which also
 * converts what as_json returns if that has no class of JSON's.
 */
static VALUE
convert_by_as_json(jac_walk_t *w, VALUE object, VALUE options)
{
    jac_active_support_t *a = support_of(w);
    VALUE arguments[2], given;

    arguments[0] = object;
    if (NIL_P(options) && only_needs_as_json_p(object)) {
        const unsigned long ticket = jac_walk_exit_to_ruby(w);

        given = rb_funcallv_public(object, id_as_json, 0, NULL);
        jac_walk_reenter(w, ticket);
        if (!native_p(given)) {
            arguments[1] = given;
            given = jac_walk_call(w, a->converter, rb_intern("finish"), 2,
                                  arguments);
        }
    }
    else {
        arguments[1] = options;
        given =
            jac_walk_call(w, a->converter, rb_intern("convert"), 2, arguments);
    }
    jac_active_support_forget(a);
    return given;
}

static jac_object_t
convert_object(jac_walk_t *w, VALUE *value)
{
    jac_active_support_t *a = support_of(w);
    VALUE options, given;
    bool fresh; /* no other object refers to `given` */

    if (emit_any_time(w, *value)) return JAC_OBJECT_NONE;
    options = inside_unoptioned_p(w) ? Qnil : a->options;
    if (NIL_P(options) && (time_p(*value) || textual_p(*value))) {
        *value = text_of(w, *value);
        return JAC_OBJECT_AGAIN;
    }
    if (NIL_P(options) && plain_hash_p(w, *value)) return JAC_OBJECT_NATIVE;
    given = plain_value(w, *value, options);
    fresh = !NIL_P(given);
    if (!fresh) given = convert_by_as_json(w, *value, options);
    if (jac_fragment_p(given)) {
        given = RSTRUCT_GET(given, 0);
        Check_Type(given, T_STRING);
        *value = given;
        return JAC_OBJECT_SPLICE;
    }
    if (JAC_UNLIKELY(!native_p(given))) {
        jac_walk_call(w, a->converter, id_need_original_encoder, 0, NULL);
    }
    if (!NIL_P(options) && !RB_SPECIAL_CONST_P(given) &&
        (RB_TYPE_P(given, T_HASH) || RB_TYPE_P(given, T_ARRAY))) {
        if (!fresh) {
            given = RB_TYPE_P(given, T_HASH) ? rb_hash_dup(given)
                                             : rb_ary_dup(given);
        }
        a->unoptioned = given;
        a->unoptioned_frame = w->top;
    }
    *value = given;
    return JAC_OBJECT_AGAIN;
}

/* True if the key's to_s is Ruby's own method. */
static bool
own_to_s_p(VALUE key)
{
    if (RB_SYMBOL_P(key)) return true;
    if (!RB_SPECIAL_CONST_P(key)) {
        switch (RB_BUILTIN_TYPE(key)) {
        case T_STRING:
            if (RBASIC_CLASS(key) == rb_cString) return true;
            break;
        case T_FLOAT:
        case T_BIGNUM:
        case T_RATIONAL:
        case T_CLASS:
        case T_MODULE:
            break;
        default:
            if (RBASIC_CLASS(key) != rb_cTime) return false;
        }
    }
    return rb_method_basic_definition_p(CLASS_OF(key), id_to_s);
}

/*
 * Implements `check_keys` of jac_object_rules_t: compares the keys' texts.
 * If two are equal, raises the error that makes Active Support's encoder write
 * the document.
 */
static void
check_keys(jac_walk_t *w)
{
    bool numbers = false, others = false, texts = false, own = true;
    size_t at;

    for (at = w->frame + JAC_WALK_FRAME_SIZE; at < w->top; at += 2) {
        const VALUE key = w->stack[at];

        if (!own_to_s_p(key)) {
            own = false;
        }
        else if (RB_FIXNUM_P(key)) {
            numbers = true;
        }
        else if (RB_SYMBOL_P(key) || RB_TYPE_P(key, T_STRING)) {
            texts = true;
        }
        else {
            others = true;
        }
    }
    if (!own) jac_active_support_forget(support_of(w));
    if (!own || others || (numbers && texts)) {
        jac_search_duplicates(w);
    }
    else {
        jac_check_duplicates(w);
    }
}

/* Implements `before_error`: raises OriginalEncoderNeeded, so that Active
   Support's own encoder writes the document. */
static void
need_original_encoder(const jac_walk_t *w)
{
    rb_funcall(support_of(w)->converter, id_need_original_encoder, 0);
}

void
jac_active_support_init(jac_active_support_t *a, const VALUE *settings)
{
    memset(a, 0, sizeof(*a));
    a->rules.convert = convert_object;
    a->rules.check_keys = check_keys;
    a->rules.text_keys = true;
    a->rules.before_error = need_original_encoder;
    a->converter = settings[JAC_SETTING_CONVERTER];
    a->options = Qnil;
    a->models = RTEST(settings[JAC_SETTING_MODELS]) && cRecord ? Qfalse : Qnil;
    a->models_due = MODELS_ATTRIBUTES;
    if (RTEST(settings[JAC_SETTING_HTML])) a->escapes |= JAC_ESC_HTML;
    if (RTEST(settings[JAC_SETTING_SEPARATORS])) {
        a->escapes |= JAC_ESC_SEPARATORS;
    }
    a->digits = JAC_DIGITS_UNREAD;
}

void
jac_active_support_begin(jac_active_support_t *a, VALUE value)
{
    if (!NIL_P(a->models) && RB_TYPE_P(value, T_ARRAY) &&
        worth_check_p(value, 0)) {
        a->models_written = MODELS_ATTRIBUTES;
    }
}

/*
 * Jacinth::RailsWalk.generate(object, max_nesting, options, *settings),
 * private. options: those of to_json, for as_json, or nil.
 */
static VALUE
walk_s_generate(int argc, VALUE *argv, VALUE module)
{
    static const jac_generator_options_t defaults = JAC_OPTIONS_DEFAULT;
    const VALUE *settings = argv + 3;
    jac_active_support_t support;
    jac_generator_options_t options = defaults;

    rb_check_arity(argc, 3 + JAC_SETTINGS, 3 + JAC_SETTINGS);
    jac_active_support_init(&support, settings);
    jac_options_set(&options, Qfalse, JAC_OPTION_as_json,
                    settings[JAC_SETTING_AS_JSON]);
    options.strict = true;
    options.max_nesting = NUM2LONG(argv[1]);
    support.options = argv[2];
    jac_active_support_begin(&support, argv[0]);
    return jac_generate_by_rules(argv[0], &options, &support.rules,
                                 support.escapes);
}

/* Sets the classes of records and of relations, and keeps them alive. */
static VALUE
walk_s_set_models(VALUE module, VALUE classes)
{
    Check_Type(classes, T_ARRAY);
    if (RARRAY_LEN(classes) != 2) return Qfalse;
    Check_Type(RARRAY_AREF(classes, 0), T_CLASS);
    Check_Type(RARRAY_AREF(classes, 1), T_CLASS);
    cRecord = RARRAY_AREF(classes, 0);
    cRelation = RARRAY_AREF(classes, 1);
    rb_gc_register_mark_object(cRecord);
    rb_gc_register_mark_object(cRelation);
    return Qtrue;
}

static VALUE
walk_s_relation_p(VALUE module, VALUE value)
{
    return relation_p(value) ? Qtrue : Qfalse;
}

static VALUE
walk_s_records_p(VALUE module, VALUE array)
{
    long i;

    Check_Type(array, T_ARRAY);
    for (i = 0; i < RARRAY_LEN(array); i++) {
        if (!record_p(RARRAY_AREF(array, i))) return Qfalse;
    }
    return Qtrue;
}

/* worth_check?(array, count) */
static VALUE
walk_s_worth_check_p(VALUE module, VALUE array, VALUE count)
{
    Check_Type(array, T_ARRAY);
    return worth_check_p(array, NUM2SIZET(count)) ? Qtrue : Qfalse;
}

static VALUE
walk_s_native_p(VALUE module, VALUE value)
{
    return native_p(value) ? Qtrue : Qfalse;
}

/* fragment?(value): as jac_fragment_p(), which includes json's Fragments. */
static VALUE
walk_s_fragment_p(VALUE module, VALUE value)
{
    return jac_fragment_p(value) ? Qtrue : Qfalse;
}

typedef struct {
    VALUE klass;
    bool found;
} search_t;

static int
search_value(VALUE key, VALUE value, VALUE arg)
{
    search_t *search = (search_t *)arg;

    if (!RB_TYPE_P(value, T_OBJECT) ||
        !RTEST(rb_obj_is_kind_of(value, search->klass))) {
        return ST_CONTINUE;
    }
    search->found = true;
    return ST_STOP;
}

/* object_of?(hash, klass): true if a value of the Hash is an object of a class
   that has no ancestor in C. Calls no Ruby code. */
static VALUE
walk_s_object_of_p(VALUE module, VALUE hash, VALUE klass)
{
    search_t search = {klass, false};

    Check_Type(hash, T_HASH);
    Check_Type(klass, T_CLASS);
    jac_hash_each(hash, search_value, (VALUE)&search);
    return search.found ? Qtrue : Qfalse;
}

/* A document with more elements is not small. */
enum { SMALL = 24 };

static int count_pair(VALUE key, VALUE value, VALUE count);

static void
count_elements(VALUE value, long *count)
{
    long i;

    if (*count > SMALL || RB_SPECIAL_CONST_P(value)) return;
    if (RB_TYPE_P(value, T_ARRAY)) {
        *count += RARRAY_LEN(value);
        for (i = 0; i < RARRAY_LEN(value) && *count <= SMALL; i++) {
            count_elements(RARRAY_AREF(value, i), count);
        }
    }
    else if (RB_TYPE_P(value, T_HASH)) {
        *count += (long)RHASH_SIZE(value);
        if (*count <= SMALL) rb_hash_foreach(value, count_pair, (VALUE)count);
    }
}

static int
count_pair(VALUE key, VALUE value, VALUE count)
{
    count_elements(value, (long *)count);
    return ST_CONTINUE;
}

/* small?(value): true if a container has few elements, including nested
   ones; false for a relation, and for an Array for which worth_check?() is
   true. Ends for a cycle, unless that has empty containers only. */
static VALUE
walk_s_small_p(VALUE module, VALUE value)
{
    long count = 0;

    if (relation_p(value)) return Qfalse;
    if (RB_TYPE_P(value, T_ARRAY) && worth_check_p(value, 0)) return Qfalse;
    count_elements(value, &count);
    return count <= SMALL ? Qtrue : Qfalse;
}

static VALUE
walk_s_set_always_as_json(VALUE module, VALUE on)
{
    always_as_json = RTEST(on);
    return on;
}

/* Sets the class of times with a zone, the classes whose as_json returns
   text, and those of periods. Keeps them alive. */
static VALUE
walk_s_set_classes(VALUE module, VALUE classes)
{
    long i;

    Check_Type(classes, T_ARRAY);
    if (RARRAY_LEN(classes) != 1 + TEXTUAL + PERIODS) return Qfalse;
    for (i = 0; i < RARRAY_LEN(classes); i++) {
        const VALUE klass = RARRAY_AREF(classes, i);

        Check_Type(klass, T_CLASS);
        rb_gc_register_mark_object(klass);
        if (i == 0)
            cZone = klass;
        else if (i <= TEXTUAL)
            textual[i - 1] = klass;
        else
            periods[i - 1 - TEXTUAL] = klass;
    }
    return Qtrue;
}

static VALUE
walk_s_time_basic_p(VALUE module)
{
    return jac_time_basic_p() ? Qtrue : Qfalse;
}

void
jac_init_active_support(VALUE mJacinth)
{
    VALUE mRailsWalk = rb_module_new();

    rb_const_set(mJacinth, rb_intern("RailsWalk"), mRailsWalk);
    sym_methods = ID2SYM(rb_intern("methods"));
    id_iv_refusal = rb_intern("@jacinth_refusal");
    id_iv_attributes = rb_intern("@attributes");
    id_iv_values = rb_intern("@values");
    id_iv_column_indexes = rb_intern("@column_indexes");
    id_to_s = rb_intern("to_s");
    id_as_json = rb_intern("as_json");
    id_need_original_encoder = rb_intern("need_original_encoder");
    id_time_unchanged = rb_intern("time_unchanged?");
    id_zone_unchanged = rb_intern("zone_unchanged?");
    id_text_unchanged = rb_intern("text_unchanged?");
    id_utc_p = rb_intern("utc?");
    id_utc_offset = rb_intern("utc_offset");
    id_iv_utc = rb_intern("@utc");
    id_iv_period = rb_intern("@period");
    id_iv_offset = rb_intern("@offset");
    id_utc = rb_intern("utc");
    id_period = rb_intern("period");
    rb_define_singleton_method(mRailsWalk, "generate", walk_s_generate, -1);
    jac_init_active_record(mRailsWalk);
    jac_init_rails_option(mJacinth);
    rb_define_singleton_method(mRailsWalk, "small?", walk_s_small_p, 1);
    rb_define_singleton_method(mRailsWalk, "object_of?", walk_s_object_of_p, 2);
    rb_define_singleton_method(mRailsWalk, "classes=", walk_s_set_classes, 1);
    rb_define_singleton_method(mRailsWalk,
                               "always_as_json=", walk_s_set_always_as_json, 1);
    rb_define_singleton_method(mRailsWalk, "models=", walk_s_set_models, 1);
    rb_define_singleton_method(mRailsWalk, "worth_check?", walk_s_worth_check_p,
                               2);
    rb_define_singleton_method(mRailsWalk, "native?", walk_s_native_p, 1);
    rb_define_singleton_method(mRailsWalk, "fragment?", walk_s_fragment_p, 1);
    rb_define_singleton_method(mRailsWalk, "relation?", walk_s_relation_p, 1);
    rb_define_singleton_method(mRailsWalk, "records?", walk_s_records_p, 1);
    rb_define_singleton_method(mRailsWalk, "time_basic?", walk_s_time_basic_p,
                               0);
    jac_private_constant(mJacinth, "RailsWalk");
}
