/*
 * A cache of the escaped text of Symbols, with quotes and colon. rb_sym2str()
 * costs 90 instructions, a copy ten.
 *
 * Static Symbols are never freed, moved or renamed, so entries stay valid. Only
 * the Symbol's own text is cached, not results of as_json or transcoding.
 *
 * Each native thread has a table, so Ractors need no lock. From Ruby 3.3 on, a
 * Ruby thread can continue in another native thread after it blocked. So no
 * slot may be kept across a call that can block. jac_symbol_key_slot() is not
 * inlined, because the compiler would reuse the address of the thread-local
 * variable.
 */
#ifndef JAC_SYMBOL_KEYS_H
#define JAC_SYMBOL_KEYS_H

#include "ruby/symbols.h"

#define JAC_SYMBOL_KEY_SIZE 32
#define JAC_SYMBOL_KEYS 256

typedef struct {
    VALUE symbol; /* 0: empty */
    uint8_t size;
    bool non_ascii;
    bool unescaped; /* no option changes the text */
    uint8_t text[JAC_SYMBOL_KEY_SIZE];
} jac_symbol_key_t;

/* Returns the slot of a static Symbol, for immediate use. */
jac_symbol_key_t *jac_symbol_key_slot(VALUE symbol);

/* Caches the text of a Symbol's key, if it is short. `text` includes the
   quotes, but not the colon, which is added. `unescaped`: no option changes it.
 */
JAC_INLINE void
jac_symbol_key_keep(VALUE symbol, const uint8_t *text, size_t size,
                    bool non_ascii, bool unescaped)
{
    if (size < JAC_SYMBOL_KEY_SIZE) {
        jac_symbol_key_t *slot = jac_symbol_key_slot(symbol);

        slot->symbol = symbol;
        slot->size = (uint8_t)size + 1;
        slot->non_ascii = non_ascii;
        slot->unescaped = unescaped;
        memcpy(slot->text, text, size);
        slot->text[size] = ':';
    }
}

#endif
