/*
 * A parse in progress.
 */
#ifndef JAC_PARSER_STATE_H
#define JAC_PARSER_STATE_H

#include "parse/parser_options.h"
#include "parse/place.h"
#include "parse/session.h"
#include "ruby/c_stack.h"

/*
 * Where the scan of a token that the end of a chunk cut off may go on, so that
 * no byte is scanned twice. Offsets count from the parser's first byte ever;
 * a note is about the token that begins at `token`, and about no other.
 */
typedef struct {
    uint64_t token;   /* offset of the token's first byte */
    uint64_t scanned; /* offset of the first byte not scanned */
    uint32_t high;    /* strings: bytes >= 0x80 so far */
    bool escaped;     /* strings: a backslash so far */
    bool set;
} jac_note_t;

/* Bytes of text that errors may show of what lies before the buffer. */
enum { JAC_TRAIL_BYTES = 256 };

/*
 * The last bytes that have left the buffer, a copy: that of offset o is at
 * o % JAC_TRAIL_BYTES.
 */
typedef struct {
    uint64_t since; /* offset of the text's first byte */
    uint64_t held;  /* no byte before this offset is here */
    uint64_t end;   /* offset of the first byte that has not left */
    uint8_t bytes[JAC_TRAIL_BYTES];
} jac_trail_t;

/* What a parse has beyond the others when its source comes in chunks. */
typedef struct {
    uint64_t offset;   /* of start, from the parser's first byte ever */
    jac_place_t place; /* of start, from there or from the last clear */
    jac_note_t string, number, bracket, comment;
    /*
     * Where the machine was, and how high the values were, when the stacks
     * last agreed with the text: at the beginning of each token. An exception
     * in the midst of one goes back to there.
     */
    const uint8_t *token;
    size_t token_head;
    jac_trail_t trail;
    bool told;   /* errors tell their place in their messages, too */
    bool last;   /* no text will follow: a number ends where the text does */
    bool marked; /* there was a byte order mark before the text */
} jac_chunks_t;

typedef struct jac_parser jac_parser_t;

/*
 * Alive and in place: the source is a String on the C stack (jac_parse) or in
 * the marked data of a ResumableParser, pinned both ways, as its bytes may lie
 * in its slot. Stale: when somebody changes it: nobody can without callbacks
 * and pauses, since nothing else runs; with them it is a frozen copy; a
 * ResumableParser's buffer is frozen, or hidden and changed by itself alone,
 * between runs. When the parse is over, errors too look at it no more
 * (parser_errors.h).
 */
struct jac_parser {
    const uint8_t *start, *end; /* the source, or what is here of it */
    const uint8_t *cursor;      /* valid when the machine is not running */
    /* From here on a pause is due: see pause.h. At most end - 1. */
    const uint8_t *pause;
    const jac_parser_options_t *options;
    jac_session_t *session; /* NULL in a parse that has ended */
    jac_stack_t *stack;     /* the session's, or the incremental parser's */
    jac_chunks_t *chunks;   /* NULL where the source is complete */
    /* The machine reads a part of the document, so many levels below its root:
       an error's path is found from the text. */
    bool part;
    bool pauses; /* pauses may be made: pause.h */
    size_t outer;
    const uint8_t *infinite; /* the last number that is too large for a Float:
                                only set, and used by typed readers alone */
    VALUE held; /* the session's object, between two values of a document */
    /* Called before the path of an error is told, where the stack is not only
       the machine's; or NULL. */
    void (*retrace)(jac_parser_t *parser);
#ifdef JACINTH_DEBUG
    jac_shadow_t source_shadow;
#endif
};

/* Behind what may have run Ruby code: the source is where it was. */
#define jac_parser_check_source(parser)                              \
    JAC_SHADOW_CHECK_TEXT(&(parser)->source_shadow, (parser)->start, \
                          (parser)->end, "a source")

/*
 * A call of Ruby code by a parser (ruby/ticket.h). A parser in chunks is on the
 * heap, and can have another session, or none, at a second return.
 */
typedef struct {
    jac_session_t *session;
    jac_ticket_t ticket;
} jac_left_t;

/*
 * To be called before Ruby code runs. A parser of a part that has no session
 * takes one for its counter.
 */
JAC_INLINE jac_left_t
jac_parser_leave(jac_parser_t *parser)
{
    jac_left_t left;

    if (JAC_UNLIKELY(parser->session == NULL)) {
        parser->session = jac_session_take();
        parser->held = parser->session->self;
    }
    left.session = parser->session;
    left.ticket = jac_ticket_take(&left.session->tickets);
    return left;
}

/*
 * To be called after it. Raises RuntimeError for a second return. The session
 * can belong to another parser then, so a parser on the C stack must not give
 * it back again.
 */
JAC_INLINE void
jac_parser_enter(jac_parser_t *parser, jac_left_t left)
{
    if (JAC_LIKELY(left.session->tickets == left.ticket)) return;
    if (parser->chunks == NULL) parser->session = NULL;
    jac_raise_second_return();
}

/*
 * Returns the session to the pool. The parser must not be used again until it
 * has a new session.
 */
JAC_INLINE void
jac_parser_end(jac_parser_t *parser)
{
    jac_session_t *session = parser->session;

    parser->session = NULL;
    if (session != NULL) jac_session_give(session);
    if (JAC_UNLIKELY(parser->end - parser->start >= JAC_C_STACK_CLEARED_FROM)) {
        jac_c_stack_clear();
    }
}

#endif
