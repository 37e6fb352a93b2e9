/* The fast path for members of an object: in the order of the type, with
   values of the most frequent types. */
#ifndef JAC_TYPE_MEMBERS_H
#define JAC_TYPE_MEMBERS_H

#include "type/type_reader.h"

#include <math.h>

/*
 * Reads members of the innermost frame, an object of type `within`, from the
 * key at p on, while they are simple: the expected member, with the next slot,
 * and a value that needs no frame, no Ruby code and no check; or an unknown
 * member that is ignored.
 *
 * Returns the position where the state machine continues: the key of a member
 * that is not simple, nothing of which is done; or, with *ended true, after a
 * value without a comma. Raises NoMemoryError and, in a long text, the
 * exceptions of interrupts.
 */
const uint8_t *jac_read_members(jac_type_reader_t *r, const jac_type_t *within,
                                const uint8_t *p, bool *ended);

/* Checks the value at p, which white space can precede, without building it.
   Returns the position after it; NULL if it is invalid or nested too deep. */
const uint8_t *jac_reader_try_skip(jac_type_reader_t *r, const uint8_t *p);

/* Returns the Float of the number s[0..n), which can be an integer. */
VALUE jac_number_as_float(jac_parser_t *parser, const jac_number_t *number,
                          const uint8_t *s, size_t n);

JAC_INLINE bool
jac_infinite_p(VALUE number)
{
    return JAC_UNLIKELY(!RB_FLONUM_P(number)) && isinf(RFLOAT_VALUE(number));
}

JAC_INLINE bool
jac_word_p(const uint8_t *p, const uint8_t *end, const char *word, size_t n)
{
    return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

#endif
