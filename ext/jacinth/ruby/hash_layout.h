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
