/* Errors of a document that is JSON but does not fit a type. */
#ifndef JAC_TYPE_ERRORS_H
#define JAC_TYPE_ERRORS_H

#include "type/type_reader.h"

/*
 * Notes an error at `at`. `expected` and `found` are Strings; if found is 0, it
 * is made of the value at `at`. `step` is one more step of the path, or Qundef.
 * Raises ValidationError if the first error is raised at once, or if there are
 * too many.
 */
void jac_reader_note(jac_reader_t *r, VALUE expected, VALUE found,
                     const uint8_t *at, VALUE step);

/* Notes the unknown member with this key, a String at `at`, of an object of
   `type`. The first error keeps the names of the type's members, for a hint. */
void jac_reader_note_unknown(jac_reader_t *r, const jac_type_t *type, VALUE key,
                             const uint8_t *at);

/*
 * Raises ValidationError with all noted errors, of which there is at least one.
 */
NORETURN(void jac_reader_raise(jac_reader_t *r));

/* The retrace of jac_parser_t: changes the frames so that the path of an
   error can be made of them. */
void jac_reader_retrace(jac_parser_t *parser);

void jac_init_type_errors(VALUE mJacinth);

#endif
