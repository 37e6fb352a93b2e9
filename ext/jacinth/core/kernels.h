/*
 * The kernels: byte loops with an implementation for each instruction set
 * (ISA). docs/internals/kernels.md explains how to add an ISA.
 *
 * For every function:
 * - pointers are not NULL, except that an empty range can be NULL..NULL;
 * - only bytes in [src, src_end) or [p, end) are read;
 * - no alignment is required, no memory is owned, nothing is raised;
 * - every ISA returns the same result.
 */
#ifndef JAC_KERNELS_H
#define JAC_KERNELS_H

#include "base.h"

/* Escapes in addition to '"', '\\' and the bytes below 0x20; can be combined.
   SCRIPT_SAFE includes SEPARATORS, ASCII all non-ASCII characters of both. */
enum {
    JAC_ESC_PLAIN = 0,
    JAC_ESC_SCRIPT_SAFE = 1,
    JAC_ESC_SEPARATORS = 2,
    JAC_ESC_HTML = 4,
    JAC_ESC_ASCII = 8, /* every character above U+007F */
    JAC_ESC_MODES = 16
};

/* Reported by scan_escaped(): a byte >= 0x80, an escape. */
enum { JAC_SEEN_HIGH = 1, JAC_SEEN_ESCAPE = 2 };

/*
 * Free bytes in dst that escape() needs for each step: a block of at most 32
 * bytes, whose last byte can become a surrogate pair (12 bytes, written as 8 +
 * 8 from offset 31 + 6): 31 + 6 + 8 < 64.
 */
#define JAC_ESC_SPACE 64

/* The remaining source, and the target, of any size. They must not overlap. */
typedef struct {
    const uint8_t *src, *src_end;
    uint8_t *dst, *dst_end;
} jac_escape_t;

/*
 * A search for the end of a container. The state at p: the number of open
 * brackets, whether p is in a string, and whether the byte before p is a
 * backslash that escapes p.
 */
typedef struct {
    const uint8_t *p, *end;
    size_t depth;
    bool in_string, escaped;
} jac_skip_t;

typedef struct {
    const char *name;

    /*
     * Escapes src as the contents of a JSON string, without quotes, and moves
     * src and dst. Stops at src_end, or if dst_end - dst < JAC_ESC_SPACE; then
     * call again with more capacity. src must be valid UTF-8 of whole
     * characters. A call that stops early can leave src inside a character,
     * except in modes with ASCII. The output has at most 6 times the size.
     * Bytes from the new dst to dst_end are undefined.
     */
    void (*escape[JAC_ESC_MODES])(jac_escape_t *e);

    /* Returns the first byte in [p, end) that is '"', '\\' or below 0x20; or
       end. Sets *high to a nonzero value if a byte before it is >= 0x80. */
    const uint8_t *(*scan_string)(const uint8_t *p, const uint8_t *end,
                                  uint32_t *high);

    /* Like scan_string(), but skips the escapes that jac_escape_size() accepts,
       so it stops at other or incomplete ones. ORs JAC_SEEN_* into *seen. */
    const uint8_t *(*scan_escaped)(const uint8_t *p, const uint8_t *end,
                                   uint32_t *seen);

    /* Returns the first byte in [p, end) that is not white space; or end. */
    const uint8_t *(*skip_space)(const uint8_t *p, const uint8_t *end);

    /* Returns the number of characters in [p, end), or -1 if that is not
       well-formed UTF-8 (Unicode, table 3-7). */
    ptrdiff_t (*utf8_length)(const uint8_t *p, const uint8_t *end);

    /*
     * Moves s->p after the bracket that closes the outermost open one (depth
     * becomes 0), or to s->end, where another call can continue. depth must not
     * be 0 at first. Ignores brackets in strings, does not match kinds of
     * brackets, and validates nothing.
     */
    void (*skip)(jac_skip_t *s);
} jac_kernels_t;

/* The implementation in use: "swar" before jac_kernels_init(). */
extern const jac_kernels_t *jac_kernels;

/* True if [p, end) is well-formed UTF-8. */
JAC_INLINE bool
jac_valid_utf8(const uint8_t *p, const uint8_t *end)
{
    return jac_kernels->utf8_length(p, end) >= 0;
}

/*
 * Selects an implementation: `force`, or the best if that is NULL or "". If
 * `force` is not available, selects the best and returns false. Not
 * thread-safe.
 */
bool jac_kernels_init(const char *force);

/* Returns the i-th available implementation, slowest first, "swar" at 0;
   NULL after the last. */
const jac_kernels_t *jac_kernels_at(size_t i);

/* Defined by kernels_X.c for the ISA X. */
#define JAC_KERNELS_DECLARE(isa)                                               \
    void jac_escape_plain_##isa(jac_escape_t *e);                              \
    void jac_escape_script_##isa(jac_escape_t *e);                             \
    void jac_escape_separators_##isa(jac_escape_t *e);                         \
    void jac_escape_html_##isa(jac_escape_t *e);                               \
    void jac_escape_html_script_##isa(jac_escape_t *e);                        \
    void jac_escape_html_separators_##isa(jac_escape_t *e);                    \
    void jac_escape_ascii_##isa(jac_escape_t *e);                              \
    void jac_escape_ascii_script_##isa(jac_escape_t *e);                       \
    void jac_escape_ascii_html_##isa(jac_escape_t *e);                         \
    void jac_escape_ascii_html_script_##isa(jac_escape_t *e);                  \
    const uint8_t *jac_scan_string_##isa(const uint8_t *p, const uint8_t *end, \
                                         uint32_t *high);                      \
    const uint8_t *jac_scan_escaped_##isa(const uint8_t *p,                    \
                                          const uint8_t *end, uint32_t *seen); \
    const uint8_t *jac_skip_space_##isa(const uint8_t *p, const uint8_t *end); \
    ptrdiff_t jac_utf8_length_##isa(const uint8_t *p, const uint8_t *end);     \
    void jac_skip_##isa(jac_skip_t *s)

JAC_KERNELS_DECLARE(swar);
JAC_KERNELS_DECLARE(sse2);
JAC_KERNELS_DECLARE(avx2);
JAC_KERNELS_DECLARE(neon);

#endif
