/*
 * What stands between members when a document is written for people: line
 * ends, indentation, spaces around colons, prepared once for a walk.
 */
#ifndef JAC_FORMAT_H
#define JAC_FORMAT_H

#include "generate/walk_stack.h"

/* Bytes of a line's beginning that are prepared. */
#define JAC_LINE_SIZE 64
/* The longest prepared colon, with its spaces. */
#define JAC_COLON_SIZE 16

enum { JAC_LINE_OBJECT, JAC_LINE_ARRAY, JAC_LINES };

typedef struct {
    /* the options that the rest is made of */
    VALUE nl[JAC_LINES], indent, space_before, space;
    size_t nl_size[JAC_LINES], indent_size;
    bool lines; /* whether a member begins with anything */
    /* object_nl or array_nl, then indent over and over, cut off */
    uint8_t line[JAC_LINES][JAC_LINE_SIZE];
    size_t colon_size; /* 0 where the colon is too long to be prepared */
    uint8_t colon[JAC_COLON_SIZE];
} jac_format_t;

/* Prepares `f` for the walk's options; quick where they have not changed. */
void jac_format_prepare(jac_format_t *f, jac_walk_t *w);

/*
 * Begins a line: newline (if any) and indentation for `depth` levels. In a walk
 * with a width it may come to stand in the same line (fit.h).
 */
uint8_t *jac_format_line(const jac_format_t *f, jac_walk_t *w, uint8_t *pos,
                         int kind, long depth);

/* What stands before a member or element, for which there is room then. */
JAC_INLINE uint8_t *
jac_format_begin(const jac_format_t *f, jac_walk_t *w, uint8_t *pos, int kind,
                 long depth)
{
    if (!f || !f->lines) return pos;
    pos = jac_format_line(f, w, pos, kind, depth);
    return jac_walk_reserve(w, pos, JAC_MEMBER_ROOM);
}

/* Ends a container at `depth`, the levels around it. */
JAC_INLINE uint8_t *
jac_format_end(const jac_format_t *f, jac_walk_t *w, uint8_t *pos, int kind,
               long depth)
{
    if (f && f->nl[kind]) pos = jac_format_line(f, w, pos, kind, depth);
    pos = jac_walk_reserve(w, pos, 1);
    *pos++ = kind == JAC_LINE_ARRAY ? ']' : '}';
    return pos;
}

/* Writes ':' with its spaces. */
uint8_t *jac_format_colon(const jac_format_t *f, jac_walk_t *w, uint8_t *pos);

#endif
