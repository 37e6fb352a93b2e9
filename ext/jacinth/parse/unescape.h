/*
 * The escapes of a JSON string, decoded.
 *
 * docs/strings.md has the whole picture.
 */
#ifndef JAC_UNESCAPE_H
#define JAC_UNESCAPE_H

#include "parse/parser_options.h"

/* Why jac_unescape stopped; behind the first three, what is wrong. */
typedef enum {
    JAC_UNESCAPE_QUOTE,        /* at the closing quote: done */
    JAC_UNESCAPE_END,          /* at the end of the source, or before it */
    JAC_UNESCAPE_FULL,         /* no room: make some and call again */
    JAC_UNESCAPE_RAW,          /* at a control character */
    JAC_UNESCAPE_INVALID,      /* \q */
    JAC_UNESCAPE_CONTROL,      /* a control character behind the backslash */
    JAC_UNESCAPE_NEWLINE,      /* \n behind the backslash */
    JAC_UNESCAPE_NUL,          /* NUL behind the backslash */
    JAC_UNESCAPE_HEX,          /* \u without four hexadecimal digits */
    JAC_UNESCAPE_HALF_PAIR,    /* a first surrogate alone */
    JAC_UNESCAPE_INVALID_PAIR, /* a first surrogate and something else */
    JAC_UNESCAPE_TRAILING      /* a second surrogate first */
} jac_unescape_status_t;

typedef struct {
    const uint8_t *src, *end; /* the source from here on */
    const uint8_t *run;       /* where text without escapes began: at src */
    uint8_t *dst, *dst_end;
    uint32_t high;      /* not 0 if a byte >= 0x80 was written; 0 at first */
    bool allow_invalid; /* \q means q */
    bool allow_control;
    const uint8_t *at; /* OUT: where a fault is to be reported */
} jac_unescape_t;

/*
 * Begins with the text at s, of a source that ends at `end`, by the options of
 * a parse. dst and dst_end are the caller's to set.
 */
JAC_INLINE void
jac_unescape_begin(jac_unescape_t *u, const uint8_t *s, const uint8_t *end,
                   const jac_parser_options_t *options)
{
    u->src = u->run = s;
    u->end = end;
    u->high = 0;
    u->allow_invalid = options->allow_invalid_escape;
    u->allow_control = options->allow_control_characters;
}

/* Free bytes in dst without which jac_unescape takes no further step. */
#define JAC_UNESCAPE_ROOM 32

/*
 * Decodes src up to the closing quote, and moves src and dst. Reads nothing
 * outside [src, end); may write any of dst[0..dst_end). The text is never
 * longer than its source. On a fault src stays at the escape.
 */
jac_unescape_status_t jac_unescape(jac_unescape_t *u);

/* The message for a fault, "%s" for the place. */
const char *jac_unescape_text(jac_unescape_status_t status);

#endif
