#include "parse/shape.h"

#include "ruby/hash_layout.h"

enum {
    JAC_NODES_FIRST = 64,
    JAC_CREDIT_FIRST = 1024,
    JAC_CREDIT_CALL = 64, /* for each parse that finds its shapes */
    JAC_CREDIT_TRIAL = 8, /* for one in this many other parses */
    JAC_PRESSURE_LEAST = 4,
    JAC_ORDERS_LEAST = 64,  /* minimum number of new orders before a place
                               becomes varied */
    JAC_CHAIN_ENDS = 64,    /* objects after which the chain is judged */
    JAC_PAIRS_MAX = 131072, /* approximate limit; then the tree is cleared */
    JAC_CHILDREN_MAX = 8,
    JAC_DEPTH_BASE = 128 /* deeper nodes are not in the base */
};

/* Set to 0 to measure the gain of shapes. */
#ifndef JAC_SHAPES
#define JAC_SHAPES 1
#endif

static void
plant(jac_shapes_t *shapes)
{
    shapes->count = 0; /* for a GC meanwhile */
    REALLOC_N(shapes->nodes, jac_node_t, JAC_NODES_FIRST);
    shapes->capa = JAC_NODES_FIRST;
    memset(&shapes->nodes[0], 0, sizeof(jac_node_t));
    shapes->count = 1;
}

void
jac_shapes_init(jac_shapes_t *shapes)
{
    plant(shapes);
    shapes->credit = JAC_SHAPES ? JAC_CREDIT_FIRST : 0;
}

static void
forget(jac_shapes_t *shapes)
{
    plant(shapes);
    memset(shapes->first, 0, sizeof(shapes->first));
    shapes->credit = JAC_CREDIT_FIRST;
    shapes->base = shapes->chain = 0;
    shapes->earned = shapes->pressure = shapes->strays = shapes->pairs = 0;
}

void
jac_shapes_free(jac_shapes_t *shapes)
{
    xfree(shapes->nodes);
    shapes->nodes = NULL;
    shapes->count = shapes->capa = 0;
}

void
jac_shapes_mark(const jac_shapes_t *shapes)
{
    uint32_t i;

    for (i = 0; i < shapes->count; i++) {
        const jac_node_t *node = &shapes->nodes[i];

        rb_gc_mark(node->key[0]);
        rb_gc_mark(node->key[1]);
        rb_gc_mark(node->template[0]);
        rb_gc_mark(node->template[1]);
    }
}

size_t
jac_shapes_memsize(const jac_shapes_t *shapes)
{
    return shapes->capa * sizeof(jac_node_t);
}

/* True if the tree is full of outdated shapes: many objects left it, and few
   nodes were found again. */
static bool
is_stuck(const jac_shapes_t *shapes)
{
    return (shapes->base == JAC_NODES_BASE || shapes->count == JAC_NODES_MAX) &&
           shapes->lost > shapes->hit / 4 && shapes->found < shapes->count / 4;
}

static void
refill(jac_shapes_t *shapes)
{
    uint32_t credit = shapes->lost / 4;

    if (shapes->found > 0 || shapes->parse % JAC_CREDIT_TRIAL == 0) {
        credit += JAC_CREDIT_CALL;
    }
    if (shapes->credit < credit && JAC_SHAPES) shapes->credit = credit;
    /* the nodes found can double once */
    if (shapes->earned > shapes->found) shapes->earned = shapes->found;
}

/* Returns all places to the tree if the chain predicts nearly each key. The
   tree is faster if objects have few orders of keys. */
static void
judge_chain(jac_shapes_t *shapes)
{
    uint32_t i;

    if (JAC_LIKELY(shapes->chain_ends < JAC_CHAIN_ENDS)) return;
    if (shapes->chain_missed < shapes->chain_ends / 8) {
        for (i = 0; i < shapes->count; i++) {
            if (shapes->nodes[i].varied) shapes->nodes[i].object = 0;
            shapes->nodes[i].varied = false;
        }
    }
    shapes->chain_ends = shapes->chain_missed = 0;
}

void
jac_shapes_settle(jac_shapes_t *shapes)
{
    refill(shapes);
    judge_chain(shapes);
    if (JAC_UNLIKELY(shapes->pairs >= JAC_PAIRS_MAX)) {
        forget(shapes);
    }
    else if (JAC_LIKELY(!is_stuck(shapes))) {
        shapes->pressure = shapes->strays = 0;
    }
    else {
        shapes->pressure++;
        shapes->strays += shapes->lost;
        if (shapes->pressure >= JAC_PRESSURE_LEAST &&
            shapes->strays >= shapes->count / 4) {
            forget(shapes);
        }
    }
    shapes->hit = shapes->lost = shapes->found = shapes->orders = 0;
    shapes->parse++;
}

/* True if the key can be recognized by its bytes: it has no escapes and, for
   validate_encoding, is valid UTF-8. */
static bool
key_has_no_escapes(VALUE string)
{
    const uint8_t *s = (const uint8_t *)RSTRING_PTR(string);
    const size_t n = (size_t)RSTRING_LEN(string);
    size_t i;

    for (i = 0; i < n; i++) {
        if (s[i] < 0x20 || s[i] == '"' || s[i] == '\\') return false;
    }
    return rb_enc_str_coderange(string) != ENC_CODERANGE_BROKEN;
}

static uint32_t
node_new(jac_shapes_t *shapes)
{
    const uint32_t capa = shapes->capa * 2;

    if (shapes->count == shapes->capa) {
        REALLOC_N(shapes->nodes, jac_node_t, capa);
        shapes->capa = capa;
    }
    memset(&shapes->nodes[shapes->count], 0, sizeof(jac_node_t));
    return shapes->count++;
}

static uint32_t *
list_of(jac_shapes_t *shapes, uint32_t parent, const jac_key_t *key)
{
    return parent == JAC_NODE_ROOT
               ? &shapes->first[jac_hash_place(key->hash, JAC_FIRST_LISTS)]
               : &shapes->nodes[parent].child;
}

size_t
jac_node_match_long(const jac_node_t *node, const uint8_t *p, size_t left)
{
    const size_t n = (size_t)RSTRING_LEN(node->key[0]);

    if (left <= n || p[n] != '"') return 0;
    return memcmp(p, RSTRING_PTR(node->key[0]), n) == 0 ? n + 1 : 0;
}

uint32_t
jac_shapes_first(const jac_shapes_t *shapes, uint64_t hash, const uint8_t *s,
                 size_t n)
{
    const jac_node_t *nodes = shapes->nodes;
    uint32_t i = shapes->first[jac_hash_place(hash, JAC_FIRST_LISTS)];

    while (i != 0 && jac_node_match(&nodes[i], s, n + 1) == 0) {
        i = nodes[i].sibling;
    }
    return i;
}

void
jac_shapes_note_order(jac_shapes_t *shapes, uint32_t hint)
{
    jac_node_t *const place = &shapes->nodes[hint];

    if (shapes->orders == 0) shapes->place = hint;
    if (shapes->place != hint) {
        shapes->orders--;
    }
    else if (++shapes->orders > JAC_ORDERS_LEAST + shapes->hit / 4) {
        place->varied = true;
        place->object = 0;
        shapes->orders = 0;
    }
}

static uint32_t *
budget(jac_shapes_t *shapes, uint32_t parent, bool rare)
{
    const bool base = shapes->base < JAC_NODES_BASE &&
                      shapes->nodes[parent].depth < JAC_DEPTH_BASE;

    if (shapes->count == JAC_NODES_MAX) return NULL;
    if (base && shapes->credit > 0) return &shapes->credit;
    if (!rare && !shapes->nodes[parent].rare &&
        shapes->nodes[parent].depth < JAC_DEPTH_BASE) {
        return NULL;
    }
    return shapes->earned > 0 ? &shapes->earned : NULL;
}

bool
jac_shapes_may_learn(jac_shapes_t *shapes, uint32_t node)
{
    return node != JAC_NODE_NONE && budget(shapes, node, true) != NULL;
}

static const uint32_t *
pay(jac_shapes_t *shapes, uint32_t parent, bool rare)
{
    jac_node_t *node = &shapes->nodes[parent];
    uint32_t *from;

    /* so many keys found in one object count like an object */
    if (node->depth >= JAC_DEPTH_BASE) jac_shapes_earn(shapes, node);
    from = budget(shapes, parent, rare);
    if (from != NULL) --*from;
    return from;
}

/* Returns a new node for the key after `parent`. The caller sets `rare`,
   `known` or `chained`, and the node's place in a list. */
static uint32_t
node_for(jac_shapes_t *shapes, VALUE owner, uint32_t parent,
         const jac_key_t *key, const uint8_t *s)
{
    const uint32_t index = node_new(shapes);
    jac_node_t *const node = &shapes->nodes[index];
    const size_t size = key->length + 1; /* with the quote after it */

    node->length = (uint8_t)(size < JAC_NODE_TEXT ? size : JAC_NODE_TEXT);
    memcpy(node->text, s, node->length);
    node->mask = jac_key_mask(node->length);
    node->depth = shapes->nodes[parent].depth + 1;
    node->parse = shapes->parse;
    RB_OBJ_WRITE(owner, &node->key[0], key->string);
    JAC_SHADOW_KEEP(&node->key_shadow[0], key->string);
    return index;
}

static uint32_t
node_learn(jac_shapes_t *shapes, VALUE owner, uint32_t parent,
           const jac_key_t *key, bool rare, const uint8_t *s)
{
    const uint32_t *paid;
    jac_node_t *node;
    uint32_t index, *list;

    if (!key_has_no_escapes(key->string)) return JAC_NODE_NONE;
    if (parent != JAC_NODE_ROOT) {
        if (shapes->nodes[parent].children == JAC_CHILDREN_MAX) {
            return JAC_NODE_NONE;
        }
    }
    paid = pay(shapes, parent, rare);
    if (paid == NULL) return JAC_NODE_NONE;
    if (parent != JAC_NODE_ROOT) shapes->nodes[parent].children++;
    index = node_for(shapes, owner, parent, key, s);
    node = &shapes->nodes[index];
    node->known = !rare;
    node->rare = paid == &shapes->earned;
    if (!node->rare) shapes->base++;
    list = list_of(shapes, parent, key); /* after node_for(), which can move
                                            it */
    node->sibling = *list;
    *list = index;
    return index;
}

/* Returns the key's node in the chain, and makes it the child of `parent`
   there, before the one that was predicted. */
static uint32_t
chain_next(jac_shapes_t *shapes, VALUE owner, uint32_t parent, jac_key_t *key,
           const uint8_t *s)
{
    uint32_t index = key->node;
    jac_node_t *node, *before;

    shapes->chain_missed++;
    if (index >= shapes->count || !shapes->nodes[index].chained ||
        shapes->nodes[index].key[0] != key->string) {
        if (shapes->chain == JAC_CHAIN_MAX || shapes->count == JAC_NODES_MAX ||
            !key_has_no_escapes(key->string)) {
            return JAC_NODE_NONE;
        }
        index = node_for(shapes, owner, JAC_NODE_ROOT, key, s);
        shapes->nodes[index].chained = shapes->nodes[index].no_template = true;
        shapes->chain++;
        key->node = index;
    }
    node = &shapes->nodes[index];
    before = &shapes->nodes[parent];
    if (before->chained) {
        if (before->child != index) node->sibling = before->child;
        before->child = index;
    }
    return index;
}

/* The caller has compared the first two children. Another child that is
   found moves to the front. */
uint32_t
jac_shapes_next(jac_shapes_t *shapes, VALUE owner, uint32_t parent,
                uint32_t hint, jac_key_t *key, bool rare, const uint8_t *s)
{
    jac_node_t *nodes = shapes->nodes;
    uint32_t *list, before = 0, i;

    if (JAC_UNLIKELY(nodes[hint].varied)) {
        return chain_next(shapes, owner, parent, key, s);
    }
    list = list_of(shapes, parent, key);
    for (i = *list; i != 0; i = nodes[i].sibling) {
        if (nodes[i].key[0] == key->string) {
            if (before == 0) return i;
            nodes[before].sibling = nodes[i].sibling;
            nodes[i].sibling = *list;
            *list = i;
            return i;
        }
        before = i;
    }
    i = node_learn(shapes, owner, parent, key, rare, s);
    if (i == JAC_NODE_NONE) {
        shapes->lost++;
        if (!rare) jac_shapes_note_order(shapes, hint);
    }
    return i;
}

void
jac_shapes_learn(jac_shapes_t *shapes, VALUE owner, uint32_t index,
                 bool symbols, const VALUE *pairs)
{
    jac_node_t *node = &shapes->nodes[index];
    VALUE template;

    if (node->chained) shapes->chain_ends++;
    if (node->no_template || !jac_hash_templates(node->depth)) return;
    if (node->seen[symbols] == 0) {
        node->seen[symbols] = 1;
        return;
    }
    if (shapes->pairs >= JAC_PAIRS_MAX) return;
    shapes->pairs += node->depth;
    template = jac_hash_template(pairs, node->depth);
    if (template) {
        RB_OBJ_WRITE(owner, &node->template[symbols], template);
        JAC_SHADOW_KEEP(&node->template_shadow[symbols], template);
    }
    else {
        node->no_template = true;
    }
}
