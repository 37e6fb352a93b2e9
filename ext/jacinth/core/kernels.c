#include "kernels.h"

#include "cpu.h"

/* In the order of JAC_ESC_*. SEPARATORS is implied by SCRIPT_SAFE and ASCII. */
#define JAC_KERNELS_ESCAPE(isa)                                              \
    {                                                                        \
        jac_escape_plain_##isa, jac_escape_script_##isa,                     \
            jac_escape_separators_##isa, jac_escape_script_##isa,            \
            jac_escape_html_##isa, jac_escape_html_script_##isa,             \
            jac_escape_html_separators_##isa, jac_escape_html_script_##isa,  \
            jac_escape_ascii_##isa, jac_escape_ascii_script_##isa,           \
            jac_escape_ascii_##isa, jac_escape_ascii_script_##isa,           \
            jac_escape_ascii_html_##isa, jac_escape_ascii_html_script_##isa, \
            jac_escape_ascii_html_##isa, jac_escape_ascii_html_script_##isa  \
    }

#define JAC_KERNELS_TABLE(isa)                                \
    {                                                         \
#isa, JAC_KERNELS_ESCAPE(isa), jac_scan_string_##isa, \
            jac_scan_escaped_##isa, jac_skip_space_##isa,     \
            jac_utf8_length_##isa, jac_skip_##isa             \
    }

static const jac_kernels_t jac_swar = JAC_KERNELS_TABLE(swar);
#ifdef JAC_HAVE_SSE2
static const jac_kernels_t jac_sse2 = JAC_KERNELS_TABLE(sse2);
#endif
#ifdef JAC_HAVE_AVX2
static const jac_kernels_t jac_avx2 = JAC_KERNELS_TABLE(avx2);
#endif
#ifdef JAC_HAVE_NEON
static const jac_kernels_t jac_neon = JAC_KERNELS_TABLE(neon);
#endif

const jac_kernels_t *jac_kernels = &jac_swar;

const jac_kernels_t *
jac_kernels_at(size_t i)
{
    const jac_cpu_t cpu = jac_cpu_detect();
    const jac_kernels_t *found[5] = {&jac_swar};
    size_t count = 1;

    (void)cpu;
#ifdef JAC_HAVE_SSE2
    if (cpu.sse2) found[count++] = &jac_sse2;
#endif
#ifdef JAC_HAVE_AVX2
    if (cpu.avx2) found[count++] = &jac_avx2;
#endif
#ifdef JAC_HAVE_NEON
    if (cpu.neon) found[count++] = &jac_neon;
#endif
    return i < count ? found[i] : NULL;
}

bool
jac_kernels_init(const char *force)
{
    const bool forced = force != NULL && *force != '\0';
    const jac_kernels_t *table;

    for (size_t i = 0; (table = jac_kernels_at(i)) != NULL; i++) {
        jac_kernels = table;
        if (forced && strcmp(table->name, force) == 0) return true;
    }
    return !forced;
}
