/*
 * Strings that are long, escaped or cut off, and what is noted of a token
 * where a chunk ended inside it.
 *
 * docs/strings.md has the whole picture.
 */
#ifndef JAC_STRING_SCAN_H
#define JAC_STRING_SCAN_H

#include "parse/parser_state.h"

/* Where p is, from the first byte that the incremental parser ever got. */
JAC_INLINE uint64_t
jac_chunk_offset(const jac_parser_t *parser, const uint8_t *p)
{
    return parser->chunks->offset + (uint64_t)(p - parser->start);
}

/* Whether the token that begins at p was scanned in part before. */
JAC_INLINE bool
jac_chunk_noted(const jac_parser_t *parser, const jac_note_t *note,
                const uint8_t *p)
{
    return JAC_UNLIKELY(note->token == jac_chunk_offset(parser, p)) &&
           note->set;
}

/* What was not scanned yet of the token that the note is about. */
JAC_INLINE const uint8_t *
jac_chunk_scanned(const jac_parser_t *parser, const jac_note_t *note)
{
    return parser->start + (note->scanned - parser->chunks->offset);
}

/*
 * Where to scan on in the token that begins at p: behind what was scanned of
 * it before, or at `from`.
 */
JAC_INLINE const uint8_t *
jac_chunk_resume(const jac_parser_t *parser, const jac_note_t *note,
                 const uint8_t *p, const uint8_t *from)
{
    if (!jac_chunk_noted(parser, note, p)) return from;
    return jac_chunk_scanned(parser, note);
}

/* Notes that the token that begins at p is scanned up to `scanned`. */
void jac_chunk_note(const jac_parser_t *parser, jac_note_t *note,
                    const uint8_t *p, const uint8_t *scanned);

/*
 * Whether the number at p, noted before, goes on with nothing but digits up to
 * the end of this chunk: then it is still cut off.
 */
bool jac_chunk_in_number(const jac_parser_t *parser, const uint8_t *p);

/*
 * The closing quote of the string whose text begins at s, given that none lies
 * before q, where a scan stopped. Says in *escaped whether there are escapes,
 * in *high whether there may be bytes >= 0x80.
 */
const uint8_t *jac_scan_string_on(jac_parser_t *parser, const uint8_t *s,
                                  const uint8_t *q, uint32_t *high,
                                  bool *escaped);

/*
 * In chunks: the closing quote of the string whose text begins at s, noted
 * before; NULL where this chunk too ends before that.
 */
const uint8_t *jac_resume_string(jac_parser_t *parser, const uint8_t *s,
                                 uint32_t *high, bool *escaped);

#endif
