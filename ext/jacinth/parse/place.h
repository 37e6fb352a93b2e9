/* Line and column of a position. */
#ifndef JAC_PLACE_H
#define JAC_PLACE_H

#include "core/base.h"

/* The amount of text before a position. */
typedef struct {
    uint64_t lines;
    uint64_t columns; /* characters after the last line end */
} jac_place_t;

/* Adds the text [p, to) to the place; p and `to` can both be NULL. A
   character that is cut at `to` is counted in both parts. */
void jac_place_move(jac_place_t *place, const uint8_t *p, const uint8_t *to);

/* Returns the number of line ends in p[0..to). */
uint64_t jac_line_ends(const uint8_t *p, const uint8_t *to);

#endif
