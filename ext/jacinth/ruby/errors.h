/*
 * The generator's failures, and the one about options that parser and
 * generator share: where each becomes a Ruby exception. And how C gets at the
 * classes, of errors and others, that Ruby code defines.
 */
#ifndef JAC_ERRORS_H
#define JAC_ERRORS_H

#include "ruby/compat.h"

/*
 * The constant `name` of a module, held where it is for as long as Ruby runs.
 */
VALUE jac_constant(VALUE module, const char *name);

/* Makes the constant private, as Module#private_constant does. */
void jac_private_constant(VALUE module, const char *name);

/* Jacinth::GeneratorError and Jacinth::NestingError. */
extern VALUE jac_eGeneratorError;
extern VALUE jac_eNestingError;

/*
 * The text of an object, its to_s, for a message by PRIsVALUE, which takes no
 * text with a NUL: each is shown as \0. The text of a class is the program's,
 * too, where that has a to_s of its own.
 */
VALUE jac_shown(VALUE object);

/*
 * Raise TypeError: the object has been initialized before; it is of a class
 * whose objects cannot be copied.
 */
NORETURN(void jac_raise_initialized(VALUE object));
NORETURN(void jac_raise_uncopyable(VALUE object));

/*
 * Raises a GeneratorError. `message` is a String; `invalid` the object that
 * could not be generated (nil is an object too); `path` an Array of Integers
 * and Strings, outermost first, or nil where the place is not known.
 */
NORETURN(void jac_raise_generator(VALUE message, VALUE invalid, VALUE path));

/*
 * Raises NestingError for a generator that would reach `depth` levels; `path`
 * as above.
 */
NORETURN(void jac_raise_nesting(long depth, VALUE path));

/*
 * Raises ArgumentError `unknown keyword: a` or `unknown keywords: a, b`.
 * `names` is an Array with one element or more, shown by their to_s; `known`
 * an Array of the Symbols that the method takes: the nearest of them is named.
 */
NORETURN(void jac_raise_unknown_keywords(VALUE names, VALUE known));

/*
 * Raises ArgumentError for `given` as the value of an option, where it is to be
 * one of `count` Symbols; the nearest of them is named.
 */
NORETURN(void jac_raise_choice(const char *what, VALUE given, int count,
                               const VALUE *names));

/*
 * Whether `given` is this Symbol, where an option takes nothing else but nil
 * and false. Raises as above for anything else.
 */
bool jac_chosen_p(const char *what, VALUE given, VALUE symbol);

void jac_init_errors(VALUE mJacinth);

#endif
