/*
 * Converts Floats that are not heap objects from and to their bits, without a
 * call.
 *
 * Assumed: CRuby's encoding of a double in a VALUE (its internal numeric.h). If
 * the upper bits of the exponent are 011 or 100, sign and exponent are rotated
 * down, and all but one of these bits are replaced by the tag 10.
 *
 *   double    s eee eeee.... mantissa ...        eee = 011 or 100
 *   flonum      eeee.... mantissa ... s ee' 10   (rotated left by 3)
 *
 * The lowest of the three bits, e', becomes the flonum's highest bit. The tag
 * replaces the other two, which are the tag minus e': 10 for 100, and 01 for
 * 011. 0.0 has its own code, and the least double of 011 is an object.
 *
 * Proved at load: both directions, at and between the limits of these
 * exponents. Portable implementation: RFLOAT_VALUE and DBL2NUM.
 */
#ifndef JAC_FLONUM_H
#define JAC_FLONUM_H

#include "ruby/internals.h"

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

void jac_prove_flonums(void);

#endif
