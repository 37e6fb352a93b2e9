/* Decodes the escapes of a JSON string (docs/internals/strings.md). */
#ifndef JAC_UNESCAPE_H
#define JAC_UNESCAPE_H

#include "parse/parser_options.h"

/* The reason why jac_unescape() stopped: from the fourth on, an error. */
typedef enum {
    JAC_UNESCAPE_QUOTE,
    JAC_UNESCAPE_END,  /* near the end of the source */
    JAC_UNESCAPE_FULL, /* dst is full: grow it and call again */
    JAC_UNESCAPE_RAW,
    JAC_UNESCAPE_INVALID,
    JAC_UNESCAPE_CONTROL,
    JAC_UNESCAPE_NEWLINE,
    JAC_UNESCAPE_NUL,
    JAC_UNESCAPE_HEX,
    JAC_UNESCAPE_HALF_PAIR,    /* a first surrogate alone */
    JAC_UNESCAPE_INVALID_PAIR, /* a first surrogate and something else */
    JAC_UNESCAPE_TRAILING      /* a second surrogate first */
} jac_unescape_status_t;

/* The treatment of half a surrogate pair. */
enum {
    JAC_REPLACE_NEVER,
    JAC_REPLACE,      /* it means U+FFFD */
    JAC_REPLACE_WHOLE /* the same, unless the other half can follow `end` */
};

typedef struct {
    const uint8_t *src, *end;
    const uint8_t *run; /* beginning of the text without escapes */
    uint8_t *dst, *dst_end;
    uint32_t high;      /* not 0 if a byte >= 0x80 was written */
    bool allow_invalid; /* \q means q */
    bool allow_control;
    uint8_t replace;   /* JAC_REPLACE_* */
    const uint8_t *at; /* OUT: the position of an error */
} jac_unescape_t;

/* Begins to decode the text at s in a source that ends at `end`. The caller
   sets dst and dst_end. */
JAC_INLINE void
jac_unescape_begin(jac_unescape_t *u, const uint8_t *s, const uint8_t *end,
                   const jac_parser_options_t *options)
{
    u->src = u->run = s;
    u->end = end;
    u->high = 0;
    u->allow_invalid = options->allow_invalid_escape;
    u->allow_control = options->allow_control_characters;
    u->replace = options->invalid;
}

/* Free bytes in dst that each step of jac_unescape() needs. */
#define JAC_UNESCAPE_SPACE 32

/*
 * Decodes src up to the closing quote, and moves src and dst. Reads only
 * [src, end), and can write all of [dst, dst_end). The decoded text is never
 * longer than its source. On an error, src stays at the escape.
 */
jac_unescape_status_t jac_unescape(jac_unescape_t *u);

const char *jac_unescape_text(jac_unescape_status_t status);

#endif
