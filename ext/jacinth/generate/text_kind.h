/*
 * Whether a String's bytes can be written as they are: asked of each String,
 * inline.
 */
#ifndef JAC_TEXT_KIND_H
#define JAC_TEXT_KIND_H

#include "ruby/slot_objects.h"

/* How a String's bytes are to be taken. */
typedef enum {
    JAC_TEXT_ASCII, /* below 0x80, valid in each encoding that says so */
    JAC_TEXT_UTF8,  /* valid UTF-8 */
    JAC_TEXT_OTHER  /* to be transcoded first, or invalid */
} jac_text_kind_t;

/*
 * The coderange of a String that does not know it, found and noted: as
 * rb_enc_str_coderange, by the kernels where it is UTF-8.
 */
int jac_text_scan(VALUE string);

/* Never raises, runs no Ruby code; may scan the String once, and notes it. */
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
