/*
 * Tokens that are checked as the parser checks them, and passed over: for
 * whoever goes through a text without building it. Nothing here raises a
 * ParserError: NULL is returned, and the fault says what the parser would.
 *
 * The parser's source is complete (no chunks), and frozen where it is longer
 * than JAC_LOOK_PIECE: other threads may run, and interrupts raise, after each
 * so many bytes. Its cursor is the place of the last such look.
 */
#ifndef JAC_TOKEN_CHECK_H
#define JAC_TOKEN_CHECK_H

#include "core/number.h"
#include "parse/parser_state.h"
#include "parse/scan.h"
#include "parse/unescape.h"

/* So many bytes are passed without a look at what interrupts a thread. */
enum { JAC_LOOK_PIECE = 1 << 20 };

/* Why a text is no document. */
typedef struct {
    const uint8_t *at;
    const char *text; /* as jac_parser_fail takes it; NULL: one of these: */
    size_t nesting;   /* too deep by this depth, if not 0 */
    VALUE duplicate;  /* else the key that came twice, */
    /* unless this is not NULL: what has more than `limit` of `unit` */
    const char *large, *unit;
    size_t limit;
} jac_fault_t;

/* What is known of a string that was checked. */
typedef struct {
    bool escaped;
    uint32_t high; /* not 0: some bytes may be >= 0x80 */
} jac_checked_t;

/* The look: sets the cursor to p, and may raise whatever an interrupt does. */
void jac_look_now(jac_parser_t *parser, const uint8_t *p);

/* To be called now and then with where a walk is: looks once in a piece. */
JAC_INLINE void
jac_look(jac_parser_t *parser, const uint8_t *p)
{
    if (JAC_UNLIKELY(p - parser->cursor > JAC_LOOK_PIECE)) {
        jac_look_now(parser, p);
    }
}

JAC_INLINE const uint8_t *
jac_fault(jac_fault_t *fault, const uint8_t *at, const char *text)
{
    fault->at = at;
    fault->text = text;
    return NULL;
}

/* Whether p[0..q) is UTF-8; the fault is at its first byte that is not. */
bool jac_check_utf8(jac_parser_t *parser, const uint8_t *p, const uint8_t *q,
                    jac_fault_t *fault);

/*
 * The key s[0..quote), which has an end at quote, decoded as far as its
 * escapes are good: a new String.
 */
VALUE jac_key_decoded(const uint8_t *s, const uint8_t *quote,
                      const jac_parser_options_t *options);

/* What follows the comment at p, where *p is '/'. */
const uint8_t *jac_check_comment(jac_parser_t *parser, const uint8_t *p,
                                 jac_fault_t *fault);

/* jac_check_string from q on, before which there is no quote. */
const uint8_t *jac_check_string_on(jac_parser_t *parser, const uint8_t *s,
                                   const uint8_t *q, bool key,
                                   jac_checked_t *string, jac_fault_t *fault);

/*
 * The closing quote of the string whose text begins at s. Of a `key` the
 * parser looks at the encoding before the escapes, of a value after them.
 */
JAC_INLINE const uint8_t *
jac_check_string(jac_parser_t *parser, const uint8_t *s, bool key,
                 jac_checked_t *string, jac_fault_t *fault)
{
    const uint8_t *q = s;
    unsigned i;
    size_t n;

    string->escaped = false;
    string->high = 0;
    for (i = 0; i < 2 && JAC_LIKELY(parser->end - q >= JAC_SHORT_SPAN); i++) {
        n = jac_short_scan(q, &string->high);
        q += n;
        if (JAC_LIKELY(n < JAC_SHORT_SPAN)) {
            if (JAC_UNLIKELY(*q != '"')) break;
            if (JAC_UNLIKELY(string->high != 0) &&
                parser->options->validate_encoding) {
                break;
            }
            return q;
        }
    }
    return jac_check_string_on(parser, s, q, key, string, fault);
}

/* Of a string that is cut off, so many bytes are kept together. */
enum { JAC_STRING_PART = 1 << 16 };

/*
 * A string that is a value, in a source of which more may follow unless this is
 * the `last`: from s, behind its opening quote or behind an earlier part, on.
 * *part is the end of the text that was found good: of the string, or, where
 * its end is not here, of a part of it that cuts no character or escape, and
 * has no bytes while not more than JAC_STRING_PART are here. Returns what
 * follows the closing quote; NULL where that is not here, or, *part being
 * untouched, with a fault.
 */
const uint8_t *jac_check_string_part(jac_parser_t *parser, const uint8_t *s,
                                     bool last, const uint8_t **part,
                                     jac_fault_t *fault);

/* The first byte from p on that is no digit. */
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
 * What follows the number without an exponent that is at p and ends within 31
 * characters; NULL where there is another one. p[0..32) can be read.
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
    if (p[point] != '.') return (p[point] | 0x20) == 'e' ? NULL : p + point;
    stop = jac_ctz64(others >> (point + 1)) + point + 1;
    if (stop == point + 1 || stop >= 32) return NULL;
    if ((p[stop] | 0x20) == 'e') return NULL;
    return p + stop;
}

/* What follows the number at p, a '-' or digit; NULL, without a fault, else. */
JAC_INLINE const uint8_t *
jac_check_number(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *q;

    if (JAC_LIKELY(end - p >= 32)) {
        q = jac_short_number_end(p);
        if (q != NULL) return q;
    }
    p += *p == '-';
    q = jac_digits_end(p, end);
    if (JAC_UNLIKELY(q == p || (*p == '0' && q - p > 1))) return NULL;
    if (q < end && *q == '.') {
        p = q + 1;
        q = jac_digits_end(p, end);
        if (JAC_UNLIKELY(q == p)) return NULL;
    }
    if (q < end && JAC_UNLIKELY((*q | 0x20) == 'e')) {
        p = q + 1;
        if (p < end && (*p == '-' || *p == '+')) p++;
        q = jac_digits_end(p, end);
        if (q == p) return NULL;
    }
    return q;
}

/* What follows the keyword of n characters at p. */
JAC_INLINE const uint8_t *
jac_check_keyword(const jac_parser_t *parser, const uint8_t *p,
                  const char *text, size_t n, jac_fault_t *fault)
{
    if (JAC_UNLIKELY((size_t)(parser->end - p) < n ||
                     memcmp(p, text, n) != 0)) {
        return jac_fault(fault, p, "unexpected token %s");
    }
    return p + n;
}

/* What follows -Infinity at p, which begins as a number does and is none. */
const uint8_t *jac_check_no_number(const jac_parser_t *parser, const uint8_t *p,
                                   jac_fault_t *fault);

/*
 * What follows the scalar at p, which begins with c; any other character is a
 * fault. What jac_checked_t says of a string is of no use to the caller.
 */
JAC_INLINE const uint8_t *
jac_check_scalar(jac_parser_t *parser, const uint8_t *p, int c,
                 jac_fault_t *fault)
{
    const uint8_t *q;
    jac_checked_t string;

    switch (c) {
    case '"':
        q = jac_check_string(parser, p + 1, false, &string, fault);
        return JAC_LIKELY(q != NULL) ? q + 1 : NULL;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        q = jac_check_number(p, parser->end);
        if (JAC_LIKELY(q != NULL)) return q;
        return jac_check_no_number(parser, p, fault);
    case 'n':
        return jac_check_keyword(parser, p, "null", 4, fault);
    case 't':
        return jac_check_keyword(parser, p, "true", 4, fault);
    case 'f':
        return jac_check_keyword(parser, p, "false", 5, fault);
    case 'N':
    case 'I':
        if (!parser->options->allow_nan) {
            return jac_fault(fault, p, "unexpected token %s");
        }
        return c == 'N' ? jac_check_keyword(parser, p, "NaN", 3, fault)
                        : jac_check_keyword(parser, p, "Infinity", 8, fault);
    case 0:
        return jac_fault(fault, p, "unexpected NULL byte: %s");
    case JAC_END:
        return jac_fault(fault, p, "unexpected end of input");
    default:
        return jac_fault(fault, p, "unexpected character: %s");
    }
}

#endif
