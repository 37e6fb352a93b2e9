/*
 * The marks of keys that come in no order seen before (hash_layout.h), by the
 * identity of the key: what lets a Hash of up to JAC_MARKED_MAX known keys be
 * made without hashing them.
 */
#ifndef JAC_KEY_HINTS_H
#define JAC_KEY_HINTS_H

#include "ruby/compat.h"
#include "ruby/hash_layout.h"

enum {
    JAC_MARK_SETS = 256, /* a power of two */
    JAC_MARK_WAYS = 4    /* keys that share a set: newest first */
};

typedef struct {
    VALUE key;          /* a String or a Symbol; 0 in an empty entry */
    st_index_t mark[2]; /* in small Hashes; in larger ones */
    bool known[2];
} jac_marked_key_t;

typedef struct {
    jac_marked_key_t (*sets)[JAC_MARK_WAYS]; /* NULL until the first one */
} jac_key_marks_t;

void jac_key_marks_free(jac_key_marks_t *marks);
void jac_key_marks_mark(const jac_key_marks_t *marks);
size_t jac_key_marks_memsize(const jac_key_marks_t *marks);

/*
 * A Hash of the pairs, or Qundef where not all keys are known or one may be
 * there twice. size > 0; pairs must be visible to the GC.
 */
VALUE jac_key_marks_hash(const jac_key_marks_t *marks, const VALUE *pairs,
                         size_t size);

/*
 * Learns the keys of a Hash that was made of these pairs, all different.
 * owner is the object that holds marks, for the write barrier.
 */
void jac_key_marks_learn(jac_key_marks_t *marks, VALUE owner, VALUE hash,
                         const VALUE *pairs, size_t size);

#endif
