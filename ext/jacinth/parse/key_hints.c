#include "parse/key_hints.h"

void
jac_key_marks_free(jac_key_marks_t *marks)
{
    xfree(marks->sets);
    marks->sets = NULL;
}

void
jac_key_marks_mark(const jac_key_marks_t *marks)
{
    size_t i, way;

    for (i = 0; marks->sets != NULL && i < JAC_MARK_SETS; i++) {
        for (way = 0; way < JAC_MARK_WAYS; way++) {
            rb_gc_mark(marks->sets[i][way].key);
        }
    }
}

size_t
jac_key_marks_memsize(const jac_key_marks_t *marks)
{
    return marks->sets == NULL ? 0 : JAC_MARK_SETS * sizeof(*marks->sets);
}

static jac_marked_key_t *
set_of(const jac_key_marks_t *marks, VALUE key)
{
    /* 2^32 / golden ratio; objects lie 8 bytes apart or more */
    const uint32_t h = (uint32_t)(key >> 3) * UINT32_C(0x9E3779B9);

    return marks->sets[h >> 24 & (JAC_MARK_SETS - 1)];
}

static jac_marked_key_t *
find(const jac_key_marks_t *marks, VALUE key)
{
    jac_marked_key_t *set = set_of(marks, key);
    size_t way;

    for (way = 0; way < JAC_MARK_WAYS; way++) {
        if (set[way].key == key) return &set[way];
    }
    return NULL;
}

static int
kind_of(size_t size)
{
    return size > JAC_SMALL_HASH_MAX;
}

static bool
key_before(const VALUE *pairs, size_t i)
{
    size_t j;

    for (j = 0; j < i; j++) {
        if (pairs[2 * j] == pairs[2 * i]) return true;
    }
    return false;
}

/*
 * Known keys are interned, or Symbols: equal ones are the same object. Marks
 * that differ in six bits tell most of them apart.
 */
VALUE
jac_key_marks_hash(const jac_key_marks_t *marks, const VALUE *pairs,
                   size_t size)
{
    const int kind = kind_of(size);
    st_index_t found[JAC_MARKED_MAX];
    const jac_marked_key_t *key;
    uint64_t seen = 0, bit;
    size_t i;

    if (marks->sets == NULL || !jac_hash_marks(size)) return Qundef;
    for (i = 0; i < size; i++) {
        key = find(marks, pairs[2 * i]);
        if (key == NULL || !key->known[kind]) return Qundef;
        found[i] = key->mark[kind];
        bit = UINT64_C(1) << (found[i] & 63);
        if ((seen & bit) != 0 && key_before(pairs, i)) return Qundef;
        seen |= bit;
    }
    return jac_hash_from_marks(pairs, found, size);
}

static jac_marked_key_t *
find_or_add(jac_key_marks_t *marks, VALUE owner, VALUE key)
{
    jac_marked_key_t *set = set_of(marks, key), *known = find(marks, key);

    if (known != NULL) return known;
    memmove(set + 1, set, (JAC_MARK_WAYS - 1) * sizeof(*set));
    memset(set, 0, sizeof(*set));
    RB_OBJ_WRITE(owner, &set->key, key);
    return set;
}

void
jac_key_marks_learn(jac_key_marks_t *marks, VALUE owner, VALUE hash,
                    const VALUE *pairs, size_t size)
{
    const int kind = kind_of(size);
    jac_marked_key_t *key;
    size_t i;

    if (!jac_hash_marks(size)) return;
    if (marks->sets == NULL) {
        marks->sets = xcalloc(JAC_MARK_SETS, sizeof(*marks->sets));
    }
    for (i = 0; i < size; i++) {
        key = find_or_add(marks, owner, pairs[2 * i]);
        key->mark[kind] = jac_hash_mark(hash, size, i);
        key->known[kind] = true;
    }
}
