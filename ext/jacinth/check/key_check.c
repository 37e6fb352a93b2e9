#include "check/key_check.h"

#include "parse/interrupts.h"

void
jac_key_check_init(jac_key_check_t *check, jac_parser_t *parser)
{
    check->parser = parser;
    check->objects = check->objects_here;
    check->texts = check->texts_here;
    check->hashes = check->hashes_here;
    check->depth = check->count = 0;
    check->depth_capa = JAC_CHECK_OBJECTS;
    check->capa = JAC_CHECK_KEYS;
    check->objects_held = check->texts_held = check->hashes_held = Qnil;
    memset(check->unique_size, 0, sizeof(check->unique_size));
    memset(check->slots, 0, sizeof(check->slots));
    memset(check->nodes, 0, (JAC_CHECK_OFF + 1) * sizeof(*check->nodes));
    memset(check->bits, 0, (JAC_CHECK_OFF + 1) * sizeof(*check->bits));
    check->nodes_count = JAC_CHECK_OFF + 1;
    check->node = check->there = JAC_CHECK_OFF;
}

JAC_COLD void
jac_key_check_grow_objects(jac_key_check_t *check)
{
    check->objects =
        jac_memory_doubled(&check->objects_held, check->objects,
                           check->depth_capa * sizeof(*check->objects));
    check->depth_capa *= 2;
}

JAC_COLD void
jac_key_check_grow_keys(jac_key_check_t *check)
{
    check->texts = jac_memory_doubled(&check->texts_held, check->texts,
                                      check->capa * sizeof(*check->texts));
    check->hashes = jac_memory_doubled(&check->hashes_held, check->hashes,
                                       check->capa * sizeof(*check->hashes));
    check->capa *= 2;
}

static const uint8_t *
key_end(const uint8_t *s)
{
    while (*s != '"') s += *s == '\\' ? 2 : 1;
    return s;
}

JAC_COLD uint32_t
jac_key_check_decoded(const jac_key_check_t *check, const uint8_t *s,
                      const uint8_t *quote)
{
    VALUE key = jac_key_decoded(s, quote, check->parser->options);
    const uint32_t hash = jac_key_text_hash((const uint8_t *)RSTRING_PTR(key),
                                            (size_t)RSTRING_LEN(key));

    RB_GC_GUARD(key);
    return hash;
}

JAC_INLINE uint64_t
hash_bit(uint32_t hash)
{
    return UINT64_C(1) << (hash >> 26);
}

/*
 * True if a key on the path to node `to` has this hash. Usually, a bit set of
 * the hashes shows that none has (Bloom, "Space/time trade-offs in hash coding
 * with allowable errors", 1970). Otherwise the hashes of the path are compared.
 * They are kept in `path`, because the next node is usually made after this
 * one.
 */
static bool
on_path(jac_key_check_t *check, unsigned to, uint32_t hash)
{
    const jac_check_node_t *node = &check->nodes[to];
    const unsigned depth = node->depth;
    bool same = false;
    unsigned i;

    if (JAC_LIKELY((check->bits[to] & hash_bit(hash)) == 0)) return false;
    if (check->there != to) {
        for (i = depth; i-- > 0; node = &check->nodes[node->parent]) {
            check->path[i] = node->hash;
        }
        check->there = to;
    }
    for (i = 0; i < depth; i++) same |= check->path[i] == hash;
    return same;
}

JAC_NOINLINE unsigned
jac_key_check_step(jac_key_check_t *check, const uint8_t *s, size_t size,
                   uint32_t hash)
{
    const unsigned from = check->node;
    uint16_t *slot =
        &check->slots[(hash >> (32 - JAC_CHECK_SLOT_BITS) ^ from * 0x9E37) %
                      JAC_CHECK_SLOTS];
    jac_check_node_t *before = &check->nodes[from];
    jac_check_node_t *node = &check->nodes[*slot];
    unsigned found = *slot;

    if (found == 0 || node->parent != from || node->hash != hash ||
        node->size != size || memcmp(node->text, s, size) != 0) {
        if (before->depth == JAC_CHECK_PAIRS) return JAC_CHECK_OFF;
        if (on_path(check, from, hash)) return JAC_CHECK_OFF;
        if (check->nodes_count == JAC_CHECK_NODES) return JAC_CHECK_OFF;
        found = (unsigned)check->nodes_count++;
        node = &check->nodes[found];
        node->text = s;
        node->first = jac_load64_part(s, size < 8 ? size : 8);
        node->mask = jac_key_mask(size);
        check->bits[found] = check->bits[from] | hash_bit(hash);
        node->hash = hash;
        node->size = (uint8_t)size;
        node->depth = (uint8_t)(before->depth + 1);
        node->parent = (uint16_t)from;
        node->next = node->other = 0;
        *slot = (uint16_t)found;
        if (before->depth == 0 || check->there == from) {
            check->path[before->depth] = hash;
            check->there = found;
        }
    }
    before->other = before->next;
    before->next = (uint16_t)found;
    return found;
}

JAC_NOINLINE void
jac_key_check_leave(jac_key_check_t *check)
{
    const jac_check_node_t *node = &check->nodes[check->node];
    size_t i;

    while (check->capa - check->count < node->depth)
        jac_key_check_grow_keys(check);
    check->count += node->depth;
    for (i = check->count; node->depth > 0;
         node = &check->nodes[node->parent]) {
        check->texts[--i] = node->text;
        check->hashes[i] = node->hash;
    }
    check->node = JAC_CHECK_OFF;
}

/* Compares the keys in a Ruby Hash: exact, and linear for all keys. */
static bool
check_by_hash(jac_key_check_t *check, const uint8_t **texts, size_t n,
              jac_fault_t *fault)
{
    VALUE keys = rb_hash_new(), key;
    size_t i;

    for (i = 0; i < n; i++) {
        key = jac_key_decoded(texts[i], key_end(texts[i]),
                              check->parser->options);
        if (!jac_hash_add(keys, rb_str_freeze(key), Qtrue)) {
            fault->at = check->objects[check->depth].start;
            fault->text = NULL;
            fault->duplicate = key;
            return false;
        }
        if (i % JAC_INTERRUPT_KEYS == JAC_INTERRUPT_KEYS - 1) {
            jac_check_interrupts_now(check->parser, check->parser->cursor);
        }
    }
    RB_GC_GUARD(keys);
    return true;
}

/* Compares the hashes in a table, and the keys only if two hashes are equal. */
static bool
check_many(jac_key_check_t *check, const uint32_t *hashes,
           const uint8_t **texts, size_t n, jac_fault_t *fault)
{
    unsigned bits = 8;
    size_t slots, i, at;
    uint32_t here[512], *table = here;
    VALUE memory = Qnil;

    while (bits < 32 && (size_t)1 << bits < 4 * n) bits++;
    slots = (size_t)1 << bits;
    if (slots > sizeof(here) / sizeof(*here)) {
        memory = jac_memory_new(slots * sizeof(*table));
        table = (uint32_t *)RSTRING_PTR(memory);
    }
    memset(table, 0, slots * sizeof(*table));
    for (i = 0; i < n; i++) {
        const uint32_t hash = hashes[i] | 1;
        size_t tries = 0;

        for (at = hashes[i] >> (32 - bits); table[at] != 0;
             at = (at + 1) & (slots - 1)) {
            if (table[at] == hash || ++tries > 32) {
                return check_by_hash(check, texts, n, fault);
            }
        }
        table[at] = hash;
        if (i % JAC_INTERRUPT_KEYS == JAC_INTERRUPT_KEYS - 1) {
            jac_check_interrupts_now(check->parser, check->parser->cursor);
        }
    }
    RB_GC_GUARD(memory);
    return true;
}

JAC_NOINLINE bool
jac_key_check_stored(jac_key_check_t *check, const jac_open_object_t *object,
                     jac_fault_t *fault)
{
    const size_t from = object->keys, n = check->count - from;
    const uint32_t *hashes = check->hashes + from;
    const uint8_t **texts = check->texts + from;
    size_t i, j, slot;
    bool same = false;

    check->count = from;
    if (n < 2) return true;
    if (n > JAC_CHECK_PAIRS) return check_many(check, hashes, texts, n, fault);
    slot = (hashes[0] ^ hashes[n - 1]) % JAC_CHECK_UNIQUE;
    if (JAC_LIKELY(check->unique_size[slot] == n) &&
        JAC_LIKELY(memcmp(check->unique[slot], hashes, n * sizeof(*hashes)) ==
                   0)) {
        return true;
    }
    for (i = 1; i < n; i++) {
        for (j = 0; j < i; j++) same |= hashes[j] == hashes[i];
    }
    if (JAC_UNLIKELY(same)) return check_by_hash(check, texts, n, fault);
    check->unique_size[slot] = (uint8_t)n;
    memcpy(check->unique[slot], hashes, n * sizeof(*hashes));
    return true;
}
