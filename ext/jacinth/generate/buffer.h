/*
 * The output: reserve, write, advance. Bytes go to the caller's C stack
 * first; a document that outgrows it moves into a String that becomes the
 * result, so that no byte is copied again at the end. With an IO the String
 * is a chunk that is written whenever it is full.
 *
 *   start            pos            stop  end
 *   |#### written ###|...... free ...|....|
 *
 * At `stop` a walk checks interrupts, or grows the capacity.
 */
#ifndef JAC_BUFFER_H
#define JAC_BUFFER_H

#include "ruby/shadow.h"

/* The size of a buffer on the caller's stack, in bytes. */
#define JAC_BUFFER_STACK 1024

/*
 * Bytes that are reserved before a member (a key with its value), so that its
 * parts need no check. The longest parts without a check are ',', a short key
 * with a prepared colon, and a String of two short parts:
 * 1 + (JAC_SHORT_MAX + 2) + JAC_COLON_SIZE + (2 * JAC_SHORT_MAX + 2) < 128.
 */
#define JAC_MEMBER_SPACE 128

typedef struct {
    uint8_t *start, *pos, *end;
    /* No member is begun after this address: less than JAC_MEMBER_SPACE is
       left, or an interrupt check is due. */
    const uint8_t *stop;
    VALUE owner; /* a hidden String that owns [start, end); Qfalse: C stack */
    VALUE io;    /* has `write`; Qfalse: the result is a String */
    long initial_length;
    size_t chunk;
    size_t flushed; /* bytes written to the IO, or that it failed to write */
#ifdef JACINTH_DEBUG
    jac_shadow_t owner_shadow;
#endif
} jac_buffer_t;

/* `memory` has JAC_BUFFER_STACK bytes and must outlive the buffer. */
void jac_buffer_init(jac_buffer_t *b, uint8_t *memory, VALUE io,
                     long initial_length);

/*
 * jac_buffer_init() for a buffer that outlives the call: it begins with a
 * String. The owner of the buffer must mark, and so pin, `owner` and `io`. With
 * an IO, the String has `chunk` bytes.
 */
void jac_buffer_open(jac_buffer_t *b, VALUE io, long initial_length,
                     size_t chunk);

/* Writes the contents to the IO, which must be set, and leaves capacity for
   a chunk. Any Ruby code can run and raise. */
void jac_buffer_flush(jac_buffer_t *b);

void jac_flush_io(VALUE io);

/*
 * Makes end - pos at least `need`. With an IO this can call its `write`, so any
 * Ruby code can run and raise. Raises ArgumentError if the document is too
 * large for a String, and NoMemoryError.
 */
void jac_buffer_grow(jac_buffer_t *b, size_t need);

/* Sets `stop` to the next interrupt check, 256 KiB after pos (64 KiB in a short
   document), which is a few milliseconds of writing, or to the end of the
   capacity. Populates the pages up to `stop`. */
void jac_buffer_set_stop(jac_buffer_t *b);

/* Returns the document, a new UTF-8 String with this `coderange`, or writes
   the rest, flushes, and returns the IO. */
VALUE jac_buffer_finish(jac_buffer_t *b, int coderange);

/* Called after Ruby code ran, if the buffer has an owner. Finds the bytes again
   if a continuation has moved them, and raises RuntimeError if they have been
   returned as a result. */
void jac_buffer_resume(jac_buffer_t *b);

void jac_init_buffer(void);

/* Calls io.write with the String. Raises IOError if it returns a smaller
   number of bytes, and the errors of the method. */
void jac_write_chunk(VALUE io, VALUE chunk);

#endif
