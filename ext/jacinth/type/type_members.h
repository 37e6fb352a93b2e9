/*
 * The members of an object as most documents have them: in the order of the
 * type, and of the plainest kinds.
 */
#ifndef JAC_TYPE_MEMBERS_H
#define JAC_TYPE_MEMBERS_H

#include "type/type_reader.h"

#include <math.h>

/*
 * Reads members of the innermost frame, an object of type `within`, from the
 * key at p on (or what stands in its place), as long as they are plain: the one
 * expected next, whose slot is the next one, too, with a value that needs no
 * frame, no Ruby code and no check; or one that is unknown and ignored.
 *
 * Returns where the machine goes on: at the key of a member that is not plain,
 * nothing of it done; or, *ended true, behind a value that no comma follows.
 * Raises NoMemoryError, and, in a long text, what an interrupt does.
 */
const uint8_t *jac_read_members(jac_reader_t *r, const jac_type_t *within,
                                const uint8_t *p, bool *ended);

/*
 * What follows the value at p, or behind white space there, which is checked
 * and not built; NULL where it is none, or nests too deep.
 */
const uint8_t *jac_reader_pass(jac_reader_t *r, const uint8_t *p);

/* Returns the Float of the number s[0..n), which can be an integer. */
VALUE jac_number_as_float(jac_parser_t *parser, const jac_number_t *number,
                          const uint8_t *s, size_t n);

/* True for a Float that is infinite. */
JAC_INLINE bool
jac_infinite_p(VALUE number)
{
    return JAC_UNLIKELY(!RB_FLONUM_P(number)) && isinf(RFLOAT_VALUE(number));
}

/* Whether this keyword is at p. */
JAC_INLINE bool
jac_word_p(const uint8_t *p, const uint8_t *end, const char *word, size_t n)
{
    return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

#endif
