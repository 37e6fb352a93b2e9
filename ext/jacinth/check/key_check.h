/*
 * Whether an object has a key twice, found out without making Strings of keys:
 * by a print of each key, a number that equal keys share.
 *
 * Objects of one kind have the same keys. These are remembered as a tree, where
 * a node is a key behind those of the nodes above it, all of different prints:
 * an object that goes down the tree has no key twice, and nothing is noted of
 * its keys. One that leaves the tree gets those of the nodes above it. The keys
 * that came next before are compared with the source before that is looked at
 * for the key's end.
 *
 *   [{"id": 1, "user": {"name": "x"}}, {"id": 2, "text": "y"}]
 *
 *   (outermost objects) - "id" - "user"
 *                             \- "text"
 *   (objects in those)  - "name"
 */
#ifndef JAC_KEY_CHECK_H
#define JAC_KEY_CHECK_H

#include "core/bits.h"
#include "parse/token_check.h"

enum {
    JAC_CHECK_OBJECTS = 64, /* open objects, and */
    JAC_CHECK_KEYS = 256,   /* their keys, for which the C stack has room */
    JAC_CHECK_PAIRS = 48,   /* up to so many keys, each meets each */
    JAC_CHECK_TEXT = 48,    /* of a node, the longest key with its quote */
    JAC_CHECK_ROOTS = 8,    /* the first nodes: before an object's first key,
                               by its depth */
    JAC_CHECK_OFF = 8,      /* where an object has left the tree */
    JAC_CHECK_NODES = 512,  /* those of no key included */
    JAC_CHECK_SLOTS = 512,  /* a power of two */
    JAC_CHECK_KNOWN = 16    /* rows of prints that were found all different */
};

/* An object that is open. */
typedef struct {
    const uint8_t *start;
    size_t keys;   /* how many are noted below its own */
    uint16_t node; /* where the object around it stands in the tree */
} jac_open_object_t;

/* A key of the tree. */
typedef struct {
    const uint8_t *text; /* where it was first, a quote behind it */
    uint64_t first;      /* its first 8 bytes, as jac_load64 has them */
    uint64_t last;       /* its last 8, where it has so many */
    uint32_t print;
    uint8_t size;         /* bytes, as all of these with the quote */
    uint8_t shift;        /* in bits, of a word: leaves the bytes it has */
    uint8_t depth;        /* keys up to it: 0 before the first one */
    uint16_t parent;      /* before it */
    uint16_t next, other; /* the two found last behind it, or 0 */
} jac_check_node_t;

/*
 * The keys of all open objects that have left the tree, one after the other. It
 * lies on the C stack, and so do its Strings' addresses, which keep what is too
 * much for that.
 */
typedef struct {
    jac_parser_t *parser;
    jac_open_object_t *objects;
    const uint8_t **texts; /* where each key begins, and */
    uint32_t *prints;      /* its print */
    size_t depth, depth_room, count, room, nodes_count;
    unsigned node; /* where the innermost object stands in the tree */
    VALUE objects_held, texts_held, prints_held;
    /* Objects of one kind have the same keys: these need no second look. */
    uint8_t known_size[JAC_CHECK_KNOWN];
    uint32_t known[JAC_CHECK_KNOWN][JAC_CHECK_PAIRS];
    jac_open_object_t objects_here[JAC_CHECK_OBJECTS];
    const uint8_t *texts_here[JAC_CHECK_KEYS];
    uint32_t prints_here[JAC_CHECK_KEYS];
    uint32_t way[JAC_CHECK_PAIRS]; /* prints on the way to the node `there` */
    unsigned there;
    uint16_t slots[JAC_CHECK_SLOTS]; /* nodes by parent and print; or 0 */
    jac_check_node_t nodes[JAC_CHECK_NODES];
    uint64_t bits[JAC_CHECK_NODES]; /* one for the print of each key up to it */
} jac_key_check_t;

void jac_key_check_init(jac_key_check_t *check, jac_parser_t *parser);

void jac_key_check_grow_objects(jac_key_check_t *check);
void jac_key_check_grow_keys(jac_key_check_t *check);

/* The innermost object leaves the tree: its keys so far are noted. */
void jac_key_check_leave(jac_key_check_t *check);

/* As jac_key_print, of a key with escapes. */
uint32_t jac_key_check_decoded(const jac_key_check_t *check, const uint8_t *s,
                               const uint8_t *quote);

unsigned jac_key_check_step(jac_key_check_t *check, const uint8_t *s,
                            size_t size, uint32_t print);

/* Whether the keys noted of the object, which ends, all differ. */
bool jac_key_check_noted(jac_key_check_t *check,
                         const jac_open_object_t *object, jac_fault_t *fault);

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
    const size_t depth = check->depth;
    jac_open_object_t *object;

    if (JAC_UNLIKELY(depth == check->depth_room)) {
        jac_key_check_grow_objects(check);
    }
    object = &check->objects[depth];
    object->start = p;
    object->node = (uint16_t)check->node;
    object->keys = check->count;
    check->depth = depth + 1;
    check->node =
        depth < JAC_CHECK_ROOTS ? (unsigned)depth : JAC_CHECK_ROOTS - 1;
}

/* Whether the key s is the node's. s[0..JAC_CHECK_TEXT) can be read. */
JAC_INLINE bool
jac_check_node_is(const jac_check_node_t *node, const uint8_t *s)
{
    const size_t n = node->size;

    if ((jac_load64(s) ^ node->first) << node->shift != 0) return false;
    if (n <= 8) return true;
    if (jac_load64(s + n - 8) != node->last) return false;
    if (n <= 16) return true;
    if (n > 32) return memcmp(s + 8, node->text + 8, n - 16) == 0;
    return ((jac_load64(s + 8) ^ jac_load64(node->text + 8)) |
            (jac_load64(s + n - 16) ^ jac_load64(node->text + n - 16))) == 0;
}

/*
 * The closing quote of the key s, where it is one that is expected next: then
 * the innermost object has it. Else NULL. s[0..JAC_CHECK_TEXT) can be read.
 */
JAC_INLINE const uint8_t *
jac_key_check_follow(jac_key_check_t *check, const uint8_t *s)
{
    const jac_check_node_t *const nodes = check->nodes;
    unsigned next = nodes[check->node].next;

    if (JAC_UNLIKELY(next == 0)) return NULL;
    if (JAC_UNLIKELY(!jac_check_node_is(&nodes[next], s))) {
        next = nodes[check->node].other;
        if (next == 0 || !jac_check_node_is(&nodes[next], s)) return NULL;
    }
    check->node = next;
    return s + nodes[next].size - 1;
}

/* The innermost object has the key s[0..quote), which was not followed. */
JAC_INLINE void
jac_key_check_note(jac_key_check_t *check, const uint8_t *s,
                   const uint8_t *quote, bool escaped)
{
    const size_t n = (size_t)(quote - s);
    const uint32_t print = JAC_UNLIKELY(escaped)
                               ? jac_key_check_decoded(check, s, quote)
                               : jac_key_print(s, n);

    if (JAC_LIKELY(check->node != JAC_CHECK_OFF)) {
        if (JAC_LIKELY(n < JAC_CHECK_TEXT && !escaped)) {
            const unsigned node = jac_key_check_step(check, s, n + 1, print);

            if (JAC_LIKELY(node != JAC_CHECK_OFF)) {
                check->node = node;
                return;
            }
        }
        jac_key_check_leave(check);
    }
    if (JAC_UNLIKELY(check->count == check->room)) {
        jac_key_check_grow_keys(check);
    }
    check->texts[check->count] = s;
    check->prints[check->count++] = print;
}

/*
 * The innermost object ends: false, and the fault, where two of its keys are
 * equal. Takes time linear in their number, on the whole.
 */
JAC_INLINE bool
jac_key_check_close(jac_key_check_t *check, jac_fault_t *fault)
{
    const jac_open_object_t *object = &check->objects[--check->depth];
    const bool followed = check->node != JAC_CHECK_OFF;

    check->node = object->node;
    return JAC_LIKELY(followed) || jac_key_check_noted(check, object, fault);
}

#endif
