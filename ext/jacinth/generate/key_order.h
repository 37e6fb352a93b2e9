/* Sorts the pairs of a Hash for sort_keys: true and rfc8785, and removes those
   that omit_nil and omit_empty leave out: on the walk's stack, without calls of
   Ruby code in the common case. */
#ifndef JAC_KEY_ORDER_H
#define JAC_KEY_ORDER_H

#include "generate/walk_stack.h"

/*
 * True if jac_key_order_apply() implements the order of the options: rfc8785,
 * or sort_keys: true. False for Procs of the caller and Hash subclasses. Also
 * false above the depth limit, whose error jac_convert_order() raises.
 */
bool jac_key_order_p(const jac_walk_t *w, VALUE hash);

/* Opens a Hash with its pairs in sorted order if a Hash with identical keys
   was sorted before. Returns false and does nothing otherwise. Raises
   NestingError. */
bool jac_key_order_open(jac_walk_t *w, VALUE hash);

/*
 * Sorts the pairs of the innermost container, a Hash that is not empty.
 * sort_keys: true compares like Hash#sort: Strings by bytes, Symbols by name,
 * Integers by value; or all by their texts, if the rules of the walk say so.
 * RFC 8785, section 3.2.3, compares UTF-16 code units. For other or mixed kinds
 * of keys, equal keys, or a redefined comparison, it calls jac_convert_order(),
 * and raises the same errors.
 */
void jac_key_order_apply(jac_walk_t *w);

/* True if omit_nil or omit_empty leaves out a member with this value. */
bool jac_omitted_p(const jac_walk_t *w, VALUE value);

/* Removes the pairs of the innermost container, a Hash, that omit_nil or
   omit_empty leaves out. */
void jac_omit_members(jac_walk_t *w);

/* Compares two Strings of valid UTF-8 by their UTF-16 code units, like
   memcmp(). */
int jac_key_compare_utf16(VALUE a, VALUE b);

#endif
