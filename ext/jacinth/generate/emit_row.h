/*
 * Short arrays of numbers, inside arrays: no frame, no look at each for what
 * it may be, one question for room.
 */
#ifndef JAC_EMIT_ROW_H
#define JAC_EMIT_ROW_H

#include "generate/emit.h"

/* Defined as 0 it measures what rows are worth: none is taken for one. */
#ifndef JAC_EMIT_ROWS
#define JAC_EMIT_ROWS 1
#endif

/*
 * The longest row, and its room. A number is 28 bytes long at most, but may
 * write on up to JAC_DTOA_MAX: 1 + 7 * (28 + 1) + 40 < 328, and the brackets
 * and commas are fewer than what the last number writes too much.
 */
#define JAC_EMIT_ROW_MAX 8
#define JAC_EMIT_ROW_ROOM (JAC_EMIT_ROW_MAX * (JAC_DTOA_MAX + 1))

/* Whether v, no special constant, may be a row at `depth`: it begins as one. */
JAC_INLINE bool
jac_emit_row_p(const jac_walk_t *w, VALUE v, long depth)
{
    VALUE first;

    if (!JAC_EMIT_ROWS || RB_BUILTIN_TYPE(v) != T_ARRAY ||
        RBASIC_CLASS(v) != rb_cArray ||
        (size_t)RARRAY_LEN(v) - 1 >= JAC_EMIT_ROW_MAX) {
        return false;
    }
    first = RARRAY_CONST_PTR(v)[0];
    return (RB_FIXNUM_P(first) || RB_FLONUM_P(first)) &&
           (depth <= w->options.max_nesting || !w->options.max_nesting);
}

/*
 * Writes an array of numbers that are no objects, a jac_emit_row_p: the points
 * of a map, a matrix. Returns NULL if there is anything else in it; then the
 * first *done elements are written, and '[' if there is one, up to
 * w->buffer.pos.
 */
uint8_t *jac_emit_row(jac_walk_t *w, uint8_t *p, VALUE array, size_t *done);

#endif
