#include "writer/key_tree.h"

static bool
same_text(const jac_tree_node_t *node, const uint8_t *text, size_t size)
{
    return node->size == size && memcmp(node->text, text, size) == 0;
}

static bool
on_path(const jac_key_tree_t *tree, unsigned node, const uint8_t *text,
        size_t size)
{
    for (; node != JAC_TREE_ROOT; node = tree->nodes[node].parent) {
        if (same_text(&tree->nodes[node], text, size)) return true;
    }
    return false;
}

static void
grow(jac_key_tree_t *tree)
{
    const size_t capa = tree->capa ? 2 * tree->capa : 16;

    if (tree->count < tree->capa || tree->count == JAC_TREE_NODES) return;
    REALLOC_N(tree->nodes, jac_tree_node_t, capa);
    tree->capa = capa;
    if (tree->count == 0) {
        memset(&tree->nodes[JAC_TREE_ROOT], 0, sizeof(*tree->nodes));
        tree->nodes[JAC_TREE_ROOT].key = Qundef; /* no key: Qfalse could be
                                                    one */
        tree->count = 1;
    }
}

static void
put_first(jac_tree_node_t *nodes, unsigned node, unsigned before,
          unsigned child)
{
    if (before == JAC_TREE_NONE) return;
    nodes[before].sibling = nodes[child].sibling;
    nodes[child].sibling = nodes[node].child;
    nodes[node].child = (uint16_t)child;
}

unsigned
jac_tree_add(jac_key_tree_t *tree, unsigned node, VALUE key,
             const uint8_t *text, size_t size, bool non_ascii, bool distinct)
{
    unsigned child, before = JAC_TREE_NONE, children = 0;
    jac_tree_node_t *nodes;

    if (size > JAC_TREE_TEXT) return JAC_TREE_OFF;
    grow(tree);
    nodes = tree->nodes;
    for (child = nodes[node].child; child != JAC_TREE_NONE;
         before = child, child = nodes[child].sibling, children++) {
        if (same_text(&nodes[child], text, size)) {
            if (key != Qundef) {
                nodes[child].key = key;
                JAC_SHADOW_KEEP(&nodes[child].shadow, key);
                nodes[child].non_ascii = non_ascii;
            }
            put_first(nodes, node, before, child);
            return child;
        }
    }
    if (distinct && on_path(tree, node, text, size)) return JAC_TREE_DUPLICATE;
    if (children == JAC_TREE_CHILDREN || tree->count == JAC_TREE_NODES ||
        nodes[node].depth == JAC_TREE_DEPTH) {
        return JAC_TREE_OFF;
    }
    child = (unsigned)tree->count++;
    nodes[child].key = key;
    JAC_SHADOW_KEEP(&nodes[child].shadow, key);
    nodes[child].child = JAC_TREE_NONE;
    nodes[child].sibling = nodes[node].child;
    nodes[child].parent = (uint16_t)node;
    nodes[child].depth = (uint8_t)(nodes[node].depth + 1);
    nodes[child].size = (uint8_t)size;
    nodes[child].non_ascii = non_ascii;
    memset(nodes[child].text, 0, JAC_TREE_TEXT);
    memcpy(nodes[child].text, text, size);
    nodes[node].child = (uint16_t)child;
    return child;
}

unsigned
jac_tree_path(const jac_key_tree_t *tree, unsigned node,
              const jac_tree_node_t *path[JAC_TREE_DEPTH])
{
    const unsigned count = tree->nodes == NULL ? 0 : tree->nodes[node].depth;
    unsigned i;

    for (i = count; i-- > 0; node = tree->nodes[node].parent) {
        path[i] = &tree->nodes[node];
    }
    return count;
}

void
jac_tree_mark(const jac_key_tree_t *tree)
{
    size_t i;

    for (i = 0; i < tree->count; i++) rb_gc_mark(tree->nodes[i].key);
}
