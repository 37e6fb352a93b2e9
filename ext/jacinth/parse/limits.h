/*
 * The limits to what a document may hold, for documents of strangers. The
 * machine asks about them where it is compiled with callbacks: one without
 * pays nothing. Each is asked about before what is too large is made.
 */
#ifndef JAC_LIMITS_H
#define JAC_LIMITS_H

#include "parse/frame.h"
#include "parse/parser_errors.h"

/* Raises LimitError for a source that is longer than max_document_bytes. */
JAC_INLINE void
jac_check_document(jac_parser_t *parser)
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
jac_check_string(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    const size_t limit = parser->options->max_string_bytes;

    if (limit != 0 && n > limit) {
        jac_parser_fail_limit(parser, s - 1, "string", limit, "bytes");
    }
}

/* A value (or none: c) at p, in the innermost frame. */
JAC_INLINE void
jac_check_elements(jac_parser_t *parser, const uint8_t *p, int c)
{
    const size_t limit = parser->options->max_elements;
    const jac_frame_t *frame = jac_stack_top(parser->stack);

    if (limit != 0 && frame->type == JAC_FRAME_ARRAY && c >= 0 && c != ']' &&
        c != '/' && jac_stack_count(parser->stack, frame) >= limit) {
        jac_parser_fail_limit(parser, p, "array", limit, "elements");
    }
}

/* A key at p, in the innermost frame. */
JAC_INLINE void
jac_check_keys(jac_parser_t *parser, const uint8_t *p)
{
    const size_t limit = parser->options->max_keys;

    if (limit != 0 &&
        jac_stack_count(parser->stack, jac_stack_top(parser->stack)) / 2 >=
            limit) {
        jac_parser_fail_limit(parser, p, "object", limit, "keys");
    }
}

/* The number p[0..n), which may be cut off. */
JAC_INLINE void
jac_check_number(jac_parser_t *parser, const uint8_t *p, size_t n)
{
    const size_t limit = parser->options->max_number_digits;
    size_t digits = 0, i;

    if (limit == 0 || n <= limit) return;
    /* beside digits: two signs, '.', 'e' */
    if (n <= limit + 4) {
        for (i = 0; i < n; i++) digits += (uint8_t)(p[i] - '0') < 10;
        if (digits <= limit) return;
    }
    jac_parser_fail_limit(parser, p, "number", limit, "digits");
}

/*
 * The token at p that the end of a chunk cuts off. A byte of a string takes six
 * of text at most.
 */
JAC_INLINE void
jac_check_cut_token(jac_parser_t *parser, const uint8_t *p)
{
    const size_t n = (size_t)(parser->end - p);
    const size_t limit = parser->options->max_string_bytes;

    if (n == 0) return;
    if (*p == '-' || (uint8_t)(*p - '0') < 10) {
        jac_check_number(parser, p, n);
    }
    else if (*p == '"' && limit != 0 && (n - 1) / 6 > limit) {
        jac_check_string(parser, p + 1, n - 1);
    }
}

#endif
