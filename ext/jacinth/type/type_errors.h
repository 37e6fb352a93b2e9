/*
 * What is wrong with a document whose text is JSON, but not what a type says.
 */
#ifndef JAC_TYPE_ERRORS_H
#define JAC_TYPE_ERRORS_H

#include "type/type_reader.h"

/*
 * Notes that at `at`, `expected` was, but `found` is there (both Strings; found
 * may be 0: what begins there). `step` is one more step of the path, or Qundef.
 * Raises ValidationError where the first error, or too many, are to be raised.
 */
void jac_reader_note(jac_reader_t *r, VALUE expected, VALUE found,
                     const uint8_t *at, VALUE step);

/*
 * Notes that the object of `type` has a member that the type has not, whose
 * key, a String, is at `at`. The first error keeps the names that it has.
 */
void jac_reader_note_unknown(jac_reader_t *r, const jac_type_t *type, VALUE key,
                             const uint8_t *at);

/* Raises ValidationError with all that was noted, which is something. */
NORETURN(void jac_reader_raise(jac_reader_t *r));

/* As retrace of jac_parser_t: makes the frames such that a path can be told. */
void jac_reader_retrace(jac_parser_t *parser);

void jac_init_type_errors(VALUE mJacinth);

#endif
