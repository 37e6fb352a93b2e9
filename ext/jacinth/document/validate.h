/*
 * Whether a text is what the parser takes, without building it.
 */
#ifndef JAC_VALIDATE_H
#define JAC_VALIDATE_H

#include "parse/machine.h"

/* Why a text is no document. */
typedef struct {
    const uint8_t *at;
    const char *text; /* as jac_parser_fail takes it; NULL: one of these: */
    size_t nesting;   /* too deep by this depth, if not 0 */
    VALUE duplicate;  /* else the key that came twice */
} jac_fault_t;

/*
 * Goes over the whole text of a parser of jac_parser_part. False where
 * jac_parse, without callbacks, would raise; the fault is then what it would
 * say. A key that no Symbol can be made of is a fault with symbolize_names.
 * Needs a bit for each open container, and, where keys may not come twice, 16
 * bytes for each key of the open objects. May run other threads.
 */
bool jac_validate(jac_parser_t *parser, jac_fault_t *fault);

/* The same, but raises what jac_parse would. */
void jac_validate_or_fail(jac_parser_t *parser);

#endif
