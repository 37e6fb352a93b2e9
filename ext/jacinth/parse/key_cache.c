#include "parse/key_cache.h"

#include "parse/parser_errors.h"

void
jac_key_cache_init(jac_key_cache_t *cache, uint32_t sets)
{
    cache->sets = xcalloc(sets, sizeof(*cache->sets));
    cache->count = sets;
    /* Ruby's hash of one byte depends on the random seed of the process. If it
       has 32 bits, 2^64 / golden ratio spreads them over 64. */
    cache->seed = (uint64_t)rb_memhash("k", 1) * UINT64_C(0x9E3779B97F4A7C15);
    cache->seed |= 1;
}

void
jac_key_cache_free(jac_key_cache_t *cache)
{
    xfree(cache->sets);
    cache->sets = NULL;
    cache->count = 0;
}

size_t
jac_key_cache_memsize(const jac_key_cache_t *cache)
{
    return cache->count * sizeof(*cache->sets);
}

void
jac_key_cache_mark(const jac_key_cache_t *cache)
{
    size_t i, way;

    for (i = 0; i < cache->count; i++) {
        for (way = 0; way < JAC_KEY_WAYS; way++) {
            rb_gc_mark(cache->sets[i][way].string);
            rb_gc_mark(cache->sets[i][way].symbol);
        }
    }
}

VALUE
jac_intern(const uint8_t *s, size_t n)
{
    return rb_enc_interned_str((const char *)s, (long)n, rb_utf8_encoding());
}

/*
 * Multiply-shift hashing: with a random odd factor, two words have the same
 * upper k bits with a probability of 2 / 2^k (Dietzfelbinger et al., A reliable
 * randomized algorithm for the closest-pair problem, 1997). The last bytes of a
 * key reach only the upper bits.
 */
JAC_INLINE uint64_t
key_mix(uint64_t seed, uint64_t word)
{
    const uint64_t h = word * seed;

    return h ^ (h >> 32);
}

/* Hashes words of eight bytes; the last one can overlap. Up to eight bytes the
   hash and the length determine the key, because every step is reversible. */
uint64_t
jac_key_hash(const jac_key_cache_t *cache, const uint8_t *s, size_t n)
{
    const uint64_t seed = cache->seed;
    uint64_t h = seed * n;
    size_t i;

    if (n < 8) return key_mix(seed, h ^ jac_load64_part(s, n));
    for (i = 0; i + 8 < n; i += 8) h = key_mix(seed, h ^ jac_load64(s + i));
    return key_mix(seed, h ^ jac_load64(s + n - 8));
}

JAC_INLINE bool
key_is(const jac_key_t *key, uint64_t hash, const uint8_t *s, size_t n)
{
    const uint8_t *text;
    size_t i;

    if (key->hash != hash || key->length != n || key->string == 0) return false;
    if (n <= 8) return true; /* see jac_key_hash() */
    JAC_SHADOW_CHECK(&key->string_shadow, key->string, "the key cache");
    text = (const uint8_t *)RSTRING_PTR(key->string);
    for (i = 0; i + 8 < n; i += 8) {
        if (jac_load64(text + i) != jac_load64(s + i)) return false;
    }
    return jac_load64(text + n - 8) == jac_load64(s + n - 8);
}

static JAC_NOINLINE jac_key_t *
key_learn(jac_key_cache_t *cache, VALUE owner, jac_key_t *set, uint64_t hash,
          const uint8_t *s, size_t n)
{
    VALUE string = jac_intern(s, n);
    size_t way;

    cache->cold++;
    for (way = JAC_KEY_WAYS - 1; way > 0; way--) set[way] = set[way - 1];
    set[0].symbol = 0;
    set[0].hash = hash;
    set[0].length = (uint32_t)n;
    set[0].node = 0;
    RB_OBJ_WRITE(owner, &set[0].string, string);
    JAC_SHADOW_KEEP(&set[0].string_shadow, string);
    return &set[0];
}

jac_key_t *
jac_key_cache_fetch(jac_key_cache_t *cache, VALUE owner, uint64_t hash,
                    const uint8_t *s, size_t n)
{
    jac_key_t *set = cache->sets[jac_hash_place(hash, cache->count)];
    size_t way;

    for (way = 0; way < JAC_KEY_WAYS; way++) {
        if (key_is(&set[way], hash, s, n)) {
            JAC_SHADOW_CHECK(&set[way].string_shadow, set[way].string,
                             "the key cache");
            JAC_ASSERT(RSTRING_LEN(set[way].string) == (long)n);
            JAC_ASSERT(memcmp(RSTRING_PTR(set[way].string), s, n) == 0);
            cache->cold = 0;
            return &set[way];
        }
    }
    return key_learn(cache, owner, set, hash, s, n);
}

VALUE
jac_key_symbol(jac_key_t *key, const jac_parser_t *parser)
{
    if (JAC_UNLIKELY(key->symbol == 0)) {
        RB_OBJ_WRITE(parser->session->self, &key->symbol,
                     jac_parser_symbol(parser, key->string));
        JAC_SHADOW_KEEP(&key->symbol_shadow, key->symbol);
    }
    JAC_SHADOW_CHECK(&key->symbol_shadow, key->symbol,
                     "the key cache's Symbols");
    return key->symbol;
}
