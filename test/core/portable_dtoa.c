#define JAC_NO_INT128
#define JAC_DIGITS16_SWAR
#define jac_dtoa_json_bits jac_portable_dtoa_json_bits
#define jac_dtoa_jcs jac_portable_dtoa_jcs
#include "dtoa.c"

/* The approximations of logarithms, for a comparison with integers. */
int
jac_test_log10_pow2(int q)
{
    return log10_pow2(q);
}

int
jac_test_log10_three_quarters_pow2(int q)
{
    return log10_three_quarters_pow2(q);
}

int
jac_test_log2_pow10(int e)
{
    return log2_pow10(e);
}
