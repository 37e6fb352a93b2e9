#include "generate/convert.h"

#include "core/dtoa.h"
#include "generate/coder_types.h"
#include "generate/duplicate_texts.h"
#include "generate/object_methods.h"
#include "ruby/atomics.h"
#include "ruby/errors.h"

#include <float.h>

static ID id_encode;
static VALUE encoding_utf8;
static VALUE canonical, sort_texts;

/* The digits of the largest double, with a sign. */
enum { JAC_INTEGER_DIGITS = 320 };

static VALUE
encode_try(VALUE string)
{
    if (jac_json2 && rb_enc_get_index(string) == rb_ascii8bit_encindex()) {
        VALUE text = rb_utf8_str_new(RSTRING_PTR(string), RSTRING_LEN(string));

        if (rb_enc_str_coderange(text) == ENC_CODERANGE_VALID) {
            rb_funcall(rb_path2class("Jacinth::Json2::Deprecation"),
                       rb_intern("binary"), 0);
            return text;
        }
    }
    return rb_method_basic_definition_p(CLASS_OF(string), id_encode)
               ? rb_str_encode(string, encoding_utf8, 0, Qnil)
               : rb_funcall(string, id_encode, 1, encoding_utf8);
}

typedef struct {
    jac_walk_t *walk;
    VALUE string;
    jac_ticket_t ticket;
} encode_t;

static VALUE
encode_failed(VALUE arg, VALUE error)
{
    const encode_t *e = (const encode_t *)arg;
    VALUE message = rb_funcall(error, rb_intern("message"), 0);

    jac_walk_reenter(e->walk, e->ticket);
    jac_walk_fail(e->walk, e->string, "%" PRIsVALUE, jac_shown(message));
    return Qundef;
}

void
jac_fail_malformed(const jac_walk_t *w, VALUE string)
{
    jac_walk_fail(w, string, "source sequence is illegal/malformed utf-8");
}

void
jac_fail_key(const jac_walk_t *w, VALUE key)
{
    jac_walk_fail(w, key, "%" PRIsVALUE " not allowed as object key in JSON",
                  jac_shown(CLASS_OF(key)));
}

static VALUE
replace_try(VALUE string)
{
    return rb_str_encode(string, encoding_utf8,
                         ECONV_INVALID_REPLACE | ECONV_UNDEF_REPLACE, Qnil);
}

VALUE
jac_replace_invalid(jac_walk_t *w, VALUE string)
{
    const int index = rb_enc_get_index(string);
    encode_t e = {w, string, 0};
    VALUE text;

    if (index == rb_utf8_encindex() || index == rb_ascii8bit_encindex() ||
        index == rb_usascii_encindex()) {
        string = rb_utf8_str_new(RSTRING_PTR(string), RSTRING_LEN(string));
        text = rb_str_scrub(string, Qnil);
        return NIL_P(text) ? string : text;
    }
    e.ticket = jac_walk_exit_to_ruby(w);
    text = rb_rescue2(replace_try, string, encode_failed, (VALUE)&e,
                      rb_eStandardError, (VALUE)0);
    jac_walk_reenter(w, e.ticket);
    return text;
}

/* True for a String in ISO-8859-1, if its method encode is Ruby's own. */
static bool
latin1_p(VALUE string)
{
    /* The index of ISO-8859-1; 0, that of BINARY, until the first String in
       this encoding stores it. A search by name would load the encoding. All
       Ractors store the same index. */
    static size_t latin1;
    const size_t index = (size_t)RB_ENCODING_GET(string);

    if (index != jac_hint_load(&latin1)) {
        if (strcmp(rb_enc_name(rb_enc_get(string)), "ISO-8859-1") != 0) {
            return false;
        }
        jac_hint_store(&latin1, index);
    }
    return index != 0 &&
           rb_method_basic_definition_p(CLASS_OF(string), id_encode);
}

/* Returns a String in ISO-8859-1 as UTF-8. String#encode needs ten times the
   instructions, most of them to open and close a converter. */
static VALUE
latin1_to_utf8(VALUE string)
{
    const long size = RSTRING_LEN(string);
    const uint8_t *src = (const uint8_t *)RSTRING_PTR(string);
    long i, wide = 0;
    VALUE text;
    uint8_t *p;

    for (i = 0; i < size; i++) wide += src[i] >> 7;
    text = rb_utf8_str_new(NULL, size + wide);
    src = (const uint8_t *)RSTRING_PTR(string);
    p = (uint8_t *)RSTRING_PTR(text);
    for (i = 0; i < size; i++) {
        const uint8_t c = src[i];

        if (c >= 0x80) *p++ = 0xC0 | c >> 6;
        *p++ = c >= 0x80 ? 0x80 | (c & 0x3F) : c;
    }
    RB_GC_GUARD(string);
    return text;
}

VALUE
jac_transcode(jac_walk_t *w, VALUE original)
{
    encode_t e = {w, original, 0};
    VALUE string;

    if (w->options.invalid) return jac_replace_invalid(w, original);
    if (latin1_p(original)) return latin1_to_utf8(original);
    e.ticket = jac_walk_exit_to_ruby(w);
    string = rb_rescue2(encode_try, original, encode_failed, (VALUE)&e,
                        rb_eStandardError, (VALUE)0);
    jac_walk_reenter(w, e.ticket);
    Check_Type(string, T_STRING);
    if (jac_text_kind(string) == JAC_TEXT_OTHER) {
        jac_fail_malformed(w, original);
    }
    return string;
}

VALUE
jac_convert_text(jac_walk_t *w, VALUE string, bool coerced, bool key)
{
    if (!coerced && w->options.strict && RTEST(w->options.as_json)) {
        VALUE other = jac_call_as_json(w, string, Qfalse);

        if (other != string) {
            if (!RB_TYPE_P(other, T_STRING)) {
                if (key) jac_fail_key(w, other);
            }
            else if (jac_text_kind(other) == JAC_TEXT_OTHER) {
                jac_fail_malformed(w, string);
            }
            return other;
        }
    }
    if (coerced && !key && !w->options.invalid) {
        jac_fail_malformed(w, string);
    }
    return jac_transcode(w, string);
}

static VALUE
string_subclass_key(jac_walk_t *w, VALUE key)
{
    VALUE text = jac_walk_call(w, key, rb_intern("to_s"), 0, NULL);

    if (!RB_TYPE_P(text, T_STRING)) {
        VALUE name = jac_shown(rb_obj_class(key));

        rb_raise(rb_eTypeError,
                 "can't convert %" PRIsVALUE " to String (%" PRIsVALUE
                 "#to_s gives %" PRIsVALUE ")",
                 name, name, jac_shown(rb_obj_class(text)));
    }
    return text;
}

static VALUE
object_key(jac_walk_t *w, VALUE key)
{
    jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    VALUE text = rb_convert_type(key, T_STRING, "String", "to_s");

    jac_walk_reenter(w, ticket);
    return text;
}

VALUE
jac_key_to_s(jac_walk_t *w, VALUE key)
{
    jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    VALUE text = rb_funcallv_public(key, rb_intern("to_s"), 0, NULL);

    jac_walk_reenter(w, ticket);
    if (RB_SYMBOL_P(text)) return rb_sym2str(text);
    if (!RB_TYPE_P(text, T_STRING)) jac_fail_key(w, text);
    return text;
}

VALUE
jac_convert_key(jac_walk_t *w, VALUE key, bool *json)
{
    bool coerced = false;
    VALUE text;

    for (;;) {
        if (RB_SYMBOL_P(key)) {
            text = rb_sym2str(key);
        }
        else if (!RB_TYPE_P(key, T_STRING)) {
            if (w->conversions != NULL &&
                jac_conversions_apply(w, &key, true) != JAC_OBJECT_CALLS) {
                jac_check_converted_key(w, key);
                continue;
            }
            if (w->options.strict) {
                if (coerced || !RTEST(w->options.as_json)) {
                    jac_fail_key(w, key);
                }
                key = jac_text_keys_p(w) ? jac_key_to_s(w, key)
                                         : jac_call_as_json(w, key, Qtrue);
                coerced = true;
                jac_check_converted_key(w, key);
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
    if (jac_text_kind(text) == JAC_TEXT_OTHER) {
        /* different bytes can become the same U+FFFD */
        if (w->options.invalid && !w->options.allow_duplicate_key &&
            w->frame != JAC_WALK_NO_FRAME &&
            jac_walk_hash_p(w->stack + w->frame)) {
            jac_search_duplicates(w);
        }
        text = jac_convert_text(w, text, coerced, true);
    }
    return RBASIC_CLASS(text) == rb_cString
               ? text
               : jac_convert_key_text(w, text, json);
}

VALUE
jac_convert_order(jac_walk_t *w, VALUE hash)
{
    jac_ticket_t ticket;

    if (!w->options.max_nesting && !w->options.rfc8785) {
        jac_walk_check_endless(w, hash);
    }
    ticket = jac_walk_exit_to_ruby(w);
    if (w->options.rfc8785) {
        VALUE as_json = w->options.strict && RTEST(w->options.as_json)
                            ? w->options.as_json
                            : Qnil;

        hash = rb_funcall(canonical, rb_intern("sort"), 2,
                          jac_conversions_pairs(w, hash), as_json);
    }
    else {
        const bool by_text =
            jac_text_keys_p(w) && jac_option_sorts_by_key(w->options.sort_keys);

        hash = rb_proc_call_with_block(
            by_text ? sort_texts : w->options.sort_keys, 1, &hash, Qnil);
    }
    jac_walk_reenter(w, ticket);
    Check_Type(hash, T_HASH);
    return hash;
}

void
jac_fail_non_finite(jac_walk_t *w, VALUE number)
{
    jac_walk_fail(w, number, "%" PRIsVALUE " not allowed in JSON",
                  jac_shown(number));
}

VALUE
jac_convert_non_finite(jac_walk_t *w, VALUE number, size_t turns)
{
    const long limit = w->options.max_nesting;
    VALUE other = number;

    if (w->options.strict && RTEST(w->options.as_json)) {
        other = jac_call_as_json(w, number, Qfalse);
    }
    if (other == number) jac_fail_non_finite(w, number);
    if (limit ? (size_t)w->depth + turns >= (size_t)limit
              : turns >= JAC_NON_FINITE_TURNS) {
        jac_walk_fail_nesting(w, (long)turns + 1);
    }
    return other;
}

static size_t
leading_digits(const char *text, size_t size, char *digits)
{
    size_t n = 0, i;

    for (i = 0; i < size && text[i] != 'e'; i++) {
        if (text[i] >= '0' && text[i] <= '9') digits[n++] = text[i];
    }
    while (n > 0 && digits[n - 1] == '0') n--;
    return n;
}

/* True if the nearest double, as RFC 8785 writes it, is not the same number.
   Their exponents are equal, so that only the digits are compared. */
static bool
loses_digits(VALUE number, double nearest)
{
    char before[JAC_INTEGER_DIGITS], after[JAC_DTOA_MAX];
    uint8_t written[JAC_DTOA_MAX];
    const size_t size = (size_t)(jac_dtoa_jcs(written, nearest) - written);
    VALUE text =
        RB_FIXNUM_P(number) ? rb_fix2str(number, 10) : rb_big2str(number, 10);
    const size_t n =
        leading_digits(RSTRING_PTR(text), (size_t)RSTRING_LEN(text), before);
    const bool same = n == leading_digits((const char *)written, size, after) &&
                      memcmp(before, after, n) == 0;

    RB_GC_GUARD(text);
    return !same;
}

static double
checked_double(jac_walk_t *w, VALUE number, double nearest)
{
    if (loses_digits(number, nearest)) {
        jac_walk_fail(w, number, "Integer loses digits in RFC 8785");
    }
    return nearest;
}

double
jac_integer_to_double(jac_walk_t *w, VALUE number)
{
    if (RB_FIXNUM_P(number)) {
        return checked_double(w, number, (double)FIX2LONG(number));
    }
    if (FIX2INT(rb_big_cmp(number, DBL2NUM(DBL_MAX))) > 0 ||
        FIX2INT(rb_big_cmp(number, DBL2NUM(-DBL_MAX))) < 0) {
        jac_walk_fail(w, number, "Integer out of range for RFC 8785");
    }
    return checked_double(w, number, rb_big2dbl(number));
}

void
jac_init_convert(VALUE mJacinth)
{
    id_encode = rb_intern("encode");
    encoding_utf8 = rb_enc_from_encoding(rb_utf8_encoding());
    rb_gc_register_mark_object(encoding_utf8);
    canonical = jac_constant(mJacinth, "CanonicalOrder");
    sort_texts = jac_constant(mJacinth, "SORT_TEXTS");
}
