/*
 * Raises the generator's exceptions, and those about options, which parser and
 * generator share. Also finds classes that Ruby code defines.
 */
#ifndef JAC_ERRORS_H
#define JAC_ERRORS_H

#include "ruby/compat.h"

/* Returns the constant `name` of a module, and registers it with the GC. */
VALUE jac_constant(VALUE module, const char *name);

/* Makes the constant private, as Module#private_constant does. */
void jac_private_constant(VALUE module, const char *name);

/* Jacinth::GeneratorError and Jacinth::NestingError. */
extern VALUE jac_eGeneratorError;
extern VALUE jac_eNestingError;

/*
 * Returns the to_s of an object for a message by PRIsVALUE. Writes NUL as \0,
 * because PRIsVALUE does not accept it. Also for classes, since a program can
 * define their to_s.
 */
VALUE jac_shown(VALUE object);

/*
 * Raise TypeError for an object that has been initialized before, and for one
 * whose class does not allow copies.
 */
NORETURN(void jac_raise_initialized(VALUE object));
NORETURN(void jac_raise_uncopyable(VALUE object));

/*
 * Raises GeneratorError. `message` is a String, `invalid` the object that could
 * not be generated (nil is an object, too), and `path` an Array of Integers and
 * Strings, outermost first, or nil if it is not known.
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
 * Raises ArgumentError for `given` as the value of an option that takes one of
 * `count` Symbols. The message suggests the nearest one.
 */
NORETURN(void jac_raise_choice(const char *what, VALUE given, int count,
                               const VALUE *names));

/*
 * True if `given` is this Symbol, for an option that otherwise takes only nil
 * and false. Raises as above for any other value.
 */
bool jac_chosen_p(const char *what, VALUE given, VALUE symbol);

void jac_init_errors(VALUE mJacinth);

#endif
