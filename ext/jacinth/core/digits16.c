#include "digits16.h"

#ifdef JAC_DIGITS16_SSE2_H

#define LANES64(v) (v), (v)
#define LANES16(v) LANES64((v) * (uint64_t)0x0001000100010001)

const jac_digits16_factor_t jac_digits16_factors[JAC_DIGITS16_FACTORS] = {
    [JAC_BY_10000] = {{LANES64(3518437209)}},
    [JAC_TIMES_10000] = {{LANES64(10000)}},
    [JAC_BY_100] = {{LANES16(5243)}},
    [JAC_TIMES_100] = {{LANES16(100)}},
    [JAC_BY_10] = {{LANES16(6554)}},
    [JAC_TIMES_2559] = {{LANES16((10 << 8) - 1)}},
    [JAC_ZEROS] = {{LANES16(0x3030)}},
};

#endif
