/* Writes times as Time#to_s does. */
#ifndef JAC_EMIT_TIME_H
#define JAC_EMIT_TIME_H

#include "generate/walk_stack.h"
#include "ruby/time_fields.h"

/*
 * jac_time_view() within a walk. While the methods of a Time are called, other
 * threads, traps and a TracePoint can run.
 */
bool jac_walk_time_compute(jac_walk_t *w, VALUE time, jac_time_kind_t kind,
                           jac_time_fields_t *f, uint32_t *nanoseconds);

JAC_INLINE bool
jac_walk_time_view(jac_walk_t *w, VALUE time, jac_time_kind_t kind,
                   jac_time_fields_t *f, uint32_t *nanoseconds)
{
    return jac_time_ready(time, kind, f, nanoseconds) ||
           jac_walk_time_compute(w, time, kind, f, nanoseconds);
}

/*
 * Writes the result of Time#to_s as a string, and returns its end. Returns
 * NULL, with nothing written, if the value is no Time, if its class is not
 * known to have no own to_json, in strict mode, or if to_s must be called.
 * Needs capacity for a member. Calls jac_walk_time_view().
 */
uint8_t *jac_emit_time(jac_walk_t *w, uint8_t *p, VALUE value);

/*
 * Writes the result of Time#iso8601 as a string, and returns its end. Returns
 * NULL, with nothing written, if the method must be called. Needs capacity for
 * the text. Calls jac_walk_time_view(). Call only if jac_time_basic_p().
 */
uint8_t *jac_emit_iso8601(jac_walk_t *w, uint8_t *p, VALUE time);

#endif
