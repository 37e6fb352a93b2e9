/* Finds the path from a document's root to a byte of its text by scanning
   the text, for errors of readers that keep no stack of frames. */
#ifndef JAC_FIND_STEPS_H
#define JAC_FIND_STEPS_H

#include "parse/parser_state.h"

/*
 * Appends the key (a decoded String) or index (an Integer) of each container
 * around `at` to the Array `steps`, outermost first. An object whose next key
 * is incomplete ends the list. Assumes that the text before `at` is JSON; for
 * other text the steps can be wrong. Returns the first byte of the string or
 * innermost container that is open at `at`, or NULL. Raises NoMemoryError and
 * the errors of interrupts: a text longer than JAC_CHECK_BYTES must be frozen.
 */
const uint8_t *jac_find_steps(jac_parser_t *parser, const uint8_t *at,
                              VALUE steps);

/*
 * Finds the first two keys equal to the String `name` in the object that begins
 * at `object`. Returns true, with their opening quotes in `keys`, if there are
 * two. Assumes that the text is JSON. Raises only NoMemoryError.
 */
bool jac_find_both_keys(const jac_parser_t *parser, const uint8_t *object,
                        VALUE name, const uint8_t *keys[2]);

#endif
