#include "parse/string_scan.h"

#include "parse/parser_errors.h"
#include "parse/scan.h"

void
jac_chunk_note(const jac_parser_t *parser, jac_note_t *note, const uint8_t *p,
               const uint8_t *scanned)
{
    note->set = true;
    note->token = jac_chunk_offset(parser, p);
    note->scanned = jac_chunk_offset(parser, scanned);
}

bool
jac_chunk_in_number(const jac_parser_t *parser, const uint8_t *p)
{
    jac_note_t *note = &parser->chunks->number;
    const uint8_t *q = jac_chunk_scanned(parser, note);

    while (q < parser->end && *q >= '0' && *q <= '9') q++;
    if (q < parser->end) return false;
    jac_chunk_note(parser, note, p, q);
    return true;
}

const uint8_t *
jac_scan_string_on(jac_parser_t *parser, const uint8_t *s, const uint8_t *q,
                   uint32_t *high, bool *escaped)
{
    const uint8_t *end = parser->end;
    jac_note_t *note;

    for (;;) {
        q = jac_scan_text(q, end, high);
        if (q == end) break;
        if (*q == '"') return q;
        if (*q == '\\') {
            *escaped = true;
            if (end - q < 2) break;
            q += 2;
        }
        else if (parser->options->allow_control_characters) {
            q++;
        }
        else {
            jac_parser_fail_from(parser, s - 1, q, JAC_TEXT_CONTROL);
        }
    }
    if (parser->chunks == NULL) {
        jac_parser_fail_from(parser, s - 1, end, JAC_TEXT_STRING_END);
    }
    note = &parser->chunks->string;
    jac_chunk_note(parser, note, s - 1, q);
    note->high = *high;
    note->escaped = *escaped;
    return NULL;
}

const uint8_t *
jac_resume_string(jac_parser_t *parser, const uint8_t *s, uint32_t *high,
                  bool *escaped)
{
    const jac_note_t *note = &parser->chunks->string;
    const uint8_t *q = jac_chunk_scanned(parser, note);

    *high = note->high;
    *escaped = note->escaped;
    return jac_scan_string_on(parser, s, q, high, escaped);
}
