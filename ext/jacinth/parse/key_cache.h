/*
 * A cache of the interned Strings of object keys, by their bytes. A hit takes a
 * few nanoseconds; a miss looks the key up in Ruby's table of interned strings.
 * docs/internals/shapes.md explains how keys are read.
 */
#ifndef JAC_KEY_CACHE_H
#define JAC_KEY_CACHE_H

#include "ruby/compat.h"
#include "core/bits.h"
#include "ruby/shadow.h"

enum {
    JAC_KEY_SETS = 256,    /* for keys; a power of two */
    JAC_VALUE_SETS = 2048, /* for the Strings of a frozen document; the same */
    JAC_KEY_WAYS = 2,      /* entries of a set, the newest first */
    JAC_KEY_CACHED = 255,  /* bytes of the longest key that is cached */
    JAC_VALUE_CACHED = 511 /* of the longest value: at most 2 MB in all */
};

typedef struct {
    VALUE string;  /* frozen, interned, UTF-8; 0 in an empty entry */
    VALUE symbol;  /* 0 before the first parse with symbolize_names */
    uint64_t hash; /* the upper bits are the most random */
    uint32_t length;
    /* Index of its chained node (shape.h). It can be outdated, so the user must
       compare the key. */
    uint32_t node;
#ifdef JACINTH_DEBUG
    jac_shadow_t string_shadow, symbol_shadow;
#endif
} jac_key_t;

/*
 * Bounded: a new key replaces an older one. Keys that collide cost one lookup
 * in Ruby's table each, as without a cache. An attacker cannot choose them
 * without knowing the seed.
 *
 * Kept alive and pinned by the session, which marks every entry. Invalidated
 * never: an entry is found by its bytes, which a frozen String keeps, and Ruby
 * returns the same interned object for them as long as it lives. A pointer to
 * an entry is valid until the next fetch.
 */
typedef struct {
    uint64_t seed;
    jac_key_t (*sets)[JAC_KEY_WAYS]; /* NULL before jac_key_cache_init */
    uint32_t count;
    uint32_t cold; /* misses since the last hit */
} jac_key_cache_t;

/* Maps a hash to an index below `count`, a power of two. */
JAC_INLINE size_t
jac_hash_place(uint64_t hash, uint32_t count)
{
    return (size_t)(((hash >> 32) * count) >> 32);
}

void jac_key_cache_init(jac_key_cache_t *cache, uint32_t sets);
void jac_key_cache_free(jac_key_cache_t *cache);
size_t jac_key_cache_memsize(const jac_key_cache_t *cache);
void jac_key_cache_mark(const jac_key_cache_t *cache);

/* Returns the hash of s[0..n) by the cache's seed. */
uint64_t jac_key_hash(const jac_key_cache_t *cache, const uint8_t *s, size_t n);

/*
 * Returns the entry of the key s[0..n), which has this hash. Makes it if it is
 * missing. It is valid until the next call. owner is the object that marks the
 * cache, for the write barrier.
 */
jac_key_t *jac_key_cache_fetch(jac_key_cache_t *cache, VALUE owner,
                               uint64_t hash, const uint8_t *s, size_t n);

/* True if the last 256 keys all missed. The caller should then skip the cache.
   False for one in eight of such calls, to notice when keys repeat again. */
JAC_INLINE bool
jac_key_cache_useless(jac_key_cache_t *cache)
{
    return JAC_UNLIKELY(cache->cold > 256) && (++cache->cold & 7) != 0;
}

/* Returns the Symbol of an entry in the cache of the parser's session. All
   entries stay where they are. Raises like jac_parser_symbol(). */
struct jac_parser;
VALUE jac_key_symbol(jac_key_t *key, const struct jac_parser *parser);

/* Returns the interned String of s[0..n), for any n, without the cache. */
VALUE jac_intern(const uint8_t *s, size_t n);

#endif
