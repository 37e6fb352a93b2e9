/* Jacinth::State: the generator's options as a Ruby object. */
#ifndef JAC_STATE_H
#define JAC_STATE_H

#include "generate/generator_options.h"

extern VALUE jac_cState;

/* Returns the options of a State. The pointer is valid while the State is
   kept alive and pinned. Raises TypeError for other objects. */
jac_generator_options_t *jac_state_options(VALUE state);

bool jac_state_p(VALUE object);

/* Converts a State of the json gem to a Hash of options. Returns any other
   object unchanged. */
VALUE jac_state_given(VALUE given);

/*
 * True if the to_json of the class is Jacinth's or the json gem's generic one,
 * so it need not be called. The class must have a to_json. Before Ruby 3.2 the
 * result is often false, because methods of a module are equal for one class
 * only.
 */
bool jac_generic_to_json_p(VALUE klass);

/* Registers the module with Jacinth's generic to_json. Called at load. */
void jac_generic_to_json_is(VALUE methods);

/* The depth last set in a State of both gems, and the global change counter. */
typedef struct {
    long depth; /* -1: not set yet */
    size_t changes;
} jac_json_gem_t;

/*
 * Returns the State for the to_json methods of one walk, with a copy of
 * *options. Usually sets *ours to its options; the caller must keep the State
 * on its C stack while it uses them.
 *
 * If the json gem is loaded, the State also inherits from that gem's class, so
 * the gem's to_json methods can use it. Then *ours is NULL; call
 * jac_state_set_depth() before and jac_state_take_changes() after each to_json.
 * The latter copies changes into *options, which must be on the C stack.
 * *json_gem is their state. All three can run Ruby code.
 */
VALUE jac_state_for_to_json(const jac_generator_options_t *options,
                            jac_generator_options_t **ours,
                            jac_json_gem_t *json_gem);
void jac_state_set_depth(VALUE state, long depth, jac_json_gem_t *json_gem);
void jac_state_take_changes(VALUE state, jac_generator_options_t *options,
                            jac_json_gem_t *json_gem);

void jac_init_state(VALUE module);

#endif
