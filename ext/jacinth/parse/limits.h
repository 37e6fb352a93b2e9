/*
 * The limits to what a document may hold, for documents of strangers. Readers
 * ask before they make what is too large; the machine asks only where it is
 * compiled with callbacks: one without pays nothing.
 */
#ifndef JAC_LIMITS_H
#define JAC_LIMITS_H

#include "parse/parser_errors.h"

/* Raises LimitError for a source that is longer than max_document_bytes. */
JAC_INLINE void
jac_limit_document(jac_parser_t *parser)
{
    const size_t limit = parser->options->max_document_bytes;

    if (JAC_UNLIKELY(limit != 0) &&
        (size_t)(parser->end - parser->start) > limit) {
        jac_parser_fail_limit(parser, parser->start, "document", limit,
                              "bytes");
    }
}

/* The string or key of n bytes whose text begins at s. */
JAC_INLINE void
jac_limit_string(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    const size_t limit = parser->options->max_string_bytes;

    if (limit != 0 && n > limit) {
        jac_parser_fail_limit(parser, s - 1, "string", limit, "bytes");
    }
}

/*
 * The string whose text begins at s and is cut off after n bytes: a byte of a
 * string takes six of text at most.
 */
JAC_INLINE void
jac_limit_cut_string(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    jac_limit_string(parser, s, n / 6);
}

/*
 * The value at p, in an array that has so many already: unless c, the byte
 * there, or none, begins no value, which is another error.
 */
JAC_INLINE void
jac_limit_elements(jac_parser_t *parser, const uint8_t *p, int c, size_t count)
{
    const size_t limit = parser->options->max_elements;

    if (limit != 0 && count >= limit && c >= 0 && c != ']' && c != '/') {
        jac_parser_fail_limit(parser, p, "array", limit, "elements");
    }
}

/* The key at p, in an object that has so many already. */
JAC_INLINE void
jac_limit_keys(jac_parser_t *parser, const uint8_t *p, size_t count)
{
    const size_t limit = parser->options->max_keys;

    if (limit != 0 && count >= limit) {
        jac_parser_fail_limit(parser, p, "object", limit, "keys");
    }
}

/* Whether the number p[0..n), which may be cut off, has too many digits. */
JAC_INLINE bool
jac_number_large(size_t limit, const uint8_t *p, size_t n)
{
    size_t digits = 0, i;

    if (limit == 0 || n <= limit) return false;
    /* beside digits: two signs, '.', 'e' */
    if (n > limit + 4) return true;
    for (i = 0; i < n; i++) digits += (uint8_t)(p[i] - '0') < 10;
    return digits > limit;
}

/* The same, where it is an error. */
JAC_INLINE void
jac_limit_number(jac_parser_t *parser, const uint8_t *p, size_t n)
{
    const size_t limit = parser->options->max_number_digits;

    if (jac_number_large(limit, p, n)) {
        jac_parser_fail_limit(parser, p, "number", limit, "digits");
    }
}

#endif
