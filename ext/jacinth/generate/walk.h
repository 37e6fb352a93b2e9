/*
 * Objects to JSON text: the walk that writes.
 */
#ifndef JAC_WALK_H
#define JAC_WALK_H

#include "generate/walk_stack.h"

/*
 * Writes `object` into the walk's buffer. `native` takes it by its built-in
 * type, without asking a subclass for to_json. Raises GeneratorError,
 * NestingError, TypeError, what a to_json raises, and what the IO raises.
 */
void jac_write(jac_walk_t *w, VALUE object, bool native);

#endif
