/*
 * Doubles to the shortest decimal text that reads back to the same bits; among
 * the shortest, the one closest to the true value (the even one of two as
 * close).
 *
 * docs/internals/numbers.md has the whole picture.
 */
#ifndef JAC_DTOA_H
#define JAC_DTOA_H

#include "base.h"

/*
 * Room that a caller must provide. The longest text is 28 bytes,
 * "-0.00000000" and 17 digits; whole words are stored, at most up to here.
 */
#define JAC_DTOA_MAX 40

/*
 * Writes a finite d as the json gem does and returns the end of the text: no
 * terminating NUL. May write any of dst[0..JAC_DTOA_MAX).
 *
 *   digits d1..dn, d = 0.d1..dn * 10^e      text
 *   integral and below 10^15                "100.0", "-0.0"
 *   at most 6 decimals, or 1e-9 <= |d| < 1e10   "0.000001", "1234567.125"
 *   everything else                         "1e+15", "1.5e-10"
 */
uint8_t *jac_dtoa_json(uint8_t *dst, double d);

/* The same for a double's bits: they need not go through its register. */
uint8_t *jac_dtoa_json_bits(uint8_t *dst, uint64_t bits);

/*
 * As jac_dtoa_json, in the layout of ECMAScript's Number::toString, which
 * RFC 8785 (JCS) prescribes: "100", "0" for -0.0, "1e+21", "1.5e-7".
 */
uint8_t *jac_dtoa_jcs(uint8_t *dst, double d);

#endif
