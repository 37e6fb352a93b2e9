/*
 * Enumerators as arrays (the option enumerators): each element is written when
 * it comes, and no Array is made.
 */
#ifndef JAC_ENUMERATE_H
#define JAC_ENUMERATE_H

#include "generate/walk_stack.h"

/*
 * Whether `object` is an Enumerator to be written as an array: where `own`, of
 * one of Ruby's own classes; else of any class that inherits from Enumerator.
 */
bool jac_enumerator_p(const jac_walk_t *w, VALUE object, bool own);

/*
 * Writes what `enumerator` gives as an array at w->buffer.pos, by its each. The
 * walk must be protected. Raises as jac_write does, what each raises, and
 * RuntimeError where an element is given after each has returned, while another
 * one is being written, or after one has failed.
 */
void jac_write_enumerator(jac_walk_t *w, VALUE enumerator);

void jac_init_enumerate(void);

#endif
