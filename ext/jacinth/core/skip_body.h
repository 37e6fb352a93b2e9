/*
 * Finds the end of a container in steps of 64 bytes, for any block. Each
 * kernels_X.c includes this file after a block.
 *
 * Quotes, backslashes and brackets of 64 bytes are found at once, as one bit
 * each: the structural index of Geoff Langdale and Daniel Lemire, "Parsing
 * Gigabytes of JSON per Second" (2019). Brackets are only counted.
 */

enum { JAC_SKIP_STEP = 64 };

/* The structural characters of 64 bytes, the first byte in the lowest bit. */
typedef struct {
    uint64_t quotes, backslashes, opening, closing;
} jac_skip_bits_t;

JAC_INLINE void
jac_skip_block(jac_skip_bits_t *bits, jac_block_t b, unsigned shift)
{
    /* setting bit 0x20 maps brackets to braces */
    const jac_block_t braces = jac_block_or(b, jac_block_fill(0x20));

    bits->quotes |= jac_block_bits(jac_is_eq(b, '"')) << shift;
    bits->backslashes |= jac_block_bits(jac_is_eq(b, '\\')) << shift;
    bits->opening |= jac_block_bits(jac_is_eq(braces, '{')) << shift;
    bits->closing |= jac_block_bits(jac_is_eq(braces, '}')) << shift;
}

/* Loads the bits of n bytes, 0 < n <= 64; bits from n on are 0. */
JAC_INLINE void
jac_skip_load(jac_skip_bits_t *bits, const uint8_t *p, size_t n)
{
    unsigned i;

    memset(bits, 0, sizeof(*bits));
    if (JAC_LIKELY(n == JAC_SKIP_STEP)) {
        for (i = 0; i < JAC_SKIP_STEP; i += JAC_BLOCK_WIDTH) {
            jac_skip_block(bits, jac_block_load(p + i), i);
        }
        return;
    }
    for (i = 0; i + JAC_BLOCK_WIDTH <= n; i += JAC_BLOCK_WIDTH) {
        jac_skip_block(bits, jac_block_load(p + i), i);
    }
    if (i < n) jac_skip_block(bits, jac_block_load_part(p + i, n - i), i);
}

/*
 * Returns the bytes that a backslash escapes. In a run of backslashes the first
 * one escapes the second, the third the fourth. So in a run that begins at an
 * even index, the bytes at odd indices are escaped, including the one after the
 * run; and vice versa. Adding its first bit to a run carries through it, which
 * separates the two kinds of runs:
 *
 *   text            a \ \ \ " b \ n \ \       the first byte at the left
 *   backslashes     . 1 1 1 . . 1 . 1 1
 *   at odd indices  . 1 . . . . . . . .       first bits of runs
 *   sum             . . . . 1 . 1 . 1 1
 *   odd runs, << 1  . . 1 1 1 . . . . .       at even indices: escaped
 *   the others      . . . . . . . 1 . 1 ->    at odd indices: escaped
 *   escaped         . . 1 . 1 . . 1 . 1
 */
JAC_INLINE uint64_t
jac_skip_escaped(uint64_t backslashes, bool *pending)
{
    const uint64_t even = UINT64_C(0x5555555555555555);
    uint64_t first, odd_runs, escaped;

    if (*pending) backslashes &= ~UINT64_C(1);
    first = backslashes & ~(backslashes << 1) & ~even;
    odd_runs = backslashes & ~(backslashes + first);
    escaped = (odd_runs << 1 & even) |
              ((backslashes & ~odd_runs) << 1 & ~even) | (uint64_t)*pending;
    *pending = (backslashes & ~escaped) >> 63;
    return escaped;
}

/*
 * Bit i becomes the parity of the bits 0..i: 1 from a quote to before the next.
 */
JAC_INLINE uint64_t
jac_skip_parity(uint64_t bits)
{
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

/* Returns the number of bytes up to the bracket that makes *depth 0, or 0
   with the *depth after 64 bytes. They must close at least *depth brackets. */
JAC_INLINE unsigned
jac_skip_end(uint64_t opening, uint64_t closing, size_t *depth)
{
    size_t closed = 0;

    for (; closing != 0; closing &= closing - 1) {
        const uint64_t before = (closing & (~closing + 1)) - 1;

        closed++;
        if (*depth + jac_popcount64(opening & before) == closed) {
            *depth = 0;
            return jac_ctz64(closing) + 1;
        }
    }
    *depth = *depth + jac_popcount64(opening) - closed;
    return 0;
}

void
JAC_KERNEL(skip)(jac_skip_t *s)
{
    const uint8_t *p = s->p;
    size_t depth = s->depth;
    uint64_t inside = s->in_string ? ~UINT64_C(0) : 0;
    bool pending = s->escaped;

    while (p < s->end) {
        const size_t left = (size_t)(s->end - p);
        const size_t n = left < JAC_SKIP_STEP ? left : JAC_SKIP_STEP;
        jac_skip_bits_t bits;
        uint64_t escaped = 0, closing;
        unsigned size, number;

        jac_skip_load(&bits, p, n);
        if (JAC_UNLIKELY((bits.backslashes | (uint64_t)pending) != 0)) {
            escaped = jac_skip_escaped(bits.backslashes, &pending);
        }
        inside ^= jac_skip_parity(bits.quotes & ~escaped);
        closing = bits.closing & ~inside;
        number = jac_popcount64(closing);
        if (JAC_UNLIKELY(number >= depth)) {
            size = jac_skip_end(bits.opening & ~inside, closing, &depth);
            if (size != 0) {
                s->p = p + size;
                s->depth = 0;
                s->in_string = s->escaped = false;
                return;
            }
        }
        else {
            depth += jac_popcount64(bits.opening & ~inside);
            depth -= number;
        }
        /* the last bit continues: the next bytes are all inside, or none */
        inside = (uint64_t)0 - (inside >> 63);
        if (JAC_UNLIKELY(n < JAC_SKIP_STEP)) {
            /* bits from n on are 0, so the carry must be computed here */
            pending = n > 0 && (bits.backslashes & ~escaped) >> (n - 1) & 1;
        }
        p += n;
    }
    s->p = p;
    s->depth = depth;
    s->in_string = inside != 0;
    s->escaped = pending;
}
