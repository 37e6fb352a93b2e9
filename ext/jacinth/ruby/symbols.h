/*
 * Static Symbols, which are numbers and not objects. The result assumes nothing
 * about CRuby; only its spread in a table assumes that Symbols are numbered in
 * order, above RUBY_SPECIAL_SHIFT and 4 bits for the kind.
 */
#ifndef JAC_SYMBOLS_H
#define JAC_SYMBOLS_H

#include "ruby/compat.h"

JAC_INLINE size_t
jac_symbol_number(VALUE symbol)
{
    return (size_t)(symbol >> RUBY_SPECIAL_SHIFT >> 4);
}

#endif
