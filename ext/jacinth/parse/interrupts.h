/*
 * Interrupt checks: a long parse checks for interrupts, so that signals,
 * Timeout, Thread#kill and other threads wait a few milliseconds at most.
 *
 * parser->check_at is the address in the source at which the next check is due.
 * Where a check is allowed, the parser compares its position with `check_at`
 * instead of the end of the source. So checks cost nothing until one is due. In
 * a short source, `check_at` is the last byte, and no check is ever due.
 */
#ifndef JAC_INTERRUPTS_H
#define JAC_INTERRUPTS_H

#include "parse/parser_state.h"
#include "parse/scan.h"

/* Bytes of source between two checks, and bytes of a String that are copied
   at once: a few milliseconds at most, even for [[],[],... */
enum { JAC_INTERRUPT_BYTES = 256 * 1024 };

/* Values of an Array and pairs of a Hash that are copied at once. */
enum { JAC_INTERRUPT_VALUES = 64 * 1024, JAC_INTERRUPT_PAIRS = 16 * 1024 };

/* Keys of an object that are compared between two checks. No reader checks for
   interrupts in a source with so few bytes. */
enum { JAC_INTERRUPT_KEYS = 4096 };

/* Sets the next check to JAC_INTERRUPT_BYTES after p; start <= p <= end. */
JAC_INLINE void
jac_interrupts_after(jac_parser_t *parser, const uint8_t *p)
{
    parser->check_at = parser->end - p > JAC_INTERRUPT_BYTES
                           ? p + JAC_INTERRUPT_BYTES
                           : parser->end - 1;
}

JAC_INLINE bool
jac_interrupts_due(const jac_parser_t *parser, const uint8_t *p)
{
    return p + 9 > parser->check_at && parser->check_at < parser->end - 1;
}

/*
 * Checks for interrupts, if the parser allows it; the parse is at p. Any Ruby
 * code can run and raise: that of a trap, or of other threads. So unfinished
 * values must be on the parser's stack or on the C stack, and no code must be
 * able to change the source. Raises an error if a continuation returns to a
 * parse that has moved on. In chunks, an exception takes the parser back to
 * chunks->token.
 */
void jac_parser_check_interrupts(jac_parser_t *parser, const uint8_t *p);

/*
 * jac_next() at a point where an interrupt check is allowed: after a value that
 * is on the stack. If a check raises in chunks, the parse continues from here;
 * without `chunked`, from the token.
 */
JAC_INLINE int
jac_next_interruptible(jac_parser_t *parser, const uint8_t **at,
                       const uint8_t *last, const bool chunked)
{
    const int c = jac_next_near(at, parser->check_at);

    if (JAC_LIKELY(c != JAC_FAR)) return c;
    if (JAC_UNLIKELY(*at >= parser->check_at && parser->check_at != last)) {
        if (chunked) {
            parser->chunks->token = *at;
            parser->chunks->token_head = parser->stack->head;
        }
        jac_parser_check_interrupts(parser, *at);
    }
    return jac_next_far(at, last);
}

#endif
