/*
 * The text of a document and where its containers' members are: what all
 * Jacinth::Documents of one text share.
 */
#ifndef JAC_TEXT_H
#define JAC_TEXT_H

#include "document/lazy.h"

/*
 * Where the members of one container are. Of an array, every so many
 * elements; of an object, each key, with a hash table over them.
 */
typedef struct {
    size_t count;    /* members; keys that came again are not counted */
    size_t *places;  /* offsets: of elements, or of the keys' quotes */
    uint32_t *slots; /* numbers of places + 1, or 0; NULL for an array */
    size_t mask;     /* slots - 1 */
} jac_index_t;

enum { JAC_INDEX_STEP = 16, JAC_INDEXED = 64 };

/* A container that was asked for a member far behind its bracket. */
typedef struct {
    size_t at;          /* its offset */
    unsigned asked;     /* how often; 0: nothing is here */
    jac_index_t *index; /* NULL, or for as long as the text is there */
} jac_asked_t;

typedef struct {
    VALUE source; /* frozen, its bytes UTF-8 or taken for it */
    VALUE config; /* a Parser::Config */
    bool marked;  /* a byte order mark was before the source */
    jac_asked_t asked[JAC_INDEXED];
    size_t memory; /* of the indexes */
#ifdef JACINTH_DEBUG
    jac_shadow_t source_shadow, config_shadow;
#endif
} jac_text_t;

/* A new text. source is what jac_parser_text gives, and frozen. */
VALUE jac_text_new(VALUE source, VALUE config);

jac_text_t *jac_text_get(VALUE self);

/* A parser over it. The caller keeps `self` alive. */
void jac_text_parser(jac_parser_t *parser, const jac_text_t *text);

/*
 * The place of the member that a step leads to from the value at p, `depth`
 * deep; NULL where there is none. From the second time that a container is
 * asked for what lies far inside, it has an index, if self is not frozen.
 */
const uint8_t *jac_text_member(VALUE self, jac_parser_t *parser,
                               const uint8_t *p, size_t depth,
                               const uint8_t *name, size_t n);
const uint8_t *jac_text_element(VALUE self, jac_parser_t *parser,
                                const uint8_t *p, size_t depth, size_t index);

/* The number of members of the container at p. Raises for equal keys. */
size_t jac_text_size(VALUE self, jac_parser_t *parser, const uint8_t *p,
                     size_t depth);

/* Makes the class of what jac_text_new returns. */
void jac_init_text(void);

#endif
