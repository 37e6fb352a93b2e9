/* Makes objects of a type from the values in their slots. */
#ifndef JAC_TYPE_OBJECT_H
#define JAC_TYPE_OBJECT_H

#include "type/type_reader.h"

/*
 * Returns the object that `type`, an OBJECT, makes of the innermost frame's
 * slots; the frame stays. Missing members are noted as errors, or get their
 * defaults. If an error was noted, returns nil and makes no object. An object
 * is complete when the program sees it: its initialize gets all members;
 * without one, no Ruby code runs between the allocation and the last member.
 * Raises the errors of the program's code, except ArgumentError, which is
 * noted.
 */
VALUE jac_object_make(jac_type_reader_t *r, const jac_type_t *type);

/* Calls the load of a SCALAR with the value at `at`, and returns the result.
   If that raises ArgumentError, notes an error and returns nil. */
VALUE jac_scalar_load(jac_type_reader_t *r, const jac_type_t *type, VALUE value,
                      const uint8_t *at);

/* Calls the check of a type with the object, which was read at `at`. Returns
   the object, or notes an error and returns nil if it does not pass the check.
   */
VALUE jac_object_check(jac_type_reader_t *r, const jac_type_t *type,
                       VALUE object, const uint8_t *at);

/* Returns nil if the object passes the type's check; otherwise a String that
   describes the expected object. Calls Type#_fault. */
VALUE jac_object_fault(const jac_type_t *type, VALUE object);

void jac_init_type_object(void);

#endif
