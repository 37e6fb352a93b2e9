/*
 * Scans strings that are long, escaped or cut off, and stores the position of
 * the scan if a chunk ends inside a token. docs/internals/strings.md explains
 * how strings are read.
 */
#ifndef JAC_STRING_SCAN_H
#define JAC_STRING_SCAN_H

#include "parse/parser_state.h"

JAC_INLINE uint64_t
jac_chunk_offset(const jac_parser_t *parser, const uint8_t *p)
{
    return parser->chunks->offset + (uint64_t)(p - parser->start);
}

JAC_INLINE bool
jac_chunk_noted(const jac_parser_t *parser, const jac_note_t *note,
                const uint8_t *p)
{
    return JAC_UNLIKELY(note->token == jac_chunk_offset(parser, p)) &&
           note->set;
}

/* Returns the first byte of the noted token that was not scanned yet. */
JAC_INLINE const uint8_t *
jac_chunk_scanned(const jac_parser_t *parser, const jac_note_t *note)
{
    return parser->start + (note->scanned - parser->chunks->offset);
}

/* Returns the address to continue the scan of the token at p: after the part
   that was scanned before, or `from`. */
JAC_INLINE const uint8_t *
jac_chunk_resume(const jac_parser_t *parser, const jac_note_t *note,
                 const uint8_t *p, const uint8_t *from)
{
    if (!jac_chunk_noted(parser, note, p)) return from;
    return jac_chunk_scanned(parser, note);
}

void jac_chunk_note(const jac_parser_t *parser, jac_note_t *note,
                    const uint8_t *p, const uint8_t *scanned);

/* True if the noted number at p continues with digits up to the end of this
   chunk, and so is still cut off. */
bool jac_chunk_in_number(const jac_parser_t *parser, const uint8_t *p);

/*
 * Returns the closing quote of the string whose text begins at s. A scan has
 * found none before q. Sets *escaped if there are escapes, and a bit of *high
 * if there can be bytes >= 0x80.
 */
const uint8_t *jac_scan_string_on(jac_parser_t *parser, const uint8_t *s,
                                  const uint8_t *q, uint32_t *high,
                                  bool *escaped);

/* In chunks: returns the closing quote of the noted string whose text begins
   at s, or NULL if this chunk ends before it, too. */
const uint8_t *jac_resume_string(jac_parser_t *parser, const uint8_t *s,
                                 uint32_t *high, bool *escaped);

#endif
