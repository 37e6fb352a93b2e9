/*
 * Shapes: the key sequences of objects seen before, as a tree. Walking the
 * tree along an object's keys, each step compares the source's bytes with the
 * key that is expected next; no key is hashed. The node where an object ends
 * holds a template Hash with just those keys.
 *
 *   {"id": 1, "name": "x"}             root -- id -- name *
 *   {"id": 2, "name": "y", "at": 3}              |     +--- at *
 *   {"id": 4, "at": 5}                           +--- at *
 *
 * Bounded: JAC_NODES_BASE nodes are learned on credit that objects found again
 * earn back, so that documents which never repeat soon cost nothing. Up to
 * JAC_NODES_MAX the tree grows as what it holds is found again: a document of
 * ever other keys that is read time and again ends up in it whole.
 *
 * docs/shapes.md has the whole picture.
 */
#ifndef JAC_SHAPE_H
#define JAC_SHAPE_H

#include "ruby/compat.h"
#include "parse/key_cache.h"

#define JAC_NODE_ROOT UINT32_C(0)          /* an object without a key yet */
#define JAC_NODE_NONE UINT32_C(0xFFFFFFFF) /* the object left the tree */

enum {
    JAC_NODES_BASE = 4096,
    JAC_NODES_MAX = 65536,  /* so that a depth fits in 16 bits */
    JAC_NODE_TEXT = 64,     /* bytes of a key with its closing quote */
    JAC_FIRST_LISTS = 16384 /* a power of two: the lists are short */
};

/*
 * Alive and in place: the session's shapes_object marks keys and templates,
 * which pins them. Stale: keys never (key_cache.h); a template is frozen and
 * shown to nobody (it is found by ObjectSpace, but cannot be changed). Indices
 * are good until jac_shapes_settle, which may forget all: a frame that outlives
 * its session drops its own (stream/chunked.c). A pointer to a node is good
 * until
 * the next one is learned.
 */
typedef struct {
    uint8_t text[JAC_NODE_TEXT]; /* the key's bytes, '"', zeros */
    uint64_t mask;               /* which of the first eight bytes are text */
    VALUE key[2];                /* as String, as Symbol (0 before asked for) */
    VALUE template[2];           /* for keys as String, as Symbol; or 0 */
    uint32_t child;              /* the likeliest key after this one, or 0 */
    uint32_t sibling; /* the next likeliest key in place of this one, or 0; of
                          a first key, the next in its list */
    uint32_t object;  /* the first key of the objects that are values of this
                          key, or in an Array that is; or 0 */
    uint32_t parse;   /* the one that learned it or earned by it last */
    uint16_t depth;   /* how many keys lead here */
    uint8_t length;   /* of text, with the quote */
    uint8_t children;
    uint8_t seen[2]; /* objects that ended here before there was a template */
    bool plain;      /* no template: duplicate keys, or not provable */
    bool rare;       /* not of the base: it was earned */
#ifdef JACINTH_DEBUG
    jac_shadow_t key_shadow[2], template_shadow[2];
#endif
} jac_node_t;

typedef struct {
    jac_node_t *nodes; /* nodes[0] is the root */
    uint32_t count, capa;
    uint32_t base;      /* nodes of the base */
    uint32_t pairs;     /* in all templates */
    uint32_t parse;     /* counts them */
    uint32_t credit;    /* nodes of the base that may still be learned */
    uint32_t earned;    /* nodes, of the base or beyond */
    uint32_t hit, lost; /* objects found, objects that left the tree */
    uint32_t found;     /* nodes found again, counted at objects' ends */
    uint32_t pressure;  /* parses in a row that the tree did not serve */
    uint32_t strays;    /* objects of theirs that left it */
    /* The root's children by their keys' hash. */
    uint32_t first[JAC_FIRST_LISTS];
} jac_shapes_t;

/* Makes room for the root. shapes is all zeros. */
void jac_shapes_init(jac_shapes_t *shapes);
void jac_shapes_free(jac_shapes_t *shapes);
void jac_shapes_mark(const jac_shapes_t *shapes);
size_t jac_shapes_memsize(const jac_shapes_t *shapes);

/*
 * After each parse: credit for the next. Forgets everything when the tree is
 * full and several parses have found little of theirs in it.
 */
void jac_shapes_settle(jac_shapes_t *shapes);

/*
 * The node of the first key s[0..n), by its hash (jac_key_hash); or 0. Bytes
 * are compared: no other table need know the key.
 */
uint32_t jac_shapes_first(const jac_shapes_t *shapes, uint64_t hash,
                          const uint8_t *s, size_t n);

/* Whether a rare key that is new after `node` may be learned. */
bool jac_shapes_may_learn(jac_shapes_t *shapes, uint32_t node);

/*
 * The node for `key` (whose text is s; rare: the key cache did not know it)
 * after `node`, learned where there is credit; JAC_NODE_NONE otherwise. owner
 * marks the shapes. May move shapes->nodes.
 */
uint32_t jac_shapes_next(jac_shapes_t *shapes, VALUE owner, uint32_t node,
                         const jac_key_t *key, bool rare, const uint8_t *s);

/*
 * An object of shapes->nodes[node].depth pairs ended at the node, which has
 * no template for its keys: makes one the second time.
 */
void jac_shapes_learn(jac_shapes_t *shapes, VALUE owner, uint32_t node,
                      bool symbols, const VALUE *pairs);

/* The node was come to again: once a parse, for the nodes that lead to it. */
JAC_INLINE void
jac_shapes_earn(jac_shapes_t *shapes, jac_node_t *node)
{
    if (JAC_LIKELY(node->parse == shapes->parse)) return;
    node->parse = shapes->parse;
    shapes->found += node->depth;
    shapes->earned += node->depth;
}

/* An object with a template ended at the node. */
JAC_INLINE void
jac_shapes_hit(jac_shapes_t *shapes, jac_node_t *node)
{
    shapes->hit++;
    if (shapes->credit < JAC_NODES_BASE) shapes->credit++;
    jac_shapes_earn(shapes, node);
}

/*
 * Whether the source continues with the node's key and its closing quote;
 * left >= 0 bytes may be read.
 */
JAC_INLINE bool
jac_node_matches(const jac_node_t *node, const uint8_t *p, size_t left)
{
    uint64_t a, b;
    size_t i;

    if (JAC_UNLIKELY(left < 8)) {
        return left >= node->length && memcmp(p, node->text, node->length) == 0;
    }
    memcpy(&a, p, 8);
    memcpy(&b, node->text, 8);
    if (((a ^ b) & node->mask) != 0) return false;
    if (node->length <= 8) return true;
    if (JAC_UNLIKELY(left < node->length)) return false;
    /* Words at 8, 16, ...; the last one ends at length and may overlap. */
    for (i = 8; i + 8 < node->length; i += 8) {
        memcpy(&a, p + i, 8);
        memcpy(&b, node->text + i, 8);
        if (a != b) return false;
    }
    memcpy(&a, p + node->length - 8, 8);
    memcpy(&b, node->text + node->length - 8, 8);
    return a == b;
}

#endif
