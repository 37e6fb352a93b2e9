#include "convert.h"

#include "atomics.h"
#include "core/kernels.h"
#include "core/short.h"
#include "errors.h"
#include "state.h"

#include <float.h>

int
jac_text_scan(VALUE string)
{
    const uint8_t *text = (const uint8_t *)RSTRING_PTR(string);
    size_t size = (size_t)RSTRING_LEN(string);
    int coderange;

    if (RB_ENCODING_GET(string) != jac_utf8_index) {
        return rb_enc_str_coderange(string);
    }
    if (jac_ascii_p(text, size)) {
        coderange = RUBY_ENC_CODERANGE_7BIT;
    }
    else if (jac_kernels->valid_utf8(text, text + size)) {
        coderange = RUBY_ENC_CODERANGE_VALID;
    }
    else {
        coderange = RUBY_ENC_CODERANGE_BROKEN;
    }
    RB_ENC_CODERANGE_SET(string, coderange);
    return coderange;
}

int jac_utf8_index;

static ID id_to_json, id_to_s, id_encode, id_message, id_sort;
static ID id_json_path, id_respond_to, id_respond_to_missing;
static VALUE encoding_utf8; /* Encoding::UTF_8 */
static VALUE canonical;     /* Jacinth::Canonical */
static VALUE cFragment;     /* Jacinth::Fragment */

#define MALFORMED "source sequence is illegal/malformed utf-8"

/* Strings */

static VALUE
encode_try(VALUE string)
{
    return rb_funcall(string, id_encode, 1, encoding_utf8);
}

typedef struct {
    jac_walk_t *walk;
    VALUE string;
} encode_t;

static VALUE
encode_failed(VALUE arg, VALUE error)
{
    const encode_t *e = (const encode_t *)arg;

    jac_walk_fail(e->walk, e->string, "%" PRIsVALUE,
                  rb_funcall(error, id_message, 0));
    return Qundef;
}

static VALUE
call_as_json(jac_walk_t *w, VALUE object, VALUE key_p)
{
    VALUE arguments[2] = {object, key_p};
    unsigned long ticket = jac_walk_leave(w);
    VALUE result =
        rb_proc_call_with_block(w->options.as_json, 2, arguments, Qnil);

    jac_walk_enter(w, ticket);
    return result;
}

NORETURN(static void bad_key(const jac_walk_t *w, VALUE key));

static void
bad_key(const jac_walk_t *w, VALUE key)
{
    jac_walk_fail(w, key, "%" PRIsVALUE " not allowed as object key in JSON",
                  CLASS_OF(key));
}

VALUE
jac_convert_foreign(jac_walk_t *w, VALUE string, bool coerced, bool key)
{
    encode_t e = {w, string};
    VALUE original = string;
    unsigned long ticket;

    if (!coerced && w->options.strict && RTEST(w->options.as_json)) {
        VALUE other = call_as_json(w, string, Qfalse);

        if (other != string) {
            if (!RB_TYPE_P(other, T_STRING)) {
                if (key) {
                    bad_key(w, other);
                }
            }
            else if (jac_text_kind(other) == JAC_TEXT_FOREIGN) {
                jac_walk_fail(w, string, MALFORMED);
            }
            return other;
        }
    }
    ticket = jac_walk_leave(w);
    string = rb_rescue2(encode_try, string, encode_failed, (VALUE)&e,
                        rb_eStandardError, (VALUE)0);
    jac_walk_enter(w, ticket);
    Check_Type(string, T_STRING);
    if (jac_text_kind(string) == JAC_TEXT_FOREIGN) {
        jac_walk_fail(w, original, MALFORMED);
    }
    return string;
}

/* Keys */

/* The text of a String subclass as a key: its to_s, which must be a String. */
static VALUE
string_subclass_key(jac_walk_t *w, VALUE key)
{
    unsigned long ticket = jac_walk_leave(w);
    VALUE text = rb_funcall(key, id_to_s, 0);

    jac_walk_enter(w, ticket);
    if (!RB_TYPE_P(text, T_STRING)) {
        VALUE name = rb_obj_class(key);

        rb_raise(rb_eTypeError,
                 "can't convert %" PRIsVALUE " to String (%" PRIsVALUE
                 "#to_s gives %" PRIsVALUE ")",
                 name, name, rb_obj_class(text));
    }
    return text;
}

static VALUE
object_key(jac_walk_t *w, VALUE key)
{
    unsigned long ticket = jac_walk_leave(w);
    VALUE text = rb_convert_type(key, T_STRING, "String", "to_s");

    jac_walk_enter(w, ticket);
    return text;
}

VALUE
jac_convert_key(jac_walk_t *w, VALUE key)
{
    bool coerced = false;
    VALUE text;

    for (;;) {
        if (RB_SYMBOL_P(key)) {
            text = rb_sym2str(key);
        }
        else if (!RB_TYPE_P(key, T_STRING)) {
            if (w->options.strict) {
                if (coerced || !RTEST(w->options.as_json)) {
                    bad_key(w, key);
                }
                key = call_as_json(w, key, Qtrue);
                coerced = true;
                continue;
            }
            text = object_key(w, key);
        }
        else if (RBASIC_CLASS(key) == rb_cString) {
            text = key;
        }
        else {
            text = string_subclass_key(w, key);
        }
        break;
    }
    if (jac_text_kind(text) == JAC_TEXT_FOREIGN) {
        text = jac_convert_foreign(w, text, coerced, true);
    }
    return text;
}

/* Whether the second of two kinds of keys makes json look for duplicates. */
static bool
mixed_keys_p(const jac_walk_t *w)
{
    const VALUE *key = w->stack + w->frame + JAC_FRAME_SIZE;
    const VALUE *end = w->stack + w->top;
    bool first_string, first_symbol;

    if (key == end) {
        return false;
    }
    first_string = RB_TYPE_P(*key, T_STRING);
    first_symbol = RB_SYMBOL_P(*key);
    for (; key < end; key += 2) {
        if ((RB_TYPE_P(*key, T_STRING) && !first_string) ||
            (RB_SYMBOL_P(*key) && !first_symbol)) {
            return true;
        }
    }
    return false;
}

void
jac_check_duplicates(jac_walk_t *w)
{
    VALUE seen, hash;
    size_t at;
    unsigned long ticket;

    if (w->options.allow_duplicate_key || !mixed_keys_p(w)) {
        return;
    }
    seen = rb_hash_new();
    ticket = jac_walk_leave(w);
    for (at = w->frame + JAC_FRAME_SIZE; at < w->top; at += 2) {
        VALUE text = rb_obj_as_string(w->stack[at]);

        if (rb_hash_lookup2(seen, text, Qundef) != Qundef) {
            hash = w->stack[w->frame + JAC_FRAME_CONTAINER];
            jac_walk_fail(
                w, Qnil, "detected duplicate key %" PRIsVALUE " in %" PRIsVALUE,
                rb_inspect(text), rb_inspect(hash));
        }
        rb_hash_aset(seen, text, Qtrue);
    }
    jac_walk_enter(w, ticket);
}

VALUE
jac_convert_order(jac_walk_t *w, VALUE hash)
{
    unsigned long ticket = jac_walk_leave(w);

    if (w->options.rfc8785) {
        VALUE as_json = w->options.strict && RTEST(w->options.as_json)
                            ? w->options.as_json
                            : Qnil;

        hash = rb_funcall(canonical, id_sort, 2, hash, as_json);
    }
    else {
        hash = rb_proc_call_with_block(w->options.sort_keys, 1, &hash, Qnil);
    }
    jac_walk_enter(w, ticket);
    Check_Type(hash, T_HASH);
    return hash;
}

/* Objects */

void
jac_convert_error(const jac_walk_t *w, VALUE error)
{
    VALUE inner, path;

    /* for a throw or a break, errinfo is no Ruby object */
    if (!RB_TYPE_P(error, T_OBJECT) || RB_OBJ_FROZEN(error) ||
        !RTEST(rb_obj_is_kind_of(error, jac_eGeneratorError))) {
        return;
    }
    inner = rb_ivar_get(error, id_json_path);
    path = jac_walk_path(w);
    if (RB_TYPE_P(inner, T_ARRAY)) {
        rb_ary_concat(path, inner);
    }
    rb_ivar_set(error, id_json_path, path);
}

/*
 * The caller holds the ticket of jac_walk_leave. The State is made when the
 * first to_json needs one, and is the same for the whole walk: what a to_json
 * changes in it holds from there on.
 */
static VALUE
call_to_json(jac_walk_t *w, VALUE object)
{
    VALUE text;
    bool ascii_only = w->options.ascii_only;
    bool script_safe = w->options.script_safe;

    if (!w->state) {
        w->state = jac_state_handed(&w->options, &w->state_options, &w->told);
    }
    if (JAC_LIKELY(w->state_options != NULL)) {
        w->state_options->depth = w->depth;
    }
    else {
        jac_state_enter(w->state, w->depth, &w->told);
    }
    w->in_to_json = true;
    text = rb_funcallv(object, id_to_json, 1, &w->state);
    w->in_to_json = false;
    if (JAC_LIKELY(w->state_options != NULL)) {
        w->options = *w->state_options;
    }
    else {
        jac_state_leave(w->state, &w->options, &w->told);
    }
    if (w->options.ascii_only != ascii_only ||
        w->options.script_safe != script_safe) {
        w->unknown = true; /* other options wrote the first part */
    }
    Check_Type(text, T_STRING);
    return text;
}

/* Fragment: a Struct of one member. */
static VALUE
fragment_text(VALUE fragment)
{
    VALUE text = RSTRUCT_GET(fragment, 0);

    Check_Type(text, T_STRING);
    return text;
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

/* Whether what Ruby finds of a method is all that respond_to? says. */
static bool
plain_respond_to_p(VALUE klass)
{
    return rb_method_basic_definition_p(klass, id_respond_to) &&
           rb_method_basic_definition_p(klass, id_respond_to_missing);
}

/* Whether the class is one whose objects have no to_json of their own. */
static bool
generic_known_p(const jac_walk_t *w, VALUE klass)
{
    const unsigned n =
        w->generics < JAC_WALK_GENERIC ? w->generics : JAC_WALK_GENERIC;
    unsigned i;

    for (i = 0; i < n; i++) {
        if (w->generic[i] == klass) return true;
    }
    return false;
}

/*
 * Whether the class's to_json is not the generic one. Those that are not are
 * remembered by their address, from walk to walk; should another class come to
 * lie there, its to_json is called, which is never wrong.
 */
static bool
says_more_p(VALUE klass)
{
    static VALUE known[16];
    VALUE *place = &known[(klass >> 6 ^ klass >> 10) & 15];

    if (jac_load_relaxed(place) == klass) {
        return true;
    }
    if (jac_generic_to_json_p(klass)) {
        return false;
    }
    jac_store_release(place, klass);
    return true;
}

/*
 * Whether `object` has a to_json that says more than how every object is
 * written. A class is asked once in a run of its objects (which counts on its
 * keeping the method for so long), unless its respond_to? or
 * respond_to_missing? has a say.
 */
static bool
answers_p(jac_walk_t *w, VALUE object)
{
    VALUE klass = CLASS_OF(object);

    if (klass == w->answers) {
        return true;
    }
    if (generic_known_p(w, klass)) {
        return false;
    }
    if (!plain_respond_to_p(klass)) {
        return rb_respond_to(object, id_to_json);
    }
    if (rb_method_boundp(klass, id_to_json, 1) && says_more_p(klass)) {
        w->answers = klass;
        return true;
    }
    w->generic[w->generics++ % JAC_WALK_GENERIC] = klass;
    return false;
}

/* What to write for an object that has no to_json of its own. */
static VALUE
native_value(VALUE object)
{
    if (RB_SYMBOL_P(object) &&
        rb_method_basic_definition_p(rb_cSymbol, id_to_s)) {
        return rb_sym2str(object);
    }
    return native_type_p(object) ? object : rb_obj_as_string(object);
}

/* By the object's own methods, unless it has a type of JSON and no to_json. */
static jac_object_t
call_object(jac_walk_t *w, VALUE *value)
{
    const unsigned long ticket = jac_walk_leave(w);
    jac_object_t outcome = JAC_OBJECT_NATIVE;

    if (answers_p(w, *value)) {
        if (JAC_UNLIKELY(!w->protected_p)) {
            outcome = JAC_OBJECT_CALLS;
        }
        else {
            *value = call_to_json(w, *value);
            outcome = JAC_OBJECT_SPLICE;
        }
    }
    else {
        *value = native_value(*value);
    }
    jac_walk_enter(w, ticket);
    return outcome;
}

jac_object_t
jac_convert_object(jac_walk_t *w, VALUE *value, bool coerced)
{
    VALUE object = *value;

    if (!RB_SPECIAL_CONST_P(object) && RBASIC_CLASS(object) == cFragment) {
        *value = fragment_text(object);
        return JAC_OBJECT_SPLICE;
    }
    if (w->options.strict) {
        if (coerced || !RTEST(w->options.as_json)) {
            jac_walk_fail(w, object, "%" PRIsVALUE " not allowed in JSON",
                          CLASS_OF(object));
        }
        *value = call_as_json(w, object, Qfalse);
        return JAC_OBJECT_AGAIN;
    }
    return call_object(w, value);
}

/* Numbers */

VALUE
jac_convert_non_finite(jac_walk_t *w, VALUE number, bool coerced)
{
    if (w->options.strict && RTEST(w->options.as_json) && !coerced) {
        VALUE other = call_as_json(w, number, Qfalse);

        if (other != number) {
            return other;
        }
    }
    jac_walk_fail(w, number, "%" PRIsVALUE " not allowed in JSON",
                  rb_obj_as_string(number));
}

double
jac_integer_to_double(jac_walk_t *w, VALUE number)
{
    if (RB_FIXNUM_P(number)) {
        return (double)FIX2LONG(number);
    }
    if (FIX2INT(rb_big_cmp(number, DBL2NUM(DBL_MAX))) > 0 ||
        FIX2INT(rb_big_cmp(number, DBL2NUM(-DBL_MAX))) < 0) {
        jac_walk_fail(w, number, "Integer out of range for RFC 8785");
    }
    return rb_big2dbl(number);
}

void
jac_init_convert(VALUE mJacinth)
{
    jac_utf8_index = rb_utf8_encindex();
    id_to_json = rb_intern("to_json");
    id_to_s = rb_intern("to_s");
    id_respond_to = rb_intern("respond_to?");
    id_respond_to_missing = rb_intern("respond_to_missing?");
    id_encode = rb_intern("encode");
    id_message = rb_intern("message");
    id_sort = rb_intern("sort");
    id_json_path = rb_intern("@json_path");
    encoding_utf8 = rb_enc_from_encoding(rb_utf8_encoding());
    rb_gc_register_mark_object(encoding_utf8);
    canonical = jac_constant(mJacinth, "Canonical");
    cFragment = jac_constant(mJacinth, "Fragment");
}
