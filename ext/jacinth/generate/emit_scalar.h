/* Inline writers of values that need neither a frame nor Ruby code. */
#ifndef JAC_EMIT_SCALAR_H
#define JAC_EMIT_SCALAR_H

#include "generate/emit.h"
#include "generate/format.h"

JAC_INLINE uint8_t *
jac_emit_float(const jac_walk_t *w, uint8_t *p, VALUE number,
               const jac_format_t *f)
{
    return f && w->options.rfc8785
               ? jac_dtoa_jcs(p, RFLOAT_VALUE(number))
               : jac_dtoa_json_bits(p, jac_float_bits(number));
}

/* Writes v if it needs neither a frame, nor Ruby code, nor an interrupt check.
   Otherwise returns NULL and writes nothing. Needs capacity for a member. */
JAC_INLINE uint8_t *
jac_emit_scalar(jac_walk_t *w, uint8_t *p, VALUE v, const jac_format_t *f)
{
    if (RB_FIXNUM_P(v)) {
        if (f && JAC_UNLIKELY(jac_limits_integers(w)) &&
            !jac_safe_integer_p(v)) {
            return NULL;
        }
        return jac_emit_fixnum(p, v);
    }
    if (!RB_SPECIAL_CONST_P(v)) {
        jac_text_kind_t kind;

        if (JAC_UNLIKELY(!jac_basic_string_p(v))) {
            return NULL;
        }
        kind = jac_text_kind(v);
        if (JAC_UNLIKELY(kind == JAC_TEXT_OTHER)) {
            return NULL;
        }
        w->non_ascii |= kind == JAC_TEXT_UTF8;
        return jac_emit_string_if(
            w, p, v, f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN, true);
    }
    if (RB_FLONUM_P(v)) {
        /* NaN and the infinities are not flonums */
        return jac_emit_float(w, p, v, f);
    }
    if (v == Qnil) {
        return jac_emit_literal(p, "null", 4);
    }
    if (v == Qtrue) {
        return jac_emit_literal(p, "true", 4);
    }
    if (v == Qfalse) {
        return jac_emit_literal(p, "false", 5);
    }
    return NULL;
}

#endif
