/* Writes times as Time#to_s does. */
#ifndef JAC_EMIT_TIME_H
#define JAC_EMIT_TIME_H

#include "generate/walk_stack.h"

/*
 * Writes the result of Time#to_s as a string, and returns its end. Returns
 * NULL, with nothing written, if the value is no Time, if its class is not
 * known to have no own to_json, in strict mode, or if to_s must be called.
 * Needs capacity for a member. Runs no Ruby code but that of a TracePoint.
 */
uint8_t *jac_emit_time(jac_walk_t *w, uint8_t *p, VALUE value);

/*
 * Writes the result of Time#iso8601 as a string, and returns its end. Returns
 * NULL, with nothing written, if the method must be called. Needs capacity for
 * the text. Runs no Ruby code but that of a TracePoint. Call only if
 * jac_time_basic_p().
 */
uint8_t *jac_emit_iso8601(uint8_t *p, VALUE time);

void jac_init_emit_time(void);

#endif
