#include "parse/numeric_array.h"

#include "core/number_wide.h"
#include "parse/read_number.h"

JAC_INLINE const uint8_t *
push_number(jac_parser_t *parser, const jac_number_t *number, const uint8_t *p,
            const uint8_t *q)
{
    const size_t n = (size_t)(q - p);

    jac_stack_push(parser->stack, jac_build_number(parser, number, p, n));
    if (jac_short_integer_p(number, n) && q < parser->end && *q == ',') {
        return jac_read_integers(parser, q, false);
    }
    return q;
}

/* The same for any number at p. Returns NULL if the number is invalid, or if it
   reaches the end of the text, because the next chunk can continue it. Not
   inlined, because the loop below needs the registers. */
static JAC_NOINLINE const uint8_t *
read_narrow_number(jac_parser_t *parser, const uint8_t *p)
{
    jac_number_t number;
    const uint8_t *const q = jac_number_at(parser, p, &number);

    if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID || q == parser->end)) {
        return NULL;
    }
    return push_number(parser, &number, p, q);
}

/*
 * Reads the exponent at q of the number at p, which jac_scan_number_wide() has
 * read up to there, and pushes the Float. Returns the address after it. Returns
 * NULL if the exponent is invalid, or reaches the end of the text, where a
 * chunk can end in it. The number is passed by value, because the loops would
 * keep it in memory if its address were taken.
 */
static JAC_NOINLINE const uint8_t *
push_with_exponent(jac_parser_t *parser, jac_number_t number, const uint8_t *p,
                   const uint8_t *q)
{
    q = jac_scan_exponent(q, parser->end, &number.exponent);
    if (JAC_UNLIKELY(q == parser->end || (uint8_t)(q[-1] - '0') > 9)) {
        return NULL;
    }
    number.kind = JAC_NUMBER_FLOAT;
    number.exact = false;
    jac_stack_push(parser->stack,
                   jac_build_number(parser, &number, p, (size_t)(q - p)));
    return q;
}

/* True if an array ends at p and the next element of the outer array is a
   numeric array. False if an interrupt check is due. */
JAC_INLINE bool
array_follows(const jac_parser_t *parser, const uint8_t *p)
{
    return jac_stack_top(parser->stack)->type == JAC_FRAME_ARRAY &&
           p + 2 <= parser->check_at && *p == ',' && p[1] == '[' &&
           jac_begins_number(p[2]);
}

/* True if a number follows the one that ends at *at; moves *at to it. False
   if an interrupt check is due. */
JAC_INLINE bool
number_follows(const jac_parser_t *parser, const uint8_t **at)
{
    const uint8_t *q = *at;

    if (q + 2 > parser->check_at || *q != ',') return false;
    q++;
    if (*q == ' ') {
        JAC_BRANCH();
        q++;
    }
    *at = q;
    return jac_begins_number(*q);
}

VALUE
jac_read_numeric_array(jac_parser_t *parser, const uint8_t *p)
{
    /* no variable for the stack, to save a register */
    const uint8_t *const end = parser->end;
    const uint8_t *q, *after;
    size_t from;
    VALUE array;

another:
    from = parser->stack->head;
    q = after = p + 1;
    if (p + 11 <= parser->check_at && jac_short_integer_begins(q)) {
        q = after = jac_read_integers(parser, p, false);
        if (!number_follows(parser, &q)) goto done;
    }
numbers:
    do {
        const uint8_t *const s = q;
        jac_number_t number;

        /* not a function, or gcc spills more (canada: 4 % slower) */
        if (JAC_LIKELY(end - s >= JAC_WIDE_SPAN &&
                       s - parser->start >= JAC_WIDE_BEFORE) &&
            JAC_LIKELY((q = jac_scan_number_wide(s, &number)) != NULL)) {
            if (JAC_UNLIKELY((*q | 0x20) == 'e')) {
                q = push_with_exponent(parser, number, s, q);
                if (JAC_UNLIKELY(q == NULL)) break;
            }
            else {
                q = push_number(parser, &number, s, q);
            }
        }
        else {
            q = read_narrow_number(parser, s);
            if (q == NULL) break;
        }
        after = q;
    } while (number_follows(parser, &q));

done:
    if (JAC_LIKELY(after < end && *after == ']')) {
        array = jac_build_array(parser, from);
        p = after + 1;
        if (array_follows(parser, p)) {
            jac_stack_push(parser->stack, array);
            p++;
            goto another;
        }
        parser->cursor = p;
        return array;
    }
    /* In chunks, the parser's loop checks for interrupts after the frame is
       open, so that an exception keeps the numbers. */
    if (JAC_UNLIKELY(jac_interrupts_due(parser, after)) &&
        parser->chunks == NULL) {
        jac_parser_check_interrupts(parser, after);
        q = after;
        if (number_follows(parser, &q)) goto numbers;
    }
    jac_frame_open(parser, p, JAC_FRAME_ARRAY, JAC_PHASE_VALUE,
                   parser->chunks != NULL)
        ->head = from;
    parser->cursor = after;
    return Qundef;
}

const uint8_t *
jac_read_numbers(jac_parser_t *parser, const uint8_t *p, bool integers)
{
    const bool decimals = parser->options->decimal_class != 0;
    const uint8_t *s, *q;
    jac_number_t number;

    do {
        if (integers) p = jac_read_integers(parser, p, true);
        s = p;
        if (!number_follows(parser, &s) || parser->end - s < JAC_WIDE_SPAN ||
            s - parser->start < JAC_WIDE_BEFORE) {
            return p;
        }
        q = jac_scan_number_wide(s, &number);
        if (q == NULL) return p;
        integers = number.kind == JAC_NUMBER_INTEGER;
        if (decimals && !integers) return p;
        if (JAC_UNLIKELY((*q | 0x20) == 'e')) {
            if (decimals) return p;
            q = push_with_exponent(parser, number, s, q);
            if (q == NULL) return p;
        }
        else {
            jac_stack_push(parser->stack, jac_build_number(parser, &number, s,
                                                           (size_t)(q - s)));
        }
        p = q;
    } while (*p == ','); /* readable: in JAC_WIDE_SPAN, or not parser->end */
    return p;
}
