/* The text of a document with indexes of its containers, which all
   Jacinth::Documents of one text share. */
#ifndef JAC_TEXT_H
#define JAC_TEXT_H

#include "document/lazy.h"

/* The index of one container: for an array, the offset of every
   JAC_INDEX_STEP-th element; for an object, a hash table of its keys. */
typedef struct {
    size_t count;    /* members, duplicate keys counted once */
    size_t *places;  /* offsets of elements, or of the quotes of keys */
    uint32_t *slots; /* index in places + 1, or 0; NULL for an array */
    size_t mask;
} jac_index_t;

enum { JAC_INDEX_STEP = 16, JAC_INDEXED = 64 };

/* A container in which a member far from its start was searched. */
typedef struct {
    size_t at;
    unsigned lookups;   /* number of searches; 0: an empty entry */
    jac_index_t *index; /* NULL, or valid as long as the text */
} jac_lookup_t;

typedef struct {
    VALUE source; /* frozen; its bytes are read as UTF-8 */
    VALUE config;
    bool has_bom; /* a byte order mark preceded the source */
    jac_lookup_t lookups[JAC_INDEXED];
    size_t memory;
#ifdef JACINTH_DEBUG
    jac_shadow_t source_shadow, config_shadow;
#endif
} jac_text_t;

/* Returns a new text. source is a frozen result of jac_parser_whole_text(). */
VALUE jac_text_new(VALUE source, VALUE config);

jac_text_t *jac_text_get(VALUE self);

/* Initializes a parser for the text. The caller keeps `self` alive. */
void jac_text_parser(jac_parser_t *parser, const jac_text_t *text);

/*
 * Return the member with a name, or the element with an index, of the value at
 * p, which is inside `depth` containers, or NULL. The second search far inside
 * a container makes an index of it, unless self is frozen.
 */
const uint8_t *jac_text_member(VALUE self, jac_parser_t *parser,
                               const uint8_t *p, size_t depth,
                               const uint8_t *name, size_t n);
const uint8_t *jac_text_element(VALUE self, jac_parser_t *parser,
                                const uint8_t *p, size_t depth, size_t index);

/* Returns the size of the container at p. Raises for duplicate keys. */
size_t jac_text_size(VALUE self, jac_parser_t *parser, const uint8_t *p,
                     size_t depth);

void jac_init_text(void);

#endif
