#include "writer/key_set.h"

/* Up to this number of keys, all pairs are compared. */
enum { FEW = 8 };

void
jac_keys_open(const jac_key_set_t *set, jac_object_keys_t *object)
{
    object->first = set->count;
    object->text = set->used;
    object->table = NULL;
    object->mask = object->filled = 0;
}

static bool
same_text(const jac_key_set_t *set, const jac_set_key_t *key,
          const uint8_t *text, size_t size)
{
    return key->size == size && memcmp(set->text + key->at, text, size) == 0;
}

/* Returns the slot of a key, or the empty slot for it. The slot of a removed
   key holds an index that is unused or of another key, so the text differs. */
static uint32_t *
find(const jac_key_set_t *set, const jac_object_keys_t *object,
     const uint8_t *text, size_t size, st_index_t hash)
{
    size_t i = (size_t)hash & object->mask;

    for (; object->table[i]; i = (i + 1) & object->mask) {
        const size_t place = object->first + object->table[i] - 1;
        const jac_set_key_t *key = &set->keys[place];

        if (place < set->count && key->hash == hash &&
            same_text(set, key, text, size)) {
            break;
        }
    }
    return &object->table[i];
}

static void
widen(jac_key_set_t *set, jac_object_keys_t *object)
{
    const size_t count = set->count - object->first;
    size_t size = 8 * FEW, i;
    uint32_t *table;

    if (count >= UINT32_MAX) {
        rb_raise(rb_eArgError, "an object of more keys than can be compared");
    }
    while (size < 4 * (count + 1)) size *= 2;
    table = ZALLOC_N(uint32_t, size);
    if (!object->table) {
        for (i = object->first; i < set->count; i++) {
            jac_set_key_t *key = &set->keys[i];

            key->hash = rb_memhash(set->text + key->at, (long)key->size);
        }
    }
    xfree(object->table);
    object->table = table;
    object->mask = size - 1;
    object->filled = count;
    for (i = 1; i <= count; i++) {
        const jac_set_key_t *key = &set->keys[object->first + i - 1];

        *find(set, object, set->text + key->at, key->size, key->hash) =
            (uint32_t)i;
    }
}

static void
grow(jac_key_set_t *set, size_t size)
{
    if (set->count == set->keys_capa) {
        const size_t capa = set->keys_capa ? 2 * set->keys_capa : 4 * FEW;

        REALLOC_N(set->keys, jac_set_key_t, capa);
        set->keys_capa = capa;
    }
    if (set->capa - set->used < size) {
        size_t capa = set->capa ? 2 * set->capa : 64 * FEW;

        if (capa < set->used + size) capa = set->used + size;
        REALLOC_N(set->text, uint8_t, capa);
        set->capa = capa;
    }
}

bool
jac_keys_add(jac_key_set_t *set, jac_object_keys_t *object, const uint8_t *text,
             size_t size)
{
    st_index_t hash = 0;
    uint32_t *slot = NULL;
    size_t i;

    grow(set, size);
    if (object->table ? 2 * object->filled > object->mask
                      : set->count - object->first >= FEW) {
        widen(set, object);
    }
    if (object->table) {
        hash = rb_memhash(text, (long)size);
        slot = find(set, object, text, size, hash);
        if (*slot) return false;
    }
    else {
        for (i = object->first; i < set->count; i++) {
            if (same_text(set, &set->keys[i], text, size)) return false;
        }
    }
    memcpy(set->text + set->used, text, size);
    set->keys[set->count].at = set->used;
    set->keys[set->count].size = size;
    set->keys[set->count].hash = hash;
    set->used += size;
    set->count++;
    if (slot) {
        *slot = (uint32_t)(set->count - object->first);
        object->filled++;
    }
    return true;
}

void
jac_keys_truncate(jac_key_set_t *set, size_t count)
{
    if (set->count > count) {
        set->used = set->keys[count].at;
        set->count = count;
    }
}

void
jac_keys_close(jac_key_set_t *set, jac_object_keys_t *object)
{
    set->count = object->first;
    set->used = object->text;
    xfree(object->table);
    object->table = NULL;
}
