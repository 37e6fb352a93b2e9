/*
 * Texts that are read with `relaxed` or `invalid`: without a byte order mark,
 * and with U+FFFD for what is no UTF-8.
 */
#ifndef JAC_SOURCE_TEXT_H
#define JAC_SOURCE_TEXT_H

#include "parse/parser_options.h"

/*
 * As jac_parser_source, for a whole document: what `options` ask for is done to
 * its text. Where they ask for nothing, or find nothing, it is the same object.
 */
VALUE jac_parser_text(const jac_parser_options_t *options, VALUE source);

/*
 * True if jac_parser_text drops a byte order mark from the source, which
 * jac_parser_chunk_source returned.
 */
bool jac_parser_skips_mark(const jac_parser_options_t *options, VALUE source);

/* What is not read yet of a text in chunks. */
typedef struct {
    uint8_t bytes[4]; /* the end of what came: of a mark or of a character */
    uint8_t size;
    bool begun; /* no mark will come any more */
} jac_source_tail_t;

/*
 * The same for the next chunk, which jac_parser_source has given: behind what
 * the tail holds, and without what is a tail again, unless it is the last one.
 * May be empty. Runs no Ruby code.
 */
VALUE jac_parser_chunk(const jac_parser_options_t *options,
                       jac_source_tail_t *tail, VALUE chunk, bool last);

/* A chunk as jac_parser_source gives it, where `invalid` may be set. */
VALUE jac_parser_chunk_source(const jac_parser_options_t *options, VALUE chunk);

#endif
