/*
 * Shapes: a tree of the key sequences of objects seen before. For each key of
 * an object, the parser compares the source with the key that the tree expects
 * next, and hashes no key. The node at which an object ends holds a template
 * Hash with these keys.
 *
 *   {"id": 1, "name": "x"}             root -- id -- name *
 *   {"id": 2, "name": "y", "at": 3}              |     +--- at *
 *   {"id": 4, "at": 5}                           +--- at *
 *
 * In some documents nearly each object has a new order of keys, or lacks other
 * members. The tree would have a branch for each: more memory than the
 * processor's caches hold, for objects that are hardly found again. The place
 * of such objects, the value of a key or an element of its Array, is varied:
 * each key has one node there. These nodes are chained: a node's child is the
 * key that followed it last, whatever was before it, and no node has a
 * template.
 *
 * Bounded: up to JAC_NODES_BASE nodes are learned from a credit. Each object
 * that the tree finds again adds to the credit, so documents that never repeat
 * soon stop costing time. Beyond that, up to JAC_NODES_MAX, nodes are learned
 * as others are found again: a document with many different keys that is read
 * repeatedly is learned completely.
 *
 * docs/internals/shapes.md explains how objects are read.
 */
#ifndef JAC_SHAPE_H
#define JAC_SHAPE_H

#include "core/expected_key.h"
#include "ruby/compat.h"
#include "parse/key_cache.h"

#define JAC_NODE_ROOT UINT32_C(0)
#define JAC_NODE_NONE UINT32_C(0xFFFFFFFF) /* the object left the tree */

enum {
    JAC_NODES_BASE = 4096,
    JAC_NODES_MAX = 65536,  /* a depth fits in 16 bits */
    JAC_CHAIN_MAX = 512,    /* chained nodes */
    JAC_ORDERS_FROM = 128,  /* orders count after so many objects of a parse */
    JAC_NODE_TEXT = 64,     /* bytes of a key, with its quote, in its node */
    JAC_FIRST_LISTS = 16384 /* lists of first keys: a power of two */
};

/*
 * Keys and templates are kept alive and pinned by the session's shapes_object,
 * which marks them. Keys are never invalidated (key_cache.h). A template is
 * frozen, and only ObjectSpace shows it. Indices are valid until
 * jac_shapes_settle(), which can clear the tree; frames that outlive their
 * session drop their index (stream/chunked.c). A pointer to a node is valid
 * until the next node is learned.
 */
typedef struct {
    /* the key's bytes, '"', zeros; of a longer key, its first bytes */
    uint8_t text[JAC_NODE_TEXT];
    uint64_t mask;     /* selects its bytes among the first eight */
    VALUE key[2];      /* as String, as Symbol (0 until needed) */
    VALUE template[2]; /* for String keys, for Symbol keys; or 0 */
    uint32_t child;    /* the most likely next key, or 0 */
    uint32_t sibling;  /* an alternative to this key, or 0; for a first key, the
                         next one in its list */
    uint32_t object;   /* the first key of objects that are values of this key,
                         or elements of its Array; or 0 */
    uint32_t parse;    /* number of the last parse that learned or found it */
    uint16_t depth;    /* number of keys up to this one */
    uint8_t length;    /* bytes of text to compare */
    uint8_t children;
    uint8_t seen[2]; /* objects that ended here before it had a template */
    /* has no template: duplicate keys, or proof failed, or chained */
    bool no_template : 1;
    bool rare : 1;  /* not one of the base: learned for others found again */
    bool known : 1; /* its key was in the key cache before */
    bool chained : 1;
    /* the objects that are values of this key, or elements of its Array, are
       read by the chain */
    bool varied : 1;
#ifdef JACINTH_DEBUG
    jac_shadow_t key_shadow[2], template_shadow[2];
#endif
} jac_node_t;

typedef struct {
    jac_node_t *nodes; /* nodes[0] is the root */
    uint32_t count, capa;
    uint32_t base;
    uint32_t pairs;
    uint32_t parse;
    uint32_t credit;    /* base nodes that can still be learned */
    uint32_t earned;    /* nodes that can be learned for those found again */
    uint32_t hit, lost; /* objects found, objects that left the tree */
    uint32_t found;     /* nodes found again, counted at the ends of objects */
    uint32_t pressure;  /* consecutive parses that found little in the tree */
    uint32_t strays;    /* objects of these parses that left the tree */
    /* The place of most objects of this parse that were the first with their
       order of known keys, and how many more than of all other places (Boyer
       and Moore, MJRTY, 1981). */
    uint32_t place, orders;
    uint32_t chain; /* number of chained nodes */
    /* Objects that ended in the chain, and keys that it did not predict, until
       they are compared. */
    uint32_t chain_ends, chain_missed;
    /* The root's children, by the hash of their keys. */
    uint32_t first[JAC_FIRST_LISTS];
} jac_shapes_t;

/* Allocates the root. *shapes must be zeroed. */
void jac_shapes_init(jac_shapes_t *shapes);
void jac_shapes_free(jac_shapes_t *shapes);
void jac_shapes_mark(const jac_shapes_t *shapes);
size_t jac_shapes_memsize(const jac_shapes_t *shapes);

/* Called after each parse: renews the credit. Clears the tree if it is full
   and several parses have found little in it. */
void jac_shapes_settle(jac_shapes_t *shapes);

/* Returns the node of the first key s[0..n), by its hash (jac_key_hash), or
   0. The closing quote follows the key. Compares the bytes, so the key need not
   be in the key cache. */
uint32_t jac_shapes_first(const jac_shapes_t *shapes, uint64_t hash,
                          const uint8_t *s, size_t n);

/* True if a rare key that is new after `node` can be learned. */
bool jac_shapes_may_learn(jac_shapes_t *shapes, uint32_t node);

/*
 * Returns the node for `key` after `node`. Learns it if there is credit;
 * otherwise returns JAC_NODE_NONE. s: the text of the key, which the closing
 * quote follows. hint: the node of the object's place; if that is varied, the
 * key's node in the chain is returned. rare: the key was not in the key cache.
 * owner marks the shapes. Can move shapes->nodes.
 */
uint32_t jac_shapes_next(jac_shapes_t *shapes, VALUE owner, uint32_t node,
                         uint32_t hint, jac_key_t *key, bool rare,
                         const uint8_t *s);

/* Called when an object ends at a node without a template; it has
   shapes->nodes[node].depth pairs. Makes the template the second time. */
void jac_shapes_learn(jac_shapes_t *shapes, VALUE owner, uint32_t node,
                      bool symbols, const VALUE *pairs);

/* Counts an order of known keys that is new in this parse. The place `hint`
   becomes varied if most of its objects have new ones. */
void jac_shapes_note_order(jac_shapes_t *shapes, uint32_t hint);

/* Counts a node that was found again, and those before it, once per parse.
   Returns true the first time. */
JAC_INLINE bool
jac_shapes_earn(jac_shapes_t *shapes, jac_node_t *node)
{
    if (JAC_LIKELY(node->parse == shapes->parse)) return false;
    node->parse = shapes->parse;
    shapes->found += node->depth;
    shapes->earned += node->depth;
    return true;
}

/* Counts an object at the place `hint` that ends at the node. */
JAC_INLINE void
jac_shapes_hit(jac_shapes_t *shapes, jac_node_t *node, uint32_t hint)
{
    shapes->hit++;
    if (shapes->credit < JAC_NODES_BASE) shapes->credit++;
    if (jac_shapes_earn(shapes, node) &&
        JAC_UNLIKELY(shapes->hit > JAC_ORDERS_FROM) && node->known) {
        jac_shapes_note_order(shapes, hint);
    }
}

/* Like jac_node_match(), for a key that fills its node's text. Compares the
   whole String of the key. */
size_t jac_node_match_long(const jac_node_t *node, const uint8_t *p,
                           size_t left);

/* Returns the length of the node's key with its closing quote if the bytes at p
   are these, otherwise 0. `left` bytes can be read. */
JAC_INLINE size_t
jac_node_match(const jac_node_t *node, const uint8_t *p, size_t left)
{
    const size_t n = node->length;

    if (!jac_key_at(p, left, node->text, n, jac_load64(node->text),
                    node->mask)) {
        return 0;
    }
    return JAC_LIKELY(n < JAC_NODE_TEXT) ? n
                                         : jac_node_match_long(node, p, left);
}

#endif
