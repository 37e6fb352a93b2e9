/* Written by tools/make_tables.rb: change it there. */
#ifndef JAC_TABLES_H
#define JAC_TABLES_H

#include "base.h"

/*
 * 10^e for e = JAC_POW10_MIN .. JAC_POW10_MAX, as 128-bit significands with
 * the highest bit set: the upper half at [2 * (e - JAC_POW10_MIN)], the
 * lower half after it. With T the 128-bit number and
 * r = floor(log2(10^e)) - 127,
 *
 *     e = 0 .. 55        10^e = T * 2^r exactly
 *     e = -27 .. -1      T - 1 < 10^e / 2^r < T      (rounded up)
 *     all others         T < 10^e / 2^r < T + 1      (truncated)
 *
 * Rounding up where 5^-e < 2^64 is what Eisel-Lemire needs to see an exact
 * division (Lemire, "Number parsing at a gigabyte per second", section 5).
 */
#define JAC_POW10_MIN (-342)
#define JAC_POW10_MAX (324)
extern const uint64_t jac_pow10_128[1334];

/*
 * The escape of each ASCII character that can need one ('/', '<', '>' and
 * '&' only where they are asked for), first byte lowest; its length, 2 or 6,
 * in the top byte. One store of 8 bytes writes any of them. 0 for the others.
 */
extern const uint64_t jac_escapes[128];

/*
 * 00 to 99, two characters each
 */
extern const uint8_t jac_digit_pairs[200];

/*
 * Each byte's two hexadecimal digits, the first one lowest
 */
extern const uint16_t jac_hex_pairs[256];

/*
 * The character for which a backslash and this byte stand; 0 for none
 */
extern const uint8_t jac_escape_letters[256];

/*
 * The value of each hexadecimal digit, plus JAC_HEX_GOOD; 0 for other bytes
 */
#define JAC_HEX_GOOD (16)
extern const uint8_t jac_hex_values[256];

/*
 * Well-formed UTF-8 as an automaton whose states are shift counts (Vognsen,
 * "Shift-based DFAs"): the states that follow each byte, six bits wide, the
 * one that follows state s at bit s. One step is
 *
 *     state = jac_utf8_steps[byte] >> (state & 63)
 *
 * of which the low six bits are the new state. It begins in
 * JAC_UTF8_ACCEPT, must end there, and never leaves JAC_UTF8_ERROR.
 */
#define JAC_UTF8_ERROR (0)
#define JAC_UTF8_ACCEPT (6)
extern const uint64_t jac_utf8_steps[256];

#endif
