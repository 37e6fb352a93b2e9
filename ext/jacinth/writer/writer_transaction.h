/* Writes that can run Ruby code, and so can fail: by an error, a throw, or
   because the thread is killed. A write that fails is undone. */
#ifndef JAC_WRITER_TRANSACTION_H
#define JAC_WRITER_TRANSACTION_H

#include "generate/pretty_printer.h"
#include "writer/document_writer.h"

/* The state that a failed write restores. */
typedef struct {
    size_t used, flushed, depth, keys, documents;
    /* of the innermost level */
    VALUE key;
    size_t count;
    uint16_t node;
    bool keyed;
    bool non_ascii, unknown;
    jac_printer_state_t printer;
} jac_writer_snapshot_t;

/* The argument of a write's body, cast to a VALUE. */
typedef struct {
    jac_writer_t *wr;
    VALUE a, b;
} jac_writer_args_t;

JAC_INLINE size_t
jac_writer_used(const jac_writer_t *wr)
{
    return (size_t)(wr->walk.buffer.pos - wr->walk.buffer.start);
}

void jac_writer_snapshot(const jac_writer_t *wr, jac_writer_snapshot_t *s);

/*
 * Calls `body` with a and b in a jac_writer_args_t. If it fails, restores the
 * state `s` (NULL: the present state) and raises again. The writer is BROKEN if
 * a part of the output has gone to the IO.
 */
void jac_writer_run(jac_writer_t *wr, VALUE (*body)(VALUE), VALUE a, VALUE b,
                    const jac_writer_snapshot_t *s);

void jac_writer_flush(jac_writer_t *wr, bool io);

/* With a line width: writes the lines that the last write has completed. */
void jac_writer_print(jac_writer_t *wr);

/* Ends a method that has written: writes the buffer to the IO if it has
   reached the size of a chunk. Returns self. */
JAC_INLINE VALUE
jac_writer_done(VALUE self, jac_writer_t *wr)
{
    if (JAC_UNLIKELY(wr->walk.printer != NULL)) {
        jac_writer_print(wr);
    }
    else if (wr->io && JAC_UNLIKELY(jac_writer_used(wr) >= wr->chunk_size)) {
        jac_writer_flush(wr, false);
    }
    RB_GC_GUARD(self);
    return self;
}

#endif
