/*
 * Arrays of numbers: points, matrices, columns of a table. Without a frame, and
 * without a look at each value for what it may be.
 */
#ifndef JAC_ROW_H
#define JAC_ROW_H

#include "parse/build.h"
#include "parse/frame.h"
#include "parse/pause.h"

/*
 * Whether a number may begin with this character (or none does: JAC_END). Not
 * by '-' or digit, between which nobody can choose where signs are random.
 */
JAC_INLINE bool
jac_begins_number(int c)
{
    const unsigned i = (unsigned)(c - '-'); /* - . / 0 1 2 3 4 5 6 7 8 9 */

    return i < 13 && (0x1ff9 >> i & 1) != 0;
}

/*
 * Whether a number of n characters is an Integer so short that shorter ones
 * are likely to follow it in its array, for jac_read_integers. Not by its
 * value, which is known later.
 */
JAC_INLINE bool
jac_short_integer_p(const jac_number_t *number, size_t n)
{
    return number->kind == JAC_NUMBER_INTEGER && n <= 10;
}

/*
 * Arrays nearer to the end of the source are left to the machine: their numbers
 * would not be read faster (core/number_wide.h).
 */
enum { JAC_READ_ROW_LEAST = 52 };

/* Defined as 0 it measures what rows are worth: no array is tried as one. */
#ifndef JAC_READ_ROWS
#define JAC_READ_ROWS 1
#endif

/*
 * Whether an array, its bracket at p, is to be tried as a row, where its first
 * value begins at q with the character c. White space there would follow each
 * of its commas, too.
 */
JAC_INLINE bool
jac_row_begins(const jac_parser_t *parser, const uint8_t *p, const uint8_t *q,
               int c)
{
    return JAC_READ_ROWS && q == p + 1 && jac_begins_number(c) &&
           parser->end - q >= JAC_READ_ROW_LEAST && !jac_frame_at_limit(parser);
}

/*
 * The array whose bracket is at p and whose first value, a number, is behind
 * it; parser->cursor is then behind the array. Where rows follow one another
 * in an array, as those of a matrix, the last of them; the others are pushed.
 * Where something else is in a row: Qundef; its frame is open, the values
 * before that are pushed, and the cursor is behind the last of them, or behind
 * the bracket if there is none. Of a source that is complete, without
 * callbacks.
 */
VALUE jac_read_row(jac_parser_t *parser, const uint8_t *p);

/*
 * Whether an integer of up to seven digits begins at p, where p[0..9) may be
 * read, and a comma or the array's end is behind it.
 */
JAC_INLINE bool
jac_short_integer_begins(const uint8_t *p)
{
    const uint64_t stop = jac_not_digits(jac_load64(p));
    const unsigned n = stop != 0 ? jac_ctz64(stop) / 8 : 0;

    return (p[n] == ',' || p[n] == ']') && n > 0 && (n == 1 || *p != '0');
}

/*
 * In an array, its bracket or a comma at p: the integers of up to seven digits
 * that follow, each with at most one space before it, pushed. Returns what is
 * behind the last one, or p. Ends where a pause is due.
 */
JAC_INLINE const uint8_t *
jac_read_integers(jac_parser_t *parser, const uint8_t *p)
{
    const uint8_t *q;
    uint32_t value;
    unsigned n;

    /* bracket or comma, space, seven digits and what ends them: 10 bytes */
    while (p + 9 <= parser->pause) {
        q = p[1] == ' ' ? p + 2 : p + 1;
        n = 1;
        value = (uint32_t)*q - '0';
        if (value > 9 || (q[1] != ',' && q[1] != ']')) {
            n = jac_digit_run(q, &value);
            if (n == 0 || n == 8 || (n > 1 && *q == '0')) break;
            if (q[n] != ',' && q[n] != ']') break;
        }
        jac_stack_push(parser->stack, LONG2FIX((long)value));
        p = q + n;
        if (*p == ']') break;
    }
    return p;
}

#endif
