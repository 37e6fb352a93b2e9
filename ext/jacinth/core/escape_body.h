/*
 * Escapes in one pass, for any block: load, store, test. The block is stored
 * before the test result is known, since most blocks need no escape. Each
 * kernels_X.c includes this file after a block.
 *
 * A block with escapes costs one step for each of them and no new test:
 *
 *   src    a b " c d \ e f            mask  . . x . . x . .
 *   dst    a b " c d \ e f            as stored
 *          a b \ " c d \ e f          escape at 2, the rest stored after it
 *          a b \ " c d \ \ e f        escape at 5, the rest stored after it
 *
 * "The rest" is always a whole block from memory. Near the end of the source,
 * the block is read from a copy on the stack.
 */

#include "kernels.h"
#include "tables.h"

/* Readable bytes required from the start of a block: a block is loaded after
   any of its bytes, and two bytes after the last. */
#define JAC_ESCAPE_SPAN (2 * JAC_BLOCK_WIDTH + 2)

JAC_INLINE bool
jac_escapes_separators(unsigned mode)
{
    return !(mode & JAC_ESC_ASCII) &&
           (mode & (JAC_ESC_SCRIPT_SAFE | JAC_ESC_SEPARATORS)) != 0;
}

/* Writes \uXXXX for a unit of two bytes: stores 8 bytes, of which 6 count. */
JAC_INLINE uint8_t *
jac_escape_unit(uint8_t *dst, uint8_t upper, uint8_t lower)
{
    jac_store64(dst, '\\' | 'u' << 8 | (uint64_t)jac_hex_pairs[upper] << 16 |
                         (uint64_t)jac_hex_pairs[lower] << 32);
    return dst + 6;
}

/*
 * Writes the character at src, above U+007F, as one or two \uXXXX, and moves
 * dst. Can store 14 bytes. Returns the length in UTF-8. The bytes of the digits
 * come directly from those of UTF-8:
 *
 *   110xxxyy 10zzzzzz             -> 00000xxx yyzzzzzz
 *   1110xxxx 10yyyyzz 10wwwwww    -> xxxxyyyy zzwwwwww
 *
 * From U+10000 on, the surrogates of c are 0xD7C0 + (c >> 10), since 0xD7C0 is
 * 0xD800 - (0x10000 >> 10), and 0xDC00 + (c & 0x3FF).
 */
JAC_INLINE size_t
jac_escape_char(uint8_t **dst, const uint8_t *src)
{
    const unsigned lead = src[0], second = src[1];
    uint32_t point;

    if (lead < 0xE0) {
        *dst = jac_escape_unit(*dst, (uint8_t)(lead >> 2 & 0x07),
                               (uint8_t)(lead << 6 | (second & 0x3F)));
        return 2;
    }
    if (JAC_LIKELY(lead < 0xF0)) {
        *dst =
            jac_escape_unit(*dst, (uint8_t)(lead << 4 | (second >> 2 & 0x0F)),
                            (uint8_t)(second << 6 | (src[2] & 0x3F)));
        return 3;
    }
    point = (lead & 0x07) << 18 | (second & 0x3F) << 12 |
            (src[2] & 0x3Fu) << 6 | (src[3] & 0x3Fu);
    *dst = jac_escape_unit(*dst, (uint8_t)((0xD7C0 + (point >> 10)) >> 8),
                           (uint8_t)(0xC0 + (point >> 10)));
    *dst = jac_escape_unit(*dst, (uint8_t)(0xDC | (point >> 8 & 3)),
                           (uint8_t)point);
    return 4;
}

/* Writes the escape at src and moves dst. Returns the escaped length: all
   characters up to the next ASCII one, as far as JAC_ESC_SPACE allows. */
JAC_INLINE size_t
jac_escape_one(jac_escape_t *e, uint8_t **dst, const uint8_t *src,
               unsigned mode)
{
    const uint8_t byte = *src;

    if ((mode & JAC_ESC_ASCII) && byte >= 0x80) {
        size_t n = 0;

        do {
            n += jac_escape_char(dst, src + n);
        } while (src + n < e->src_end && src[n] >= 0x80 &&
                 e->dst_end - *dst >= JAC_ESC_SPACE);
        return n;
    }
    if (jac_escapes_separators(mode) && byte == 0xE2) {
        /* only U+2028, E2 80 A8, and U+2029, E2 80 A9, get here */
        *dst = jac_escape_unit(*dst, 0x20, src[2] & 0x29);
        return 3;
    }
    jac_store64(*dst, jac_escapes[byte & 0x7F]);
    *dst += jac_escapes[byte & 0x7F] >> 56;
    return 1;
}

JAC_INLINE jac_mask_t
jac_escape_test(jac_block_t b, unsigned mode)
{
    jac_block_t hits = jac_is_special(b);

    if (mode & JAC_ESC_SCRIPT_SAFE) {
        hits = jac_block_or(hits, jac_is_eq(b, '/'));
    }
    if (mode & JAC_ESC_HTML) {
        hits = jac_block_or(hits, jac_is_html(b));
    }
    if (jac_escapes_separators(mode)) {
        hits = jac_block_or(hits, jac_is_eq(b, 0xE2));
    }
    if (mode & JAC_ESC_ASCII) hits = jac_block_or(hits, jac_is_high(b));
    return jac_block_mask(hits);
}

/*
 * Removes false hits from the mask of block b: with ASCII the continuation
 * bytes, otherwise each E2 that does not begin U+2028 or U+2029 (such as those
 * of typographic quotes). `wide`: JAC_ESCAPE_SPAN bytes are readable.
 */
JAC_INLINE jac_mask_t
jac_escape_settle(jac_block_t b, jac_mask_t hits, const uint8_t *src,
                  const uint8_t *end, bool wide, unsigned mode)
{
    jac_mask_t e2;

    if (mode & JAC_ESC_ASCII) return hits & ~jac_block_mask(jac_is_cont(b));
    if (!jac_escapes_separators(mode)) return hits;
    e2 = jac_block_mask(jac_is_eq(b, 0xE2));
    if (e2 == 0) return hits;
    hits &= ~e2;
    if (wide) {
        const jac_block_t second = jac_block_load(src + 1);
        const jac_block_t third =
            jac_block_or(jac_block_load(src + 2), jac_block_fill(1));

        return hits |
               (e2 & jac_block_mask(jac_block_and(jac_is_eq(second, 0x80),
                                                  jac_is_eq(third, 0xA9))));
    }
    for (; e2 != 0; e2 &= e2 - 1) {
        const size_t i = jac_mask_ctz(e2) / JAC_MASK_STRIDE;

        if (end - src > (ptrdiff_t)i + 2 && src[i + 1] == 0x80 &&
            (src[i + 2] | 1) == 0xA9) {
            hits |= e2 & (~e2 + 1);
        }
    }
    return hits;
}

JAC_INLINE jac_mask_t
jac_mask_from(size_t i)
{
    return (jac_mask_t)0 - ((jac_mask_t)1 << (i * JAC_MASK_STRIDE));
}

/*
 * Writes the escapes of the block of n bytes at e->src, already stored at
 * e->dst; hits must not be 0. `copy` is the address of the block with
 * JAC_ESCAPE_SPAN readable bytes. Omits the bytes after the last escape if the
 * capacity does not suffice. Returns the end of the last escaped character.
 */
JAC_INLINE const uint8_t *
jac_escape_hits(jac_escape_t *e, jac_mask_t hits, size_t n, const uint8_t *copy,
                unsigned mode)
{
    const uint8_t *const block = e->src;
    uint8_t *dst = e->dst;
    size_t done = 0;

    do {
        const size_t i = jac_mask_ctz(hits) / JAC_MASK_STRIDE;

        dst += i - done;
        done = i + jac_escape_one(e, &dst, block + i, mode);
        if (((mode & JAC_ESC_ASCII) && done >= n) ||
            JAC_UNLIKELY(e->dst_end - dst < JAC_ESC_SPACE)) {
            e->dst = dst;
            e->src = block + done;
            return e->src;
        }
        jac_block_store(dst, jac_block_load(copy + done));
        hits &= mode & JAC_ESC_ASCII ? jac_mask_from(done) : hits - 1;
    } while (hits != 0);
    e->dst = dst + (done < n ? n - done : 0);
    e->src = block + (done < n ? n : done);
    return block + done;
}

/*
 * Escapes the last bytes, fewer than JAC_ESCAPE_SPAN. All bytes from `plain` to
 * e->src were copied unchanged. If there are enough of them, the last block
 * overlaps them instead of reading past the end:
 *
 *   src   ..... plain ......................|end
 *                       |---- block ------|
 *                            ^ e->src
 */
JAC_INLINE void
jac_escape_tail(jac_escape_t *e, const uint8_t *plain, unsigned mode)
{
    const ptrdiff_t width = JAC_BLOCK_WIDTH;

    while (e->src < e->src_end && e->dst_end - e->dst >= JAC_ESC_SPACE) {
        ptrdiff_t n = e->src_end - e->src;
        jac_block_t b;
        jac_mask_t hits;

        if (n < width && e->src - plain >= width - n) {
            e->dst -= width - n;
            e->src -= width - n;
            n = width;
        }
        if (n >= width) {
            n = width;
            b = jac_block_load(e->src);
            hits = jac_escape_test(b, mode);
        }
        else {
            b = jac_block_load_part(e->src, (size_t)n);
            hits = jac_escape_test(b, mode) & ~jac_mask_from((size_t)n);
        }
        jac_block_store(e->dst, b);
        if (hits != 0) {
            hits = jac_escape_settle(b, hits, e->src, e->src_end, false, mode);
        }
        if (hits == 0) {
            e->src += n;
            e->dst += n;
        }
        else {
            uint8_t copy[JAC_ESCAPE_SPAN];

            jac_block_store(copy, b);
            jac_block_store(copy + width, b);
            plain = jac_escape_hits(e, hits, (size_t)n, copy, mode);
        }
    }
}

JAC_INLINE void
jac_escape_any(jac_escape_t *e, unsigned mode)
{
    const uint8_t *plain;

    /* text in other scripts usually starts here */
    if ((mode & JAC_ESC_ASCII) && e->src < e->src_end && *e->src >= 0x80 &&
        e->dst_end - e->dst >= JAC_ESC_SPACE) {
        e->src += jac_escape_one(e, &e->dst, e->src, mode);
    }
    plain = e->src;
    for (;;) {
        const ptrdiff_t left = e->src_end - e->src - JAC_ESCAPE_SPAN;
        const ptrdiff_t space = e->dst_end - e->dst - JAC_ESC_SPACE;
        const uint8_t *const last = e->src + (left < space ? left : space);
        jac_mask_t hits = 0;

        if (left < 0 || space < 0) break;
        do {
            const jac_block_t b = jac_block_load(e->src);

            jac_prefetch_output(e->dst);
            hits = jac_escape_test(b, mode);
            jac_block_store(e->dst, b);
            if (JAC_UNLIKELY(hits != 0)) {
                hits =
                    jac_escape_settle(b, hits, e->src, e->src_end, true, mode);
                if (hits != 0) break;
            }
            e->src += JAC_BLOCK_WIDTH;
            e->dst += JAC_BLOCK_WIDTH;
        } while (e->src <= last);
        if (hits != 0) {
            plain = jac_escape_hits(e, hits, JAC_BLOCK_WIDTH, e->src, mode);
        }
    }
    jac_escape_tail(e, plain, mode);
}

/*
 * Copies text without escapes into a sufficient capacity. Returns true if that
 * was all; otherwise false, with e at the first block with a possible escape,
 * or at the last, partial block.
 */
JAC_INLINE bool
jac_escape_none(jac_escape_t *e, unsigned mode)
{
    const uint8_t *src = e->src, *const last = e->src_end - JAC_BLOCK_WIDTH;
    uint8_t *dst = e->dst;

    if (e->src_end - src < JAC_BLOCK_WIDTH ||
        e->dst_end - dst < e->src_end - src + JAC_BLOCK_WIDTH) {
        return false;
    }
    for (;;) {
        const jac_block_t b = jac_block_load(src);

        jac_prefetch_output(dst);
        jac_block_store(dst, b);
        if (jac_escape_test(b, mode) != 0) {
            e->src = src;
            e->dst = dst;
            return false;
        }
        src += JAC_BLOCK_WIDTH;
        dst += JAC_BLOCK_WIDTH;
        if (src > last) {
            if (src == e->src_end) break;
            /* the last block ends at the end of the text */
            dst -= src - last;
            src = last;
        }
    }
    e->src = src;
    e->dst = dst;
    return true;
}

/* A kernel: the fast loop, with the one for all texts out of line. */
#define JAC_ESCAPE_KERNEL(name, mode)                                 \
    static JAC_NOINLINE void JAC_KERNEL(any_##name)(jac_escape_t * e) \
    {                                                                 \
        jac_escape_t copy = *e;                                       \
                                                                      \
        jac_escape_any(&copy, mode);                                  \
        *e = copy;                                                    \
    }                                                                 \
                                                                      \
    void JAC_KERNEL(name)(jac_escape_t * e)                           \
    {                                                                 \
        if (JAC_UNLIKELY(!jac_escape_none(e, mode))) {                \
            JAC_KERNEL(any_##name)(e);                                \
        }                                                             \
    }

JAC_ESCAPE_KERNEL(escape_plain, JAC_ESC_PLAIN)
JAC_ESCAPE_KERNEL(escape_script, JAC_ESC_SCRIPT_SAFE)
JAC_ESCAPE_KERNEL(escape_separators, JAC_ESC_SEPARATORS)
JAC_ESCAPE_KERNEL(escape_html, JAC_ESC_HTML)
JAC_ESCAPE_KERNEL(escape_html_script, JAC_ESC_HTML | JAC_ESC_SCRIPT_SAFE)
JAC_ESCAPE_KERNEL(escape_html_separators, JAC_ESC_HTML | JAC_ESC_SEPARATORS)
JAC_ESCAPE_KERNEL(escape_ascii, JAC_ESC_ASCII)
JAC_ESCAPE_KERNEL(escape_ascii_script, JAC_ESC_ASCII | JAC_ESC_SCRIPT_SAFE)
JAC_ESCAPE_KERNEL(escape_ascii_html, JAC_ESC_ASCII | JAC_ESC_HTML)
JAC_ESCAPE_KERNEL(escape_ascii_html_script,
                  JAC_ESC_ASCII | JAC_ESC_HTML | JAC_ESC_SCRIPT_SAFE)
