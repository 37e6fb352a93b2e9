/* Writes Ruby objects as JSON text. */
#ifndef JAC_WALK_H
#define JAC_WALK_H

#include "generate/walk_stack.h"

/*
 * Writes `object` into the walk's buffer. `native` ignores a to_json of its
 * class. Raises GeneratorError, NestingError, TypeError, and the errors of a
 * to_json and of the IO.
 */
void jac_write(jac_walk_t *w, VALUE object, bool native);

#endif
