/*
 * Sixteen decimal digits at once, for the part of a float's text that has a
 * fixed width of 16. One contract with an implementation for each baseline
 * instruction set.
 *
 *   jac_digits16_t jac_digits16_of(uint32_t high, uint32_t low);
 *       The digits of high * 10^8 + low; both are below 10^8.
 *   unsigned jac_digits16_count(jac_digits16_t a, uint32_t last);
 *       The number of digits up to the last that is not 0, with the 17th
 *       digit `last`: 1..17. At least one must not be 0.
 *   uint64_t jac_digits16_first(jac_digits16_t a);
 *   uint64_t jac_digits16_second(jac_digits16_t a);
 *       The digits 1..8, 9..16 as characters, the first in the lowest byte.
 *   void jac_digits16_store(uint8_t *p, jac_digits16_t a);
 *       Writes the characters to p[0..16).
 */
#ifndef JAC_DIGITS16_H
#define JAC_DIGITS16_H

#if !defined(JAC_DIGITS16_SWAR) && (defined(__SSE2__) || defined(_M_X64))
#include "digits16_sse2.h"
#else
#include "digits16_swar.h"
#endif

#endif
