/* The text around an error, copied for its excerpt and hint, because the
   source can be freed or changed later. */
#ifndef JAC_ERROR_CONTEXT_H
#define JAC_ERROR_CONTEXT_H

#include "parse/parser_state.h"

/* The most bytes kept on each side of the position. */
enum { JAC_CONTEXT_BYTES = JAC_TRAIL_BYTES };

/* Indices of the position in the result of jac_error_context(). */
enum { JAC_CONTEXT_LINE = 4, JAC_CONTEXT_COLUMN = 5 };

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
 * end, for Jacinth::Excerpt and Jacinth::Hints: a frozen Array of
 *
 *   0  the bytes around the position, a frozen String of whole characters
 *   1  the index of the position in them
 *   2  true if the text begins with them
 *   3  true if the text ends with them
 *   4  the line and 5 the column of the position
 *   6  the byte of `open`, 7 its line and 8 its column, or nil
 *   9  true if more text can follow
 *   10 true if an initial byte order mark is skipped
 *
 * Raises NoMemoryError only.
 */
VALUE jac_error_context(const jac_parser_t *parser, const uint8_t *at,
                        const jac_open_t *open);

#endif
