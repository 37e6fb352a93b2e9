/* Errors of a document that is JSON but does not fit a type. */
#ifndef JAC_TYPE_ERRORS_H
#define JAC_TYPE_ERRORS_H

#include "type/type_reader.h"

/* The codes of errors: X(C name, Ruby name). lib/jacinth/errors.rb explains
   them. */
#define JAC_FAULT_LIST(X)           \
    X(WRONG_TYPE, "wrong_type")     \
    X(WRONG_VALUE, "wrong_value")   \
    X(WRONG_FORMAT, "wrong_format") \
    X(OUT_OF_RANGE, "out_of_range") \
    X(DUPLICATE, "duplicate")       \
    X(MISSING, "missing")           \
    X(UNKNOWN, "unknown")           \
    X(CHECK, "check")               \
    X(INVALID, "invalid")

#define JAC_MEMBER_OF_FAULT(name, symbol) JAC_FAULT_##name,

typedef enum {
    JAC_FAULT_LIST(JAC_MEMBER_OF_FAULT) JAC_FAULTS
} jac_fault_code_t;

/*
 * Notes an error at `at`. `expected` and `found` are Strings; if found is 0, it
 * is made of the value at `at`. `step` is one more step of the path, or Qundef.
 * Raises ValidationError if the first error is raised at once, or if there are
 * too many.
 */
void jac_reader_note(jac_type_reader_t *r, jac_fault_code_t code,
                     VALUE expected, VALUE found, const uint8_t *at,
                     VALUE step);

/* Notes that a value of the right kind is not within the limits of `type`. */
void jac_reader_note_limit(jac_type_reader_t *r, const jac_type_t *type,
                           VALUE value, const uint8_t *at);

/* Notes each key that a Hash of the MAP `type` lacks and `required` names. */
void jac_reader_note_missing(jac_type_reader_t *r, const jac_type_t *type,
                             VALUE hash, const uint8_t *at);

/* Notes that the value at `at` is not a value of `type`. */
void jac_reader_note_mismatch(jac_type_reader_t *r, const jac_type_t *type,
                              const uint8_t *at);

/* Notes the unknown member with this key, a String at `at`, of an object of
   `type`. The first error keeps the names of the type's members, for a hint. */
void jac_reader_note_unknown(jac_type_reader_t *r, const jac_type_t *type,
                             VALUE key, const uint8_t *at);

/* Returns the path of the value that is read, an Array, with one more step if
   `step` is not Qundef. */
VALUE jac_reader_path(jac_type_reader_t *r, VALUE step);

/*
 * Raises ValidationError with all noted errors, of which there is at least one.
 */
NORETURN(void jac_reader_raise(jac_type_reader_t *r));

/* The retrace of jac_parser_t: changes the frames so that the path of an
   error can be made of them. */
void jac_reader_retrace(jac_parser_t *parser);

void jac_init_type_errors(VALUE mJacinth);

#endif
