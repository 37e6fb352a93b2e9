/*
 * Doubles to the shortest decimal text that reads back to the same bits; among
 * the shortest, the closest to the true value (even in a tie). See
 * docs/internals/numbers.md.
 */
#ifndef JAC_DTOA_H
#define JAC_DTOA_H

#include "base.h"

/* The capacity that a caller must provide. The longest text has 28 bytes,
   "-0.00000000" and 17 digits, but whole words are stored. */
#define JAC_DTOA_MAX 40

/*
 * Writes the finite double d with these bits like the json gem and returns the
 * end of the text, without a terminating NUL. Can overwrite
 * dst[0..JAC_DTOA_MAX).
 *
 *   digits d1..dn, d = 0.d1..dn * 10^e          text
 *   integral and below 10^15                    "100.0", "-0.0"
 *   at most 6 decimals, or 1e-9 <= |d| < 1e10   "0.000001", "1234567.125"
 *   others                                      "1e+15", "1.5e-10"
 */
uint8_t *jac_dtoa_json_bits(uint8_t *dst, uint64_t bits);

/* Writes d in the format of ECMAScript's Number::toString, which RFC 8785
   (JCS) prescribes: "100", "0" for -0.0, "1e+21", "1.5e-7". */
uint8_t *jac_dtoa_jcs(uint8_t *dst, double d);

#endif
