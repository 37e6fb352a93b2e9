#include "generate/active_support.h"

#include "core/time_text.h"
#include "generate/emit.h"
#include "generate/generator.h"
#include "ruby/errors.h"

static ID id_convert, id_long_way, id_time_known, id_zone_known, id_to_i,
    id_utc_p;
static ID id_utc_offset, id_iv_utc, id_iv_period, id_utc, id_period;
static VALUE cFragment, cZone; /* ActiveSupport::TimeWithZone, or Qfalse */

/* Calls a method that may run any Ruby code. */
static VALUE
call(jac_walk_t *w, VALUE receiver, ID method, int argc, const VALUE *argv)
{
    const unsigned long ticket = jac_walk_exit_to_ruby(w);
    const VALUE result = rb_funcallv(receiver, method, argc, argv);

    jac_walk_reenter(w, ticket);
    return result;
}

/* Whether the converter says that nobody has changed these methods. */
static bool
known_p(jac_walk_t *w, ID question, int *answer)
{
    if (JAC_UNLIKELY(*answer == 0)) {
        const VALUE said =
            call(w, w->active_support->converter, question, 0, NULL);

        *answer = RTEST(said) ? 1 : -1;
    }
    return *answer > 0;
}

/*
 * What a clock shows at `time`, a Time, that is `offset` east. Returns false,
 * with nothing written, for what jac_time_text does not take. Time's methods
 * are Ruby's own here and run no Ruby code, but they allocate: where the GC
 * has run since `collected`, what is known by its address is forgotten.
 */
static bool
emit_time(jac_walk_t *w, VALUE time, VALUE offset, bool zulu, size_t collected)
{
    const VALUE seconds = rb_funcallv(time, id_to_i, 0, NULL);
    struct timespec spec;
    int64_t local;
    uint8_t *p;
    long east;

    if (!RB_FIXNUM_P(seconds) || !RB_FIXNUM_P(offset)) return false;
    east = FIX2LONG(offset);
    local = (int64_t)FIX2LONG(seconds);
    /* both are within four digits of a year before they are added */
    if (east % 60 != 0 || east <= -360000 || east >= 360000 ||
        local < JAC_TIME_MIN || local > JAC_TIME_MAX ||
        local + east < JAC_TIME_MIN || local + east > JAC_TIME_MAX) {
        return false;
    }
    if ((int64_t)(time_t)FIX2LONG(seconds) != FIX2LONG(seconds)) return false;
    spec = rb_time_timespec(time);
    if (rb_gc_count() != collected) {
        jac_walk_reenter(w, jac_walk_exit_to_ruby(w));
    }
    p = jac_walk_reserve(w, w->buffer.pos,
                         JAC_TIME_TEXT_MAX + 2 + JAC_MEMBER_ROOM);
    *p++ = '"';
    p = jac_time_text(p, local, (uint32_t)spec.tv_nsec, (int32_t)east,
                      w->active_support->digits, zulu);
    *p++ = '"';
    w->buffer.pos = p;
    return true;
}

static bool
emit_plain_time(jac_walk_t *w, VALUE time)
{
    const size_t collected = rb_gc_count();
    const VALUE offset = rb_time_utc_offset(time);
    const bool zulu =
        offset == INT2FIX(0) && RTEST(rb_funcallv(time, id_utc_p, 0, NULL));

    return emit_time(w, time, offset, zulu, collected);
}

/* An instance variable that a method of no arguments sets where it is nil. */
static VALUE
remembered(jac_walk_t *w, VALUE object, ID variable, ID method)
{
    const VALUE value = rb_ivar_get(object, variable);

    return RTEST(value) ? value : call(w, object, method, 0, NULL);
}

/*
 * A TimeWithZone: its utc, and what its period says, which Active Support and
 * TZInfo never change. The period lies in *known, so it is not freed, and its
 * address means no other.
 */
static bool
emit_zoned_time(jac_walk_t *w, VALUE time)
{
    const VALUE period = remembered(w, time, id_iv_period, id_period);
    const VALUE utc = remembered(w, time, id_iv_utc, id_utc);
    jac_period_t *known =
        &w->active_support
             ->periods[(period >> 3 ^ period >> 6) & (JAC_PERIODS - 1)];

    if (RB_SPECIAL_CONST_P(utc) || CLASS_OF(utc) != rb_cTime ||
        RB_SPECIAL_CONST_P(period)) {
        return false;
    }
    if (JAC_UNLIKELY(known->period != period)) {
        const VALUE offset = call(w, time, id_utc_offset, 0, NULL);
        const VALUE zulu = call(w, time, id_utc_p, 0, NULL);

        if (!RB_FIXNUM_P(offset) || FIX2LONG(offset) <= -360000 ||
            FIX2LONG(offset) >= 360000) {
            return false;
        }
        known->period = period;
        known->offset = (int32_t)FIX2LONG(offset);
        known->zulu = RTEST(zulu);
    }
    return emit_time(w, utc, LONG2FIX(known->offset), known->zulu,
                     rb_gc_count());
}

static bool
emit_known(jac_walk_t *w, VALUE object)
{
    jac_active_support_t *a = w->active_support;
    VALUE klass;

    if (a->digits < 0 || RB_SPECIAL_CONST_P(object)) return false;
    klass = RBASIC_CLASS(object);
    if (klass == cZone && cZone) {
        return known_p(w, id_zone_known, &a->zone_known) &&
               emit_zoned_time(w, object);
    }
    return klass == rb_cTime && known_p(w, id_time_known, &a->time_known) &&
           emit_plain_time(w, object);
}

/* Whether the walk stands inside of what an as_json gave. */
static bool
inside_plain_p(const jac_walk_t *w)
{
    const jac_active_support_t *a = w->active_support;
    size_t frame = w->frame;

    if (!a->plain) return false;
    while (frame != JAC_WALK_NO_FRAME && frame > a->plain_place) {
        frame = jac_frame_outer(w->stack + frame);
    }
    return frame == a->plain_place &&
           w->stack[frame + JAC_WALK_CONTAINER] == a->plain;
}

/* Whether the generator writes the value without asking anybody. */
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

jac_object_t
jac_active_support_convert(jac_walk_t *w, VALUE *value)
{
    jac_active_support_t *a = w->active_support;
    VALUE arguments[3], given;

    if (emit_known(w, *value)) return JAC_OBJECT_NONE;
    arguments[0] = *value;
    arguments[1] = inside_plain_p(w) ? Qnil : a->options;
    arguments[2] = Qnil;
    if (RB_TYPE_P(*value, T_OBJECT) &&
        RBASIC_CLASS(*value) == rb_obj_class(*value)) {
        if (NIL_P(a->known)) a->known = rb_hash_new();
        arguments[2] = a->known;
    }
    given = call(w, a->converter, id_convert, 3, arguments);
    a->time_known = a->zone_known = 0;
    if (!RB_SPECIAL_CONST_P(given) && RBASIC_CLASS(given) == cFragment) {
        given = RSTRUCT_GET(given, 0);
        Check_Type(given, T_STRING);
        *value = given;
        return JAC_OBJECT_SPLICE;
    }
    if (JAC_UNLIKELY(!native_p(given))) {
        call(w, a->converter, id_long_way, 0, NULL);
    }
    if (!NIL_P(arguments[1]) && !RB_SPECIAL_CONST_P(given) &&
        (RB_TYPE_P(given, T_HASH) || RB_TYPE_P(given, T_ARRAY))) {
        given =
            RB_TYPE_P(given, T_HASH) ? rb_hash_dup(given) : rb_ary_dup(given);
        a->plain = given;
        a->plain_place = w->top;
    }
    *value = given;
    return JAC_OBJECT_AGAIN;
}

void
jac_active_support_keys(jac_walk_t *w)
{
    bool numbers = false, texts = false, others = false;
    size_t at;

    for (at = w->frame + JAC_WALK_FRAME_SIZE; at < w->top; at += 2) {
        const VALUE key = w->stack[at];

        if (RB_FIXNUM_P(key)) {
            numbers = true;
        }
        else if (RB_SYMBOL_P(key) || RB_TYPE_P(key, T_STRING)) {
            texts = true;
        }
        else {
            others = true;
        }
    }
    if ((others && w->top > w->frame + JAC_WALK_FRAME_SIZE + 2) ||
        (numbers && texts)) {
        call(w, w->active_support->converter, id_long_way, 0, NULL);
    }
    jac_check_duplicates(w);
}

/*
 * Jacinth::RailsWalk, which is private:
 *
 * generate(object, converter, as_json, escapes, max_nesting, digits, options)
 *
 * escapes: 1 for HTML's characters, 2 for U+2028 and U+2029, or their sum.
 * digits: of a second's fraction, or nil where times take the long way.
 */
static VALUE
walk_s_generate(int argc, VALUE *argv, VALUE module)
{
    static const jac_generator_options_t defaults = JAC_OPTIONS_DEFAULT;
    jac_active_support_t support = {
        .known = Qnil,
        .digits = -1,
    };
    jac_generator_options_t options = defaults;
    int escapes;

    rb_check_arity(argc, 7, 7);
    escapes = NUM2INT(argv[3]);
    support.converter = argv[1];
    jac_options_set(&options, Qfalse, JAC_OPTION_as_json, argv[2]);
    options.strict = true;
    support.escapes = (escapes & 1 ? JAC_ESC_HTML : 0) |
                      (escapes & 2 ? JAC_ESC_SEPARATORS : 0);
    options.max_nesting = NUM2LONG(argv[4]);
    if (RB_FIXNUM_P(argv[5]) && FIX2LONG(argv[5]) >= 0 &&
        FIX2LONG(argv[5]) <= 9) {
        support.digits = FIX2INT(argv[5]);
    }
    support.options = argv[6];
    return jac_generate_as(argv[0], &options, &support);
}

/* Names the class of times with a zone, which nobody frees. */
static VALUE
walk_s_zone_class(VALUE module, VALUE klass)
{
    Check_Type(klass, T_CLASS);
    rb_gc_register_mark_object(klass);
    cZone = klass;
    return Qnil;
}

/* Whether Time's methods that are asked here are still those of Ruby. */
static VALUE
walk_s_time_basic_p(VALUE module)
{
    return rb_method_basic_definition_p(rb_cTime, id_to_i) &&
                   rb_method_basic_definition_p(rb_cTime, id_utc_p)
               ? Qtrue
               : Qfalse;
}

void
jac_init_active_support(VALUE mJacinth)
{
    VALUE mRailsWalk = rb_module_new(); /* which RDoc does not publish */

    rb_const_set(mJacinth, rb_intern("RailsWalk"), mRailsWalk);
    cFragment = jac_constant(mJacinth, "Fragment");
    id_convert = rb_intern("convert");
    id_long_way = rb_intern("long_way");
    id_time_known = rb_intern("time_known?");
    id_zone_known = rb_intern("zone_known?");
    id_to_i = rb_intern("to_i");
    id_utc_p = rb_intern("utc?");
    id_utc_offset = rb_intern("utc_offset");
    id_iv_utc = rb_intern("@utc");
    id_iv_period = rb_intern("@period");
    id_utc = rb_intern("utc");
    id_period = rb_intern("period");
    rb_define_singleton_method(mRailsWalk, "generate", walk_s_generate, -1);
    rb_define_singleton_method(mRailsWalk, "zone_class=", walk_s_zone_class, 1);
    rb_define_singleton_method(mRailsWalk, "time_basic?", walk_s_time_basic_p,
                               0);
    jac_private_constant(mJacinth, "RailsWalk");
}
