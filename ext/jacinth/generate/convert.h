/*
 * Slow paths for core objects: transcoding, keys that are not simple Strings,
 * sorted keys, numbers that need a conversion. See object_methods.h for other
 * objects.
 *
 * Each function can run any Ruby code unless its comment says otherwise. So the
 * caller stores its position in w->buffer.pos before and reloads it after the
 * call.
 */
#ifndef JAC_CONVERT_H
#define JAC_CONVERT_H

#include "generate/text_kind.h"
#include "generate/walk_stack.h"

/* Returns a String of kind JAC_TEXT_OTHER as UTF-8. Raises GeneratorError. */
VALUE jac_transcode(jac_walk_t *w, VALUE string);

/*
 * Returns a String of kind JAC_TEXT_OTHER as UTF-8: transcoded, or in strict
 * mode the result of as_json, which is a String if `key` is true. as_json is
 * not called if it returned this String (`coerced`). Raises GeneratorError.
 */
VALUE jac_convert_text(jac_walk_t *w, VALUE string, bool coerced, bool key);

/* Returns the text with U+FFFD for each maximal invalid subpart. BINARY is
   taken for UTF-8. The result can be empty, as with UTF-7. */
VALUE jac_replace_invalid(jac_walk_t *w, VALUE string);

/*
 * Returns the text of a key, of kind ASCII or UTF-8. If it sets *json, the text
 * is JSON to splice in. Raises GeneratorError, TypeError and the errors of the
 * key's methods.
 */
VALUE jac_convert_key(jac_walk_t *w, VALUE key, bool *json);

/* Returns the text of key.to_s. Raises GeneratorError if that is neither a
   String nor a Symbol. */
VALUE jac_key_to_s(jac_walk_t *w, VALUE key);

/* Without max_nesting, the most results of as_json for one number. */
#define JAC_NON_FINITE_TURNS 10000

/*
 * Returns the result of as_json for NaN or Infinity if it is another value.
 * `turns` is the number of results so far; each counts as a level of nesting.
 * Raises GeneratorError if the number cannot be written, and NestingError.
 */
VALUE jac_convert_non_finite(jac_walk_t *w, VALUE number, size_t turns);

/* Raise GeneratorError for text that is not UTF-8, and for an invalid key. */
NORETURN(void jac_fail_malformed(const jac_walk_t *w, VALUE string));
NORETURN(void jac_fail_key(const jac_walk_t *w, VALUE key));

NORETURN(void jac_fail_non_finite(jac_walk_t *w, VALUE number));

/* Returns the pairs in the order of sort_keys or rfc8785, as a Hash. */
VALUE jac_convert_order(jac_walk_t *w, VALUE hash);

/* Converts an Integer to the double that RFC 8785 writes. Runs no Ruby code.
   Raises GeneratorError if the Integer cannot be represented. */
double jac_integer_to_double(jac_walk_t *w, VALUE number);

void jac_init_convert(VALUE mJacinth);

#endif
