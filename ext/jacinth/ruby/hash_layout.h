/*
 * Reads and makes Hashes without a call for each pair: reads the pairs in
 * memory, and copies a template with other values, which is the fastest way to
 * make a Hash of known keys, since no key is hashed. Ruby's public API has
 * neither.
 *
 * Assumed: the pairs are where hash_words.h says; rb_hash_dup copies them
 * unchanged; an object is young if nothing was allocated after it, so storing
 * into it needs no write barrier; and libruby exports rb_hash_stlike_foreach.
 *
 * Proved at load by hash_probe.c: the layout is found by a search, Hashes of
 * each size are made both ways and compared, and Ruby's own functions read
 * them.
 *
 * Portable implementation: rb_hash_foreach and rb_hash_bulk_insert, without
 * templates.
 */
#ifndef JAC_HASH_LAYOUT_H
#define JAC_HASH_LAYOUT_H

#include "ruby/hash_words.h"

/*
 * Calls func for each pair until it returns ST_STOP. func must not raise or
 * change the Hash. rb_hash_foreach() iterates under rb_ensure(), to unlock the
 * Hash if the callback raises. libruby exports the iteration without that, but
 * declares it in no header.
 */
#if JAC_COMPILED(JAC_HASH_WALK)
int rb_hash_stlike_foreach(VALUE hash, int (*func)(VALUE, VALUE, VALUE),
                           VALUE arg);
#endif

JAC_INLINE void
jac_hash_each(VALUE hash, int (*func)(VALUE, VALUE, VALUE), VALUE arg)
{
#if JAC_COMPILED(JAC_HASH_WALK)
    if (JAC_ON(JAC_HASH_WALK)) {
        rb_hash_stlike_foreach(hash, func, arg);
        return;
    }
#endif
    rb_hash_foreach(hash, func, arg);
}

/*
 * Returns the address of the first key of a Hash of `size` pairs in its own
 * slot. Its value follows it, and the next key is jac_small_hash.stride words
 * further. A key of Qundef is a deleted pair. Returns NULL if the pairs are not
 * in the slot, or if the layout is not known.
 */
JAC_INLINE const VALUE *
jac_hash_small_slots(VALUE hash, size_t size)
{
#if JAC_COMPILED(JAC_HASH_READING)
    if (size <= JAC_SMALL_HASH_MAX && JAC_ON(JAC_HASH_READING) &&
        !(RBASIC(hash)->flags & jac_small_hash.table_flag)) {
        return (const VALUE *)hash + jac_small_hash.first_key;
    }
#endif
    return NULL;
}

/* True if templates of `size` pairs can be made. */
JAC_INLINE bool
jac_hash_templates(size_t size)
{
    return size <= JAC_SMALL_HASH_MAX ? JAC_ON(JAC_HASH_TEMPLATES)
                                      : JAC_ON(JAC_TABLE_TEMPLATES);
}

/*
 * Returns a frozen Hash with the `size` keys pairs[0], pairs[2], ..., which are
 * all different and frozen, and nil values, for use as a template. Returns
 * Qfalse if templates of this size cannot be made, or if the proof of this one
 * fails.
 */
VALUE jac_hash_template(const VALUE *pairs, size_t size);

/*
 * Returns a new Hash with the keys of the template and the values pairs[1],
 * pairs[3], .... size is that of the template. pairs must be visible to the GC.
 */
VALUE jac_hash_from_template(VALUE template, const VALUE *pairs, size_t size);

/*
 * A key and its hash value in Ruby's Hashes, which is the same in each Hash and
 * for as long as the process lives.
 */
typedef struct {
    VALUE key; /* an interned String or a Symbol; 0 in an empty entry */
    st_index_t hash;
} jac_hashed_key_t;

/* True if Hashes can be made of keys whose hash values are known. */
JAC_INLINE bool
jac_hash_hashed_keys(void)
{
    return JAC_ON(JAC_HASHED_KEYS);
}

/*
 * The functions below require that jac_hash_hashed_keys() returns true. The
 * keys are frozen, and visible to the GC like the values.
 */

/* Returns the hash value of a String or Symbol. Runs no Ruby code. */
st_index_t jac_key_hash_value(VALUE key);

/*
 * Returns a new Hash of up to JAC_HASHED_KEYS_MAX pairs with different keys.
 * hashes[i] is the hash value of key i.
 */
enum { JAC_HASHED_KEYS_MAX = JAC_UNBINNED_MAX };
VALUE jac_hash_from_keys(const VALUE *pairs, const st_index_t *hashes,
                         size_t size);

/*
 * A larger Hash in the making, on the C stack. Ruby's own st_insert2() finds
 * the place of each pair. Until jac_hash_table_end(), the table has a type
 * whose hash function returns the known value, and the Hash is hidden.
 */
typedef struct {
    VALUE hash;
    struct st_table *table;
    const struct st_hash_type *type; /* of all Hashes */
    size_t collections;              /* of the GC, when this one was made */
} jac_hash_table_t;

/* Begins a Hash for `size` pairs, more than JAC_HASHED_KEYS_MAX. */
void jac_hash_table_begin(jac_hash_table_t *t, size_t size);

/* Adds a pair. Returns false if the Hash has this key already. */
bool jac_hash_table_add(jac_hash_table_t *t, const jac_hashed_key_t *key,
                        VALUE value);

/* Returns the Hash; `pairs` are those added, all of them. */
VALUE jac_hash_table_end(jac_hash_table_t *t, const VALUE *pairs, size_t size);

/* Once, at load. */
void jac_prove_hashes(void);

#endif
