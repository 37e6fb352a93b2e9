/* Members and elements of a Jacinth::Writer's document: keys and values. */
#ifndef JAC_WRITER_MEMBER_H
#define JAC_WRITER_MEMBER_H

#include "generate/pretty_printer.h"
#include "writer/document_writer.h"

/*
 * True if the buffer has space for a member whose key and value have `size`
 * bytes together, also if all of them are escaped, so that writing it calls
 * nothing. Comma, line break, quotes, colon and the reserve of the kernels take
 * less than 768 bytes.
 */
JAC_INLINE bool
jac_writer_has_space(const jac_writer_t *wr, size_t size)
{
    const jac_buffer_t *b = &wr->walk.buffer;
    const jac_format_t *f = wr->f;

    if (f && (f->colon_size == 0 ||
              !jac_format_prepared_p(f, JAC_LINE_OBJECT, wr->walk.depth) ||
              !jac_format_prepared_p(f, JAC_LINE_ARRAY, wr->walk.depth))) {
        return false;
    }
    return (size_t)(b->end - b->pos) / 6 >= size + 128;
}

JAC_INLINE uint8_t *
jac_writer_separate(jac_writer_t *wr, uint8_t *p,
                    const jac_writer_level_t *level)
{
    jac_walk_t *w = &wr->walk;

    p = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
    if (level->count > 0) *p++ = ',';
    return jac_format_begin(wr->f, w, p,
                            level->object ? JAC_LINE_OBJECT : JAC_LINE_ARRAY,
                            w->depth);
}

JAC_INLINE uint8_t *
jac_writer_begin_value(jac_writer_t *wr, uint8_t *p)
{
    jac_writer_level_t *level = jac_writer_innermost(wr);

    if (!level) {
        p = jac_walk_reserve(&wr->walk, p, JAC_MEMBER_SPACE);
        if (wr->framing == JAC_WRITER_SEQUENCE) *p++ = 0x1E;
        return p;
    }
    if (level->object) {
        level->keyed = false;
        return jac_walk_reserve(&wr->walk, p, JAC_MEMBER_SPACE);
    }
    p = jac_writer_separate(wr, p, level);
    level->count++;
    return p;
}

/* document: the value is a whole document. With the option `width`, raises
   NoMemoryError and the errors of the IO. */
JAC_INLINE void
jac_writer_end_value(jac_writer_t *wr, uint8_t *p, bool document)
{
    if (document) {
        if (JAC_UNLIKELY(wr->walk.printer != NULL))
            p = jac_printer_end(&wr->walk, p);
        if (wr->framing != JAC_WRITER_ONE_DOCUMENT) {
            p = jac_walk_reserve(&wr->walk, p, 1);
            *p++ = '\n';
        }
        wr->documents++;
    }
    wr->walk.buffer.pos = p;
}

/* Methods: Writer#key, #value (and <<), #pair (and []=), #raw, and the private
   #_raw, whose text must be UTF-8 or ASCII. */
VALUE jac_writer_key(VALUE self, VALUE key);
VALUE jac_writer_value(VALUE self, VALUE value);
VALUE jac_writer_pair(VALUE self, VALUE key, VALUE value);
VALUE jac_writer_raw(int argc, VALUE *argv, VALUE self);
VALUE jac_writer_write_raw(VALUE self, VALUE text);

/* Writes a key if that calls no Ruby code and the buffer has space. */
bool jac_writer_quick_key(jac_writer_t *wr, VALUE key);

/* The body of a write: the key `a`. */
VALUE jac_writer_key_body(VALUE args);

#endif
