#include "cpu.h"

jac_cpu_t
jac_cpu_detect(void)
{
    jac_cpu_t cpu = {false, false, false};

#if defined(JAC_CPU_X86) && defined(__GNUC__)
    /* also checks that the system saves the registers */
    __builtin_cpu_init();
    cpu.sse2 = __builtin_cpu_supports("sse2");
#ifdef JAC_HAVE_AVX2
    cpu.avx2 = __builtin_cpu_supports("avx2");
#endif
#elif defined(JAC_CPU_X86)
    /* the baseline of MSVC */
    cpu.sse2 = true;
#endif
#ifdef JAC_HAVE_NEON
    cpu.neon = true;
#endif
    return cpu;
}
