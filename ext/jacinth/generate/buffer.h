/*
 * The output: reserve, write, advance. Bytes go to the caller's C stack
 * first; a document that outgrows it moves into a String that becomes the
 * result, so that no byte is copied again at the end. With an IO the String
 * is a chunk that is written whenever it is full.
 *
 *   start            pos            stop  end
 *   |#### written ###|....... room ..|....|
 *
 * At `stop` a walk lets other threads have their turn, or makes room.
 */
#ifndef JAC_BUFFER_H
#define JAC_BUFFER_H

#include "ruby/shadow.h"

/* What a caller gives on its stack, in bytes. */
#define JAC_BUFFER_STACK 1024

/*
 * What one member, a key with its value, is given as room before it is begun,
 * so that its parts need not ask. The longest parts that do not ask: ',', a
 * remembered key, a double: 1 + JAC_KEY_COPY + JAC_DTOA_MAX < 128.
 */
#define JAC_MEMBER_ROOM 128

typedef struct {
    uint8_t *start, *pos, *end;
    /* Behind this no member is begun: less than JAC_MEMBER_ROOM is left, or so
       much was written since the last look that it is time for another one. */
    const uint8_t *stop;
    VALUE owner; /* hidden String that owns [start, end); Qfalse: C stack */
    VALUE io;    /* has `write`; Qfalse: the result is a String */
    long initial_length; /* bytes, for the first String */
    size_t chunk;        /* bytes of a String that goes to the IO */
    size_t flushed;      /* bytes that went to the IO, or failed to */
#ifdef JACINTH_DEBUG
    jac_shadow_t owner_shadow;
#endif
} jac_buffer_t;

/* `room` has JAC_BUFFER_STACK bytes and outlives the buffer. */
void jac_buffer_init(jac_buffer_t *b, uint8_t *room, VALUE io,
                     long initial_length);

/*
 * As jac_buffer_init, with a String from the start instead of the caller's
 * room, for a buffer that outlives the call; its holder marks, and so pins,
 * `owner` and `io`. With an IO the String has `chunk` bytes.
 */
void jac_buffer_open(jac_buffer_t *b, VALUE io, long initial_length,
                     size_t chunk);

/*
 * Writes what there is to the IO, which there must be, and leaves room for a
 * chunk. Any Ruby code may run, and raise.
 */
void jac_buffer_flush(jac_buffer_t *b);

/* As IO#flush, where the IO has that. */
void jac_flush_io(VALUE io);

/*
 * Makes end - pos at least `need`. With an IO this may call its `write`: any
 * Ruby code may run, and raise. Raises ArgumentError when the document grows
 * beyond what a String holds, NoMemoryError.
 */
void jac_buffer_grow(jac_buffer_t *b, size_t need);

/*
 * Puts `stop` where the next look is due: after 256 KiB from pos on, some
 * milliseconds of writing at most, or where the room ends.
 */
void jac_buffer_set_stop(jac_buffer_t *b);

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
