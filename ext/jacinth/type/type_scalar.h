/* Values that JSON has no kind for: times, dates, decimals, literals. */
#ifndef JAC_TYPE_SCALAR_H
#define JAC_TYPE_SCALAR_H

#include "type/type_reader.h"

/* Returns the Time of s[0..n), in the format of RFC 3339 with any year of up
   to nine digits. Digits of the fraction after the ninth are ignored. Returns
   Qundef for any other text. */
VALUE jac_time_read(const uint8_t *s, size_t n);

/* Returns the Time in UTC of a number in JSON, s[0..n), of the units of an
   EPOCH since 1970; Qundef for a year of more than nine digits. Nine digits of
   a fraction of a second count. */
VALUE jac_epoch_read(const jac_type_t *type, const uint8_t *s, size_t n);

/* Returns the Time, in UTC, of a text that jac_time_read() reads; Qundef for
   any other text. */
VALUE jac_epoch_of_text(const uint8_t *s, size_t n);

/* Writes a Time as such a number: at most JAC_TIME_TEXT_MAX bytes. Returns the
   end, or NULL as jac_time_write does. Runs no Ruby code. */
uint8_t *jac_epoch_write(uint8_t *p, const jac_type_t *type, VALUE time);

/* The number of zeros that an exponent can add to an Integer. */
enum { JAC_ZEROS_MAX = 400 };

/* Returns the Integer of a number in JSON, s[0..n), such as 1.0 or 1e3. Qundef
   for a fraction, or if the exponent is too large. */
VALUE jac_whole_read(const uint8_t *s, size_t n);

/* Returns the String without white space and null characters at its ends, as
   String#strip does. */
VALUE jac_string_strip(VALUE string);

/* True if a time or date of JSON, s[0..n), is in the format of RFC 3339: the
   year has four digits, and so on. */
bool jac_rfc3339_p(const uint8_t *s, size_t n);

/*
 * Writes a Time so that jac_time_read can read it: at most JAC_TIME_TEXT_MAX
 * bytes and two quotes. Returns the end, or NULL, with nothing written, for a
 * year that jac_time_read does not read. Runs no Ruby code.
 */
uint8_t *jac_time_write(uint8_t *p, VALUE time);

/*
 * Returns a date of Date#iso8601 as ISO 8601 writes it: years beyond 0000 to
 * 9999 have a sign and six digits or more. nil for a year of more than nine
 * digits.
 */
VALUE jac_date_text(VALUE iso8601);

/* Returns the object that a type of kind DATE, DECIMAL or SET makes of a
   value, by calling Ruby; Qundef if the value does not fit. */
VALUE jac_scalar_make(jac_type_reader_t *r, const jac_type_t *type,
                      VALUE value);

/* Returns the Float of an Integer, which can be infinite. */
VALUE jac_integer_as_float(VALUE integer);

/* True if the length of a String is within the limits of the type. */
bool jac_length_holds(const jac_type_t *type, VALUE string);

/* True if a value of the class that the type needs (for a SET an Array or a
   Set) is within its range, length and pattern; required keys are not checked.
   Can run Ruby code. */
bool jac_limits_hold(const jac_type_t *type, VALUE value);

/* Returns the type of the values of a MAP for a key, a String or Symbol. Can
   run Ruby code. */
const jac_type_t *jac_map_value_type(const jac_type_t *type, VALUE key);

/* Returns an Array of the keys that a Hash lacks and the `required` of a MAP
   names, or nil if it lacks none. */
VALUE jac_map_missing(const jac_type_t *type, VALUE hash);

/* The same as jac_limits_hold() while a document is read. */
bool jac_scalar_allowed(jac_type_reader_t *r, const jac_type_t *type,
                        VALUE value);

/* True if a value is of the class of a type of kind STRING, INTEGER, FLOAT or
   BOOLEAN. */
bool jac_scalar_base_p(const jac_type_t *type, VALUE value);

/*
 * True if a value, as the parser made it, is of a type of kind STRING, INTEGER,
 * FLOAT or BOOLEAN, and within its limits. For FLOAT, an Integer in *value
 * becomes a Float.
 */
bool jac_scalar_base(jac_type_reader_t *r, const jac_type_t *type,
                     VALUE *value);

/* True if an ENUM has this value, which is not a String; sets *value to the
   literal. */
bool jac_enum_literal(const jac_type_t *type, VALUE *value);

#endif
