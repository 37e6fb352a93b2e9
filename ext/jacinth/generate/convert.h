/*
 * The rarely taken ways from a core object to what JSON has: transcoding, keys
 * that are no plain Strings, sorted keys, numbers without a text of their own.
 * Other objects have convert_object.h.
 *
 * Unless it says otherwise, each function may run any Ruby code: the caller's
 * copy of w->buffer.pos is stored before, and read again after.
 */
#ifndef JAC_CONVERT_H
#define JAC_CONVERT_H

#include "generate/text_kind.h"
#include "generate/walk_stack.h"

/* A String of kind JAC_TEXT_OTHER as UTF-8. Raises GeneratorError. */
VALUE jac_transcode(jac_walk_t *w, VALUE string);

/*
 * A String of kind JAC_TEXT_OTHER as UTF-8: transcoded, or in strict mode
 * what as_json gives, which may be no String at all where `key` is false. Where
 * as_json has given the String (`coerced`), it is asked no more; json
 * transcodes its answer for a key only. Raises GeneratorError.
 */
VALUE jac_convert_text(jac_walk_t *w, VALUE string, bool coerced, bool key);

/*
 * A key as a String of kind ASCII or UTF-8; or, where *json becomes true, as
 * one of JSON text. Raises GeneratorError, TypeError, what its methods raise.
 */
VALUE jac_convert_key(jac_walk_t *w, VALUE key, bool *json);

/* Without max_nesting, how many numbers may answer for one another. */
#define JAC_NON_FINITE_TURNS 10000

/*
 * For NaN and Infinity where they are not allowed: what as_json gives, if it is
 * something else, whether or not it was asked on the way to the number; a
 * number counts as a level of nesting, and `turns` have been asked for this
 * value before. Raises GeneratorError otherwise, NestingError for too many.
 */
VALUE jac_convert_non_finite(jac_walk_t *w, VALUE number, size_t turns);

/* Raise GeneratorError: text that is no UTF-8; what is no key. */
NORETURN(void jac_fail_malformed(const jac_walk_t *w, VALUE string));
NORETURN(void jac_fail_key(const jac_walk_t *w, VALUE key));

/* Raises the GeneratorError about NaN or Infinity. */
NORETURN(void jac_fail_non_finite(jac_walk_t *w, VALUE number));

/* The Hash whose order is the one to write: sort_keys or rfc8785. */
VALUE jac_convert_order(jac_walk_t *w, VALUE hash);

/*
 * Raises GeneratorError if two keys of the innermost container, a hash whose
 * keys are not all of one kind, have the same text, as far as json looks: a
 * String or a Symbol must come after a key of another type.
 */
void jac_check_duplicates(jac_walk_t *w);

/* The same for each two keys, of any types, as their to_s tells; once. */
void jac_search_duplicates(jac_walk_t *w);

/* Raises GeneratorError for a key's text that hash has twice. */
NORETURN(void jac_fail_duplicate(const jac_walk_t *w, VALUE text, VALUE hash));

/*
 * An Integer as the double that RFC 8785 writes. Runs no Ruby code; raises
 * GeneratorError for one that no double comes near.
 */
double jac_integer_to_double(jac_walk_t *w, VALUE number);

void jac_init_convert(VALUE mJacinth);

#endif
