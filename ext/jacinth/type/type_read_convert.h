/* Makes values of numbers and texts in a document: those of less frequent
   types, those of other types with coerce: true, and the keys of maps. */
#ifndef JAC_TYPE_READ_CONVERT_H
#define JAC_TYPE_READ_CONVERT_H

#include "type/type_reader.h"

/*
 * Reads a scalar of a less frequent type at *p, which begins with c, and moves
 * *p past it. Returns Qundef, with *p unchanged, if the value does not fit the
 * type.
 */
VALUE jac_convert_scalar(jac_type_reader_t *r, const jac_type_t *type,
                         const uint8_t **p, int c);

/* Returns the literal of an ENUM that the text s[0..n) stands for, which is not
   one of its Strings, or Qundef. */
VALUE jac_literal_of_text(jac_parser_t *parser, const jac_type_t *type,
                          const uint8_t *s, size_t n);

/*
 * Converts the string at *p to a value of `type` if `coerces`, otherwise only
 * the text of a Time for an EPOCH. A number at *p is read as `target`, an
 * INTEGER that is `whole`. Returns the type of *value and moves *p past it, or
 * returns NULL if the value does not fit.
 */
const jac_type_t *jac_coerce(jac_type_reader_t *r, const jac_type_t *type,
                             const jac_type_t *target, const uint8_t **p,
                             bool coerces, VALUE *value);

/* If the string at *p is empty, moves *p past it and returns true: an OPTIONAL
   that coerces reads nil. A string of white space is empty for a type that
   strips Strings. */
bool jac_coerce_empty(jac_type_reader_t *r, const jac_type_t *type,
                      const uint8_t **p);

/* Applies the rules and limits of the type to a value that was read from
   [at, end), and returns the result. Notes an error for a value that is not
   allowed. Can run Ruby code. */
VALUE jac_reader_apply_rules(jac_type_reader_t *r, const jac_type_t *type,
                             VALUE value, const uint8_t *at,
                             const uint8_t *end);

/*
 * Returns the Hash of the innermost frame's pairs, whose keys are converted,
 * and removes these from the stack. Notes keys that do not fit. Raises
 * ParserError for two keys that are equal after that, unless that is allowed.
 */
VALUE jac_convert_map(jac_type_reader_t *r, const jac_type_t *type);

#endif
