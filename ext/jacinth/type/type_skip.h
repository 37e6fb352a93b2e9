/*
 * Values that nobody wants: passed over, not built.
 */
#ifndef JAC_TYPE_SKIP_H
#define JAC_TYPE_SKIP_H

#include "core/base.h"

/*
 * The end of the JSON value that begins at p, white space before it allowed.
 * NULL where there is none before `end`: the text is no JSON, or has what only
 * an option allows, or nests more than `levels` (or 1024) containers that are
 * not empty. With `validate`, also where a string is no UTF-8. That two keys
 * of an object are equal is not found out.
 */
const uint8_t *jac_skip_value(const uint8_t *p, const uint8_t *end,
                              size_t levels, bool validate);

/*
 * The closing quote of the string whose text begins at s; NULL as above. Sets
 * *escaped where a backslash is in it.
 */
const uint8_t *jac_skip_string(const uint8_t *s, const uint8_t *end,
                               bool validate, bool *escaped);

#endif
