/*
 * The kernel contract: byte work that is worth an instruction set of its own.
 * A table of functions per instruction set (ISA); jac_kernels is the one that
 * this process uses. docs/internals/kernels.md tells how to add an ISA.
 *
 * Rules for every function here:
 * - pointers are never NULL, except that an empty range may be NULL..NULL;
 * - nothing outside [src, src_end) or [p, end) is read, not even in the same
 *   page: AddressSanitizer finds nothing;
 * - no alignment is asked for, no memory is owned, nothing is raised;
 * - every ISA gives the same result to the last byte.
 */
#ifndef JAC_KERNELS_H
#define JAC_KERNELS_H

#include "base.h"

/*
 * What must be escaped beyond '"', '\\' and the bytes below 0x20: a sum of
 * these. SCRIPT_SAFE includes SEPARATORS, ASCII includes what of both is not
 * ASCII.
 */
enum {
    JAC_ESC_PLAIN = 0,       /* nothing */
    JAC_ESC_SCRIPT_SAFE = 1, /* '/', U+2028, U+2029 */
    JAC_ESC_SEPARATORS = 2,  /* U+2028, U+2029 */
    JAC_ESC_HTML = 4,        /* '<', '>', '&' */
    JAC_ESC_ASCII = 8,       /* every character above U+007F */
    JAC_ESC_MODES = 16
};

/* What scan_escaped passed: a byte >= 0x80, an escape. */
enum { JAC_SEEN_HIGH = 1, JAC_SEEN_ESCAPE = 2 };

/*
 * Free bytes in dst without which escape() does not take another step: one
 * block of at most 32 bytes, in which the last byte may become a surrogate
 * pair (12 bytes, written as 8 + 8 from offset 31 + 6): 31 + 6 + 8 < 64.
 */
#define JAC_ESC_ROOM 64

/*
 * Bytes still to escape, and the place for them. dst..dst_end may have any
 * size, also none. The two ranges do not overlap.
 */
typedef struct {
    const uint8_t *src, *src_end;
    uint8_t *dst, *dst_end;
} jac_escape_t;

/*
 * A search for the end of a container that is not looked into. All that is
 * known of the text before p: how many brackets are open, and whether p is in
 * a string, and there behind a backslash that escapes it.
 */
typedef struct {
    const uint8_t *p, *end;
    size_t depth;
    bool in_string, escaped;
} jac_skip_t;

typedef struct {
    /* "swar", "sse2", "avx2" or "neon". */
    const char *name;

    /*
     * Escapes src as the inside of a JSON string, without quotes, and moves
     * src and dst forward. Stops when src == src_end; may stop when
     * dst_end - dst < JAC_ESC_ROOM: then the caller makes room and calls
     * again. src is valid UTF-8, and begins and ends on a character's edge;
     * a call that stopped early may leave src inside a character (it goes on
     * from there), except in the modes with ASCII. Output is at most 6 times
     * as long as the input. Any byte in [dst, dst_end) may be overwritten;
     * only those before the new dst mean something.
     */
    void (*escape[JAC_ESC_MODES])(jac_escape_t *e);

    /*
     * The first byte in [p, end) that is '"', '\\' or below 0x20; or end.
     * ORs something other than 0 into *high if a byte before it is >= 0x80.
     */
    const uint8_t *(*scan_string)(const uint8_t *p, const uint8_t *end,
                                  uint32_t *high);

    /*
     * As scan_string, but passes the escapes that jac_escape_size knows: a
     * backslash where it stops is another one, or has its end behind `end`.
     * ORs JAC_SEEN_* into *seen of what is before.
     */
    const uint8_t *(*scan_escaped)(const uint8_t *p, const uint8_t *end,
                                   uint32_t *seen);

    /* The first byte in [p, end) that is no space, \t, \n or \r; or end. */
    const uint8_t *(*skip_space)(const uint8_t *p, const uint8_t *end);

    /*
     * Whether [p, end) is well-formed UTF-8 (Unicode, table 3-7): no overlong
     * forms, no surrogates, nothing above U+10FFFF, nothing cut off.
     */
    bool (*valid_utf8)(const uint8_t *p, const uint8_t *end);

    /*
     * Moves s->p forward until as many brackets are closed as were open (depth
     * is 0 then, and p behind the last of them) or to s->end, from where
     * another call may go on with more text. depth is not 0 at first. Brackets
     * in strings do not count, one kind may close the other, and nothing else
     * is looked at.
     */
    void (*skip)(jac_skip_t *s);
} jac_kernels_t;

/* The table in use: "swar" before jac_kernels_init, never NULL. */
extern const jac_kernels_t *jac_kernels;

/*
 * Chooses the table: the one called force, or the best that this processor
 * runs when force is NULL or "". Returns false, and chooses the best, when no
 * such table is compiled in or the processor cannot run it. Not thread-safe:
 * for load time (and for tests, which may call it again).
 */
bool jac_kernels_init(const char *force);

/*
 * The i-th table that this build has and this processor runs, slowest first,
 * "swar" at 0; NULL past the last.
 */
const jac_kernels_t *jac_kernels_at(size_t i);

/* What escape_X.c, scan_X.c and skip_X.c define for the table of ISA X. */
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
    bool jac_valid_utf8_##isa(const uint8_t *p, const uint8_t *end);           \
    void jac_skip_##isa(jac_skip_t *s)

JAC_KERNELS_DECLARE(swar);
JAC_KERNELS_DECLARE(sse2);
JAC_KERNELS_DECLARE(avx2);
JAC_KERNELS_DECLARE(neon);

#endif
