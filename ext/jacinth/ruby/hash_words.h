/* The layout of Hashes in the running Ruby: found by hash_probe.c, used by
   hash_layout.c. */
#ifndef JAC_HASH_WORDS_H
#define JAC_HASH_WORDS_H

#include "ruby/internals.h"

/*
 * Ruby 3.3 and newer keep up to 8 pairs in the Hash's slot:
 *
 *   word   0      1      2        3      4     5       6     7
 *          flags  class  default  hints  key0  value0  key1  value1 ...
 *
 * and more pairs in a table of 3-word entries (hash, key, record), whose struct
 * st_table follows word 2. Older Rubies keep both outside the slot and get no
 * templates. The offsets are found by searching for stored values.
 */
enum {
    JAC_SMALL_HASH_MAX = 8,
    JAC_SMALL_WORDS = 20,  /* the size of such a slot, at least */
    JAC_UNBINNED_MAX = 16, /* the most pairs of a table without bins */
    JAC_PROBE_MAX = 100
};

typedef struct {
    size_t small_offset, small_stride; /* in words, from the Hash */
    size_t table_offset;               /* in bytes, from the Hash */
    size_t large_offset, large_stride; /* in words, from the entries */
    /* by size: flags of a small Hash that an empty one lacks */
    VALUE small_flags[JAC_SMALL_HASH_MAX + 1];
    const struct st_hash_type *type;
    VALUE blanks[JAC_UNBINNED_MAX + 1]; /* by size: Hashes to copy */
} jac_hash_layout_t;

extern jac_hash_layout_t jac_layout;

/* For jac_hash_slots(). */
typedef struct {
    VALUE table_flag;         /* flag of Hashes with pairs outside the slot */
    size_t first_key, stride; /* in words, from the Hash */
} jac_small_hash_t;

extern jac_small_hash_t jac_small_hash;

#if JAC_COMPILED(JAC_HASH_TEMPLATES) || JAC_COMPILED(JAC_HASH_READING)
JAC_INLINE VALUE *
jac_layout_small(VALUE hash)
{
    return (VALUE *)hash + jac_layout.small_offset;
}

/* Returns the address of the hints of a small Hash, before key 0: one byte
   of the hash value for each key. */
JAC_INLINE uint8_t *
jac_layout_hints(VALUE hash)
{
    return (uint8_t *)(jac_layout_small(hash) - 1) - JAC_SMALL_HASH_MAX;
}
#endif

#if JAC_COMPILED(JAC_TABLE_TEMPLATES) || JAC_COMPILED(JAC_TABLE_READING)
JAC_INLINE struct st_table *
jac_layout_table(VALUE hash)
{
    return (struct st_table *)((char *)hash + jac_layout.table_offset);
}

JAC_INLINE VALUE *
jac_layout_large(VALUE hash)
{
    return (VALUE *)(void *)jac_layout_table(hash)->entries +
           jac_layout.large_offset;
}
#endif

JAC_INLINE VALUE
jac_probe_value(size_t i)
{
    return LONG2FIX(0x5A17000 + (long)i);
}

/*
 * Returns a Hash of the pairs, inserted one by one, so that up to 16 pairs have
 * no bins. rb_hash_bulk_insert() makes bins from 9 pairs on, an extra
 * allocation for each copy.
 */
VALUE jac_probe_hash(const VALUE *pairs, size_t size);

#endif
