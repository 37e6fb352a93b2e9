/* Classifies the bytes of a String. */
#ifndef JAC_TEXT_KIND_H
#define JAC_TEXT_KIND_H

#include "ruby/slot_objects.h"

typedef enum {
    JAC_TEXT_ASCII, /* all bytes below 0x80, in an ASCII-compatible encoding */
    JAC_TEXT_UTF8,
    JAC_TEXT_OTHER
} jac_text_kind_t;

/* Finds and stores the coderange of a String that has none. */
int jac_text_scan(VALUE string);

/* Never raises and runs no Ruby code. Can scan the String and store its
   coderange. */
JAC_INLINE jac_text_kind_t
jac_text_kind(VALUE string)
{
    int coderange = RB_ENC_CODERANGE(string);

    if (JAC_UNLIKELY(coderange == RUBY_ENC_CODERANGE_UNKNOWN)) {
        coderange = jac_text_scan(string);
    }
    if (JAC_LIKELY(coderange == RUBY_ENC_CODERANGE_7BIT)) {
        return JAC_TEXT_ASCII;
    }
    if (JAC_LIKELY(coderange == RUBY_ENC_CODERANGE_VALID &&
                   RB_ENCODING_GET_INLINED(string) == jac_utf8_index)) {
        return JAC_TEXT_UTF8;
    }
    return JAC_TEXT_OTHER;
}

#endif
