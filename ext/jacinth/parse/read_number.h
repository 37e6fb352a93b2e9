/*
 * Scans, checks and builds the numbers of a document, for each reader. Options
 * limit numbers in parse/rules.h; decimal_class is applied here. NaN and
 * Infinity are keywords: parse/grammar_body.h.
 */
#ifndef JAC_READ_NUMBER_H
#define JAC_READ_NUMBER_H

#include "core/number.h"
#include "parse/build.h"
#include "parse/callbacks.h"
#include "parse/rules.h"
#include "parse/scan.h"

/*
 * jac_scan_number() for the number at p. For readers without limits of numbers:
 * Type#load, which raises ArgumentError for limits, and fast paths.
 */
JAC_INLINE const uint8_t *
jac_number_at(const jac_parser_t *parser, const uint8_t *p,
              jac_number_t *number)
{
    return jac_scan_number(p, parser->end, number);
}

/*
 * The same for a reader of parse/grammar_body.h, with the limits if `limited`.
 * Returns NULL if a chunk ends in the number, or directly after it, since more
 * digits can follow.
 */
JAC_INLINE const uint8_t *
jac_read_number(jac_parser_t *parser, const uint8_t *p, const uint8_t *end,
                jac_number_t *number, const bool chunked, const bool limited)
{
    const uint8_t *q;

    if (chunked && !parser->chunks->last &&
        jac_chunk_noted(parser, &parser->chunks->number, p) &&
        jac_chunk_in_number(parser, p)) {
        return NULL;
    }
    q = jac_scan_number(p, end, number);
    if (chunked && q == end && !parser->chunks->last) {
        jac_chunk_note(parser, &parser->chunks->number, p, q);
        return NULL;
    }
    if (limited && JAC_LIKELY(number->kind != JAC_NUMBER_INVALID)) {
        jac_limit_number(parser, p, (size_t)(q - p));
    }
    return q;
}

/* True if decimal_class converts the number: it has a fraction or an
   exponent. */
JAC_INLINE bool
jac_decimal_p(const jac_parser_t *parser, const jac_number_t *number)
{
    return parser->options->decimal_class != 0 &&
           (number->kind == JAC_NUMBER_FLOAT ||
            number->kind == JAC_NUMBER_LONG);
}

/* Returns the value of the number p[0..n). value_options: decimal_class can be
   given. */
JAC_INLINE VALUE
jac_number_value(jac_parser_t *parser, const jac_number_t *number,
                 const uint8_t *p, size_t n, const bool value_options)
{
    if (value_options && jac_decimal_p(parser, number)) {
        return jac_callback_decimal(parser, p, n);
    }
    return jac_build_number(parser, number, p, n);
}

/* Scans the text s[0..n), which is not part of the document, or unfinished.
   Returns true if it is a number. */
JAC_INLINE bool
jac_text_is_number(const uint8_t *s, size_t n, jac_number_t *number)
{
    return n > 0 && (*s == '-' || (uint8_t)(*s - '0') < 10) &&
           jac_scan_number(s, s + n, number) == s + n &&
           number->kind != JAC_NUMBER_INVALID;
}

JAC_INLINE const uint8_t *
jac_digits_end(const uint8_t *p, const uint8_t *end)
{
    while (JAC_LIKELY(end - p >= 8)) {
        const uint64_t stop = jac_not_digits(jac_load64(p));

        if (JAC_LIKELY(stop != 0)) return p + jac_ctz64(stop) / 8;
        p += 8;
    }
    while (p < end && *p >= '0' && *p <= '9') p++;
    return p;
}

/*
 * Returns the address after the number at p, or that of its 'e' or 'E'. Returns
 * NULL if the number is invalid, or that address is not in p[0..32), which must
 * be readable.
 *
 *   text     - 6 5 . 6 1 3 6 1 6 9 9 , 4 3 .
 *   others   1 . . 1 . . . . . . . . 1 . . 1     no digits
 */
JAC_INLINE const uint8_t *
jac_short_number_end(const uint8_t *p)
{
    uint64_t others = 0;
    unsigned i, point, stop;

    for (i = 0; i < 32; i += JAC_BLOCK_WIDTH) {
        others |= jac_block_bits(jac_is_digit(jac_block_load(p + i))) << i;
    }
    others = ~others;
    i = *p == '-';
    point = jac_ctz64(others >> i) + i;
    if (point > 30 || point == i || (p[i] == '0' && point > i + 1)) {
        return NULL;
    }
    if (p[point] != '.') return p + point;
    stop = jac_ctz64(others >> (point + 1)) + point + 1;
    if (stop == point + 1 || stop >= 32) return NULL;
    return p + stop;
}

/* Returns the address after the exponent at p, or NULL if it is invalid. */
JAC_INLINE const uint8_t *
jac_check_exponent(const uint8_t *p, const uint8_t *end)
{
    int64_t unused = 0;

    p = jac_scan_exponent(p, end, &unused);
    return (uint8_t)(p[-1] - '0') < 10 ? p : NULL;
}

/* Returns the address after the number at p, where *p is '-' or a digit.
   Returns NULL, without setting a fault, if it is invalid. */
JAC_INLINE const uint8_t *
jac_check_number(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *q;

    if (JAC_LIKELY(end - p >= 32)) {
        q = jac_short_number_end(p);
        if (JAC_LIKELY(q != NULL)) {
            return (*q | 0x20) == 'e' ? jac_check_exponent(q, end) : q;
        }
    }
    p += *p == '-';
    q = jac_digits_end(p, end);
    if (JAC_UNLIKELY(q == p || (*p == '0' && q - p > 1))) return NULL;
    if (q < end && *q == '.') {
        p = q + 1;
        q = jac_digits_end(p, end);
        if (JAC_UNLIKELY(q == p)) return NULL;
    }
    return q < end && (*q | 0x20) == 'e' ? jac_check_exponent(q, end) : q;
}

#endif
