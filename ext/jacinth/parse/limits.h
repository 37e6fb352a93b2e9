/*
 * Limits for untrusted documents. Readers check a limit before they build the
 * value. The parser and check/validate.c have instances of the loop over the
 * tokens for this, so that a document read without limits costs nothing.
 */
#ifndef JAC_LIMITS_H
#define JAC_LIMITS_H

#include "parse/read_number.h"

/* True if a document of n bytes is within the limit. A text of JSON5 was
   limited before it was rewritten as JSON. */
JAC_INLINE bool
jac_document_within(const jac_parser_options_t *options, size_t n)
{
    const size_t limit = options->max_document_bytes;

    return JAC_LIKELY(limit == 0) || options->json5_source != 0 || n <= limit;
}

JAC_INLINE void
jac_limit_document(jac_parser_t *parser)
{
    if (!jac_document_within(parser->options,
                             (size_t)(parser->end - parser->start))) {
        jac_parser_fail_limit(parser, parser->start, "document",
                              parser->options->max_document_bytes, "bytes");
    }
}

JAC_INLINE void
jac_limit_string(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    const size_t limit = parser->options->max_string_bytes;

    if (limit != 0 && n > limit) {
        jac_parser_fail_limit(parser, s - 1, "string", limit, "bytes");
    }
}

/* The same for a string that is cut off after n bytes of text. One byte of a
   string takes at most six bytes of text. */
JAC_INLINE void
jac_limit_cut_string(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    jac_limit_string(parser, s, n / 6);
}

/*
 * Raises LimitError if the value at p is one too many for an array of `count`
 * elements. c is the byte at p or negative. Returns if c begins no value, since
 * that is another error.
 */
JAC_INLINE void
jac_limit_elements(jac_parser_t *parser, const uint8_t *p, int c, size_t count)
{
    const size_t limit = parser->options->max_elements;

    if (limit != 0 && count >= limit && c >= 0 && c != ']' && c != '/') {
        jac_parser_fail_limit(parser, p, "array", limit, "elements");
    }
}

JAC_INLINE void
jac_limit_keys(jac_parser_t *parser, const uint8_t *p, size_t count)
{
    const size_t limit = parser->options->max_keys;

    if (limit != 0 && count >= limit) {
        jac_parser_fail_limit(parser, p, "object", limit, "keys");
    }
}

#endif
