/* Compares the key of an object with the key that comes there in most objects,
   before it is scanned. */
#ifndef JAC_EXPECTED_KEY_H
#define JAC_EXPECTED_KEY_H

#include "bits.h"

/* Selects the bytes of a key of n bytes among its first eight. */
JAC_INLINE uint64_t
jac_key_mask(size_t n)
{
    return n < 8 ? (UINT64_C(1) << (8 * n)) - 1 : UINT64_MAX;
}

/*
 * True if s begins with the key text[0..n), n > 0, which includes the closing
 * quote. Compares words, of which the last one ends at n. left: the number of
 * bytes at s that can be read; SIZE_MAX if these are enough for n bytes and for
 * a word. mask: jac_key_mask(n). first: the first word, by jac_load64(), with
 * zeros after the key. Reads `text` only if n > 8 or left < 8.
 */
JAC_INLINE bool
jac_key_at(const uint8_t *s, size_t left, const uint8_t *text, size_t n,
           uint64_t first, uint64_t mask)
{
    if (JAC_UNLIKELY(left < 8)) return left >= n && memcmp(s, text, n) == 0;
    if ((jac_load64(s) & mask) != first) return false;
    if (n <= 8) return true;
    if (JAC_UNLIKELY(left < n)) return false;
    if (jac_load64(s + n - 8) != jac_load64(text + n - 8)) return false;
    if (n <= 16) return true;
    if (n > 32) return memcmp(s + 8, text + 8, n - 16) == 0;
    return ((jac_load64(s + 8) ^ jac_load64(text + 8)) |
            (jac_load64(s + n - 16) ^ jac_load64(text + n - 16))) == 0;
}

#endif
