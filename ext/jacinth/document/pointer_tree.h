/* A tree of the steps of compiled pointers, which finds the next step. */
#ifndef JAC_POINTER_TREE_H
#define JAC_POINTER_TREE_H

#include "document/pointer.h"

enum {
    JAC_POINTER_FEW = 16,   /* children are compared one by one, at most */
    JAC_POINTER_SMALL = 128 /* words for the tree of a few steps */
};

/* The pointers that begin with the same steps. */
typedef struct jac_pointer_node jac_pointer_node_t;
struct jac_pointer_node {
    const jac_step_t *step; /* the last of these steps; NULL for the root */
    jac_pointer_node_t *parent;
    jac_pointer_node_t *any;   /* the child whose step is `*`, or NULL */
    jac_pointer_node_t *child; /* the first of the other children, or NULL */
    jac_pointer_node_t *next;  /* the next child of the parent, or NULL */
    size_t number;             /* among the parent's children */
    size_t children;           /* number of children except `any` */
    size_t elements;           /* 1 + the largest index of the children, or 0 */
    size_t end;                /* 1 + the first pointer that ends here, or 0 */
    size_t object;             /* for the caller; 0 at first */
};

/*
 * Pointers to nodes are valid as long as the struct is at its address and the
 * memory is on the C stack or marked.
 */
typedef struct {
    VALUE memory; /* owns the memory that does not fit into `small`, or 0 */
    jac_pointer_node_t *root;
    size_t nodes;     /* with the root */
    size_t *next_end; /* for each pointer: as `end`, the next such pointer */
    jac_pointer_node_t **table; /* of children by parent and name, or NULL */
    size_t mask;                /* of the table's slots */
    jac_pointer_node_t **list;  /* capacity for all nodes, for the caller */
    size_t small[JAC_POINTER_SMALL];
} jac_pointer_tree_t;

/* Builds the tree of the pointers. Can raise NoMemoryError. */
void jac_pointer_tree_build(jac_pointer_tree_t *tree,
                            const jac_pointers_t *set);

/*
 * Returns the child with this name, or NULL. The node has more than
 * JAC_POINTER_FEW children.
 */
jac_pointer_node_t *jac_pointer_node_named(const jac_pointer_tree_t *tree,
                                           const jac_pointer_node_t *node,
                                           const uint8_t *name, size_t n);

/* The same for an index of an array. */
jac_pointer_node_t *jac_pointer_node_indexed(const jac_pointer_tree_t *tree,
                                             const jac_pointer_node_t *node,
                                             size_t index);

#endif
