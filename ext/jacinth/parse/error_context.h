/* The text around an error, copied for its excerpt and hint, because the
   source can be freed or changed later. */
#ifndef JAC_ERROR_CONTEXT_H
#define JAC_ERROR_CONTEXT_H

#include "parse/parser_state.h"

/* The most bytes kept on each side of the position. */
enum { JAC_CONTEXT_SIZE = JAC_TRAIL_BYTES };

/* The elements of an error's @context, and the members of ErrorContext in Ruby:
   X(index, name). */
/* clang-format off */
#define JAC_CONTEXT_LIST(X)                                                   \
    X(BYTES, "bytes")      /* around the place; whole characters, frozen */   \
    X(AT, "at")            /* the index of the place in them */               \
    X(BEGINS, "begins")    /* true if the text begins with them */            \
    X(ENDS, "ends")        /* true if the text ends with them */              \
    X(LINE, "line")        /* of the place, */                                \
    X(COLUMN, "column")                                                       \
    X(OPEN, "open")        /* the byte '[', '{' or '"' around it, or nil, */  \
    X(OPEN_LINE, "open_line") /* and where that, or an equal key, is */       \
    X(OPEN_COLUMN, "open_column")                                             \
    X(MORE, "more")        /* true if more text can follow */                 \
    X(RELAXED, "relaxed")  /* true if a byte order mark was skipped */
#define JAC_MEMBER_OF_CONTEXT(index, name) JAC_CONTEXT_##index,
/* clang-format on */

enum { JAC_CONTEXT_LIST(JAC_MEMBER_OF_CONTEXT) JAC_CONTEXT_MEMBERS };

/* The start of an open container or string, or of another part that an error
   refers to. */
typedef struct {
    const uint8_t *at; /* NULL: none, or the bytes are gone */
    uint8_t byte;      /* '[', '{' or '"'; 0: none */
    jac_place_t place; /* set if the bytes are gone */
    uint64_t offset;   /* offset of the bracket then */
} jac_open_t;

jac_place_t jac_parser_place(const jac_parser_t *parser);

/* Returns the bracket of the innermost frame, whose chunk can be gone. */
jac_open_t jac_open_frame(const jac_parser_t *parser);

/* Stores the next n bytes of the text, which leave the buffer. */
void jac_trail_add(jac_trail_t *trail, const uint8_t *p, size_t n);

/* Sets the offset where the text begins; earlier bytes are never shown. */
void jac_trail_begin(jac_trail_t *trail, uint64_t offset);

/* Copies the bytes from `offset` on, or the last n bytes if that is fewer.
   Returns their number. */
size_t jac_trail_copy(const jac_trail_t *trail, uint64_t offset, size_t n,
                      uint8_t *to);

/*
 * Returns the instance variable @context of an error at `at`, start <= at <=
 * end: a frozen Array of the members in JAC_CONTEXT_LIST. Raises NoMemoryError
 * only.
 */
VALUE jac_error_context(const jac_parser_t *parser, const uint8_t *at,
                        const jac_open_t *open);

void jac_init_error_context(VALUE mJacinth);

#endif
