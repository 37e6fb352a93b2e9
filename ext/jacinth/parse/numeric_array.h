/* A fast path for arrays of numbers, such as points, matrices and columns of a
   table. It needs no frame and no dispatch on each value's first character. */
#ifndef JAC_NUMERIC_ARRAY_H
#define JAC_NUMERIC_ARRAY_H

#include "parse/build.h"
#include "parse/frame.h"
#include "parse/interrupts.h"

/* True if c is '-' or a digit; c can be JAC_END. One table lookup instead of
   two branches, because signs are unpredictable. */
JAC_INLINE bool
jac_begins_number(int c)
{
    const unsigned i = (unsigned)(c - '-'); /* - . / 0 1 2 3 4 5 6 7 8 9 */

    return i < 13 && (0x1ff9 >> i & 1) != 0;
}

/*
 * True if a number of n characters is an Integer short enough that
 * jac_read_integers() is likely to read the next ones. Tests the length,
 * because the value is computed later.
 */
JAC_INLINE bool
jac_short_integer_p(const jac_number_t *number, size_t n)
{
    return number->kind == JAC_NUMBER_INTEGER && n <= 10;
}

/* Bytes that must follow an array's first value. Numbers closer to the end
   of the source are not read faster (core/number_wide.h). */
enum { JAC_NUMERIC_ARRAY_LEAST = 52 };

/* Set to 0 to measure the gain of this fast path. */
#ifndef JAC_READ_NUMERIC_ARRAYS
#define JAC_READ_NUMERIC_ARRAYS 1
#endif

/*
 * True if the array whose bracket is at p should be read by this fast path. Its
 * first value begins at q with the character c. With white space before its
 * first value, an array usually has it after each comma, too, and is not.
 */
JAC_INLINE bool
jac_numeric_array_begins(const jac_parser_t *parser, const uint8_t *p,
                         const uint8_t *q, int c)
{
    return JAC_READ_NUMERIC_ARRAYS && q == p + 1 && jac_begins_number(c) &&
           parser->end - q >= JAC_NUMERIC_ARRAY_LEAST &&
           !jac_frame_at_limit(parser);
}

/*
 * Reads the array whose bracket is at p and whose first value is a number.
 * Returns it, with the cursor after it. If more numeric arrays follow in the
 * same array, as in a matrix, pushes all but the last one and returns that.
 *
 * Returns Qundef if the array contains another kind of value: then its frame is
 * open, the values before that are pushed, and the cursor is after the last of
 * them, or after the bracket. The parse must be without callbacks.
 */
VALUE jac_read_numeric_array(jac_parser_t *parser, const uint8_t *p);

/* True if an integer of up to seven digits begins at p, followed by a comma
   or the array's end. p[0..10) must be readable. */
JAC_INLINE bool
jac_short_integer_begins(const uint8_t *p)
{
    const uint64_t stop = jac_not_digits(jac_load64(p += *p == '-'));
    const unsigned n = stop != 0 ? jac_ctz64(stop) / 8 : 0;

    return (p[n] == ',' || p[n] == ']') && n > 0 && (n == 1 || *p != '0');
}

/*
 * Pushes the integers of up to seven digits that follow the bracket or comma at
 * p, each with at most one space before it, or if `lines`, with a line break
 * and its indentation. Returns the address after the last one, or p. Stops when
 * an interrupt check is due.
 */
JAC_INLINE const uint8_t *
jac_read_integers(jac_parser_t *parser, const uint8_t *p, const bool lines)
{
    const uint8_t *q;
    uint32_t value;
    unsigned n;

    /* bracket or comma, space, minus, seven digits and the next byte */
    while (p + 10 <= parser->check_at) {
        q = p[1] == ' ' ? p + 2 : p + 1;
        if (lines && *q == '\n' &&
            (jac_next_near(&q, parser->check_at) == JAC_FAR ||
             q + 7 > parser->check_at)) {
            break;
        }
        n = 1;
        value = (uint32_t)*q - '0';
        /* not if `lines`: there the branches make the parser's loop slower */
        if (!lines && value > 9) {
            if (*q++ != '-') break;
            n = jac_digit_run(q, &value);
            if (n == 0 || n == 8 || (n > 1 && *q == '0')) break;
            if (q[n] != ',' && q[n] != ']') break;
            jac_stack_push(parser->stack, LONG2FIX(-(long)value));
            p = q + n;
            if (*p == ']') break;
            continue;
        }
        if (value > 9 || (q[1] != ',' && q[1] != ']')) {
            n = jac_digit_run(q, &value);
            if ((lines && n == 0) || n == 8 || (n > 1 && *q == '0')) break;
            if (q[n] != ',' && q[n] != ']') break;
        }
        jac_stack_push(parser->stack, LONG2FIX((long)value));
        p = q + n;
        if (*p == ']') break;
    }
    return p;
}

/*
 * The same for numbers of any size; only short integers can begin on a line of
 * their own. integers: true if a short integer probably comes next. Stops
 * before a number that decimal_class converts, and near the end of the source.
 */
const uint8_t *jac_read_numbers(jac_parser_t *parser, const uint8_t *p,
                                bool integers);

#endif
