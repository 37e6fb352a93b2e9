/* Short numeric arrays inside arrays. They need no frame, and one check of
   the capacity suffices. */
#ifndef JAC_EMIT_NUMERIC_ARRAY_H
#define JAC_EMIT_NUMERIC_ARRAY_H

#include "generate/emit.h"

/* Set to 0 to measure the gain of this fast path. */
#ifndef JAC_EMIT_NUMERIC_ARRAYS
#define JAC_EMIT_NUMERIC_ARRAYS 1
#endif

/*
 * The most elements, and the capacity for them. A number has at most 28 bytes,
 * but its writer can store up to JAC_DTOA_MAX: 1 + 7 * (28 + 1) + 40 < 328.
 * Brackets and commas fit into the excess of the last number.
 */
#define JAC_NUMERIC_ARRAY_MAX 8
#define JAC_NUMERIC_ARRAY_SPACE (JAC_NUMERIC_ARRAY_MAX * (JAC_DTOA_MAX + 1))

/* True if v, an Array that is not empty, starts like a short numeric array. */
JAC_INLINE bool
jac_numeric_array_p(VALUE v)
{
    VALUE first;

    if (!JAC_EMIT_NUMERIC_ARRAYS || RARRAY_LEN(v) > JAC_NUMERIC_ARRAY_MAX) {
        return false;
    }
    first = RARRAY_CONST_PTR(v)[0];
    return RB_FIXNUM_P(first) || RB_FLONUM_P(first);
}

/*
 * Writes a short numeric array. Requires jac_numeric_array_p(). Returns NULL if
 * it finds another kind of element; then *done elements are written up to
 * w->buffer.pos, with '[' if *done > 0.
 */
uint8_t *jac_emit_numeric_array(jac_walk_t *w, uint8_t *p, VALUE array,
                                size_t *done);

#endif
