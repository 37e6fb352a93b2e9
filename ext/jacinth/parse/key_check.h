/*
 * Whether an object has a key twice, found out without making Strings of keys:
 * by a print of each key, a number that equal keys share.
 */
#ifndef JAC_KEY_CHECK_H
#define JAC_KEY_CHECK_H

#include "core/bits.h"
#include "parse/token_check.h"

enum {
    JAC_CHECK_OBJECTS = 64, /* open objects, and */
    JAC_CHECK_KEYS = 256,   /* their keys, for which the C stack has room */
    JAC_CHECK_PAIRS = 48,   /* up to so many keys, each meets each */
    JAC_CHECK_KNOWN = 16    /* rows of prints that were found all different */
};

/* An object that is open. */
typedef struct {
    const uint8_t *start;
    size_t keys; /* how many there are below its own */
} jac_open_object_t;

/*
 * The keys of all open objects, one after the other. It lies on the C stack,
 * and so do its Strings' addresses, which keep what is too much for that.
 */
typedef struct {
    jac_parser_t *parser;
    jac_open_object_t *objects;
    const uint8_t **texts; /* where each key begins, and */
    uint32_t *prints;      /* its print */
    size_t depth, depth_room, count, room;
    VALUE objects_held, texts_held, prints_held;
    /* Objects of one kind have the same keys: these need no second look. */
    uint8_t known_size[JAC_CHECK_KNOWN];
    uint32_t known[JAC_CHECK_KNOWN][JAC_CHECK_PAIRS];
    jac_open_object_t objects_here[JAC_CHECK_OBJECTS];
    const uint8_t *texts_here[JAC_CHECK_KEYS];
    uint32_t prints_here[JAC_CHECK_KEYS];
} jac_key_check_t;

void jac_key_check_init(jac_key_check_t *check, jac_parser_t *parser);

void jac_key_check_grow_objects(jac_key_check_t *check);
void jac_key_check_grow_keys(jac_key_check_t *check);
uint32_t jac_key_check_decoded(jac_key_check_t *check, const uint8_t *s,
                               const uint8_t *quote);
bool jac_key_check_many(jac_key_check_t *check, const uint32_t *prints,
                        const uint8_t **texts, size_t n, jac_fault_t *fault);

/* The print of a key without escapes. Of others, that of the decoded text. */
JAC_INLINE uint32_t
jac_key_print(const uint8_t *s, size_t n)
{
    uint64_t word;
    size_t i;

    if (n >= 8) {
        word = jac_load64(s) * UINT64_C(0x9E3779B97F4A7C15) ^
               jac_load64(s + n - 8);
        for (i = 8; JAC_UNLIKELY(i + 8 < n); i += 8) {
            word = (word ^ word >> 29) * UINT64_C(0x9E3779B97F4A7C15) ^
                   jac_load64(s + i);
        }
    }
    else {
        word = jac_load64_part(s, n);
    }
    return (uint32_t)((word + n) * UINT64_C(0xD6E8FEB86659FD93) >> 32);
}

/* An object begins at p. */
JAC_INLINE void
jac_key_check_open(jac_key_check_t *check, const uint8_t *p)
{
    if (JAC_UNLIKELY(check->depth == check->depth_room)) {
        jac_key_check_grow_objects(check);
    }
    check->objects[check->depth].start = p;
    check->objects[check->depth++].keys = check->count;
}

/* The innermost object has the key s[0..quote). */
JAC_INLINE void
jac_key_check_note(jac_key_check_t *check, const uint8_t *s,
                   const uint8_t *quote, bool escaped)
{
    if (JAC_UNLIKELY(check->count == check->room)) {
        jac_key_check_grow_keys(check);
    }
    check->texts[check->count] = s;
    check->prints[check->count++] =
        JAC_LIKELY(!escaped) ? jac_key_print(s, (size_t)(quote - s))
                             : jac_key_check_decoded(check, s, quote);
}

/*
 * The innermost object ends: false, and the fault, where two of its keys are
 * equal. Takes time linear in their number, on the whole.
 */
JAC_INLINE bool
jac_key_check_close(jac_key_check_t *check, jac_fault_t *fault)
{
    const size_t from = check->objects[--check->depth].keys;
    const size_t n = check->count - from;
    const uint32_t *prints = check->prints + from;
    uint32_t *known;
    size_t i, j, slot;
    bool same = false;

    check->count = from;
    if (n < 2) return true;
    slot = (prints[0] ^ prints[n - 1]) % JAC_CHECK_KNOWN;
    known = check->known[slot];
    if (JAC_LIKELY(check->known_size[slot] == n) &&
        JAC_LIKELY(memcmp(known, prints, n * sizeof(*prints)) == 0)) {
        return true;
    }
    if (JAC_LIKELY(n <= JAC_CHECK_PAIRS)) {
        for (i = 1; i < n; i++) {
            const uint32_t print = prints[i];

            for (j = 0; j < i; j++) same |= prints[j] == print;
        }
        if (JAC_LIKELY(!same)) {
            check->known_size[slot] = (uint8_t)n;
            memcpy(known, prints, n * sizeof(*prints));
            return true;
        }
    }
    return jac_key_check_many(check, prints, check->texts + from, n, fault);
}

#endif
