#include "parse/place.h"

#include "core/short.h"
#include "ruby/compat.h"

/* Returns the text after the last line end in p[0..to), or p, and counts the
   line ends. */
static const uint8_t *
last_line(const uint8_t *p, const uint8_t *to, uint64_t *lines)
{
    const uint8_t *end;

    while ((end = memchr(p, '\n', (size_t)(to - p))) != NULL) {
        (*lines)++;
        p = end + 1;
    }
    return p;
}

uint64_t
jac_line_ends(const uint8_t *p, const uint8_t *to)
{
    uint64_t lines = 0;

    if (p < to) last_line(p, to, &lines);
    return lines;
}

void
jac_place_move(jac_place_t *place, const uint8_t *p, const uint8_t *to)
{
    const uint64_t lines = place->lines;
    const uint8_t *line;
    size_t n;

    if (p == to) return;
    line = last_line(p, to, &place->lines);
    n = (size_t)(to - line);
    if (!jac_ascii_p(line, n)) {
        n = (size_t)rb_enc_strlen((const char *)line, (const char *)to,
                                  rb_utf8_encoding());
    }
    if (place->lines != lines) place->columns = 0;
    place->columns += n;
}
