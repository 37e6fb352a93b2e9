/*
 * The pieces of the CRuby-internals layer (verified.h) that are in use, and why
 * the others are not.
 *
 * The environment variable JACINTH_INTERNALS is read before any proof: `off`
 * leaves out all pieces, `-arrays,-floats` these two. A piece that is left out
 * is not even proved.
 */
#ifndef JAC_INTERNALS_H
#define JAC_INTERNALS_H

#include "ruby/verified.h"

#define JAC_PIECE_ENUM(piece, name) piece,
typedef enum { JAC_PIECES(JAC_PIECE_ENUM) JAC_PIECE_COUNT } jac_piece_t;
#undef JAC_PIECE_ENUM

/* Use JAC_ON. */
extern bool jac_pieces_on[JAC_PIECE_COUNT];

/* True if a piece is in use; a constant if it is not compiled. */
#define JAC_ON(piece) (JAC_COMPILED(piece) && jac_pieces_on[piece])

/*
 * Proves a piece, unless it is left out. The piece is on while `proof` runs,
 * since the proof uses the functions that test JAC_ON, and stays on if `proof`
 * returns true. Returns true if it is on.
 */
bool jac_internals_prove(jac_piece_t piece, bool (*proof)(void));

/*
 * Returns a new frozen Hash from the name of each piece, a Symbol, to "on" or
 * the reason why it is off: "disabled" (--disable-internals), "unverified"
 * (this Ruby is not in the table), "unavailable" (not on this platform), "off"
 * (by JACINTH_INTERNALS), "unproved" (the proof failed).
 */
VALUE jac_internals_info(void);

/*
 * Reads the environment and proves each piece. Called once, at load, before any
 * use of JAC_ON. Warns if JACINTH_INTERNALS names an unknown piece.
 */
void jac_init_internals(void);

#endif
