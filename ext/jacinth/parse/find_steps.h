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
 * other text the steps may be wrong, but nothing else. Raises NoMemoryError,
 * and what an interrupt raises: a text that is longer than JAC_LOOK_PIECE is
 * frozen.
 */
void jac_find_steps(const jac_parser_t *parser, const uint8_t *at, VALUE steps);

#endif
