/*
 * Pieces of a Jacinth::Writer's document whose writing may run Ruby code, and
 * so fail: with an error, a throw, the end of a thread.
 */
#ifndef JAC_WRITER_PIECE_H
#define JAC_WRITER_PIECE_H

#include "generate/fit.h"
#include "writer/document_writer.h"

/* What a piece that fails is to leave as it was. */
typedef struct {
    size_t used, flushed, depth, keys, documents;
    /* of the innermost level */
    VALUE key;
    size_t count;
    uint16_t node;
    bool keyed;
    bool non_ascii, unknown;
    jac_fit_mark_t fit;
} jac_writer_snapshot_t;

/* What the body of a piece gets, as a VALUE. */
typedef struct {
    jac_writer_t *wr;
    VALUE a, b;
} jac_writer_piece_t;

JAC_INLINE size_t
jac_writer_used(const jac_writer_t *wr)
{
    return (size_t)(wr->walk.buffer.pos - wr->walk.buffer.start);
}

/* Takes down what a piece may change. */
void jac_writer_snapshot(const jac_writer_t *wr, jac_writer_snapshot_t *s);

/*
 * Writes a piece: calls `body` with a and b in a jac_writer_piece_t. Where it
 * fails, the writer is again as it was at `s` (NULL: now), or is BROKEN if some
 * of the piece went to the IO, and the failure goes on.
 */
void jac_writer_run(jac_writer_t *wr, VALUE (*body)(VALUE), VALUE a, VALUE b,
                    const jac_writer_snapshot_t *s);

/* What has gathered goes to the IO, with `io` also out of the IO's buffer. */
void jac_writer_flush(jac_writer_t *wr, bool io);

/* With a width: lays out what the last piece has decided. */
void jac_writer_print(jac_writer_t *wr);

/*
 * Answers a method that has written a piece: what has gathered goes to the IO
 * when it is enough.
 */
JAC_INLINE VALUE
jac_writer_done(VALUE self, jac_writer_t *wr)
{
    if (JAC_UNLIKELY(wr->walk.fit != NULL)) {
        jac_writer_print(wr);
    }
    else if (wr->io && JAC_UNLIKELY(jac_writer_used(wr) >= wr->chunk_size)) {
        jac_writer_flush(wr, false);
    }
    RB_GC_GUARD(self);
    return self;
}

#endif
