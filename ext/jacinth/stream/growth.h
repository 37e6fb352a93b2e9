/* The value of an incomplete document, with or without its open string or
   number. */
#ifndef JAC_GROWTH_H
#define JAC_GROWTH_H

#include "stream/chunked.h"

/* The Array or Hash of an open container. */
typedef struct {
    VALUE object;
    uint64_t start; /* offset of the bracket, which identifies the frame */
    size_t count;   /* values of the frame that are in the object */
    bool has_open;  /* the object contains the value that is still open, too */
} jac_level_t;

/*
 * The objects that the last call returned, to which the next one adds. Part of
 * the data of a ResumableParser, which marks and pins them. The program has
 * references to them too, so they are changed by Ruby's functions only.
 * `levels` has an element for each frame but the root's, of which the first
 * `depth` are valid.
 */
typedef struct {
    jac_level_t *levels;
    size_t depth, capa;
    VALUE text;           /* the beginning of the open string, or 0 */
    uint64_t string;      /* the offset of its quote */
    uint64_t decoded;     /* the offset of the first byte to decode */
    bool text_is_invalid; /* the text ends before a byte that is not UTF-8 */
} jac_growth_t;

/* A call, for rb_protect(). The parser is a copy with a session. */
typedef struct {
    jac_parser_t *parser;
    jac_growth_t *growth;
    bool strings, numbers;
    bool reuse; /* adds to the objects of the last call */
} jac_growing_t;

JAC_INLINE void
jac_growth_forget(jac_growth_t *growth)
{
    growth->depth = 0;
    growth->text = 0;
}

void jac_growth_mark(const jac_growth_t *growth);

JAC_INLINE void
jac_growth_free(jac_growth_t *growth)
{
    xfree(growth->levels);
}

/* data is a jac_growing_t. Returns the value so far, or nil. */
VALUE jac_growth_value(VALUE data);

/*
 * For rb_protect(): data is a jac_parser_t with a copy of the stack, which has
 * at least one value. Closes the open containers in the copy and returns the
 * document. A key without a value gets nil.
 */
VALUE jac_partial_value(VALUE data);

/* True if a value begins at the parser's cursor that is not on the stack. */
bool jac_growth_begins_value(const jac_parser_t *parser);

#endif
