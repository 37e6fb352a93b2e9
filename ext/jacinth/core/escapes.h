/* Reading the escapes of a JSON string: RFC 8259, section 7. */
#ifndef JAC_ESCAPES_H
#define JAC_ESCAPES_H

#include "tables.h"

/*
 * Returns the value of the four hexadecimal digits at p, or a negative number.
 */
JAC_INLINE int32_t
jac_hex4(const uint8_t *p)
{
    const unsigned a = jac_hex_values[p[0]], b = jac_hex_values[p[1]],
                   c = jac_hex_values[p[2]], d = jac_hex_values[p[3]];

    if (JAC_UNLIKELY((a & b & c & d) == 0)) return -1;
    return (int32_t)((a & 15) << 12 | (b & 15) << 8 | (c & 15) << 4 | (d & 15));
}

JAC_INLINE bool
jac_surrogate_p(int32_t unit)
{
    return (unit & 0xF800) == 0xD800;
}

/*
 * Returns the size of the escape at p (a backslash) if it is complete and
 * stands for a character by itself: 2, or 6 for a \u that is not a surrogate.
 * Otherwise 0.
 */
JAC_INLINE unsigned
jac_escape_size(const uint8_t *p, const uint8_t *end)
{
    int32_t unit;

    if (JAC_UNLIKELY(end - p < 2)) return 0;
    if (jac_escape_letters[p[1]] != 0) return 2;
    if (JAC_UNLIKELY(p[1] != 'u' || end - p < 6)) return 0;
    unit = jac_hex4(p + 2);
    return JAC_LIKELY(unit >= 0 && !jac_surrogate_p(unit)) ? 6 : 0;
}

#endif
