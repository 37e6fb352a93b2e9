#include "generate/symbol_keys.h"

static JAC_THREAD_LOCAL jac_symbol_key_t symbol_keys[JAC_SYMBOL_KEYS];

JAC_NOINLINE jac_symbol_key_t *
jac_symbol_key_slot(VALUE symbol)
{
#if defined(__GNUC__)
    __asm__ volatile(""); /* keeps the compiler from merging two calls */
#endif
    return &symbol_keys[jac_symbol_number(symbol) & (JAC_SYMBOL_KEYS - 1)];
}
