/*
 * Objects to JSON text: what begins and ends a walk (walk.h), and the methods.
 */
#ifndef JAC_GENERATOR_H
#define JAC_GENERATOR_H

#include "generate/convert_object.h"
#include "generate/generator_options.h"

/*
 * Writes `object` as JSON with *options, to `io` (any object with `write`) or,
 * where that is nil or false, to a new String; returns the one or the other.
 * `native` takes the object by its built-in type, without asking a subclass
 * for to_json. Raises GeneratorError, NestingError, TypeError, what a to_json
 * raises, and what the IO raises.
 */
VALUE jac_generate(VALUE object, const jac_generator_options_t *options,
                   VALUE io, bool native);

/*
 * As jac_generate in strict mode, with conversions by class: `table` and
 * `modules` are those of jac_conversions_t (conversions.h). Raises what the
 * conversions raise, too.
 */
VALUE jac_generate_converted(VALUE object,
                             const jac_generator_options_t *options,
                             VALUE table, bool modules, VALUE io);

/*
 * As jac_generate, to a String, with other rules for objects. Also escapes the
 * characters of `escapes`, a sum of JAC_ESC_*.
 */
VALUE jac_generate_by_rules(VALUE object,
                            const jac_generator_options_t *options,
                            const jac_object_rules_t *rules, unsigned escapes);

/*
 * As jac_generate, with the options that a method was given: nil or false, a
 * State of this or of the json gem, or a Hash. Raises TypeError for anything
 * else, and ArgumentError for an unknown option.
 */
VALUE jac_generate_given(VALUE object, VALUE given, VALUE io, bool native);

/*
 * Whether each write to `io` takes the place of the one before it, as those of
 * a Pathname do: such a target gets its document whole, by jac_write_whole,
 * which returns `io`.
 */
bool jac_replacing_p(VALUE io);
VALUE jac_write_whole(VALUE io, VALUE text);

/* Defines generate and State#generate. */
void jac_init_generator(VALUE mJacinth);

#endif
