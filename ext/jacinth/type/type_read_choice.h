/* Chooses the type of a value in a document: the alternative of a TAGGED, a
   VARIANT or a FIRST. */
#ifndef JAC_TYPE_READ_CHOICE_H
#define JAC_TYPE_READ_CHOICE_H

#include "type/type_reader.h"

/* Skips the object at p up to the member that determines its type: the tag of a
   TAGGED, or a member of a VARIANT, to whose literals strings are converted if
   `coerces`. Returns that type, or NULL if there is none, which is noted. */
const jac_type_t *jac_alternative_find(jac_type_reader_t *r,
                                       const jac_type_t *type, const uint8_t *p,
                                       bool coerces);

/*
 * Reads the value at *p by the first alternative of a FIRST that accepts it, or
 * notes an error. Moves *p past it. r->trial_values has [end, value] for each
 * value that was read in a trial, or [end, nil, path length] if it fits no
 * alternative: see note_first().
 */
VALUE jac_alternative_first(jac_type_reader_t *r, const jac_type_t *type,
                            const uint8_t **p);

#endif
