#include "generate/symbol_keys.h"

JAC_THREAD_LOCAL jac_symbol_key_t jac_symbol_keys[JAC_SYMBOL_KEYS];
