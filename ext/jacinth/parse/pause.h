/*
 * Interrupt checks ("pauses"): a long parse checks for interrupts, so that
 * signals, Timeout, Thread#kill and other threads wait a few milliseconds at
 * most.
 *
 * parser->pause is the address in the source at which the next check is due. At
 * the points where a check is allowed, the parser compares its position with
 * `pause` instead of the end of the source. So checks cost nothing until one is
 * due. In a short source, `pause` is the last byte, and no check is ever due.
 */
#ifndef JAC_PAUSE_H
#define JAC_PAUSE_H

#include "parse/parser_state.h"
#include "parse/scan.h"

/* Bytes of source between two checks, and bytes of a String that are copied
   at once: a few milliseconds at most, even for [[],[],... */
enum { JAC_PAUSE_BYTES = 256 * 1024 };

/* Values of an Array and pairs of a Hash that are copied at once. */
enum { JAC_PAUSE_VALUES = 64 * 1024, JAC_PAUSE_PAIRS = 16 * 1024 };

/* Sets the next check to JAC_PAUSE_BYTES after p; start <= p <= end. */
JAC_INLINE void
jac_pause_after(jac_parser_t *parser, const uint8_t *p)
{
    parser->pause = parser->end - p > JAC_PAUSE_BYTES ? p + JAC_PAUSE_BYTES
                                                      : parser->end - 1;
}

JAC_INLINE bool
jac_pause_due(const jac_parser_t *parser, const uint8_t *p)
{
    return p + 9 > parser->pause && parser->pause < parser->end - 1;
}

/*
 * Checks for interrupts, if the parser allows it; the parse is at p. Any Ruby
 * code can run and raise: that of a trap, or of other threads. So unfinished
 * values must be on the parser's stack or on the C stack, and no code must be
 * able to change the source. Raises an error if a continuation returns to a
 * parse that has moved on. In chunks, an exception takes the parser back to
 * chunks->token.
 */
void jac_parser_pause(jac_parser_t *parser, const uint8_t *p);

/*
 * jac_next() at a point where an interrupt check is allowed: after a value that
 * is on the stack. If a check raises in chunks, the parse continues from here;
 * without `chunked`, from the token.
 */
JAC_INLINE int
jac_next_pausing(jac_parser_t *parser, const uint8_t **at, const uint8_t *last,
                 const bool chunked)
{
    const int c = jac_next_near(at, parser->pause);

    if (JAC_LIKELY(c != JAC_FAR)) return c;
    if (JAC_UNLIKELY(*at >= parser->pause && parser->pause != last)) {
        if (chunked) {
            parser->chunks->token = *at;
            parser->chunks->token_head = parser->stack->head;
        }
        jac_parser_pause(parser, *at);
    }
    return jac_next_far(at, last);
}

#endif
