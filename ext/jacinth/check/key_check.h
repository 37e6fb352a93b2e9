/*
 * Finds duplicate keys of objects without making Strings: each key has a
 * 32-bit hash, which is the same for equal keys.
 *
 * Objects of one kind have the same keys. A tree remembers them: a node is a
 * key that comes after the keys of the nodes above it, and all of their hashes
 * differ. An object that follows the tree has no duplicate key, and none of its
 * keys is stored. When an object leaves the tree, the keys of its path are
 * stored, and so is each key after them. Before a key is scanned, it is
 * compared with the two keys that came last at this node.
 *
 *   [{"id": 1, "user": {"name": "x"}}, {"id": 2, "text": "y"}]
 *
 *   (outermost objects) - "id" - "user"
 *                             \- "text"
 *   (objects in those)  - "name"
 */
#ifndef JAC_KEY_CHECK_H
#define JAC_KEY_CHECK_H

#include "core/expected_key.h"
#include "parse/token_check.h"

enum {
    JAC_CHECK_OBJECTS = 64, /* open objects in memory on the C stack */
    JAC_CHECK_KEYS = 256,   /* stored keys in memory on the C stack */
    JAC_CHECK_PAIRS = 48,   /* the most keys that are compared pair by pair */
    JAC_CHECK_TEXT = 48,    /* the longest key of a node, with its quote */
    JAC_CHECK_ROOTS = 8,    /* nodes before an object's first key, by depth */
    JAC_CHECK_OFF = 8,      /* the node of an object that has left the tree */
    JAC_CHECK_NODES = 512,  /* including roots and JAC_CHECK_OFF */
    JAC_CHECK_SLOT_BITS = 9,
    JAC_CHECK_SLOTS = 1 << JAC_CHECK_SLOT_BITS,
    JAC_CHECK_UNIQUE = 16 /* remembered key sets without duplicates */
};

typedef struct {
    const uint8_t *start;
    size_t keys;   /* stored keys of the objects around it */
    uint16_t node; /* the node of the object around it */
} jac_open_object_t;

typedef struct {
    const uint8_t *text;  /* in the source, with the closing quote */
    uint64_t first, mask; /* as for jac_key_at() */
    uint32_t hash;
    uint8_t size;  /* in bytes, with the quote */
    uint8_t depth; /* number of keys up to this one */
    uint16_t parent;
    uint16_t next, other; /* the two nodes last found after this one, or 0 */
} jac_check_node_t;

/* The stored keys of all open objects, and the tree. Kept on the C stack,
   with the Strings that own the memory beyond the arrays in the struct. */
typedef struct {
    jac_parser_t *parser;
    jac_open_object_t *objects;
    const uint8_t **texts; /* of the stored keys */
    uint32_t *hashes;      /* of the same keys */
    size_t depth, depth_capa, count, capa, nodes_count;
    unsigned node;
    VALUE objects_held, texts_held, hashes_held;
    /* Hashes of objects without duplicate keys. */
    uint8_t unique_size[JAC_CHECK_UNIQUE];
    uint32_t unique[JAC_CHECK_UNIQUE][JAC_CHECK_PAIRS];
    jac_open_object_t objects_here[JAC_CHECK_OBJECTS];
    const uint8_t *texts_here[JAC_CHECK_KEYS];
    uint32_t hashes_here[JAC_CHECK_KEYS];
    uint32_t path[JAC_CHECK_PAIRS]; /* hashes of the path to node `there` */
    unsigned there;
    uint16_t slots[JAC_CHECK_SLOTS]; /* nodes by parent and hash; or 0 */
    jac_check_node_t nodes[JAC_CHECK_NODES];
    uint64_t bits[JAC_CHECK_NODES]; /* bit set of the hashes up to the node */
} jac_key_check_t;

void jac_key_check_init(jac_key_check_t *check, jac_parser_t *parser);

void jac_key_check_grow_objects(jac_key_check_t *check);
void jac_key_check_grow_keys(jac_key_check_t *check);

/* Called when the innermost object leaves the tree. Stores its keys so far. */
void jac_key_check_leave(jac_key_check_t *check);

/* Returns the hash of a key with escapes: that of the decoded text. */
uint32_t jac_key_check_decoded(const jac_key_check_t *check, const uint8_t *s,
                               const uint8_t *quote);

/*
 * Returns the node of the key s after the innermost object's node. `size`
 * includes the quote. Makes the node if its hash differs from those of the
 * object's other keys and the tree is not full. Otherwise returns
 * JAC_CHECK_OFF.
 */
unsigned jac_key_check_step(jac_key_check_t *check, const uint8_t *s,
                            size_t size, uint32_t hash);

/* True if the stored keys of an object all differ. Called at its end. */
bool jac_key_check_stored(jac_key_check_t *check,
                          const jac_open_object_t *object, jac_fault_t *fault);

/* Returns a hash of which the upper bits should be used: the lower ones do not
   depend on the last bytes of the key. */
JAC_INLINE uint32_t
jac_key_text_hash(const uint8_t *s, size_t n)
{
    const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t word;
    size_t i;

    if (n >= 8) {
        word = jac_load64(s) * factor ^ jac_load64(s + n - 8);
        for (i = 8; JAC_UNLIKELY(i + 8 < n); i += 8) {
            word = (word ^ word >> 29) * factor ^ jac_load64(s + i);
        }
    }
    else {
        word = jac_load64_part(s, n);
    }
    return (uint32_t)((word + n * factor) * UINT64_C(0xD6E8FEB86659FD93) >> 32);
}

JAC_INLINE void
jac_key_check_open(jac_key_check_t *check, const uint8_t *p)
{
    const size_t depth = check->depth;
    jac_open_object_t *object;

    if (JAC_UNLIKELY(depth == check->depth_capa)) {
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

/* True if s is the key of the node. s[0..JAC_CHECK_TEXT) must be readable. */
JAC_INLINE bool
jac_check_node_is(const jac_check_node_t *node, const uint8_t *s)
{
    return jac_key_at(s, SIZE_MAX, node->text, node->size, node->first,
                      node->mask);
}

/*
 * If the key s is one of the two keys that followed the current node last,
 * moves the innermost object to the node of that key, and returns the key's
 * closing quote. Returns NULL otherwise. s[0..JAC_CHECK_TEXT) must be readable.
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

JAC_INLINE void
jac_key_check_store(jac_key_check_t *check, const uint8_t *s,
                    const uint8_t *quote, bool escaped)
{
    const size_t n = (size_t)(quote - s);
    const uint32_t hash = JAC_UNLIKELY(escaped)
                              ? jac_key_check_decoded(check, s, quote)
                              : jac_key_text_hash(s, n);

    if (JAC_LIKELY(check->node != JAC_CHECK_OFF)) {
        if (JAC_LIKELY(n < JAC_CHECK_TEXT && !escaped)) {
            const unsigned node = jac_key_check_step(check, s, n + 1, hash);

            if (JAC_LIKELY(node != JAC_CHECK_OFF)) {
                check->node = node;
                return;
            }
        }
        jac_key_check_leave(check);
    }
    if (JAC_UNLIKELY(check->count == check->capa)) {
        jac_key_check_grow_keys(check);
    }
    check->texts[check->count] = s;
    check->hashes[check->count++] = hash;
}

/* Ends the innermost object. Returns false, with *fault set, if it has a
   duplicate key. Takes time linear in the number of its keys. */
JAC_INLINE bool
jac_key_check_close(jac_key_check_t *check, jac_fault_t *fault)
{
    const jac_open_object_t *object = &check->objects[--check->depth];
    const bool followed = check->node != JAC_CHECK_OFF;

    check->node = object->node;
    return JAC_LIKELY(followed) || jac_key_check_stored(check, object, fault);
}

#endif
