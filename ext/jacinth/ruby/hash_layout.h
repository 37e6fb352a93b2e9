/*
 * Copies of a template Hash with other values: the fastest way to a Hash whose
 * keys are known, since no key is hashed.
 *
 * Nothing in Ruby's public interface replaces the values of a Hash without
 * looking up its keys, so this finds, at load, where the running Ruby keeps
 * them, and proves it; where the proof fails, there are no templates and the
 * caller inserts key by key.
 */
#ifndef JAC_HASH_LAYOUT_H
#define JAC_HASH_LAYOUT_H

#include "ruby/hash_words.h"

/*
 * Finds and proves the layout. Returns false where templates cannot be used.
 * Once, at load.
 */
bool jac_hash_layout_init(void);

/*
 * A Hash with the keys pairs[0], pairs[2], ... (size of them, all different,
 * Strings frozen) and nil values, for use as template only: frozen. Qfalse
 * when the layout of just this Hash cannot be proved, or
 * jac_hash_layout_init returned false.
 */
VALUE jac_hash_template(const VALUE *pairs, size_t size);

/*
 * A new Hash with the keys of the template and the values pairs[1], pairs[3],
 * ...; size is that of the template. pairs must be visible to the GC.
 */
VALUE jac_hash_from_template(VALUE template, const VALUE *pairs, size_t size);

/*
 * Any keys whose marks are known: a mark is what a Hash of this size keeps of a
 * key's hash value beside the key. In sizes up to JAC_SMALL_HASH_MAX that is a
 * byte, above it all of it: a mark from a Hash of the one kind does not serve
 * the other.
 */

/* Whether Hashes of `size` pairs can be made of marked keys. */
bool jac_hash_marks(size_t size);

/* The sizes of which that is so, as an Array. */
VALUE jac_hash_marked_sizes(void);

/*
 * The mark of the i-th key in a Hash of `size` that never had another pair;
 * jac_hash_marks(size).
 */
st_index_t jac_hash_mark(VALUE hash, size_t size, size_t i);

/*
 * A new Hash of the pairs, whose keys are frozen, all different, and have
 * these marks. No key is hashed or compared. pairs must be visible to the GC.
 */
VALUE jac_hash_from_marks(const VALUE *pairs, const st_index_t *marks,
                          size_t size);

/*
 * Where a small Hash keeps its pairs: what jac_hash_layout_init found. A Hash
 * whose flags have a bit of table_flag keeps them elsewhere; 0 where nothing
 * was proved.
 */
typedef struct {
    VALUE table_flag;
    size_t first_key, stride; /* in words, from the Hash */
} jac_small_hash_t;

extern jac_small_hash_t jac_small_hash;

/*
 * The first key of a Hash of `size` in its own slot; its value lies behind it,
 * and the next key jac_small_hash.stride words on; a key of Qundef is a gap, a
 * pair that was deleted. NULL where the pairs lie elsewhere.
 */
JAC_INLINE const VALUE *
jac_hash_small_slots(VALUE hash, size_t size)
{
    if (size > JAC_SMALL_HASH_MAX || !jac_small_hash.table_flag ||
        (RBASIC(hash)->flags & jac_small_hash.table_flag)) {
        return NULL;
    }
    return (const VALUE *)hash + jac_small_hash.first_key;
}

#endif
