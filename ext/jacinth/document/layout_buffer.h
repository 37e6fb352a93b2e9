/* The output buffer of Jacinth.reformat, with line breaks and the
   indentation of Jacinth.pretty_generate. */
#ifndef JAC_LAYOUT_BUFFER_H
#define JAC_LAYOUT_BUFFER_H

#include "ruby/compat.h"

/* The approximate size of the chunks that are written to an IO. */
enum { JAC_LAYOUT_CHUNK = 1 << 16 };

/* `out` is kept alive and pinned by the C stack or by its owner, which marks
   it. It is hidden, so that no Ruby code can change it. */
typedef struct {
    VALUE out;
    uint8_t *bytes;
    size_t size, capa;
    bool pretty;
} jac_layout_buffer_t;

/* Initializes an empty buffer of capa bytes, which must not be 0. */
void jac_layout_init(jac_layout_buffer_t *b, bool pretty, size_t capa);

/* Grows the capacity by at least n bytes. Can raise NoMemoryError. */
void jac_layout_reserve(jac_layout_buffer_t *b, size_t n);

/* Appends a line break and two spaces for each level, if pretty. */
void jac_layout_line(jac_layout_buffer_t *b, size_t levels);

/* Removes the first n bytes and passes them to io.write. Any Ruby code can run
   and raise. */
void jac_layout_flush(jac_layout_buffer_t *b, size_t n, VALUE io);

/* Returns the contents. The buffer must not be used again. */
VALUE jac_layout_finish(jac_layout_buffer_t *b);

JAC_INLINE void
jac_layout_put(jac_layout_buffer_t *b, const void *from, size_t n)
{
    if (JAC_UNLIKELY(b->capa - b->size < n)) jac_layout_reserve(b, n);
    memcpy(b->bytes + b->size, from, n);
    b->size += n;
}

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
