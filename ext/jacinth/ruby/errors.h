/* Raises the generator's errors and those about options. Also looks up
   classes that Ruby code defines. */
#ifndef JAC_ERRORS_H
#define JAC_ERRORS_H

#include "ruby/compat.h"

/* Returns the constant `name` of a module, and registers it with the GC. */
VALUE jac_constant(VALUE module, const char *name);

void jac_private_constant(VALUE module, const char *name);

/* Defines a constant: a frozen Array of the Symbols with these names. */
void jac_define_symbols(VALUE module, const char *name,
                        const char *const *names, long count);

extern VALUE jac_eGeneratorError;
extern VALUE jac_eNestingError;

/* Returns to_s of an object in valid UTF-8, for PRIsVALUE. NUL, which PRIsVALUE
   does not accept, is written as \0. Use it for classes, too: they can define
   to_s. */
VALUE jac_shown(VALUE object);

/* Returns inspect of an object in the same way. rb_inspect() would escape text
   in encodings such as UTF-16. */
VALUE jac_inspected(VALUE object);

/* Raise TypeError: the object is already initialized; it cannot be copied. */
NORETURN(void jac_raise_initialized(VALUE object));
NORETURN(void jac_raise_uncopyable(VALUE object));

/*
 * The owner of an error is the object for which a reader or a walk works: a
 * text, a value, a State, a stream or a Writer. The code that raises an error
 * about the text or the value stores the owner's id in it (nothing if owner is
 * 0), which does not keep the owner alive. A rescue compares the id, and so
 * distinguishes this error from those of callbacks and signal handlers, which
 * can use this library, too. jac_take_owned() removes the id if it returns
 * true, so that user code can raise the error again. An Integer is its own id:
 * streams have numbers as owners, since taking an object's id is expensive.
 */
void jac_set_owner(VALUE error, VALUE owner);
bool jac_owned_by_p(VALUE error, VALUE owner);
bool jac_take_owned(VALUE error, VALUE owner);

/*
 * Raises GeneratorError. `invalid` is the object that cannot be generated
 * (possibly nil), `path` an Array of Integers and Strings, outermost first, or
 * nil if unknown.
 */
NORETURN(void jac_raise_generator(VALUE message, VALUE invalid, VALUE path,
                                  VALUE owner));

/* Raises NestingError for a generator that would reach `depth` levels. */
NORETURN(void jac_raise_nesting(long depth, VALUE path, VALUE owner));

/* Raises NestingError for an open container that contains itself. */
NORETURN(void jac_raise_circular(VALUE path, VALUE owner));

/*
 * Raises ArgumentError `unknown keyword: a` or `unknown keywords: a, b`. With
 * jacinth/json2 it returns, and the names are ignored. `names` is an Array, not
 * empty. `known` is an Array of the accepted Symbols, for a suggestion.
 */
void jac_refuse_keywords(VALUE names, VALUE known);

/* Raises ArgumentError for an option that accepts `count` Symbols, and
   suggests the nearest one. */
NORETURN(void jac_raise_choice(const char *what, VALUE given, int count,
                               const VALUE *names));

/* True if `given` is this Symbol; false for nil and false. Raises like
   jac_raise_choice() for other values. */
bool jac_chosen_p(const char *what, VALUE given, VALUE symbol);

void jac_init_errors(VALUE mJacinth);

#endif
