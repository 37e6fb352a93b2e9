/*
 * Short arrays and objects on one line: the option `width`.
 *
 * After Oppen ("Prettyprinting", ACM TOPLAS 2 (4), 1980): the walk writes text
 * as if all stood on one line, and tells where a line might end. That makes
 * tokens, which wait in a queue until it is known how a container is laid out:
 * on one line, as its end was seen within the width, or with a line for each
 * member, as it was not. A token enters and leaves the queue once, and no more
 * than about a line waits there: the time is linear in the text whatever the
 * nesting, and the text goes on to its buffer, or to an IO, as it is laid out.
 *
 *   walk's buffer    | printed |#### waiting ####|.. not a token yet ..pos
 *   tokens                     [text|break][text|break] ...
 *                              head                 count
 *
 * The walk's own buffer has the text that waits; the buffer `out` what is laid
 * out. Keys that the walk remembers by their place in its buffer are forgotten
 * whenever that text is moved.
 */
#ifndef JAC_FIT_H
#define JAC_FIT_H

#include "generate/walk_stack.h"

/*
 * Where the options want it, makes w->fit, which takes over the walk's IO; to
 * be called right after jac_walk_init, where options.width is set. With
 * `pieces` the text is only laid out in jac_fit_print; otherwise, at once. May
 * raise NoMemoryError.
 */
void jac_fit_begin(jac_walk_t *w, bool pieces, size_t chunk);

/*
 * A line may begin at `pos`: before a member of a container whose members are
 * `depth` levels deep, or before its end, which is one level less. Returns the
 * new pos. May run Ruby code, and raise, as a flush to an IO.
 */
uint8_t *jac_fit_line(jac_walk_t *w, uint8_t *pos, int kind, long depth);

/* A document ends at `pos`. Returns the new pos; as jac_fit_line. */
uint8_t *jac_fit_end(jac_walk_t *w, uint8_t *pos);

/* Lays out what is decided of the text up to w->buffer.pos. As above. */
void jac_fit_print(jac_walk_t *w);

/* Writes what is laid out to the IO, which there must be. */
void jac_fit_flush(jac_walk_t *w);

/* Ends the document. The String, or the IO. Raises what the IO raises. */
VALUE jac_fit_finish(jac_walk_t *w);

/*
 * The column at which the text at w->buffer.pos stands where each container
 * around it has a line for each member.
 */
long jac_fit_column(const jac_walk_t *w);

/* After a to_json: it cannot change the layout of what is half written. */
void jac_fit_keep_options(jac_walk_t *w);

/* For a writer of pieces: what to go back to where one fails. */
typedef struct {
    size_t count, opened, scanned;
    uint64_t total, ended;
    long depth;
    unsigned long prints;
} jac_fit_mark_t;

void jac_fit_mark(const jac_walk_t *w, jac_fit_mark_t *mark);

/* Returns false where text was laid out since. */
bool jac_fit_restore(jac_walk_t *w, const jac_fit_mark_t *mark);

/* The bytes that are laid out and not written to the IO yet. */
size_t jac_fit_used(const jac_walk_t *w);

/* What there is so far, that which is undecided on one line: a new String. */
VALUE jac_fit_text(const jac_walk_t *w);

/* After jac_walk_init, for documents that are written in one go. */
JAC_INLINE void
jac_walk_fit(jac_walk_t *w)
{
    if (JAC_UNLIKELY(w->options.width)) jac_fit_begin(w, false, 0);
}

/* Ends the walk and the document: the String, or the IO. */
JAC_INLINE VALUE
jac_walk_result(jac_walk_t *w)
{
    jac_walk_finish(w);
    if (JAC_UNLIKELY(w->fit != NULL)) return jac_fit_finish(w);
    return jac_buffer_finish(&w->buffer, jac_walk_coderange(w));
}

#endif
