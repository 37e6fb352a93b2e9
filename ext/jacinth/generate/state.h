/*
 * Jacinth::State: the generator's options as a Ruby object, which a program
 * configures once and reuses, and which to_json receives.
 */
#ifndef JAC_STATE_H
#define JAC_STATE_H

#include "generate/generator_options.h"

extern VALUE jac_cState;

/*
 * The options inside `state`, valid while `state` lives and does not move.
 * Raises TypeError when it is no State.
 */
jac_generator_options_t *jac_state_options(VALUE state);

/* Whether `object` is a State (or of a subclass). Never raises. */
bool jac_state_p(VALUE object);

/*
 * `given` as a method's options: where it is a State of the json gem, a Hash of
 * its options. Anything else comes back as it is.
 */
VALUE jac_state_given(VALUE given);

/*
 * Whether the to_json of the class's objects, which have one, is only what
 * every object has, from us or from the json gem: who writes them need not call
 * it. (Before Ruby 3.2, where a module's methods are equal for one class only,
 * the answer is often false.)
 */
bool jac_generic_to_json_p(VALUE klass);

/* At load: ours is the to_json of this module. */
void jac_generic_to_json_is(VALUE methods);

/* What a State of both gems was told, and how often any of them changed. */
typedef struct {
    long depth; /* -1: not told yet */
    size_t changes;
} jac_json_gem_t;

/*
 * The State that the to_json methods of one walk receive, with a copy of
 * *options. It is one of ours, and *own points at its options, which the
 * caller reads and writes while it keeps the State on its C stack. Where the
 * json gem is loaded the State is also that gem's, so that the gem's to_json
 * methods keep options and depth. Then *own is NULL, jac_state_tell_depth()
 * tells the State the depth before each call, and jac_state_take_changes()
 * copies the method's changes into *options (on the C stack); *told holds what
 * the State knows. All three may run Ruby code.
 */
VALUE jac_state_for_to_json(const jac_generator_options_t *options,
                            jac_generator_options_t **own,
                            jac_json_gem_t *told);
void jac_state_tell_depth(VALUE state, long depth, jac_json_gem_t *told);
void jac_state_take_changes(VALUE state, jac_generator_options_t *options,
                            jac_json_gem_t *told);

/* Defines Jacinth::Ext::Generator::State, and Jacinth::State. */
void jac_init_state(VALUE module);

#endif
