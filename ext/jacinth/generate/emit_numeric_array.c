#include "generate/emit_numeric_array.h"

uint8_t *
jac_emit_numeric_array(jac_walk_t *w, uint8_t *p, VALUE array, size_t *done)
{
    size_t size = (size_t)RARRAY_LEN(array), i;
    const VALUE *items;

    *done = 0;
    if (JAC_UNLIKELY((size_t)(w->buffer.end - p) < JAC_NUMERIC_ARRAY_SPACE)) {
        p = jac_walk_grow_buffer(w, p, JAC_NUMERIC_ARRAY_SPACE);
        size = (size_t)RARRAY_LEN(array);
        if (size - 1 >= JAC_NUMERIC_ARRAY_MAX) {
            w->buffer.pos = p;
            return NULL;
        }
    }
    items = RARRAY_CONST_PTR(array);
    *p++ = '[';
    for (i = 0; i < size; i++) {
        VALUE v = items[i];

        if (JAC_LIKELY(RB_FLONUM_P(v))) {
            p = jac_dtoa_json_bits(p, jac_float_bits(v));
        }
        else if (RB_FIXNUM_P(v)) {
            p = jac_emit_fixnum(p, v);
        }
        else {
            *done = i;
            w->buffer.pos = p - 1;
            return NULL;
        }
        *p++ = ',';
    }
    p[-1] = ']';
    JAC_ASSERT(p <= w->buffer.end);
    return p;
}
