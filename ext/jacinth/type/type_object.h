/*
 * Objects of a type, from the values in their slots.
 */
#ifndef JAC_TYPE_OBJECT_H
#define JAC_TYPE_OBJECT_H

#include "type/type_reader.h"

/*
 * What `type`, an OBJECT, makes of the innermost frame's slots; the frame
 * stays. Missing members are noted, or get their defaults. No object is made
 * where something was noted (nil is returned), and each is complete when it is
 * made: an initialize of the program's own gets all members; where there is
 * none, no Ruby code runs between the allocation and the last member. Raises
 * what the program's code raises; an ArgumentError is noted.
 */
VALUE jac_object_make(jac_reader_t *r, const jac_type_t *type);

/* The Hash of the innermost frame's keys and values, which leave the stack. */
VALUE jac_map_make(jac_reader_t *r);

/*
 * What the load of a SCALAR makes of the value at `at`. An ArgumentError is
 * noted, and nil returned.
 */
VALUE jac_scalar_load(jac_reader_t *r, const jac_type_t *type, VALUE value,
                      const uint8_t *at);

void jac_init_type_object(void);

#endif
