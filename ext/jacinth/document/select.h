/* Finds the values of several pointers in one pass over a document's text. */
#ifndef JAC_SELECT_H
#define JAC_SELECT_H

#include "document/pointer_tree.h"
#include "document/lazy.h"
#include "parse/machine.h"

/*
 * `found` is called with the number of each pointer that leads to the value at
 * parser->cursor, which is inside `depth` containers. It can move the cursor
 * and run Ruby code.
 */
typedef struct jac_select jac_select_t;
struct jac_select {
    jac_parser_t *parser;
    jac_pointers_t *set;
    void (*found)(jac_select_t *select, size_t which, size_t depth);
    VALUE results;
};

/* Searches the value at the parser's cursor, which is inside `depth`
   containers, and moves the cursor after it. */
void jac_select(jac_select_t *select, size_t depth);

/*
 * Returns the value at the parser's cursor with only the parts that the
 * pointers lead to, inside the same objects and arrays. Unwanted elements
 * before a wanted one are nil. Moves the cursor after the value.
 */
VALUE jac_project(jac_parser_t *parser, jac_pointers_t *set, size_t depth);

/* Returns a new object for projections of many values by the option `only`. It
   caches the keys of their objects. Raises like jac_pointers_compile(). */
VALUE jac_projection_new(VALUE only);

/*
 * The same for a pointer without `*`: a projection is only the value to which
 * it leads, or Qundef if there is none. jac_projection_read() then raises
 * ParserError if there are several, because of duplicate keys.
 */
VALUE jac_projection_of_value(VALUE pointer);

bool jac_projection_p(VALUE only);

/*
 * The same as jac_project, by pointers that were compiled once. Ruby code must
 * not use the projection meanwhile.
 */
VALUE jac_project_again(jac_parser_t *parser, VALUE projection);

/* True if jac_projection_read() supports the options. For more than one value,
   it does not support symbolize_names. */
bool jac_projection_reads(const jac_parser_options_t *options);

/*
 * Calls `take` with the projection of the value at p in source, which ends
 * before `end`, and with those of the values to which `take` leads. Unlike
 * jac_project(), checks all text of the value, except for duplicate keys in
 * skipped parts. Errors have no position in a larger text. Ruby code must not
 * change source, or use the projection, meanwhile.
 */
void jac_projection_read(VALUE projection, const jac_parser_options_t *options,
                         VALUE source, const uint8_t *p, const uint8_t *end,
                         jac_take_value_t *take, void *data);

#endif
