/*
 * The ends of the containers that a search for a tag has skipped already.
 *
 * The tag of a tagged union can be the last member of its object. The reader
 * skips the members before it, and then reads them. They can contain objects of
 * this kind, too: at depth n, the text would be skipped n times. So the first
 * search inside a skipped part notes the ends of all its containers.
 */
#ifndef JAC_TYPE_ENDS_H
#define JAC_TYPE_ENDS_H

#include "parse/parser_state.h"

typedef struct {
    size_t start, end;
} jac_container_t;

typedef struct {
    const uint8_t *skipped;   /* the end of the part that was skipped */
    const uint8_t *from, *to; /* the part whose containers are in the list */
    /* By start, without small containers; not set while from == to. */
    jac_container_t *list;
    size_t count, capacity;
    VALUE held; /* the memory of the list; the reader is on the C stack */
} jac_ends_t;

void jac_ends_init(jac_ends_t *ends, const uint8_t *start);

/* Returns the end of the container that begins at p, or NULL if it must be
   skipped. Interrupts are checked, so other threads can run. */
const uint8_t *jac_ends_find(jac_ends_t *ends, jac_parser_t *parser,
                             const uint8_t *p);

/* Notes that the part up to `end` was skipped, and is valid. */
JAC_INLINE void
jac_ends_skipped(jac_ends_t *ends, const uint8_t *end)
{
    if (end > ends->skipped) ends->skipped = end;
}

#endif
