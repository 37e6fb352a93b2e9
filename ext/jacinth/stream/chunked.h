/*
 * A parse whose source comes in chunks: the text that is not parsed yet, and
 * the stacks on which the machine goes on when more of it is here. For an
 * object that has this as (part of) its data.
 */
#ifndef JAC_CHUNKED_H
#define JAC_CHUNKED_H

#include "parse/frame.h"
#include "parse/source_text.h"

/* No offset. */
#define JAC_OFFSET_NONE UINT64_MAX

typedef struct {
    jac_parser_options_t options;
    jac_stack_t stack;
    jac_chunks_t chunks;
    /* start, end and cursor are in the buffer; all NULL without one. */
    jac_parser_t parser;
    /* What is not parsed yet, perhaps behind what is: a String that nobody
       else can change, or 0. Pinned. */
    VALUE buffer;
    jac_source_tail_t tail; /* what is not in the buffer yet */
    /* Parsed text stays in the buffer from this offset on, or from none. */
    uint64_t kept;
    jac_ticket_t runs; /* calls of the state machine, and their ends */
    bool in_use;
} jac_chunked_t;

/* In memory that is zero. */
void jac_chunked_init(jac_chunked_t *c);

/* What the object's functions for the GC do. */
void jac_chunked_mark(const jac_chunked_t *c);
void jac_chunked_free(jac_chunked_t *c);
size_t jac_chunked_memsize(const jac_chunked_t *c);

/* Appends a chunk, which jac_parser_chunk_source gave. */
void jac_chunked_feed(jac_chunked_t *c, VALUE chunk);

/* No chunk will follow: appends what waited for one. */
void jac_chunked_end(jac_chunked_t *c);

/* Drops the buffer; line and column of what follows go on. */
void jac_chunked_drop(jac_chunked_t *c);

/* Drops the value in progress. */
void jac_chunked_forget(jac_chunked_t *c);

/* The text before p, the cursor or before it, will not be asked for. */
void jac_chunked_advance(jac_chunked_t *c, const uint8_t *p);

/*
 * Calls run with data, the parser having a session, the stack a frame. Returns
 * 0, and what run returned in *result; or the state for rb_jump_tag: the
 * parser is then at the beginning of the token in which that happened. last:
 * no text will follow what lies before parser.end. self, the object, is kept
 * alive.
 */
int jac_chunked_run(VALUE self, jac_chunked_t *c, VALUE (*run)(VALUE),
                    VALUE data, bool last, VALUE *result);

/*
 * Calls run, during which the object is in use. Returns 0, and in *result what
 * run returned; or the state for rb_jump_tag.
 */
int jac_chunked_protect(jac_chunked_t *c, VALUE (*run)(VALUE), VALUE data,
                        VALUE *result);

/*
 * Calls run with a parser of the caller's in the place of the object's own
 * (a copy of it, whose session it takes), nothing else being done.
 */
int jac_chunked_call(jac_chunked_t *c, jac_parser_t *parser,
                     VALUE (*run)(VALUE), VALUE data, VALUE *result);

/* Whether nothing of a document is on the stacks. */
JAC_INLINE bool
jac_chunked_blank(const jac_chunked_t *c)
{
    return c->stack.head == 0 && c->stack.depth <= 1;
}

/* Whether the document is complete, its value the only one on the stack. */
JAC_INLINE bool
jac_chunked_done(const jac_chunked_t *c)
{
    return c->stack.head > 0 &&
           jac_stack_top(&c->stack)->phase == JAC_PHASE_DONE;
}

#endif
