/*
 * Converts Floats that are not heap objects from their bits and back, without a
 * call.
 *
 * Assumed: CRuby's encoding of a double in a VALUE, as in its internal header
 * numeric.h. Where the upper bits of the exponent are 011 or 100, sign and
 * exponent are rotated down, and these bits, all but one, give way to the tag.
 *
 *   double    s eee eeee.... mantissa ...        eee = 011 or 100
 *   flonum      eeee.... mantissa ... s ee' 10   (rotated left by 3)
 *
 * The tag, 10, is what 011 lacks; 100, whose lowest bit is then the flonum's
 * highest, lacks 01. 0.0 has a code of its own, and the least double of 011
 * is an object.
 *
 * Proved at load: both ways, at the edges of these exponents and between.
 * Portable implementation: RFLOAT_VALUE and DBL2NUM, which can be calls.
 */
#ifndef JAC_FLONUM_H
#define JAC_FLONUM_H

#include "ruby/internals.h"

/* Returns the bits of a Float's double. */
JAC_INLINE uint64_t
jac_float_bits(VALUE number)
{
    double value;
    uint64_t bits;

#if JAC_COMPILED(JAC_FLOATS)
    if (RB_FLONUM_P(number) && JAC_LIKELY(JAC_ON(JAC_FLOATS))) {
        bits = number - (number >> 63);
        return number == (VALUE)0x8000000000000002 ? 0 : bits >> 3 | bits << 61;
    }
#endif
    value = RFLOAT_VALUE(number);
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Returns the Float of a double's bits. */
JAC_INLINE VALUE
jac_float(uint64_t bits)
{
    double value;

#if JAC_COMPILED(JAC_FLOATS)
    if (JAC_LIKELY(((bits >> 60 & 7) - 3) <= 1 && JAC_ON(JAC_FLOATS) &&
                   bits != UINT64_C(0x3000000000000000))) {
        bits = bits << 3 | bits >> 61;
        return (VALUE)((bits & ~UINT64_C(3)) | 2);
    }
#endif
    memcpy(&value, &bits, sizeof(value));
    return DBL2NUM(value);
}

/* Once, at load. */
void jac_prove_flonums(void);

#endif
