#include "parse/key_hashes.h"

void
jac_key_hashes_free(jac_key_hashes_t *hashes)
{
    xfree(hashes->entries);
    hashes->entries = NULL;
}

void
jac_key_hashes_mark(const jac_key_hashes_t *hashes)
{
    size_t i;

    for (i = 0; hashes->entries != NULL && i < JAC_KEY_HASH_ENTRIES; i++) {
        rb_gc_mark(hashes->entries[i].key);
    }
}

size_t
jac_key_hashes_memsize(const jac_key_hashes_t *hashes)
{
    return hashes->entries == NULL
               ? 0
               : JAC_KEY_HASH_ENTRIES * sizeof(*hashes->entries);
}

static JAC_NOINLINE void
store(jac_hashed_key_t *entry, VALUE owner, VALUE key)
{
    entry->hash = jac_key_hash_value(key);
    RB_OBJ_WRITE(owner, &entry->key, key);
}

JAC_INLINE const jac_hashed_key_t *
fetch(jac_key_hashes_t *hashes, VALUE owner, VALUE key)
{
    /* Fibonacci hashing (Knuth, TAOCP 3, 6.4); the lowest three bits of all
       addresses are equal. */
    const uint32_t spread = (uint32_t)(key >> 3) * UINT32_C(0x9E3779B9);
    jac_hashed_key_t *entry = hashes->entries + (spread >> 22);

    if (JAC_UNLIKELY(entry->key != key)) store(entry, owner, key);
    return entry;
}

static bool
duplicate_p(const VALUE *pairs, size_t i)
{
    size_t j;

    for (j = 0; j < i; j++) {
        if (pairs[2 * j] == pairs[2 * i]) return true;
    }
    return false;
}

/* All keys are interned, so equal keys are identical. Eight bits of the hash
   value show for most keys that they differ from all earlier ones. With six
   bits, half of the objects of ten keys would need a comparison of keys. */
static VALUE
build_small(jac_key_hashes_t *hashes, VALUE owner, const VALUE *pairs,
            size_t size)
{
    st_index_t values[JAC_HASHED_KEYS_MAX];
    uint64_t seen[4] = {0}, *word, bit;
    size_t i;

    for (i = 0; i < size; i++) {
        values[i] = fetch(hashes, owner, pairs[2 * i])->hash;
        word = &seen[(values[i] >> 6) & 3];
        bit = UINT64_C(1) << (values[i] & 63);
        if (JAC_UNLIKELY((*word & bit) != 0) && duplicate_p(pairs, i)) {
            return Qundef;
        }
        *word |= bit;
    }
    return jac_hash_from_keys(pairs, values, size);
}

static VALUE
build_large(jac_key_hashes_t *hashes, VALUE owner, const VALUE *pairs,
            size_t size)
{
    jac_hash_table_t table;
    bool unique = true;
    size_t i;

    jac_hash_table_begin(&table, size);
    for (i = 0; i < size && unique; i++) {
        unique = jac_hash_table_add(&table, fetch(hashes, owner, pairs[2 * i]),
                                    pairs[2 * i + 1]);
    }
    return unique ? jac_hash_table_end(&table, pairs, size) : Qundef;
}

VALUE
jac_key_hashes_build(jac_key_hashes_t *hashes, VALUE owner, const VALUE *pairs,
                     size_t size)
{
    if (!jac_hash_hashed_keys()) return Qundef;
    if (JAC_UNLIKELY(hashes->entries == NULL)) {
        hashes->entries =
            xcalloc(JAC_KEY_HASH_ENTRIES, sizeof(*hashes->entries));
    }
    return size <= JAC_HASHED_KEYS_MAX
               ? build_small(hashes, owner, pairs, size)
               : build_large(hashes, owner, pairs, size);
}
