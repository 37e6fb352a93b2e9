/* The keys of the open objects of a document, to find duplicates. The texts
   are stored one after the other, those of inner objects last. */
#ifndef JAC_KEY_SET_H
#define JAC_KEY_SET_H

#include "ruby/compat.h"

typedef struct {
    size_t at, size; /* position and size of the text */
    st_index_t hash; /* set if the object has a table */
} jac_set_key_t;

/* Must be zeroed first. */
typedef struct {
    uint8_t *text;
    size_t used, capa;
    jac_set_key_t *keys;
    size_t count, keys_capa;
} jac_key_set_t;

JAC_INLINE void
jac_keys_free(jac_key_set_t *set)
{
    xfree(set->keys);
    xfree(set->text);
}

/* The keys of one object. table is NULL if there are few. */
typedef struct {
    size_t first, text; /* count and used of the set when it was opened */
    uint32_t *table;    /* indices of keys after `first`, plus 1; 0: empty */
    size_t mask, filled;
} jac_object_keys_t;

void jac_keys_open(const jac_key_set_t *set, jac_object_keys_t *object);

/* Adds a key to the innermost object. Returns false if it is a duplicate.
   Raises NoMemoryError. In both cases, nothing has changed. */
bool jac_keys_add(jac_key_set_t *set, jac_object_keys_t *object,
                  const uint8_t *text, size_t size);

/*
 * Removes the keys of the innermost object after the first `count` of the set.
 */
void jac_keys_truncate(jac_key_set_t *set, size_t count);

void jac_keys_close(jac_key_set_t *set, jac_object_keys_t *object);

#endif
