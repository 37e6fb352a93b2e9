/*
 * Several pointers into a document, in one pass over its text.
 */
#ifndef JAC_SELECT_H
#define JAC_SELECT_H

#include "document/pointer.h"
#include "document/lazy.h"

/*
 * Called with the number of each pointer that leads to the value at
 * parser->cursor, `depth` containers deep; may move the cursor, and run Ruby
 * code.
 */
typedef struct jac_select jac_select_t;
struct jac_select {
    jac_parser_t *parser;
    jac_pointers_t *set;
    void (*found)(jac_select_t *select, size_t which, size_t depth);
    VALUE results; /* for the callee */
};

/*
 * Goes through the value at the parser's cursor, `depth` containers deep, and
 * moves the cursor behind it.
 */
void jac_select(jac_select_t *select, size_t depth);

/*
 * The value at the parser's cursor with nothing in it but what the pointers
 * lead to: the same objects and arrays around that, an element that is not
 * wanted before one that is being nil. Moves the cursor behind the value.
 */
VALUE jac_project(jac_parser_t *parser, jac_pointers_t *set, size_t depth);

/*
 * Returns a new object for the projections of many values by the option `only`.
 * It remembers what their objects look like. Raises as jac_pointers_compile.
 */
VALUE jac_projection_new(VALUE only);

/* True if jac_projection_read can read values by these options. */
bool jac_projection_reads(VALUE projection,
                          const jac_parser_options_t *options);

/*
 * Returns the projection of the value that begins at *p in source, and moves *p
 * after the value, which ends before `end`. Unlike jac_project it checks all of
 * the value's text, except for duplicate keys in skipped parts. Errors do not
 * tell where source lies in a larger text. Ruby code must not change source, or
 * use the projection, meanwhile.
 */
VALUE jac_projection_read(VALUE projection, const jac_parser_options_t *options,
                          VALUE source, const uint8_t **p, const uint8_t *end);

#endif
