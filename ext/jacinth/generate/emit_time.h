/* Writes times as Time#to_s does. */
#ifndef JAC_EMIT_TIME_H
#define JAC_EMIT_TIME_H

#include "generate/walk_stack.h"

/*
 * Writes the result of Time#to_s as a string, and returns its end. Returns
 * NULL, with nothing written, if the value is no Time, if its class is not
 * known to have no own to_json, if its to_s was redefined, in strict mode, or
 * if Ruby refuses to convert its seconds. Needs capacity for a member, and
 * w->buffer.pos. Runs no Ruby code but that of a TracePoint in the last case.
 */
uint8_t *jac_emit_time(jac_walk_t *w, uint8_t *p, VALUE value);

/*
 * Writes the result of Time#iso8601 as a string, and returns its end. Returns
 * NULL, with nothing written, if the method must be called. Needs capacity for
 * the text, and w->buffer.pos. Runs no Ruby code but that of a TracePoint, if
 * Ruby refuses to convert the seconds. Call only if jac_time_basic_p().
 */
uint8_t *jac_emit_iso8601(jac_walk_t *w, uint8_t *p, VALUE time);

void jac_init_emit_time(void);

#endif
