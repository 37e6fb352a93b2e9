/*
 * Interned Strings of object keys by their bytes: a small table, looked up in
 * a few nanoseconds, in front of Ruby's own table of interned strings.
 *
 * docs/shapes.md has the whole picture.
 */
#ifndef JAC_KEY_CACHE_H
#define JAC_KEY_CACHE_H

#include "ruby/compat.h"
#include "core/bits.h"
#include "ruby/shadow.h"

enum {
    JAC_KEY_SETS = 256,    /* for keys; a power of two */
    JAC_VALUE_SETS = 2048, /* for the Strings of a frozen document; also */
    JAC_KEY_WAYS = 2,      /* entries that share a hash: newest first */
    JAC_KEY_CACHED = 63,   /* longer keys are not kept */
    JAC_VALUE_CACHED = 511 /* nor longer values: all in all 2 MB */
};

typedef struct {
    VALUE string;  /* frozen, interned, UTF-8; 0 in an empty entry */
    VALUE symbol;  /* its Symbol, or 0 before one was asked for */
    uint64_t hash; /* its upper bits are the best */
    size_t length;
#ifdef JACINTH_DEBUG
    jac_shadow_t string_shadow, symbol_shadow;
#endif
} jac_key_t;

/*
 * Bounded: a new key takes the place of an older one. Keys that collide on
 * purpose cost one lookup in Ruby's table each, as they would without a
 * cache; they cannot be found without knowing the seed.
 *
 * Alive and in place: the session marks every entry, which pins it. Stale:
 * never, since an entry is found by bytes, of which its String is made, and a
 * frozen, interned String keeps them; as long as it lives, Ruby gives the same
 * object for these bytes. An entry is good until the next fetch.
 */
typedef struct {
    uint64_t seed;
    jac_key_t (*sets)[JAC_KEY_WAYS]; /* NULL before jac_key_cache_init */
    uint32_t count;                  /* of sets */
    uint32_t cold;                   /* keys in a row that were not there */
} jac_key_cache_t;

/* A hash's place among `count`, a power of two. */
JAC_INLINE size_t
jac_hash_place(uint64_t hash, uint32_t count)
{
    return (size_t)(((hash >> 32) * count) >> 32);
}

/* Empty; cache is all zeros. */
void jac_key_cache_init(jac_key_cache_t *cache, uint32_t sets);
void jac_key_cache_free(jac_key_cache_t *cache);
size_t jac_key_cache_memsize(const jac_key_cache_t *cache);
void jac_key_cache_mark(const jac_key_cache_t *cache);

/* The hash of s[0..n), by the cache's seed. */
uint64_t jac_key_hash(const jac_key_cache_t *cache, const uint8_t *s, size_t n);

/*
 * The entry of the key s[0..n), which has this hash; made where it is missing.
 * It stays until the next call. owner is the object that holds the cache, for
 * the write barrier.
 */
jac_key_t *jac_key_cache_fetch(jac_key_cache_t *cache, VALUE owner,
                               uint64_t hash, const uint8_t *s, size_t n);

/*
 * True when the cache has not helped for long: most keys are better looked up
 * without it, but for one in eight, lest a change goes unseen.
 */
JAC_INLINE bool
jac_key_cache_useless(jac_key_cache_t *cache)
{
    return JAC_UNLIKELY(cache->cold > 256) && (++cache->cold & 7) != 0;
}

/* The entry's Symbol. May move nothing and free nothing of the cache. */
VALUE jac_key_symbol(jac_key_t *key, VALUE owner);

/* The interned String of s[0..n), any n, without a cache. */
VALUE jac_intern(const uint8_t *s, size_t n);

#endif
