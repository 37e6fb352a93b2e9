/*
 * Going over the text of a document without building it: what is on the way is
 * checked as the parser does and fails with the parser's errors; a container
 * that is passed by is only searched for its end.
 *
 * The parser is one of jac_parser_part. A place in the text that a function
 * takes is that of a value's first character, if not said otherwise. Each of
 * them may raise ParserError, and may run other threads after each megabyte.
 */
#ifndef JAC_LAZY_H
#define JAC_LAZY_H

#include "parse/machine.h"

/* jac_next_token, out of line. */
int jac_lazy_next(jac_parser_t *parser, const uint8_t **at);

/* The place of the value that begins at or behind p; fails where none does. */
const uint8_t *jac_lazy_value(jac_parser_t *parser, const uint8_t *p);

/* What follows the value at p. */
const uint8_t *jac_lazy_skip(jac_parser_t *parser, const uint8_t *p);

/*
 * What follows the container around p, a place outside of strings and of
 * containers that are inside of it.
 */
const uint8_t *jac_lazy_leave(jac_parser_t *parser, const uint8_t *p);

/* An object or array, member by member. */
typedef struct {
    bool object;
    size_t index;         /* how many came before, in both kinds */
    const uint8_t *value; /* the member's value; behind the end, at last */
    /* The key's text, in an object, and its closing quote. */
    const uint8_t *key, *key_end;
    bool escaped;
} jac_members_t;

/*
 * Begins with the container at p, `depth` containers deep: false where it is
 * empty. Raises NestingError where it is too deep.
 */
bool jac_lazy_enter(jac_parser_t *parser, jac_members_t *m, const uint8_t *p,
                    size_t depth);

/* Goes on behind the member's value, which ends before p: false at the end. */
bool jac_lazy_on(jac_parser_t *parser, jac_members_t *m, const uint8_t *p);

/* Makes m the member whose key's quote is at p; its index stays. */
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

/* Whether the member's key is name[0..n), of UTF-8. */
bool jac_lazy_key_is(const jac_parser_t *parser, const jac_members_t *m,
                     const uint8_t *name, size_t n);

/* The member's key as the parser would make it: interned, or a Symbol. */
VALUE jac_lazy_key(jac_parser_t *parser, const jac_members_t *m);

/*
 * The value that the object at p, `depth` deep, has for a key; NULL where it
 * has none. Where keys may come twice the last one counts, else the first one,
 * and no other is looked for.
 */
const uint8_t *jac_lazy_member(jac_parser_t *parser, const uint8_t *p,
                               size_t depth, const uint8_t *name, size_t n);

/* The element of the array at p with that index, or NULL. */
const uint8_t *jac_lazy_element(jac_parser_t *parser, const uint8_t *p,
                                size_t depth, size_t index);

#endif
