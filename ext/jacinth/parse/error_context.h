/*
 * What an error keeps of its text, so that an excerpt and a hint can be made of
 * it later, when the text may be gone or changed.
 */
#ifndef JAC_ERROR_CONTEXT_H
#define JAC_ERROR_CONTEXT_H

#include "parse/parser_state.h"

/* Bytes kept on either side of an error's place. */
enum { JAC_CONTEXT_BYTES = JAC_TRAIL_BYTES };

/* Where the place is among what jac_error_context gives. */
enum { JAC_CONTEXT_LINE = 4, JAC_CONTEXT_COLUMN = 5 };

/* The beginning of what is open, or of what an error refers to besides. */
typedef struct {
    const uint8_t *at; /* NULL: nothing, or its bytes are gone */
    uint8_t byte;      /* '[', '{' or '"'; 0: nothing */
    jac_place_t place; /* where its bytes are gone, */
    uint64_t offset;   /* and the bracket's offset then */
} jac_open_t;

/* Where parser->start is. */
jac_place_t jac_parser_place(const jac_parser_t *parser);

/* The bracket of the innermost frame, whose chunk may be gone. */
jac_open_t jac_open_frame(const jac_parser_t *parser);

/* The n bytes p[0..n), the next of the text, leave the buffer. */
void jac_trail_add(jac_trail_t *trail, const uint8_t *p, size_t n);

/* Text begins at this offset: nothing before it is shown. */
void jac_trail_begin(jac_trail_t *trail, uint64_t offset);

/*
 * Copies what the trail has from `offset` on, or the last n bytes before its
 * end, whichever are fewer; returns how many.
 */
size_t jac_trail_copy(const jac_trail_t *trail, uint64_t offset, size_t n,
                      uint8_t *to);

/*
 * The instance variable @context of an error at `at`, start <= at <= end, which
 * Jacinth::Excerpt and Jacinth::Hints read: a frozen Array of
 *
 *   0  the bytes around the place, a frozen String of at most twice
 *      JAC_CONTEXT_BYTES, not cutting a character
 *   1  where the place is in them
 *   2  whether the text begins where they begin
 *   3  whether it ends where they end
 *   4  the place's line, and 5 its column
 *   6  the byte of `open`, 7 its line, and 8 its column, or nil each
 *   9  whether text may follow there that has not come yet
 *  10  whether a byte order mark at the beginning is skipped
 *
 * Raises NoMemoryError only.
 */
VALUE jac_error_context(const jac_parser_t *parser, const uint8_t *at,
                        const jac_open_t *open);

#endif
