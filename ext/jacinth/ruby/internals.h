/*
 * Which pieces of the fence (verified.h) are in use, and why the others are
 * not.
 *
 * The environment's JACINTH_INTERNALS is looked at before anything is proved:
 * `off` leaves all pieces out, `-arrays,-floats` those. Nothing of a piece that
 * is left out is tried, read or written.
 */
#ifndef JAC_INTERNALS_H
#define JAC_INTERNALS_H

#include "ruby/verified.h"

#define JAC_PIECE_ENUM(piece, name) piece,
typedef enum { JAC_PIECES(JAC_PIECE_ENUM) JAC_PIECE_COUNT } jac_piece_t;
#undef JAC_PIECE_ENUM

/* Use JAC_ON. */
extern bool jac_pieces_on[JAC_PIECE_COUNT];

/* Whether a piece is in use: false at compile time where it is not compiled. */
#define JAC_ON(piece) (JAC_COMPILED(piece) && jac_pieces_on[piece])

/*
 * Tries a piece, unless it is left out: it is on while `proof` runs, since
 * the proof is made with the functions that ask, and stays on if that returns
 * true. Returns whether it is on.
 */
bool jac_internals_prove(jac_piece_t piece, bool (*proof)(void));

/*
 * A new frozen Hash: the name of each piece, a Symbol, and "on" or what it is
 * off for: "disabled" (--disable-internals), "unverified" (this Ruby is not in
 * the table), "unavailable" (this platform lacks what it needs), "off" (by
 * JACINTH_INTERNALS), "unproved" (this Ruby is laid out in another way).
 */
VALUE jac_internals_info(void);

/*
 * Reads the environment and proves each piece. Once, at load, before all that
 * asks JAC_ON; warns of a piece that JACINTH_INTERNALS names and nobody knows.
 */
void jac_init_internals(void);

#endif
