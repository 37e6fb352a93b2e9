/*
 * Iterates over the members and elements in the text of a document without
 * building it. The tokens on the path to a value are checked as by the parser
 * and raise its errors. In skipped containers, only the end is searched.
 *
 * The parser is one of jac_parser_part(). An address argument is that of a
 * value's first character, unless stated otherwise. Each function can raise
 * ParserError, and can let other threads run after each megabyte.
 */
#ifndef JAC_LAZY_H
#define JAC_LAZY_H

#include "parse/machine.h"

/* jac_next_token(), not inlined. */
int jac_lazy_next(jac_parser_t *parser, const uint8_t **at);

/* Returns the value at or after p. Raises ParserError if there is none. */
const uint8_t *jac_lazy_value(jac_parser_t *parser, const uint8_t *p);

const uint8_t *jac_lazy_skip(jac_parser_t *parser, const uint8_t *p);

/* Returns the address after the container around p. p must not be inside a
   string or an inner container. */
const uint8_t *jac_lazy_leave(jac_parser_t *parser, const uint8_t *p);

/* An iterator over the members of an object or the elements of an array. */
typedef struct {
    bool object;
    size_t index;
    const uint8_t *value; /* the member's value; at the end, the address after
                             the container */
    /* objects: the text of the key and its closing quote */
    const uint8_t *key, *key_end;
    bool escaped;
} jac_members_t;

/* True if a container inside `depth` others is nested too deeply. */
JAC_INLINE bool
jac_lazy_at_limit(const jac_parser_t *parser, size_t depth)
{
    const int max = parser->options->max_nesting;

    return max != 0 && (max < 0 || depth >= (size_t)max);
}

/* Begins with the container at p, which is inside `depth` containers. Returns
   false if it is empty. Raises NestingError if it is nested too deeply. */
bool jac_lazy_enter(jac_parser_t *parser, jac_members_t *m, const uint8_t *p,
                    size_t depth);

/* Moves to the next member; the value ends before p. False at the end. */
bool jac_lazy_on(jac_parser_t *parser, jac_members_t *m, const uint8_t *p);

/* A loop over the members of the container at p, which skips their values. */
#define JAC_EACH_MEMBER(parser, m, p, depth)                               \
    for (bool more_ = jac_lazy_enter((parser), &(m), (p), (depth)); more_; \
         more_ =                                                           \
             jac_lazy_on((parser), &(m), jac_lazy_skip((parser), (m).value)))

/* Moves m to the member whose key begins at p. Its index stays. */
void jac_lazy_read_key(jac_parser_t *parser, jac_members_t *m,
                       const uint8_t *p);

/*
 * Returns a hidden Array of the keys of the object at p, each followed by the
 * offset of its opening quote in the text. *end is the end of the object. A
 * duplicate key raises ParserError or, with allow_duplicate_key, is there once,
 * with its last offset.
 */
VALUE jac_lazy_members(jac_parser_t *parser, const uint8_t *p, size_t depth,
                       const uint8_t **end);

/* True if the member's key is name[0..n), in UTF-8. */
bool jac_lazy_key_is(const jac_parser_t *parser, const jac_members_t *m,
                     const uint8_t *name, size_t n);

/* Returns the member's key as the parser makes it: interned, or a Symbol. */
VALUE jac_lazy_key(jac_parser_t *parser, const jac_members_t *m);

/*
 * Returns the value of a key in the object at p, which is inside `depth`
 * containers, or NULL. With allow_duplicate_key it is the last of equal keys;
 * otherwise the first, and the search ends there.
 */
const uint8_t *jac_lazy_member(jac_parser_t *parser, const uint8_t *p,
                               size_t depth, const uint8_t *name, size_t n);

/* Returns the element of the array at p with this index, or NULL. */
const uint8_t *jac_lazy_element(jac_parser_t *parser, const uint8_t *p,
                                size_t depth, size_t index);

#endif
