#include "document/pointer_tree.h"

/*
 * Returns the table's slot of a parent's child: it has that child or is empty.
 * The hash has a seed, so that no names can be chosen to share a slot.
 */
static jac_pointer_node_t **
slot_of(const jac_pointer_tree_t *tree, const jac_pointer_node_t *parent,
        const uint8_t *name, size_t n)
{
    const size_t place = (size_t)(parent - tree->root);
    uint64_t hash = (uint64_t)rb_memhash(name, (long)n);
    size_t i;

    hash = (hash ^ place) * UINT64_C(0x9E3779B97F4A7C15);
    for (i = (size_t)(hash >> 32) & tree->mask; tree->table[i] != NULL;
         i = (i + 1) & tree->mask) {
        const jac_pointer_node_t *node = tree->table[i];

        if (node->parent == parent && node->step->size == n &&
            memcmp(node->step->name, name, n) == 0) {
            break;
        }
    }
    return &tree->table[i];
}

jac_pointer_node_t *
jac_pointer_node_named(const jac_pointer_tree_t *tree,
                       const jac_pointer_node_t *node, const uint8_t *name,
                       size_t n)
{
    return *slot_of(tree, node, name, n);
}

jac_pointer_node_t *
jac_pointer_node_indexed(const jac_pointer_tree_t *tree,
                         const jac_pointer_node_t *node, size_t index)
{
    char name[24];
    const int n = snprintf(name, sizeof(name), "%" PRIuSIZE, index);

    return jac_pointer_node_named(tree, node, (const uint8_t *)name, (size_t)n);
}

/* Returns the child for this step, or NULL. *slot is its slot of the table. */
static jac_pointer_node_t *
find(const jac_pointer_tree_t *tree, const jac_pointer_node_t *node,
     const jac_step_t *step, jac_pointer_node_t ***slot)
{
    jac_pointer_node_t *child = node->child;

    if (step->any) return node->any;
    if (tree->table != NULL) {
        *slot = slot_of(tree, node, step->name, step->size);
        return **slot;
    }
    while (child != NULL &&
           (child->step->size != step->size ||
            memcmp(child->step->name, step->name, step->size) != 0)) {
        child = child->next;
    }
    return child;
}

static jac_pointer_node_t *
child_for(jac_pointer_tree_t *tree, jac_pointer_node_t *node,
          const jac_step_t *step)
{
    jac_pointer_node_t **slot = NULL;
    jac_pointer_node_t *child = find(tree, node, step, &slot);

    if (child != NULL) return child;
    child = &tree->root[tree->nodes++];
    child->step = step;
    child->parent = node;
    if (step->any) return node->any = child;
    child->number = node->children++;
    child->next = node->child;
    node->child = child;
    if (slot != NULL) *slot = child;
    if (step->index != JAC_NO_INDEX && step->index >= node->elements) {
        node->elements = step->index + 1;
    }
    return child;
}

static void
allocate(jac_pointer_tree_t *tree, size_t pointers, size_t nodes)
{
    size_t slots = 0;
    uint64_t size;

    if (pointers > JAC_POINTER_FEW) {
        for (slots = 64; slots < 2 * nodes; slots *= 2) continue;
    }
    size = nodes * (uint64_t)(sizeof(jac_pointer_node_t) +
                              sizeof(jac_pointer_node_t *)) +
           slots * (uint64_t)sizeof(jac_pointer_node_t *) +
           pointers * (uint64_t)sizeof(size_t);
    tree->memory = size > sizeof(tree->small) ? jac_memory_new(size) : 0;
    tree->root = tree->memory != 0
                     ? (jac_pointer_node_t *)RSTRING_PTR(tree->memory)
                     : (jac_pointer_node_t *)tree->small;
    memset(tree->root, 0, (size_t)size);
    tree->list = (jac_pointer_node_t **)(tree->root + nodes);
    tree->table = slots > 0 ? tree->list + nodes : NULL;
    tree->mask = slots - 1;
    tree->next_end = (size_t *)(tree->list + nodes + slots);
    tree->nodes = 1;
}

void
jac_pointer_tree_build(jac_pointer_tree_t *tree, const jac_pointers_t *set)
{
    size_t nodes = 1, i, j;

    for (i = 0; i < set->count; i++) nodes += set->pointers[i].count;
    allocate(tree, set->count, nodes);
    for (i = set->count; i-- > 0;) {
        const jac_pointer_t *pointer = &set->pointers[i];
        jac_pointer_node_t *node = tree->root;

        for (j = 0; j < pointer->count; j++) {
            node = child_for(tree, node, &pointer->steps[j]);
        }
        tree->next_end[i] = node->end;
        node->end = i + 1;
    }
}
