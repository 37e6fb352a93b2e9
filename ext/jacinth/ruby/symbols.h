/*
 * Static Symbols, those that are numbers and no objects.
 *
 * Assumed: nothing for a right result. That CRuby numbers them in the order in
 * which they are made, above RUBY_SPECIAL_SHIFT and 4 bits that tell what
 * kind of name it is, only spreads them in a table; numbered otherwise, they
 * would meet more often.
 */
#ifndef JAC_SYMBOLS_H
#define JAC_SYMBOLS_H

#include "ruby/compat.h"

/* A number for a static Symbol, whose lower bits differ for most of them. */
JAC_INLINE size_t
jac_symbol_number(VALUE symbol)
{
    return (size_t)(symbol >> RUBY_SPECIAL_SHIFT >> 4);
}

#endif
