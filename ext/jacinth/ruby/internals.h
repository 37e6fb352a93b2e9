/*
 * The pieces of the CRuby-internals layer (verified.h) that are in use.
 *
 * The environment variable JACINTH_INTERNALS is read before any proof: `off`
 * disables all pieces, `-arrays,-floats` these two, without proving them.
 */
#ifndef JAC_INTERNALS_H
#define JAC_INTERNALS_H

#include "ruby/verified.h"

#define JAC_PIECE_ENUM(piece, name) piece,
typedef enum { JAC_PIECES(JAC_PIECE_ENUM) JAC_PIECE_COUNT } jac_piece_t;
#undef JAC_PIECE_ENUM

extern bool jac_pieces_on[JAC_PIECE_COUNT];

/* True if a piece is in use; a constant if it is not compiled. */
#define JAC_ON(piece) (JAC_COMPILED(piece) && jac_pieces_on[piece])

/* Proves a piece, unless it is disabled. The piece is on while `proof` runs,
   and stays on if that returns true. Returns true if it is on. */
bool jac_internals_prove(jac_piece_t piece, bool (*proof)(void));

/*
 * Returns a new frozen Hash from the name of each piece, a Symbol, to "on" or
 * the reason why it is off: "disabled" (--disable-internals), "unverified"
 * (this Ruby), "unavailable" (this platform), "off" (JACINTH_INTERNALS),
 * "unproved" (the proof failed).
 */
VALUE jac_internals_info(void);

/* Reads the environment and proves each piece, at load, before any use of
   JAC_ON. Warns if JACINTH_INTERNALS names an unknown piece. */
void jac_init_internals(void);

#endif
