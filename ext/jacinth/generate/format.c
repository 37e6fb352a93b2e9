#include "generate/format.h"

#include "generate/emit.h"
#include "generate/pretty_printer.h"

static size_t
size_of(VALUE string)
{
    return string ? (size_t)RSTRING_LEN(string) : 0;
}

static uint8_t *
append(jac_walk_t *w, uint8_t *pos, VALUE string)
{
    size_t size = size_of(string);

    if (size > 0) {
        pos = jac_walk_reserve(w, pos, size);
        memcpy(pos, RSTRING_PTR(string), size);
    }
    return pos + size;
}

/* Fills `capa` bytes with repetitions of the string, which usually consists of
   spaces. */
static void
fill(uint8_t *to, size_t capa, VALUE string)
{
    size_t size = size_of(string), i;
    const uint8_t *text;

    if (size > capa) size = capa;
    if (size == 0) return;
    text = (const uint8_t *)RSTRING_PTR(string);
    for (i = 1; i < size && text[i] == text[0];) i++;
    if (i == size) {
        memset(to, text[0], capa);
        return;
    }
    for (i = 0; i < capa; i++) to[i] = i < size ? text[i] : to[i - size];
}

size_t
jac_format_prepare_line(uint8_t *line, VALUE nl, VALUE indent)
{
    const size_t size = size_of(nl);

    if (size > JAC_LINE_SIZE) return 0;
    if (size > 0) memcpy(line, RSTRING_PTR(nl), size);
    fill(line + size, JAC_LINE_SIZE - size, indent);
    return indent ? (JAC_LINE_SIZE - size) / size_of(indent) + 1 : SIZE_MAX;
}

static void
prepare_colon(jac_format_t *f)
{
    size_t before = size_of(f->space_before), after = size_of(f->space);

    f->colon_size = 0;
    if (before < JAC_COLON_SIZE && after < JAC_COLON_SIZE - before) {
        if (before) {
            memcpy(f->colon, RSTRING_PTR(f->space_before), before);
        }
        f->colon[before] = ':';
        if (after) {
            memcpy(f->colon + before + 1, RSTRING_PTR(f->space), after);
        }
        f->colon_size = before + 1 + after;
    }
}

/* The text of an option can have any coderange, so the result's is unknown. */
static void
note_coderange(jac_walk_t *w, VALUE string)
{
    if (string && rb_enc_str_coderange(string) != RUBY_ENC_CODERANGE_7BIT) {
        w->unknown = true;
    }
}

void
jac_format_prepare(jac_format_t *f, jac_walk_t *w)
{
    const jac_generator_options_t *o = &w->options;
    int kind;

    f->nl[JAC_LINE_OBJECT] = o->object_nl;
    f->nl[JAC_LINE_ARRAY] = o->array_nl;
    f->indent = o->indent;
    f->space_before = o->space_before;
    f->space = o->space;
    note_coderange(w, f->indent);
    note_coderange(w, f->space_before);
    note_coderange(w, f->space);
    f->indent_size = size_of(f->indent);
    for (kind = 0; kind < JAC_LINES; kind++) {
        note_coderange(w, f->nl[kind]);
        f->nl_size[kind] = size_of(f->nl[kind]);
    }
    f->lines = f->indent || f->nl[JAC_LINE_OBJECT] || f->nl[JAC_LINE_ARRAY];
    for (kind = 0; kind < JAC_LINES; kind++) {
        if (w->printer) {
            /* Longer than any prepared line: each line break must call
               jac_format_line(), which does not write it itself. */
            f->nl[kind] = o->object_nl ? o->object_nl : o->array_nl;
            f->nl_size[kind] = SIZE_MAX;
            f->prepared_depths[kind] = 0;
        }
        else if (kind > 0 && f->nl[kind] == f->nl[0]) {
            memcpy(f->line[kind], f->line[0], JAC_LINE_SIZE);
            f->prepared_depths[kind] = f->prepared_depths[0];
        }
        else {
            f->prepared_depths[kind] =
                jac_format_prepare_line(f->line[kind], f->nl[kind], f->indent);
        }
    }
    prepare_colon(f);
    f->plain_keys = f->colon_size > 0 && !o->ascii_only &&
                    jac_emit_mode(w, JAC_TEXT_ASCII) == JAC_ESC_PLAIN;
}

/*
 * Writes a line that is longer than the prepared one, or reports it with the
 * option `width`. The quotient avoids overflow of the total size. A result
 * String reserves it at once, or raises.
 */
JAC_COLD uint8_t *
jac_format_long_line(const jac_format_t *f, jac_walk_t *w, uint8_t *pos,
                     int kind, long depth)
{
    const size_t nl = f->nl_size[kind];
    size_t most = (size_t)LONG_MAX / 4;
    long n; /* levels of indentation in one prepared line */

    if (w->printer) return jac_printer_line(w, pos, kind, depth);
    if (nl > most || (f->indent && (size_t)depth > most / f->indent_size)) {
        rb_raise(rb_eArgError, "the document is too large for a String");
    }
    if (!w->buffer.io) {
        pos = jac_walk_reserve(w, pos, nl + f->indent_size * (size_t)depth);
    }
    pos = append(w, pos, f->nl[kind]);
    if (!f->indent) return pos;
    n = nl < JAC_LINE_SIZE ? (long)((JAC_LINE_SIZE - nl) / f->indent_size) : 0;
    if (n == 0) {
        while (depth-- > 0) pos = append(w, pos, f->indent);
        return pos;
    }
    for (; depth > 0; depth -= n) {
        pos = jac_walk_reserve(w, pos, JAC_LINE_SIZE);
        memcpy(pos, f->line[kind] + nl, JAC_LINE_SIZE - nl);
        pos += f->indent_size * (size_t)(depth < n ? depth : n);
    }
    return pos;
}

uint8_t *
jac_format_spaced_colon(const jac_format_t *f, jac_walk_t *w, uint8_t *pos)
{
    if (JAC_LIKELY(f->colon_size)) {
        pos = jac_walk_reserve(w, pos, JAC_COLON_SIZE);
        memcpy(pos, f->colon, JAC_COLON_SIZE);
        return pos + f->colon_size;
    }
    pos = append(w, pos, f->space_before);
    pos = jac_walk_reserve(w, pos, 1);
    *pos++ = ':';
    return append(w, pos, f->space);
}
