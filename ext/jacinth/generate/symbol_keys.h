/*
 * The text of Symbols as keys, quotes and colon included, kept between calls.
 * rb_sym2str costs some 90 instructions, the copy ten.
 *
 * A static Symbol is a number: never freed, moved or renamed, so what was
 * written once stays right. Only a Symbol's own text is kept, valid ASCII or
 * UTF-8: what as_json or a transcoder answers belongs to one call.
 *
 * One table for each native thread: no lock, and Ractors cannot meet in it. A
 * Ruby thread may go on in another native thread whenever it lets others run
 * (Ruby 3.3 and newer, in all Ractors but the first); then the old one's table
 * is somebody else's. So nobody holds a slot across a call that may do that,
 * and not the compiler either: jac_symbol_key_slot is a call that it cannot
 * look into, where it would take the address of a thread's variable once for
 * all of a function.
 */
#ifndef JAC_SYMBOL_KEYS_H
#define JAC_SYMBOL_KEYS_H

#include "ruby/symbols.h"

/* The longest text that is kept, in bytes. */
#define JAC_SYMBOL_KEY_SIZE 32
#define JAC_SYMBOL_KEYS 256 /* a power of two */

typedef struct {
    VALUE symbol; /* 0: empty */
    uint8_t size;
    bool non_ascii;
    uint8_t text[JAC_SYMBOL_KEY_SIZE];
} jac_symbol_key_t;

/* The slot where a static Symbol's text is, or would be: to be used at once. */
jac_symbol_key_t *jac_symbol_key_slot(VALUE symbol);

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
