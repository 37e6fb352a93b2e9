/*
 * A tree of the key sequences of a document's objects: a node is a key that
 * comes after the keys of the nodes above it.
 *
 *   (root) -- "id" -- "name" -- "tags"
 *         \       \-- "email"
 *          \- "street" -- "zip"
 *
 * The objects of a document have few sequences of keys. An object that follows
 * the tree needs no search for duplicate keys, since all keys on a path differ.
 * A key that is the same object as a node's key is written by copying the text
 * of the node.
 *
 * The keys are kept alive and pinned by the owner of the tree, which marks
 * them. The text is never invalidated: a key is a frozen String or a Symbol,
 * and the owner's options never change.
 */
#ifndef JAC_KEY_TREE_H
#define JAC_KEY_TREE_H

#include "ruby/shadow.h"

enum {
    JAC_TREE_TEXT = 32,    /* the longest text of a node, with its quotes */
    JAC_TREE_CHILDREN = 4, /* the most children of a node */
    JAC_TREE_DEPTH = 64,   /* the most keys of a path */
    JAC_TREE_NODES = 256,  /* the most nodes, including the root */
    JAC_TREE_ROOT = 0,     /* before an object's first key */
    JAC_TREE_NONE = 0,     /* no node, as a child */
    JAC_TREE_DUPLICATE = 0xFFFE, /* a key that is already on the path */
    JAC_TREE_OFF = 0xFFFF        /* an object whose keys are not in the tree */
};

typedef struct {
    VALUE key;      /* the object last written as this key, or Qundef */
    uint16_t child; /* the child found last, or JAC_TREE_NONE */
    uint16_t sibling, parent;
    uint8_t depth, size; /* of the text */
    bool non_ascii;      /* a byte of the text is >= 0x80 */
    uint8_t text[JAC_TREE_TEXT];
#ifdef JACINTH_DEBUG
    jac_shadow_t shadow; /* of the key */
#endif
} jac_tree_node_t;

/* Must be zeroed first. */
typedef struct {
    jac_tree_node_t *nodes; /* the root at 0; or NULL */
    size_t count, capa;
} jac_key_tree_t;

/*
 * Returns the child of `node` for the key `text`, which includes the quotes.
 * Makes it if the tree is not full; otherwise returns JAC_TREE_OFF. `key` is
 * the object with this text, or Qundef. With `distinct`, returns
 * JAC_TREE_DUPLICATE if the text is already on the path to `node`. Raises
 * NoMemoryError, with nothing changed.
 */
unsigned jac_tree_add(jac_key_tree_t *tree, unsigned node, VALUE key,
                      const uint8_t *text, size_t size, bool non_ascii,
                      bool distinct);

/* Stores the nodes on the path to `node`, and returns their number. */
unsigned jac_tree_path(const jac_key_tree_t *tree, unsigned node,
                       const jac_tree_node_t *path[JAC_TREE_DEPTH]);

void jac_tree_mark(const jac_key_tree_t *tree);

/* Returns the child of `node` found last if its key is this object, or
   JAC_TREE_NONE. The tree must have nodes. */
JAC_INLINE unsigned
jac_tree_next(const jac_key_tree_t *tree, unsigned node, VALUE key)
{
    const unsigned child = tree->nodes[node].child;

    if (JAC_UNLIKELY(tree->nodes[child].key != key)) return JAC_TREE_NONE;
    JAC_SHADOW_CHECK(&tree->nodes[child].shadow, key, "a Writer's keys");
    return child;
}

#endif
