/*
 * The way from a document's root to a byte of its text, found from the text
 * alone: for errors of a parse that has not come this way.
 */
#ifndef JAC_FIND_STEPS_H
#define JAC_FIND_STEPS_H

#include "parse/parser_state.h"

/*
 * Pushes on the Array `steps` the key or index of each container around `at`,
 * outermost first: a String, decoded, or an Integer. An object whose next key
 * is not complete ends the list. The text before `at` is taken to be JSON; of
 * other text the steps may be wrong, but nothing else. Returns the first byte
 * of what is open at `at`, a string or the innermost container, or NULL. Raises
 * NoMemoryError, and what an interrupt raises: a text that is longer than
 * JAC_LOOK_PIECE is frozen.
 */
const uint8_t *jac_find_steps(jac_parser_t *parser, const uint8_t *at,
                              VALUE steps);

/*
 * Looks for the first two keys `name` (a String) of the object that begins at
 * `object`: true, and their opening quotes in keys, where both are found. Takes
 * the text to be JSON, as above, and raises NoMemoryError only.
 */
bool jac_find_twice(const jac_parser_t *parser, const uint8_t *object,
                    VALUE name, const uint8_t *keys[2]);

#endif
