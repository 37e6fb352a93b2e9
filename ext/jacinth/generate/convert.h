/*
 * The rarely taken ways from an object to what JSON has: transcoding,
 * to_json, as_json, keys that are no plain Strings, sorted keys. All of it may
 * run any Ruby code, so each function here leaves and enters the walk; the
 * caller's copy of w->buffer.pos is stored before, and read again after.
 */
#ifndef JAC_CONVERT_H
#define JAC_CONVERT_H

#include "generate/walk_stack.h"

/* rb_utf8_encindex(), which never changes. Small enough to be inlined. */
extern int jac_utf8_index;

/* How a String's bytes are to be taken. */
typedef enum {
    JAC_TEXT_ASCII, /* below 0x80, valid in each encoding that says so */
    JAC_TEXT_UTF8,  /* valid UTF-8 */
    JAC_TEXT_OTHER  /* to be transcoded first, or invalid */
} jac_text_t;

/*
 * The coderange of a String that does not know it, found and noted: as
 * rb_enc_str_coderange, by the kernels where it is UTF-8.
 */
int jac_text_scan(VALUE string);

/* Never raises, runs no Ruby code; may scan the String once, and notes it. */
JAC_INLINE jac_text_t
jac_text_kind(VALUE string)
{
    int coderange = RB_ENC_CODERANGE(string);

    if (JAC_UNLIKELY(coderange == RUBY_ENC_CODERANGE_UNKNOWN)) {
        coderange = jac_text_scan(string);
    }
    if (JAC_LIKELY(coderange == RUBY_ENC_CODERANGE_7BIT)) {
        return JAC_TEXT_ASCII;
    }
    if (JAC_LIKELY(coderange == RUBY_ENC_CODERANGE_VALID &&
                   RB_ENCODING_GET_INLINED(string) == jac_utf8_index)) {
        return JAC_TEXT_UTF8;
    }
    return JAC_TEXT_OTHER;
}

/*
 * A String of kind JAC_TEXT_OTHER as UTF-8: transcoded, or in strict mode
 * what as_json gives, once (`coerced` tells that it was called already), which
 * may be no String at all where `key` is false. Raises GeneratorError.
 */
VALUE jac_convert_text(jac_walk_t *w, VALUE string, bool coerced, bool key);

/*
 * A key as a String of kind ASCII or UTF-8; or, where *json becomes true, as
 * one of JSON text. Raises GeneratorError, TypeError, what its methods raise.
 */
VALUE jac_convert_key(jac_walk_t *w, VALUE key, bool *json);

/*
 * The same for a key whose text, a String of kind ASCII or UTF-8, is of a
 * subclass or has a singleton class: it is asked as a value is, to_json, or in
 * strict mode as_json. A String, Symbol or Fragment is taken from that.
 */
VALUE jac_convert_key_text(jac_walk_t *w, VALUE text, bool *json);

/*
 * What to do with an object that JSON has no type for, or whose class may
 * have a to_json.
 */
typedef enum {
    JAC_OBJECT_SPLICE, /* *value is a String of JSON text */
    JAC_OBJECT_NATIVE, /* write *value by its built-in type */
    JAC_OBJECT_AGAIN,  /* *value replaces the object; as_json was called */
    JAC_OBJECT_NONE,   /* nothing: it is written */
    JAC_OBJECT_CALLS   /* to_json is to be called: only in a protected walk */
} jac_object_t;

/*
 * Outside strict mode: to_json where the object has one, its built-in type
 * where it has one, or its to_s. In strict mode as_json, unless `coerced`,
 * which tells that it was called for this value. Raises GeneratorError,
 * TypeError, and what the methods raise.
 */
jac_object_t jac_convert_object(jac_walk_t *w, VALUE *value, bool coerced);

/*
 * For an error that came out of a to_json of this walk: a GeneratorError about
 * a part says where in the whole that sits. The path to here is put before the
 * path that the error has.
 */
void jac_convert_error(const jac_walk_t *w, VALUE error);

/*
 * For NaN and Infinity where they are not allowed: as JAC_OBJECT_AGAIN where
 * as_json gives something else. Raises GeneratorError otherwise.
 */
VALUE jac_convert_non_finite(jac_walk_t *w, VALUE number, bool coerced);

/* The Hash whose order is the one to write: sort_keys or rfc8785. */
VALUE jac_convert_order(jac_walk_t *w, VALUE hash);

/*
 * Raises GeneratorError if two keys of the innermost container, a hash whose
 * keys are not all of one kind, have the same text, as far as json looks: a
 * String or a Symbol must come after a key of another type.
 */
void jac_check_duplicates(jac_walk_t *w);

/* An Integer as the double that RFC 8785 writes. Raises GeneratorError. */
double jac_integer_to_double(jac_walk_t *w, VALUE number);

/*
 * What the as_json of strict mode gives for an object, which is a key or is not
 * (Qtrue, Qfalse).
 */
VALUE jac_call_as_json(jac_walk_t *w, VALUE object, VALUE key_p);

void jac_init_convert(VALUE mJacinth);
void jac_init_convert_object(VALUE mJacinth);

#endif
