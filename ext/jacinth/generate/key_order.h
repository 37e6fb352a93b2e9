/*
 * sort_keys: true and rfc8785, without a Ruby call for the common hash: its
 * pairs, copied onto the walk's stack, are put in order there.
 */
#ifndef JAC_KEY_ORDER_H
#define JAC_KEY_ORDER_H

#include "generate/walk_stack.h"

/*
 * Whether jac_key_order_apply knows the order that the options ask for: RFC
 * 8785's, or that of sort_keys: true (not of a Proc that a caller gave), for a
 * plain Hash. (Not for one that is too deep: where it cannot be sorted either,
 * that is the error to raise.)
 */
bool jac_key_order_p(const jac_walk_t *w, VALUE hash);

/*
 * Puts the pairs of the innermost container, a hash with one at least, in that
 * order. sort_keys: true compares as Hash#sort does: Strings byte by byte,
 * Symbols by their names, Integers by value. RFC 8785, section 3.2.3: names by
 * their UTF-16 code units. Ruby code does it (jac_convert_order) where keys are
 * of other kinds or of more than one, where two are equal, and where their
 * comparison is not Ruby's own. Raises as that does.
 */
void jac_key_order_apply(jac_walk_t *w);

/*
 * Two Strings of valid UTF-8 by their UTF-16 code units: below, equal to, or
 * above zero.
 */
int jac_key_compare_utf16(VALUE a, VALUE b);

#endif
