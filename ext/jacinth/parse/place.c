#include "parse/place.h"

#include "core/kernels.h"
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

/* Returns the number of characters in [p, to), as String#length. */
static size_t
characters(const uint8_t *p, const uint8_t *to)
{
    size_t n = (size_t)(to - p);

    if (jac_ascii_p(p, n)) return n;
    if (!jac_kernels->valid_utf8(p, to)) {
        return (size_t)rb_enc_strlen((const char *)p, (const char *)to,
                                     rb_utf8_encoding());
    }
    for (; p < to; p++) {
        n -= (*p & 0xC0) == 0x80;
    }
    return n;
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
