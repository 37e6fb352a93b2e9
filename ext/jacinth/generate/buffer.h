/*
 * The output: reserve, write, advance. Bytes go to the caller's C stack
 * first; a document that outgrows it moves into a String that becomes the
 * result, so that no byte is copied again at the end. With an IO the String
 * is a chunk that is written whenever it is full.
 *
 *   start            pos                  end
 *   |#### written ###|....... room .......|
 */
#ifndef JAC_BUFFER_H
#define JAC_BUFFER_H

#include "ruby/compat.h"

/* What a caller gives on its stack, in bytes. */
#define JAC_BUFFER_STACK 1024

typedef struct {
    uint8_t *start, *pos, *end;
    VALUE owner; /* hidden String that owns [start, end); Qfalse: C stack */
    VALUE io;    /* has `write`; Qfalse: the result is a String */
    long initial_length; /* bytes, for the first String */
} jac_buffer_t;

/* `room` has JAC_BUFFER_STACK bytes and outlives the buffer. */
void jac_buffer_init(jac_buffer_t *b, uint8_t *room, VALUE io,
                     long initial_length);

/*
 * Makes end - pos at least `need`. With an IO this may call its `write`: any
 * Ruby code may run, and raise. Raises ArgumentError when the document grows
 * beyond what a String holds, NoMemoryError.
 */
void jac_buffer_grow(jac_buffer_t *b, size_t need);

/*
 * The document: a new UTF-8 String, with `coderange` (ENC_CODERANGE_UNKNOWN
 * where not known); or, after the rest is written and flushed, the IO.
 */
VALUE jac_buffer_finish(jac_buffer_t *b, int coderange);

/*
 * To be called when Ruby code has run: finds the bytes again if they moved
 * (a continuation came back to an earlier time), and raises RuntimeError if
 * they were given away as a result already.
 */
void jac_buffer_resume(jac_buffer_t *b);

void jac_init_buffer(void);

/*
 * Writes the String to the io, by its method write. Raises IOError where that
 * says that it took less; what it raises itself.
 */
void jac_write_chunk(VALUE io, VALUE chunk);

#endif
