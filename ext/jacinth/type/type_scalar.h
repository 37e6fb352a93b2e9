/*
 * Values that JSON has no kind for: times, dates, decimals, literals.
 */
#ifndef JAC_TYPE_SCALAR_H
#define JAC_TYPE_SCALAR_H

#include "type/type_reader.h"

/*
 * The Time that s[0..n) tells, as RFC 3339 writes it: Qundef where it does not.
 * Of a fraction nine digits count.
 */
VALUE jac_time_read(const uint8_t *s, size_t n);

/*
 * Writes a Time as jac_time_read reads it, at most JAC_TIME_TEXT_MAX bytes and
 * two quotes; returns what is behind them. Runs no Ruby code.
 */
uint8_t *jac_time_write(uint8_t *p, VALUE time);

/*
 * What a type of kind DATE, DECIMAL or SET makes of a value, by calling Ruby;
 * Qundef where nothing can be made of it.
 */
VALUE jac_scalar_make(jac_reader_t *r, const jac_type_t *type, VALUE value);

/* Whether the value is within the type's range, length and pattern. */
bool jac_scalar_allowed(jac_reader_t *r, const jac_type_t *type, VALUE value);

/*
 * Whether a value, as the parser made it, is of a type of kind STRING, INTEGER,
 * FLOAT or BOOLEAN, and within its limits. For FLOAT an Integer becomes one.
 */
bool jac_scalar_base(jac_reader_t *r, const jac_type_t *type, VALUE *value);

/* Whether an ENUM has this value that is no String; it is in *value then. */
bool jac_enum_literal(const jac_type_t *type, VALUE *value);

void jac_init_type_scalar(void);

#endif
