/* Enumerators as arrays (the option enumerators). Each element is written as
   it is produced, without an Array. */
#ifndef JAC_ENUMERATE_H
#define JAC_ENUMERATE_H

#include "generate/walk_stack.h"

/* True if `object` is an Enumerator to write as an array: of one of Ruby's
   own classes if `ruby_only`, else of any subclass of Enumerator. */
bool jac_enumerator_p(const jac_walk_t *w, VALUE object, bool ruby_only);

/*
 * Calls each of `enumerator` and writes the elements as an array at
 * w->buffer.pos. The walk must be protected. Raises like jac_write(), the
 * errors of each, and RuntimeError for an element that comes after each has
 * returned, during another element, or after an error.
 */
void jac_write_enumerator(jac_walk_t *w, VALUE enumerator);

void jac_init_enumerate(void);

#endif
