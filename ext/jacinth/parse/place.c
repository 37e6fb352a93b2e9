#include "parse/place.h"

#include "core/kernels.h"
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

/* Returns the number of characters in [p, to), as String#length. */
static size_t
characters(const uint8_t *p, const uint8_t *to)
{
    const ptrdiff_t n = jac_kernels->utf8_length(p, to);

    if (n >= 0) return (size_t)n;
    return (size_t)rb_enc_strlen((const char *)p, (const char *)to,
                                 rb_utf8_encoding());
}

void
jac_place_move(jac_place_t *place, const uint8_t *p, const uint8_t *to)
{
    const uint64_t lines = place->lines;

    if (p == to) return;
    p = last_line(p, to, &place->lines);
    if (place->lines != lines) place->columns = 0;
    place->columns += characters(p, to);
}
