/* Writes the program's own objects as JSON text, driven by a type. */
#ifndef JAC_TYPE_WRITER_H
#define JAC_TYPE_WRITER_H

#include "generate/walk_stack.h"
#include "type/type.h"

/* Returns the text of the value in a String, or writes it to `io`, if that is
   not Qfalse. owner: as in jac_generate(). */
VALUE jac_type_write(const jac_type_t *type,
                     const jac_generator_options_t *options, VALUE value,
                     VALUE io, VALUE owner);

/* Writes any value at p. `type` is NULL, a VALUE, or a type with `rails`. */
uint8_t *jac_typed_write_any(jac_walk_t *w, uint8_t *p, const jac_type_t *type,
                             VALUE value);

void jac_init_type_writer(void);

#endif
