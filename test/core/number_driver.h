/*
 * core/dtoa.c compiled as for a machine with neither 128-bit integers nor
 * SSE2, and what is static in it, for number_driver.c and the Ruby tests.
 */
#ifndef JAC_NUMBER_DRIVER_H
#define JAC_NUMBER_DRIVER_H

#include "dtoa.h"

uint8_t *jac_portable_dtoa_json_bits(uint8_t *dst, uint64_t bits);
uint8_t *jac_portable_dtoa_jcs(uint8_t *dst, double d);

#endif
