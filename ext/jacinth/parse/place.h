/*
 * Lines and columns.
 */
#ifndef JAC_PLACE_H
#define JAC_PLACE_H

#include "core/base.h"

/* How much text lies before a place. */
typedef struct {
    uint64_t lines;   /* that have ended */
    uint64_t columns; /* characters since then */
} jac_place_t;

/*
 * Moves the place from p to `to`, p <= to; both may be NULL. A character that
 * is cut in two at `to` counts twice.
 */
void jac_place_move(jac_place_t *place, const uint8_t *p, const uint8_t *to);

#endif
