/*
 * The output of a document that is laid out anew: text, brackets, line breaks,
 * and the indentation of Jacinth.pretty_generate.
 */
#ifndef JAC_LAYOUT_BUFFER_H
#define JAC_LAYOUT_BUFFER_H

#include "ruby/compat.h"

/* Output is handed to an IO in pieces of about this size. */
enum { JAC_LAYOUT_PIECE = 1 << 16 };

/*
 * Alive and in place: `out` is on the C stack or marked, and so pinned, by the
 * holder. It is hidden, so that nobody else can change it.
 */
typedef struct {
    VALUE out; /* a String of `capa` bytes, of which `size` are written */
    uint8_t *bytes;
    size_t size, capa;
    bool pretty; /* as Jacinth.pretty_generate; else without any space */
} jac_layout_buffer_t;

/* An empty one with room for capa bytes, not 0. */
void jac_layout_init(jac_layout_buffer_t *b, bool pretty, size_t capa);

/* Makes room for n bytes more. May raise NoMemoryError. */
void jac_layout_reserve(jac_layout_buffer_t *b, size_t n);

/* Where pretty, a line break and two spaces for each of the levels. */
void jac_layout_line(jac_layout_buffer_t *b, size_t levels);

/*
 * Hands over what is written to the io, by its method write: any Ruby code may
 * run, and raise. The buffer is empty before that.
 */
void jac_layout_flush(jac_layout_buffer_t *b, VALUE io);

/* What is written, as the result; the buffer must not be used any more. */
VALUE jac_layout_finish(jac_layout_buffer_t *b);

/* Appends n bytes, which are not the buffer's own. */
JAC_INLINE void
jac_layout_put(jac_layout_buffer_t *b, const void *from, size_t n)
{
    if (JAC_UNLIKELY(b->capa - b->size < n)) jac_layout_reserve(b, n);
    memcpy(b->bytes + b->size, from, n);
    b->size += n;
}

/* A comma and what follows it, in a container so many levels deep. */
JAC_INLINE void
jac_layout_comma(jac_layout_buffer_t *b, size_t levels)
{
    jac_layout_put(b, ",", 1);
    jac_layout_line(b, levels);
}

JAC_INLINE void
jac_layout_colon(jac_layout_buffer_t *b)
{
    jac_layout_put(b, ": ", b->pretty ? 2 : 1);
}

#endif
