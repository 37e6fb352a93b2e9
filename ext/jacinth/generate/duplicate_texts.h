/*
 * Duplicate keys of objects that are written: the keys of a Hash differ, but
 * two of them can have the same text, as "a" and :a. parse/duplicate_keys.h is
 * about documents that are read.
 *
 * Two equal texts raise GeneratorError. With allow_duplicate_key, which
 * jacinth/json2 makes the default, both are written. These search for them:
 *
 *   walk.c, key_order.c       a Hash: jac_check_duplicates()
 *   convert.c                 keys that as_json or `invalid` changes
 *   rails/active_support.c    a Hash, by the texts of Active Support. The error
 *                             makes its encoder write the document
 *   type/type_writer.c        members that a type collects, and the converted
 *                             keys of a map, of which the last one is written
 *                             with allow_duplicate_key
 *   writer/writer_member.c    Jacinth::Writer: key_tree.h and key_set.h
 *   lib/jacinth/key_order.rb  rfc8785: always raises. key_order.c leaves equal
 *                             keys to it
 */
#ifndef JAC_DUPLICATE_TEXTS_H
#define JAC_DUPLICATE_TEXTS_H

#include "generate/walk_stack.h"

/*
 * Raises GeneratorError if two keys of the innermost Hash have the same text.
 * Like json, it searches only if a later key is a String or Symbol, and the
 * first key is of another type: {1=>0, "1"=>0} raises, {"1"=>0, 1=>0} does not.
 */
void jac_check_duplicates(jac_walk_t *w);

/* Like jac_check_duplicates(), after as_json returned `key` for a key of the
   innermost Hash. Does nothing outside a Hash. */
void jac_check_converted_key(jac_walk_t *w, VALUE key);

/* Always compares all keys of the innermost Hash by their to_s. */
void jac_search_duplicates(jac_walk_t *w);

NORETURN(void jac_fail_duplicate(const jac_walk_t *w, VALUE text, VALUE hash));

#endif
