#ifndef JAC_PARSER_STATE_H
#define JAC_PARSER_STATE_H

#include "parse/parser_options.h"
#include "parse/place.h"
#include "parse/session.h"
#include "ruby/c_stack.h"

/*
 * A token that the end of a chunk cut off, and the position at which its scan
 * continues, so that no byte is scanned twice. Offsets count from the first
 * byte of the whole input. Valid only for the token that begins at `token`.
 */
typedef struct {
    uint64_t token;
    uint64_t scanned;
    uint32_t high; /* strings: bytes >= 0x80 so far */
    bool escaped;  /* strings: a backslash so far */
    bool set;
} jac_note_t;

/* Bytes of text before the buffer that errors can show. */
enum { JAC_TRAIL_BYTES = 256 };

/* A copy of the last bytes that have left the buffer. The byte at offset o
   is at index o % JAC_TRAIL_BYTES. */
typedef struct {
    uint64_t since;
    uint64_t held; /* offset of the first byte that is kept */
    uint64_t end;
    uint8_t bytes[JAC_TRAIL_BYTES];
} jac_trail_t;

/* Additional state of a parse whose source comes in chunks. */
typedef struct {
    uint64_t offset;
    jac_place_t place; /* of `start` since the first byte or the last clear */
    jac_note_t string, number, bracket, comment;
    /* The beginning of the current token, and the number of values then. An
       exception inside a token takes the parser back to this state. */
    const uint8_t *token;
    size_t token_head;
    jac_trail_t trail;
    bool place_in_message; /* error messages contain line and column */
    bool last; /* no more text comes: a number ends where the text ends */
    bool brackets_wait; /* of a ResumableParser: a bracket at the end of the
                           last chunk, too, waits for the next token */
    bool has_bom;       /* a byte order mark preceded the text */
} jac_chunks_t;

typedef struct jac_parser jac_parser_t;

/*
 * The source is a String. Kept alive and pinned by the C stack (jac_parse) or
 * by the data of a ResumableParser; its bytes can be inside its slot.
 * Invalidated by a change of the String, which cannot happen: without callbacks
 * and interrupt checks no other code runs during a parse; with them, the source
 * is a frozen copy. The buffer of a ResumableParser is frozen, or hidden and
 * changed only by the parser between runs. Errors do not read the source after
 * the parse has ended (parser_errors.h).
 */
struct jac_parser {
    const uint8_t *start, *end; /* the source, or the buffer of chunks */
    const uint8_t *cursor;      /* valid while the loop is not running */
    /* Position of the next interrupt check (interrupts.h). At most end - 1. */
    const uint8_t *check_at;
    const jac_parser_options_t *options;
    jac_session_t *session; /* NULL after the parse */
    jac_stack_t *stack;     /* the session's, or the incremental parser's */
    jac_chunks_t *chunks;   /* NULL if the source is complete */
    bool part; /* reads a part of a document: errors find their path in the
                     text */
    bool interruptible;      /* interrupt checks are allowed: interrupts.h */
    size_t outer;            /* levels from the document's root to that part */
    const uint8_t *infinite; /* the last number that is too large for a Float;
                                only typed readers use it */
    VALUE held; /* the session's object, between two values of a document */
    /* Called before the path of an error is read from the stack, by users that
       keep other values on it; or NULL. */
    void (*retrace)(jac_parser_t *parser);
#ifdef JACINTH_DEBUG
    jac_shadow_t source_shadow;
#endif
};

#define jac_parser_check_source(parser)                              \
    JAC_SHADOW_CHECK_TEXT(&(parser)->source_shadow, (parser)->start, \
                          (parser)->end, "a source")

/*
 * Initializes a parser for parts of the text from start to end in the source, a
 * frozen String. The caller keeps the source and the options alive. The parser
 * owns nothing until it has a session.
 */
JAC_INLINE void
jac_parser_range(jac_parser_t *parser, const jac_parser_options_t *options,
                 VALUE source, const uint8_t *start, const uint8_t *end)
{
    parser->start = parser->cursor = start;
    parser->end = end;
    parser->check_at = end - 1;
    parser->options = options;
    parser->session = NULL;
    parser->stack = NULL;
    parser->chunks = NULL;
    parser->part = true;
    parser->interruptible = false;
    parser->outer = 0;
    parser->held = 0;
    parser->retrace = NULL;
    JAC_SHADOW_KEEP(&parser->source_shadow, source);
}

/* A call of Ruby code by a parser (ruby/ticket.h). A parser in chunks is on
   the heap, and can have another session, or none, at a second return. */
typedef struct {
    jac_session_t *session;
    jac_ticket_t ticket;
} jac_left_t;

/* Call this before Ruby code runs. A parser of a part that has no session
   takes one for its counter. */
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
 * Call this after Ruby code ran. Raises RuntimeError for a second return. The
 * session can belong to another parser then, so a parser on the C stack must
 * not give it back again.
 */
JAC_INLINE void
jac_parser_enter(jac_parser_t *parser, jac_left_t left)
{
    if (JAC_LIKELY(left.session->tickets == left.ticket)) return;
    if (parser->chunks == NULL) parser->session = NULL;
    jac_raise_second_return();
}

/* Returns the session to the pool, after this many bytes of JSON were read.
   The parser must not be used again until it has a new session. */
JAC_INLINE void
jac_parser_end_after(jac_parser_t *parser, uint64_t bytes)
{
    jac_session_t *session = parser->session;

    parser->session = NULL;
    if (session != NULL) jac_session_give(session);
    jac_c_stack_clear_for(bytes);
}

/* The same for a parser that has read all of its text. */
JAC_INLINE void
jac_parser_end(jac_parser_t *parser)
{
    jac_parser_end_after(parser, (uint64_t)(parser->end - parser->start));
}

#endif
