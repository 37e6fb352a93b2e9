/*
 * The keys with which the objects of a document began so far, as a tree: a node
 * is a key, behind those of the nodes above it.
 *
 *   (root) -- "id" -- "name" -- "tags"
 *         \       \-- "email"
 *          \- "street" -- "zip"
 *
 * Objects of a document have few sequences of keys. One whose keys go down the
 * tree needs no search for a key that comes twice, as all keys on a way from
 * the root differ in their text; and a key that is the very object of a node
 * is written by copying the node's text.
 *
 * Who keeps a node's key alive, and in place: whoever owns the tree marks the
 * keys of all nodes with rb_gc_mark, which pins. What makes its text stale:
 * nothing, for only a frozen String or a Symbol stands there, with its own text
 * as the owner's options write it, which never change.
 */
#ifndef JAC_KEY_TREE_H
#define JAC_KEY_TREE_H

#include "ruby/shadow.h"

enum {
    JAC_TREE_TEXT = 32,      /* the longest text of a node, with its quotes */
    JAC_TREE_CHILDREN = 4,   /* of one node */
    JAC_TREE_DEPTH = 64,     /* keys on a way from the root */
    JAC_TREE_NODES = 256,    /* of one tree, the root included */
    JAC_TREE_ROOT = 0,       /* before an object's first key */
    JAC_TREE_NONE = 0,       /* in the place of a node below the root */
    JAC_TREE_TWICE = 0xFFFE, /* a key that is on the way already */
    JAC_TREE_OFF = 0xFFFF    /* an object whose keys are not in the tree */
};

typedef struct {
    VALUE key;      /* the object that was written last as this, or Qundef */
    uint16_t child; /* the one found last, or JAC_TREE_NONE */
    uint16_t sibling, parent;
    uint8_t depth, size; /* of the text */
    bool non_ascii;      /* a byte of the text is >= 0x80 */
    uint8_t text[JAC_TREE_TEXT];
#ifdef JACINTH_DEBUG
    jac_shadow_t shadow; /* of the key */
#endif
} jac_tree_node_t;

/* All zero at first. */
typedef struct {
    jac_tree_node_t *nodes; /* the root at 0; or NULL */
    size_t count, room;
} jac_key_tree_t;

/*
 * The node of the key `text`, quotes included, behind `node`, made where there
 * is room for it. `key` is the object that it is the text of, or Qundef. With
 * `distinct`, JAC_TREE_TWICE where the text is on the way to `node` already.
 * JAC_TREE_OFF where it is not and the tree cannot take it. Raises
 * NoMemoryError, with nothing changed.
 */
unsigned jac_tree_add(jac_key_tree_t *tree, unsigned node, VALUE key,
                      const uint8_t *text, size_t size, bool non_ascii,
                      bool distinct);

/* The nodes on the way to `node`, from the first key on: their number. */
unsigned jac_tree_path(const jac_key_tree_t *tree, unsigned node,
                       const jac_tree_node_t *path[JAC_TREE_DEPTH]);

void jac_tree_mark(const jac_key_tree_t *tree);

/*
 * The node behind `node`, of a tree that has one, whose key is this object; or
 * JAC_TREE_NONE.
 */
JAC_INLINE unsigned
jac_tree_next(const jac_key_tree_t *tree, unsigned node, VALUE key)
{
    const unsigned child = tree->nodes[node].child;

    if (JAC_UNLIKELY(tree->nodes[child].key != key)) return JAC_TREE_NONE;
    JAC_SHADOW_CHECK(&tree->nodes[child].shadow, key, "a Writer's keys");
    return child;
}

#endif
