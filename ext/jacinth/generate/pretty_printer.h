/*
 * The option `width`: short arrays and objects on one line.
 *
 * Uses the algorithm of Oppen ("Prettyprinting", ACM TOPLAS 2 (4), 1980). The
 * walk writes the text as one line and reports possible line breaks. Each makes
 * a token in a queue. A container is put on one line if its end is seen within
 * the width; otherwise each member gets a line. Each token enters and leaves
 * the queue once, and about one line of text waits, so the time is linear for
 * any nesting.
 *
 *   walk's buffer    | printed |#### waiting ####|.. no token yet ..pos
 *   tokens                     [text|break][text|break] ...
 *                               head                 count
 *
 * The walk's buffer has the waiting text; the buffer `out` has the formatted
 * text. Cached keys are invalidated when the waiting text moves.
 */
#ifndef JAC_PRETTY_PRINTER_H
#define JAC_PRETTY_PRINTER_H

#include "generate/walk_stack.h"

/*
 * Creates w->printer, which takes over the walk's IO, if options.width is set.
 * Must be called right after jac_walk_init(). With `transactional` the text is
 * formatted only by jac_printer_print(). Can raise NoMemoryError.
 */
void jac_printer_begin(jac_walk_t *w, bool transactional, size_t chunk);

/*
 * Reports a possible line break at `pos`: before a member, `depth` levels deep,
 * or before the end of a container, one level less. Returns the new pos. A
 * flush to an IO can run Ruby code and raise.
 */
uint8_t *jac_printer_line(jac_walk_t *w, uint8_t *pos, int kind, long depth);

/* Reports the end of a document. Otherwise like jac_printer_line(). */
uint8_t *jac_printer_end(jac_walk_t *w, uint8_t *pos);

/* Formats the text up to w->buffer.pos as far as it is decided. Same errors. */
void jac_printer_print(jac_walk_t *w);

void jac_printer_flush(jac_walk_t *w);

/*
 * Ends the document. Returns the String or the IO. Raises the errors of the IO.
 */
VALUE jac_printer_finish(jac_walk_t *w);

/* Returns the column at w->buffer.pos if each open container has one line
   per member. */
int jac_printer_column(const jac_walk_t *w);

/* Restores the format options after a to_json, which must not change them. */
void jac_printer_keep_options(jac_walk_t *w);

/* The state of the printer that is restored if writing a chunk fails. */
typedef struct {
    size_t count;   /* end of the queue of tokens */
    size_t opened;  /* number of open containers */
    size_t scanned; /* offset into the walk's buffer */
    uint64_t ended; /* BEGIN of the container that ended last, or NONE */
    uint64_t total; /* columns of all tokens so far */
    long depth;
    unsigned long prints; /* how often text was formatted */
} jac_printer_state_t;

jac_printer_state_t jac_printer_save(const jac_walk_t *w);

/* Returns false if text was formatted since the state was saved. */
bool jac_printer_restore(jac_walk_t *w, const jac_printer_state_t *state);

size_t jac_printer_used(const jac_walk_t *w);

/* Returns the text so far as a new String, with undecided text on one line. */
VALUE jac_printer_text(const jac_walk_t *w);

JAC_INLINE void
jac_walk_begin_printer(jac_walk_t *w)
{
    if (JAC_UNLIKELY(w->options.width)) jac_printer_begin(w, false, 0);
}

/* Ends the walk and the document. Returns the String or the IO. */
JAC_INLINE VALUE
jac_walk_result(jac_walk_t *w)
{
    jac_walk_finish(w);
    if (JAC_UNLIKELY(w->printer != NULL)) return jac_printer_finish(w);
    return jac_buffer_finish(&w->buffer, jac_walk_coderange(w));
}

#endif
