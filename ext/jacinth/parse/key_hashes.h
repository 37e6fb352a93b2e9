/*
 * A cache of the hash values of keys, by the identity of the key. With it, a
 * Hash of known keys is made without hashing any of them, also if the keys come
 * in an order that no shape predicts.
 */
#ifndef JAC_KEY_HASHES_H
#define JAC_KEY_HASHES_H

#include "ruby/hash_layout.h"

enum { JAC_KEY_HASH_ENTRIES = 1024 };

/*
 * Kept alive and pinned: the session marks each key. Invalidated never: a
 * marked key stays alive, and the hash value of a frozen key does not change.
 */
typedef struct {
    jac_hashed_key_t *entries; /* NULL until the first key is stored */
} jac_key_hashes_t;

void jac_key_hashes_free(jac_key_hashes_t *hashes);
void jac_key_hashes_mark(const jac_key_hashes_t *hashes);
size_t jac_key_hashes_memsize(const jac_key_hashes_t *hashes);

/*
 * Returns a new Hash of `size` pairs, whose keys are interned Strings or
 * Symbols. Returns Qundef if a key is duplicate, or if this Ruby makes no
 * Hashes of hashed keys. `owner` is the object that marks `hashes`; the pairs
 * must be visible to the GC.
 */
VALUE jac_key_hashes_build(jac_key_hashes_t *hashes, VALUE owner,
                           const VALUE *pairs, size_t size);

#endif
