/*
 * Checks and skips tokens, by the rules of the parser, for readers that do not
 * build the document. Nothing here raises ParserError: the functions return
 * NULL and set *fault to the error that the parser would raise.
 *
 * The source must be complete (no chunks). A source longer than JAC_CHECK_BYTES
 * must be frozen: after each JAC_CHECK_BYTES bytes, other threads can run and
 * interrupts can raise. The parser's cursor is the position of the last
 * interrupt check.
 */
#ifndef JAC_TOKEN_CHECK_H
#define JAC_TOKEN_CHECK_H

#include "parse/error_texts.h"
#include "parse/parser_state.h"
#include "parse/read_number.h"
#include "parse/scan.h"
#include "parse/unescape.h"

/* Bytes from one interrupt check to the next. */
enum { JAC_CHECK_BYTES = 1 << 20 };

typedef struct {
    const uint8_t *at;
    const char *text; /* for jac_parser_fail(); NULL for the other kinds: */
    size_t nesting;   /* the depth that is too deep, or 0 */
    VALUE duplicate;  /* the duplicate key, or Qundef */
} jac_fault_t;

typedef struct {
    bool escaped;
    uint32_t high; /* not 0 if bytes can be >= 0x80 */
} jac_checked_t;

/* Checks for interrupts, which can raise, and sets the cursor to p. */
void jac_check_interrupts_now(jac_parser_t *parser, const uint8_t *p);

JAC_INLINE void
jac_check_interrupts(jac_parser_t *parser, const uint8_t *p)
{
    if (JAC_UNLIKELY(p - parser->cursor > JAC_CHECK_BYTES)) {
        jac_check_interrupts_now(parser, p);
    }
}

JAC_INLINE const uint8_t *
jac_fault(jac_fault_t *fault, const uint8_t *at, const char *text)
{
    fault->at = at;
    fault->text = text;
    return NULL;
}

/* True if [p, q) is UTF-8. Otherwise *fault is at the first invalid byte. */
bool jac_check_utf8(jac_parser_t *parser, const uint8_t *p, const uint8_t *q,
                    jac_fault_t *fault);

/* Returns a new String of the key [s, quote), decoded up to the first
   invalid escape. */
VALUE jac_key_decoded(const uint8_t *s, const uint8_t *quote,
                      const jac_parser_options_t *options);

/*
 * Returns the number of bytes of the string or key [s, quote), whose escapes
 * are decoded if its text is longer than the limit max_string_bytes.
 */
size_t jac_string_bytes(const uint8_t *s, const uint8_t *quote,
                        const jac_parser_options_t *options);

/* Returns the address after the comment at p, where *p is '/'. */
const uint8_t *jac_check_comment(jac_parser_t *parser, const uint8_t *p,
                                 jac_fault_t *fault);

/* Slow path of jac_check_string(), from q on. No quote is before q. */
const uint8_t *jac_check_string_on(jac_parser_t *parser, const uint8_t *s,
                                   const uint8_t *q, bool key,
                                   jac_checked_t *string, jac_fault_t *fault);

/*
 * Returns the closing quote of the string whose text begins at s. The order of
 * the checks, and so the error, depends on `key`: the parser checks the
 * encoding of keys before the escapes, and that of values after them.
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

/* The size of the parts in which a string that is cut off is checked. */
enum { JAC_STRING_PART = 1 << 16 };

/*
 * Checks a string value from s on, after its opening quote or an earlier part;
 * unless `last`, more text can follow. Sets *part to the end of the valid text:
 * the string's end, or the end of a part of whole characters and escapes, which
 * is empty while JAC_STRING_PART bytes or less are here. Returns the address
 * after the closing quote, or NULL if that is not here. On an error, returns
 * NULL with a fault and *part unchanged.
 */
const uint8_t *jac_check_string_part(jac_parser_t *parser, const uint8_t *s,
                                     bool last, const uint8_t **part,
                                     jac_fault_t *fault);

/* Returns the address after the scalar at p if it is a keyword, a short number,
   or a short string of ASCII without escapes, and not at the end of the text;
   or NULL. */
JAC_INLINE const uint8_t *
jac_short_scalar_end(const uint8_t *p, const uint8_t *end)
{
    uint32_t high = 0;
    size_t n;

    if (JAC_UNLIKELY(end - p <= 2 * JAC_SHORT_SPAN + 1)) return NULL;
    if (*p == '"') {
        n = jac_short_scan(++p, &high);
        if (n == JAC_SHORT_SPAN) n += jac_short_scan(p + n, &high);
        return JAC_LIKELY(p[n] == '"' && high == 0) ? p + n + 1 : NULL;
    }
    if (*p == '-' || (uint8_t)(*p - '0') < 10) {
        p = jac_short_number_end(p);
        return p != NULL && (*p | 0x20) != 'e' ? p : NULL;
    }
    if (memcmp(p, "true", 4) == 0 || memcmp(p, "null", 4) == 0) return p + 4;
    return memcmp(p, "false", 5) == 0 ? p + 5 : NULL;
}

JAC_INLINE const uint8_t *
jac_check_keyword(const jac_parser_t *parser, const uint8_t *p,
                  const char *text, size_t n, jac_fault_t *fault)
{
    if (JAC_UNLIKELY((size_t)(parser->end - p) < n ||
                     memcmp(p, text, n) != 0)) {
        return jac_fault(fault, p, JAC_TEXT_TOKEN);
    }
    return p + n;
}

/* Returns the address after -Infinity at p, if NaN is allowed. */
const uint8_t *jac_check_no_number(const jac_parser_t *parser, const uint8_t *p,
                                   jac_fault_t *fault);

/* Returns the address after the scalar at p, whose first character is c. */
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
    case JAC_NUMBER_START:
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
            return jac_fault(fault, p, JAC_TEXT_TOKEN);
        }
        return c == 'N' ? jac_check_keyword(parser, p, "NaN", 3, fault)
                        : jac_check_keyword(parser, p, "Infinity", 8, fault);
    case 0:
        return jac_fault(fault, p, JAC_TEXT_NUL);
    case JAC_END:
        return jac_fault(fault, p, JAC_TEXT_END);
    default:
        return jac_fault(fault, p, JAC_TEXT_VALUE);
    }
}

#endif
