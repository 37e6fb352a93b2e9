/* Writes objects as JSON text: begins and ends the walk (walk.h), and has
   the methods. */
#ifndef JAC_GENERATOR_H
#define JAC_GENERATOR_H

#include "generate/object_methods.h"
#include "generate/generator_options.h"

/*
 * Writes `object` as JSON with *options to `io`, an object with `write`, or to
 * a new String if io is nil or false. Returns the io or the String. native:
 * writes the object by its built-in type, without calling the to_json of a
 * subclass. owner: the owner of the errors (ruby/errors.h): the State that has
 * the options, or else the object. Raises GeneratorError, NestingError,
 * TypeError, and the errors of to_json and of the IO.
 */
VALUE jac_generate(VALUE object, const jac_generator_options_t *options,
                   VALUE io, bool native, VALUE owner);

/* jac_generate() with conversions by class: a table of coder_types.h. Also
   raises the errors of the conversions. */
VALUE jac_generate_converted(VALUE object,
                             const jac_generator_options_t *options,
                             VALUE table, VALUE io, bool native, VALUE owner);

/* jac_generate() to a String, with other rules for objects. Also escapes the
   characters of `escapes`, a sum of JAC_ESC_*. */
VALUE jac_generate_by_rules(VALUE object,
                            const jac_generator_options_t *options,
                            const jac_object_rules_t *rules, unsigned escapes);

/*
 * jac_generate() with the options of a method: nil or false, a State of this
 * gem or of json, or a Hash. Raises TypeError for another object, and
 * ArgumentError for an unknown option.
 */
VALUE jac_generate_given(VALUE object, VALUE given, VALUE io, bool native);

/*
 * True if each write to `io` replaces the one before it, as with a Pathname.
 * Such a target gets its document by one call of jac_write_whole(), which
 * returns `io`.
 */
bool jac_replacing_p(VALUE io);
VALUE jac_write_whole(VALUE io, VALUE text);

/* Sets the defaults of json 2: duplicate keys, and BINARY taken for UTF-8. */
void jac_generator_use_json2_defaults(void);

void jac_init_generator(VALUE mJacinth);

#endif
