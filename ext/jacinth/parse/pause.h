/*
 * Pauses: a long parse looks at interrupts now and then, so that a signal, a
 * Timeout, Thread#kill and the other threads wait some milliseconds at most.
 *
 * parser->pause is where in the source the next pause is due. Where a pause
 * may be made, the questions about the source's end are asked about that place
 * in its stead, and the end is looked for only behind it: a parse pays nothing
 * until a pause is due, and a short source, whose `pause` is its last byte,
 * knows none.
 */
#ifndef JAC_PAUSE_H
#define JAC_PAUSE_H

#include "parse/parser_state.h"
#include "parse/scan.h"

/*
 * Bytes of source from one pause to the next, and of a String that is copied
 * at once: some milliseconds at most, even for [[],[],...
 */
enum { JAC_PAUSE_BYTES = 256 * 1024 };

/* Values that are copied at once into an Array, pairs into a Hash. */
enum { JAC_PAUSE_VALUES = 64 * 1024, JAC_PAUSE_PAIRS = 16 * 1024 };

/* The next pause is due so many bytes behind p; start <= p <= end. */
JAC_INLINE void
jac_pause_after(jac_parser_t *parser, const uint8_t *p)
{
    parser->pause = parser->end - p > JAC_PAUSE_BYTES ? p + JAC_PAUSE_BYTES
                                                      : parser->end - 1;
}

/* Whether one is due for a parse that has come to p, or nearly. */
JAC_INLINE bool
jac_pause_due(const jac_parser_t *parser, const uint8_t *p)
{
    return p + 9 > parser->pause && parser->pause < parser->end - 1;
}

/*
 * Looks at interrupts, where the parser may; the parse is at p. Any Ruby code
 * may run, and raise: that of a trap, or of other threads. So what is in the
 * making must be on the parser's stack or the C stack, and the source one that
 * nobody can change. Raises ArgumentError where a continuation comes back to a
 * parse that moved on. In chunks, an exception takes the parser back to
 * chunks->token.
 */
void jac_parser_pause(jac_parser_t *parser, const uint8_t *p);

/*
 * As jac_next, where a pause may be made: behind a value that is on the stack.
 * In chunks, an exception comes back to here; without `chunked`, to the token.
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
