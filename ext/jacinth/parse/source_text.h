/* Preparation of a text for `relaxed`, `invalid` and `json5`: drops a byte
   order mark, replaces invalid UTF-8 by U+FFFD, and rewrites JSON5 as JSON. */
#ifndef JAC_SOURCE_TEXT_H
#define JAC_SOURCE_TEXT_H

#include "parse/parser_options.h"

/* jac_parser_source() for a whole document, prepared by `relaxed` and
   `invalid`. Returns the same object if nothing changes. */
VALUE jac_parser_text(const jac_parser_options_t *options, VALUE source);

/* Calls jac_parser_text(), and then rewrites JSON5; sets
   options->json5_source. */
VALUE jac_parser_whole_text(jac_parser_options_t *options, VALUE source);

/* Returns the source of one document itself if no Ruby code can run while it is
   read. Otherwise, because callbacks and interrupt checks can change it,
   returns a frozen copy, which shares the bytes. */
VALUE jac_parser_fixed(const jac_parser_options_t *options, VALUE source);

/* Returns the text itself if its encoding is UTF-8, or else a String of the
   same bytes. */
VALUE jac_text_as_utf8(VALUE text);

/* Returns a frozen String of the same bytes, which it shares if they are many.
   Its class is String, so that Ruby code which calls its methods calls none
   that the program defines in a subclass. */
VALUE jac_text_frozen(VALUE text);

/* True if jac_parser_text() drops a byte order mark from the source, a
   result of jac_parser_chunk_source(). */
bool jac_parser_skips_bom(const jac_parser_options_t *options, VALUE source);

/* The end of a chunk that must wait for the next one. */
typedef struct {
    uint8_t bytes[4]; /* an incomplete byte order mark or character */
    uint8_t size;
    bool begun; /* no byte order mark can follow */
} jac_source_tail_t;

/*
 * Prepares the next chunk, a result of jac_parser_source(): prepends the tail
 * and moves an incomplete end to it, unless it is the last chunk. The result
 * can be empty. Runs no Ruby code.
 */
VALUE jac_parser_chunk(const jac_parser_options_t *options,
                       jac_source_tail_t *tail, VALUE chunk, bool last);

/* jac_parser_source() for a chunk, with the option `invalid`. */
VALUE jac_parser_chunk_source(const jac_parser_options_t *options, VALUE chunk);

#endif
