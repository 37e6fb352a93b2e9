/*
 * The keys that the open objects of a document have so far, to find one that
 * comes twice: their texts end to end, objects inside others behind them.
 */
#ifndef JAC_KEY_SET_H
#define JAC_KEY_SET_H

#include "ruby/compat.h"

typedef struct {
    size_t at, size; /* of the text */
    st_index_t hash; /* where the object has a table */
} jac_set_key_t;

/* All zero at first. */
typedef struct {
    uint8_t *text;
    size_t used, room;
    jac_set_key_t *keys;
    size_t count, keys_room;
} jac_key_set_t;

/* The keys of one object; table is NULL while there are few. */
typedef struct {
    size_t first, text; /* count and used of the set when it was opened */
    uint32_t *table;    /* places of keys from first on, from 1; 0: empty */
    size_t mask, filled;
} jac_object_keys_t;

/* Opens an object, inside those that are open. */
void jac_keys_open(const jac_key_set_t *set, jac_object_keys_t *object);

/*
 * Adds a key to the innermost object. Returns false, with nothing changed,
 * where it has one of this text. Raises NoMemoryError, with nothing changed.
 */
bool jac_keys_add(jac_key_set_t *set, jac_object_keys_t *object,
                  const uint8_t *text, size_t size);

/* Takes back what was added to the innermost object beyond `count` in all. */
void jac_keys_take_back(jac_key_set_t *set, size_t count);

/* Closes the innermost object. */
void jac_keys_close(jac_key_set_t *set, jac_object_keys_t *object);

/* Frees what the set has; objects are to be closed before. */
void jac_keys_free(jac_key_set_t *set);

size_t jac_keys_memsize(const jac_key_set_t *set);

#endif
