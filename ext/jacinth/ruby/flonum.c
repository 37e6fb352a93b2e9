#include "ruby/flonum.h"

#if JAC_COMPILED(JAC_FLOATS)
/* True if Ruby and jac_float() make the same Float, and it has these bits. */
static bool
agree(uint64_t bits)
{
    double value;
    uint64_t back;
    VALUE theirs, ours;

    memcpy(&value, &bits, sizeof(value));
    theirs = DBL2NUM(value);
    ours = jac_float(bits);
    if (RB_FLONUM_P(theirs) != RB_FLONUM_P(ours)) return false;
    if (RB_FLONUM_P(ours) && ours != theirs) return false;
    if (jac_float_bits(theirs) != bits) return false;
    value = RFLOAT_VALUE(ours);
    memcpy(&back, &value, sizeof(back));
    RB_GC_GUARD(theirs);
    RB_GC_GUARD(ours);
    return back == bits;
}

static bool
flonums_work(void)
{
    static const uint64_t edges[] = {
        UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000001),
        UINT64_C(0x2FFFFFFFFFFFFFFF), UINT64_C(0x3000000000000000),
        UINT64_C(0x3000000000000001), UINT64_C(0x3FB999999999999A),
        UINT64_C(0x3FE0000000000000), UINT64_C(0x3FF0000000000000),
        UINT64_C(0x3FFFFFFFFFFFFFFF), UINT64_C(0x4000000000000000),
        UINT64_C(0x4000000000000001), UINT64_C(0x405067A3CD83C5D6),
        UINT64_C(0x40C3880000000001), UINT64_C(0x4FFFFFFFFFFFFFFF),
        UINT64_C(0x5000000000000000), UINT64_C(0x7FE1CCF385EBC8A0),
    };
    const uint64_t sign = UINT64_C(1) << 63;
    size_t i;

    for (i = 0; i < sizeof(edges) / sizeof(*edges); i++) {
        if (!agree(edges[i]) || !agree(edges[i] | sign)) return false;
    }
    /* Tests a mantissa with bits in every part, each exponent of flonums, and
       one in 32 of the others, whose Floats are allocated. */
    for (i = 0; i < 2047; i += i >= 0x300 && i < 0x500 ? 1 : 32) {
        if (!agree((uint64_t)i << 52 | UINT64_C(0x000A5C3F0F1E2D37))) {
            return false;
        }
    }
    return true;
}
#endif

void
jac_prove_flonums(void)
{
#if JAC_COMPILED(JAC_FLOATS)
    jac_internals_prove(JAC_FLOATS, flonums_work);
#endif
}
