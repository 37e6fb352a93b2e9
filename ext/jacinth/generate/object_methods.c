#include "generate/object_methods.h"

#include "generate/coder_types.h"
#include "generate/convert.h"
#include "generate/emit_time.h"
#include "ruby/atomics.h"
#include "ruby/errors.h"
#include "generate/enumerate.h"
#include "generate/pretty_printer.h"
#include "generate/state.h"
#include "generate/text_kind.h"

jac_rails_t jac_rails;

static ID id_to_json, id_to_s;
VALUE jac_cFragment;

/* True if a walk raised the NestingError. A parser freezes the path. */
static bool
nesting_of_walk_p(VALUE error, VALUE path)
{
    return RTEST(rb_obj_is_kind_of(error, jac_eNestingError)) &&
           RB_TYPE_P(path, T_ARRAY) && !RB_OBJ_FROZEN(path);
}

void
jac_convert_error(const jac_walk_t *w, VALUE error)
{
    /* a continuation returned into a to_json after the walk went on */
    if (!jac_walk_went_on(w, w->called)) jac_convert_path(w, error);
}

void
jac_convert_path(const jac_walk_t *w, VALUE error)
{
    VALUE inner, path;

    /* for a throw or a break, errinfo is not a Ruby object */
    if (!RB_TYPE_P(error, T_OBJECT) || RB_OBJ_FROZEN(error)) return;
    inner = rb_ivar_get(error, rb_intern("@json_path"));
    if (!RTEST(rb_obj_is_kind_of(error, jac_eGeneratorError)) &&
        !nesting_of_walk_p(error, inner)) {
        return;
    }
    path = jac_walk_path(w);
    if (RB_TYPE_P(inner, T_ARRAY)) {
        rb_ary_concat(path, inner);
    }
    rb_ivar_set(error, rb_intern("@json_path"), path);
    if (w->state && jac_owned_by_p(error, w->state)) {
        jac_set_owner(error, w->owner);
    }
}

/*
 * Calls to_json. The caller holds the ticket of jac_walk_exit_to_ruby(). All
 * to_json methods of one walk receive the same State, so their changes to it
 * persist.
 */
static VALUE
call_to_json(jac_walk_t *w, VALUE object)
{
    VALUE text;
    jac_ticket_t ticket;
    bool ascii_only = w->options.ascii_only;
    bool script_safe = w->options.script_safe;
    bool html_safe = w->options.html_safe;

    if (!w->state) {
        w->state =
            jac_state_for_to_json(&w->options, &w->state_options, &w->json_gem);
    }
    if (JAC_LIKELY(w->state_options != NULL)) {
        w->state_options->depth = w->depth;
        w->state_options->column = w->printer ? jac_printer_column(w) : 0;
    }
    else {
        jac_state_set_depth(w->state, w->depth, &w->json_gem);
    }
    w->in_to_json = true;
    w->called = ticket = w->tickets ? *w->tickets : 0;
    text = rb_funcallv(object, id_to_json, 1, &w->state);
    /* before the State's options are read: the walk may have ended since */
    if (JAC_UNLIKELY(jac_walk_went_on(w, ticket))) jac_raise_second_return();
    w->in_to_json = false;
    if (JAC_LIKELY(w->state_options != NULL)) {
        w->options = *w->state_options;
    }
    else {
        jac_state_take_changes(w->state, &w->options, &w->json_gem);
    }
    if (JAC_UNLIKELY(w->printer != NULL)) jac_printer_keep_options(w);
    if (w->options.ascii_only != ascii_only ||
        w->options.script_safe != script_safe ||
        w->options.html_safe != html_safe) {
        w->unknown = true; /* the first part was written with other options */
    }
    Check_Type(text, T_STRING);
    return text;
}

VALUE
jac_fragment_text(VALUE fragment)
{
    VALUE text = RSTRUCT_GET(fragment, 0);

    Check_Type(text, T_STRING);
    return text;
}

/* True for a Fragment of the json gem, which was loaded next to Jacinth.
   Only strict mode needs this check; otherwise its to_json is called. */
JAC_INLINE bool
json_fragment_p(VALUE object)
{
    static const char name[] = "JSON::Fragment";
    VALUE path;

    if (RB_SPECIAL_CONST_P(object) || !RB_TYPE_P(object, T_STRUCT) ||
        RSTRUCT_LEN(object) != 1) {
        return false;
    }
    path = rb_class_path(RBASIC_CLASS(object));
    return RSTRING_LEN(path) == sizeof(name) - 1 &&
           memcmp(RSTRING_PTR(path), name, sizeof(name) - 1) == 0;
}

JAC_INLINE bool
jacinth_fragment_p(VALUE object)
{
    return !RB_SPECIAL_CONST_P(object) && RBASIC_CLASS(object) == jac_cFragment;
}

bool
jac_fragment_p(VALUE object)
{
    return jacinth_fragment_p(object) || json_fragment_p(object);
}

static bool
native_type_p(VALUE value)
{
    if (RB_SPECIAL_CONST_P(value)) {
        return false;
    }
    switch (RB_BUILTIN_TYPE(value)) {
    case T_HASH:
    case T_ARRAY:
    case T_STRING:
    case T_FLOAT:
        return true;
    default:
        return false;
    }
}

static bool
basic_respond_to_p(VALUE klass)
{
    return rb_method_basic_definition_p(klass, rb_intern("respond_to?")) &&
           rb_method_basic_definition_p(klass,
                                        rb_intern("respond_to_missing?"));
}

bool
jac_generic_object_p(const jac_walk_t *w, VALUE klass)
{
    const unsigned n =
        w->generics < JAC_WALK_GENERIC ? w->generics : JAC_WALK_GENERIC;
    unsigned i;

    for (i = 0; i < n; i++) {
        if (w->generic[i] != klass) continue;
        JAC_SHADOW_CHECK(&w->generic_shadow[i], klass, "a walk's classes");
        return true;
    }
    return false;
}

/*
 * True if the class has its own to_json. Other classes are cached by address.
 * If another class gets the same address, its to_json is called, which is also
 * correct. Singleton classes are too short-lived to cache.
 */
static bool
own_to_json_p(VALUE klass)
{
    static VALUE cached[16];
    VALUE *place = &cached[(klass >> 6 ^ klass >> 10) & 15];

    if (jac_load_relaxed(place) == klass) {
        return true;
    }
    if (jac_generic_to_json_p(klass)) {
        return false;
    }
    if (rb_class_real(klass) == klass) {
        jac_store_release(place, klass);
    }
    return true;
}

/* True if `object` has its own to_json. Cached per class for a run of
   objects, unless the class overrides respond_to? or respond_to_missing?. */
static bool
has_to_json_p(jac_walk_t *w, VALUE object)
{
    VALUE klass = CLASS_OF(object);

    if (klass == w->converting_class) {
        JAC_SHADOW_CHECK(&w->converting_class_shadow, klass, "a walk's class");
        return true;
    }
    if (jac_generic_object_p(w, klass)) {
        return false;
    }
    if (!basic_respond_to_p(klass)) {
        return rb_respond_to(object, id_to_json);
    }
    if (rb_respond_to(object, id_to_json) && own_to_json_p(klass)) {
        w->converting_class = klass;
        JAC_SHADOW_KEEP(&w->converting_class_shadow, klass);
        return true;
    }
    JAC_SHADOW_KEEP(&w->generic_shadow[w->generics % JAC_WALK_GENERIC], klass);
    w->generic[w->generics++ % JAC_WALK_GENERIC] = klass;
    return false;
}

static VALUE
native_value(VALUE object)
{
    if (RB_SYMBOL_P(object) &&
        rb_method_basic_definition_p(rb_cSymbol, id_to_s)) {
        return rb_sym2str(object);
    }
    return native_type_p(object) ? object : rb_obj_as_string(object);
}

/* Returns false, with nothing written, if jac_emit_time() cannot write it. */
static bool
write_time(jac_walk_t *w, VALUE value)
{
    uint8_t *end = jac_emit_time(w, w->buffer.pos, value);

    if (end == NULL) return false;
    w->buffer.pos = end;
    return true;
}

static jac_object_t
call_object(jac_walk_t *w, VALUE *value)
{
    jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    jac_object_t outcome = JAC_OBJECT_NATIVE;

    if (has_to_json_p(w, *value)) {
        if (JAC_UNLIKELY(!w->protected_p)) {
            outcome = JAC_OBJECT_CALLS;
        }
        else {
            *value = call_to_json(w, *value);
            outcome = JAC_OBJECT_SPLICE;
        }
    }
    else if (jac_enumerator_p(w, *value, false)) {
        outcome = w->protected_p ? JAC_OBJECT_EACH : JAC_OBJECT_CALLS;
    }
    else {
        if (!RB_SPECIAL_CONST_P(*value) && RBASIC_CLASS(*value) == rb_cTime) {
            /* the first Time of a walk */
            jac_walk_reenter(w, ticket);
            if (write_time(w, *value)) return JAC_OBJECT_NONE;
            ticket = jac_walk_exit_to_ruby(w);
        }
        *value = native_value(*value);
    }
    jac_walk_reenter(w, ticket);
    return outcome;
}

VALUE
jac_call_as_json(jac_walk_t *w, VALUE object, VALUE key_p)
{
    VALUE arguments[2] = {object, key_p}, result;
    jac_ticket_t ticket;

    if (!w->options.max_nesting && !RTEST(key_p)) {
        jac_walk_check_endless(w, object);
    }
    ticket = jac_walk_exit_to_ruby(w);
    result = rb_proc_call_with_block(w->options.as_json, 2, arguments, Qnil);
    jac_walk_reenter(w, ticket);
    return result;
}

/* Strict mode: applies the Coder's conversions, then as_json if the result
   has no JSON type and as_json was not yet called. */
static jac_object_t
convert_strict(jac_walk_t *w, VALUE *value, bool coerced, bool key)
{
    if (w->conversions != NULL) {
        const jac_object_t outcome = jac_conversions_apply(w, value, key);

        if (outcome != JAC_OBJECT_CALLS) return outcome;
    }
    if (coerced || !RTEST(w->options.as_json)) {
        jac_walk_fail(w, *value, "%" PRIsVALUE " not allowed in JSON",
                      jac_shown(CLASS_OF(*value)));
    }
    *value = jac_call_as_json(w, *value, Qfalse);
    return JAC_OBJECT_AGAIN;
}

jac_object_t
jac_convert_object(jac_walk_t *w, VALUE *value, bool coerced)
{
    VALUE object = *value;

    if (w->options.strict ? jac_fragment_p(object)
                          : jacinth_fragment_p(object)) {
        *value = jac_fragment_text(object);
        return JAC_OBJECT_SPLICE;
    }
    if (JAC_UNLIKELY(w->options.enumerators &&
                     jac_enumerator_p(w, object, true))) {
        return w->protected_p ? JAC_OBJECT_EACH : JAC_OBJECT_CALLS;
    }
    if (w->options.strict) return convert_strict(w, value, coerced, false);
    /* from the second Symbol of a walk */
    if (RB_SYMBOL_P(object) && jac_generic_object_p(w, rb_cSymbol) &&
        rb_method_basic_definition_p(rb_cSymbol, id_to_s)) {
        w->plain_symbols = true;
        *value = rb_sym2str(object);
        return JAC_OBJECT_NATIVE;
    }
    return write_time(w, object) ? JAC_OBJECT_NONE : call_object(w, value);
}

typedef struct {
    jac_walk_t *walk;
    VALUE value;
    jac_object_t outcome;
} key_call_t;

static VALUE
key_protected(VALUE arg)
{
    key_call_t *call = (key_call_t *)arg;

    call->walk->protected_p = true;
    call->outcome = jac_convert_object(call->walk, &call->value, false);
    return Qnil;
}

static void
call_key(key_call_t *call)
{
    int tag = 0;

    rb_protect(key_protected, (VALUE)call, &tag);
    call->walk->protected_p = false;
    if (tag) {
        if (call->walk->in_to_json) {
            jac_convert_error(call->walk, rb_errinfo());
        }
        rb_jump_tag(tag);
    }
}

static VALUE
key_of_as_json(jac_walk_t *w, VALUE text, VALUE result, bool *json)
{
    if (RB_SYMBOL_P(result)) {
        result = rb_sym2str(result);
    }
    if (jacinth_fragment_p(result)) {
        *json = true;
        return jac_fragment_text(result);
    }
    if (!RB_TYPE_P(result, T_STRING)) {
        jac_fail_key(w, result);
    }
    if (RBASIC_CLASS(result) != rb_cString) {
        jac_walk_fail(w, result, "%" PRIsVALUE " not allowed in JSON",
                      jac_shown(CLASS_OF(result)));
    }
    if (jac_text_kind(result) == JAC_TEXT_OTHER) {
        jac_fail_malformed(w, text);
    }
    return result;
}

VALUE
jac_convert_key_text(jac_walk_t *w, VALUE text, bool *json)
{
    key_call_t call = {w, text, JAC_OBJECT_NATIVE};

    call.outcome = w->options.strict
                       ? convert_strict(w, &call.value, false, true)
                       : jac_convert_object(w, &call.value, false);
    if (call.outcome == JAC_OBJECT_CALLS) {
        call_key(&call);
    }
    if (call.outcome == JAC_OBJECT_AGAIN) {
        return key_of_as_json(w, text, call.value, json);
    }
    *json = call.outcome == JAC_OBJECT_SPLICE;
    return call.value;
}

void
jac_init_convert_object(VALUE mJacinth)
{
    id_to_json = rb_intern("to_json");
    id_to_s = rb_intern("to_s");
    jac_cFragment = jac_constant(mJacinth, "Fragment");
}
