/*
 * The text of Symbols as keys, quotes and colon included, kept between calls:
 * a static Symbol is never freed or renamed, so what was written once stays
 * right. rb_sym2str costs some 90 instructions, the copy ten.
 *
 * One table for each native thread: no lock, and Ractors cannot meet in it.
 */
#ifndef JAC_SYMBOL_KEYS_H
#define JAC_SYMBOL_KEYS_H

#include "ruby/compat.h"

/* The longest text that is kept, in bytes. */
#define JAC_SYMBOL_KEY_SIZE 32
#define JAC_SYMBOL_KEYS 256 /* a power of two */

typedef struct {
    VALUE symbol; /* 0: empty */
    uint8_t size;
    bool non_ascii;
    uint8_t text[JAC_SYMBOL_KEY_SIZE];
} jac_symbol_key_t;

extern JAC_THREAD_LOCAL jac_symbol_key_t jac_symbol_keys[JAC_SYMBOL_KEYS];

/*
 * The slot where a static Symbol's text is, or would be. Static Symbols are
 * numbers in the order of their making, above 8 bits that are all the same.
 */
JAC_INLINE jac_symbol_key_t *
jac_symbol_key_slot(VALUE symbol)
{
    return &jac_symbol_keys[(symbol >> RUBY_SPECIAL_SHIFT >> 4) &
                            (JAC_SYMBOL_KEYS - 1)];
}

/* Keeps the text of a static Symbol, if it is short enough. */
JAC_INLINE void
jac_symbol_key_keep(VALUE symbol, const uint8_t *text, size_t size,
                    bool non_ascii)
{
    if (size <= JAC_SYMBOL_KEY_SIZE) {
        jac_symbol_key_t *slot = jac_symbol_key_slot(symbol);

        slot->symbol = symbol;
        slot->size = (uint8_t)size;
        slot->non_ascii = non_ascii;
        memcpy(slot->text, text, size);
    }
}

#endif
