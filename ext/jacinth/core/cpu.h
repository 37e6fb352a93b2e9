/* Instruction sets that are compiled and that the processor supports. */
#ifndef JAC_CPU_H
#define JAC_CPU_H

#include "base.h"

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || \
    defined(_M_IX86)
#define JAC_CPU_X86 1
#endif

#ifdef JAC_CPU_X86
#define JAC_HAVE_SSE2 1
#endif

/*
 * AVX2 needs a target region, so gcc or clang. Not with gcc for Windows, which
 * aligns the stack to 16 bytes but spills 32-byte registers with aligned moves
 * (GCC bug 54412).
 */
#if defined(JAC_CPU_X86) && defined(__GNUC__) && \
    (defined(__clang__) || !defined(_WIN32))
#define JAC_HAVE_AVX2 1
#endif

/* Every 64-bit ARM processor has NEON. */
#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define JAC_HAVE_NEON 1
#endif

typedef struct {
    bool sse2, avx2, neon;
} jac_cpu_t;

/* Returns the supported subset of the compiled instruction sets. Call once:
   CPUID is slow. */
jac_cpu_t jac_cpu_detect(void);

#endif
