#include "generate/text_kind.h"

#include "core/kernels.h"
#include "core/short.h"

int
jac_text_scan(VALUE string)
{
    const uint8_t *text = (const uint8_t *)RSTRING_PTR(string);
    size_t size = (size_t)RSTRING_LEN(string);
    int coderange;

    if (RB_ENCODING_GET(string) != jac_utf8_index) {
        return rb_enc_str_coderange(string);
    }
    if (jac_ascii_p(text, size)) {
        coderange = RUBY_ENC_CODERANGE_7BIT;
    }
    else if (jac_valid_utf8(text, text + size)) {
        coderange = RUBY_ENC_CODERANGE_VALID;
    }
    else {
        coderange = RUBY_ENC_CODERANGE_BROKEN;
    }
    RB_ENC_CODERANGE_SET(string, coderange);
    return coderange;
}
