/*
 * The optimizations of the CRuby-internals layer (verified.h) that are in use.
 *
 * The environment variable JACINTH_INTERNALS is read before any proof: `off`
 * disables all of them, `-arrays,-floats` these two, without a proof.
 */
#ifndef JAC_INTERNALS_H
#define JAC_INTERNALS_H

#include "ruby/verified.h"

#define JAC_INTERNAL_ENUM(id, name) id,
typedef enum {
    JAC_INTERNALS_LIST(JAC_INTERNAL_ENUM) JAC_INTERNALS_COUNT
} jac_internal_t;
#undef JAC_INTERNAL_ENUM

extern bool jac_internals_on[JAC_INTERNALS_COUNT];

/* True if an optimization is in use; a constant if it is not compiled. */
#define JAC_ON(id) (JAC_COMPILED(id) && jac_internals_on[id])

/* Proves an optimization, unless it is disabled. It is on while `proof` runs,
   and stays on if that returns true. Returns true if it is on. */
bool jac_internals_prove(jac_internal_t id, bool (*proof)(void));

/*
 * Returns a new frozen Hash from the name of each optimization, a Symbol, to
 * "on" or the reason why it is off: "disabled" (--disable-internals),
 * "unverified" (this Ruby), "unavailable" (this platform), "off"
 * (JACINTH_INTERNALS), "unproved" (the proof failed).
 */
VALUE jac_internals_info(void);

/* Reads the environment and proves each optimization, at load, before any use
   of JAC_ON. Warns if JACINTH_INTERNALS has an unknown name. */
void jac_init_internals(void);

#endif
