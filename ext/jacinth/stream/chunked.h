/* A parse whose source comes in chunks: the text that is not parsed yet, and
   the stack with which the parse continues. Embedded in the struct of an
   object. */
#ifndef JAC_CHUNKED_H
#define JAC_CHUNKED_H

#include "parse/frame.h"
#include "parse/source_text.h"

#define JAC_OFFSET_NONE UINT64_MAX

/* Flags of a frame. */
enum {
    JAC_STREAM_DETACHED = 1, /* the end of its session was noted */
    JAC_STREAM_LATER = 2     /* descent.c: the key is not the object's first */
};

typedef struct {
    jac_parser_options_t options;
    jac_stack_t stack;
    jac_chunks_t chunks;
    /* start, end and cursor are in the buffer; all NULL without one. */
    jac_parser_t parser;
    /* The text that is not parsed yet, which parsed text can precede: a String
       that no other code can change, or 0. Pinned. */
    VALUE buffer;
    jac_source_tail_t tail; /* bytes that are not in the buffer yet */
    /* Parsed text stays in the buffer from this offset on, which can be
       JAC_OFFSET_NONE. */
    uint64_t kept;
    uint64_t value_start; /* offset of the value that was begun last */
    jac_ticket_t runs;    /* calls of the state machine, and their ends */
    bool in_use;
} jac_chunked_t;

void jac_chunked_init(jac_chunked_t *c);

void jac_chunked_mark(const jac_chunked_t *c);

void jac_chunked_feed(jac_chunked_t *c, VALUE chunk);

/* Called after the last chunk: appends the bytes that waited for more. */
void jac_chunked_end(jac_chunked_t *c);

/* Drops the buffer. Line and column continue to count. */
void jac_chunked_drop(jac_chunked_t *c);

void jac_chunked_forget(jac_chunked_t *c);

/* Allows the text before p to be dropped. p is not after the cursor. */
void jac_chunked_advance(jac_chunked_t *c, const uint8_t *p);

/*
 * Calls run with data; the parser has a session and the stack a frame. Returns
 * 0 and stores the result of run in *result, or returns the state for
 * rb_jump_tag(), with the parser at the beginning of the token in which run
 * failed. last: no text comes after parser.end. Keeps the object, self, alive.
 */
int jac_chunked_run(VALUE self, jac_chunked_t *c, VALUE (*run)(VALUE),
                    VALUE data, bool last, VALUE *result);

/* As jac_chunked_run(), with a parser of the caller: a copy of the object's
   parser, which has a session during the call. */
int jac_chunked_call(jac_chunked_t *c, jac_parser_t *parser,
                     VALUE (*run)(VALUE), VALUE data, VALUE *result);

JAC_INLINE bool
jac_chunked_blank(const jac_chunked_t *c)
{
    return c->stack.head == 0 && c->stack.depth <= 1;
}

/* True if the document is complete and its value the only one on the stack. */
JAC_INLINE bool
jac_chunked_done(const jac_chunked_t *c)
{
    return c->stack.head > 0 &&
           jac_stack_top(&c->stack)->phase == JAC_PHASE_DONE;
}

#endif
