/*
 * Reads and makes Hashes without a call for each pair. It reads the pairs in
 * memory, and copies a template with other values, which hashes no key. Ruby's
 * public API has neither.
 *
 * Assumed: the layout of hash_words.h; rb_hash_dup copies the pairs unchanged;
 * an object is young if nothing was allocated after it, so storing into it
 * needs no write barrier; libruby exports rb_hash_stlike_foreach.
 *
 * Proved at load by hash_probe.c: it searches the layout, makes Hashes of
 * selected sizes in both ways, compares them, and reads them by Ruby's
 * functions.
 *
 * Portable implementation: rb_hash_foreach and rb_hash_bulk_insert.
 */
#ifndef JAC_HASH_LAYOUT_H
#define JAC_HASH_LAYOUT_H

#include "ruby/hash_words.h"

/*
 * Calls func for each pair until it returns ST_STOP. func must not raise or
 * change the Hash: unlike rb_hash_foreach(), this uses no rb_ensure(). libruby
 * exports it, but no header declares it.
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
 * Returns the address of the first key of a Hash of `size` > 0 pairs, in the
 * Hash's slot or in its table. The value follows its key; the next key is
 * *stride words after the key. In the slot, a deleted pair has the key Qundef.
 * Returns NULL if the pairs must be read by jac_hash_each().
 */
JAC_INLINE const VALUE *
jac_hash_slots(VALUE hash, size_t size, size_t *stride)
{
#if JAC_COMPILED(JAC_HASH_READING)
    if (JAC_ON(JAC_HASH_READING) &&
        !(RBASIC(hash)->flags & jac_small_hash.table_flag)) {
        *stride = jac_small_hash.stride;
        return (const VALUE *)hash + jac_small_hash.first_key;
    }
#endif
#if JAC_COMPILED(JAC_TABLE_READING)
    if (JAC_ON(JAC_TABLE_READING)) {
        const struct st_table *table = jac_layout_table(hash);
        const size_t start = table->entries_start;

        /* True if pairs other than the first ones were deleted. */
        if (table->entries_bound - start != size) return NULL;
        *stride = jac_layout.large_stride;
        return jac_layout_large(hash) + start * *stride - 1;
    }
#endif
    return NULL;
}

JAC_INLINE bool
jac_hash_templates(size_t size)
{
    return size <= JAC_SMALL_HASH_MAX ? JAC_ON(JAC_HASH_TEMPLATES)
                                      : JAC_ON(JAC_TABLE_TEMPLATES);
}

/*
 * Returns a template: a frozen Hash with the keys pairs[0], pairs[2], ...,
 * which must be frozen and different, and nil values. Returns Qfalse if this
 * size is not supported, or the proof of this Hash fails.
 */
VALUE jac_hash_template(const VALUE *pairs, size_t size);

/* Returns a new Hash with the keys of the template and the values pairs[1],
   pairs[3], .... pairs must be visible to the GC. */
VALUE jac_hash_from_template(VALUE template, const VALUE *pairs, size_t size);

/* A key and its hash value, which is constant within the process. */
typedef struct {
    VALUE key; /* an interned String or a Symbol; 0 in an empty entry */
    st_index_t hash;
} jac_hashed_key_t;

/*
 * True if Hashes can be made from keys with known hash values. The functions
 * below require it. Keys must be frozen, and visible to the GC like the values.
 */
JAC_INLINE bool
jac_hash_hashed_keys(void)
{
    return JAC_ON(JAC_HASHED_KEYS);
}

/* Returns the hash value of a String or Symbol. Runs no Ruby code. */
st_index_t jac_key_hash_value(VALUE key);

/* Returns a new Hash of up to JAC_HASHED_KEYS_MAX pairs with different keys.
   hashes[i] is the hash value of key i. */
enum { JAC_HASHED_KEYS_MAX = JAC_UNBINNED_MAX };
VALUE jac_hash_from_keys(const VALUE *pairs, const st_index_t *hashes,
                         size_t size);

/*
 * A larger Hash under construction, on the C stack. Pairs are added by Ruby's
 * st_insert2(). Until jac_hash_table_end(), the table's hash function returns
 * the known values, and the Hash is hidden.
 */
typedef struct {
    VALUE hash;
    struct st_table *table;
    const struct st_hash_type *type;
    size_t collections; /* the GC's count when this Hash was
                                        made */
} jac_hash_table_t;

void jac_hash_table_begin(jac_hash_table_t *t, size_t size);

bool jac_hash_table_add(jac_hash_table_t *t, const jac_hashed_key_t *key,
                        VALUE value);

/* Returns the Hash. `pairs` must be all pairs that were added. */
VALUE jac_hash_table_end(jac_hash_table_t *t, const VALUE *pairs, size_t size);

void jac_prove_hashes(void);

#endif
