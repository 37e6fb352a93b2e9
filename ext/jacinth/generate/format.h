/* Line breaks, indentation and spaces around colons, prepared once per walk. */
#ifndef JAC_FORMAT_H
#define JAC_FORMAT_H

#include "generate/walk_stack.h"

#define JAC_LINE_SIZE 64
#define JAC_COLON_SIZE 16

enum { JAC_LINE_OBJECT, JAC_LINE_ARRAY, JAC_LINES };

typedef struct {
    /* the options that this was prepared from */
    VALUE nl[JAC_LINES], indent, space_before, space;
    size_t nl_size[JAC_LINES], indent_size;
    bool lines; /* true if a line break or an indentation precedes members */
    /* object_nl or array_nl, then repeated indent, truncated */
    uint8_t line[JAC_LINES][JAC_LINE_SIZE];
    size_t prepared_depths[JAC_LINES]; /* `line` suffices for smaller depths */
    size_t colon_size;                 /* 0 if too long to be prepared */
    uint8_t colon[JAC_COLON_SIZE];
    bool plain_keys; /* the colon is prepared, and keys have only the escapes of
                        compact format */
} jac_format_t;

/* Fills JAC_LINE_SIZE bytes with nl, then repeated indent; both can be Qfalse.
   Returns the number of depths, from 0 on, for which they suffice. */
size_t jac_format_prepare_line(uint8_t *line, VALUE nl, VALUE indent);

/* Prepares `f` for the walk's options. Cheap if they have not changed. */
void jac_format_prepare(jac_format_t *f, jac_walk_t *w);

/* True if f->line suffices for this depth, which can have become negative by
   overflow where a long has 32 bits. */
JAC_INLINE bool
jac_format_prepared_p(const jac_format_t *f, int kind, long depth)
{
    return (size_t)depth < f->prepared_depths[kind];
}

/* Slow path of jac_format_line(), for a depth without a prepared line. */
uint8_t *jac_format_long_line(const jac_format_t *f, jac_walk_t *w,
                              uint8_t *pos, int kind, long depth);

/* Writes a line break and indentation for `depth` levels. With the option
   `width` it only reports a possible line break (pretty_printer.h). */
JAC_INLINE uint8_t *
jac_format_line(const jac_format_t *f, jac_walk_t *w, uint8_t *pos, int kind,
                long depth)
{
    if (JAC_UNLIKELY(!jac_format_prepared_p(f, kind, depth))) {
        return jac_format_long_line(f, w, pos, kind, depth);
    }
    pos = jac_walk_reserve(w, pos, JAC_LINE_SIZE);
    memcpy(pos, f->line[kind], JAC_LINE_SIZE);
    return pos + f->nl_size[kind] + f->indent_size * (size_t)depth;
}

/* Writes the white space before a member, and reserves capacity for it. */
JAC_INLINE uint8_t *
jac_format_begin(const jac_format_t *f, jac_walk_t *w, uint8_t *pos, int kind,
                 long depth)
{
    if (!f || !f->lines) return pos;
    pos = jac_format_line(f, w, pos, kind, depth);
    return jac_walk_reserve(w, pos, JAC_MEMBER_SPACE);
}

/* Writes the white space before the end of a container; `depth` is that of
   the surrounding container. */
JAC_INLINE uint8_t *
jac_format_end(const jac_format_t *f, jac_walk_t *w, uint8_t *pos, int kind,
               long depth)
{
    if (f && f->nl[kind]) pos = jac_format_line(f, w, pos, kind, depth);
    pos = jac_walk_reserve(w, pos, 1);
    *pos++ = kind == JAC_LINE_ARRAY ? ']' : '}';
    return pos;
}

/* Slow path of jac_format_colon(): also writes `space_before` and `space`.
   Reserves its own capacity. */
uint8_t *jac_format_spaced_colon(const jac_format_t *f, jac_walk_t *w,
                                 uint8_t *pos);

/* Writes the colon after a key. The caller has reserved one byte. */
JAC_INLINE uint8_t *
jac_format_colon(const jac_format_t *f, jac_walk_t *w, uint8_t *pos)
{
    if (f) return jac_format_spaced_colon(f, w, pos);
    *pos++ = ':';
    return pos;
}

#endif
