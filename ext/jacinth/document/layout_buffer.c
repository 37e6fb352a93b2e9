#include "document/layout_buffer.h"

#include "generate/buffer.h"

void
jac_layout_init(jac_layout_buffer_t *b, bool pretty, size_t capa)
{
    b->out = rb_obj_hide(rb_str_buf_new((long)capa));
    b->bytes = (uint8_t *)RSTRING_PTR(b->out);
    b->size = 0;
    b->capa = capa;
    b->pretty = pretty;
}

void
jac_layout_reserve(jac_layout_buffer_t *b, size_t n)
{
    size_t capa = b->capa;

    while (capa - b->size < n) capa *= 2;
    if (capa == b->capa) return;
    rb_str_set_len(b->out, (long)b->size);
    rb_str_modify_expand(b->out, (long)(capa - b->size));
    b->bytes = (uint8_t *)RSTRING_PTR(b->out);
    b->capa = capa;
}

void
jac_layout_line(jac_layout_buffer_t *b, size_t levels)
{
    const size_t n = 1 + 2 * levels;

    if (!b->pretty) return;
    jac_layout_reserve(b, n);
    b->bytes[b->size] = '\n';
    memset(b->bytes + b->size + 1, ' ', n - 1);
    b->size += n;
}

void
jac_layout_flush(jac_layout_buffer_t *b, size_t n, VALUE io)
{
    VALUE chunk = rb_utf8_str_new((const char *)b->bytes, (long)n);

    b->size -= n;
    memmove(b->bytes, b->bytes + n, b->size);
    jac_write_chunk(io, chunk);
}

VALUE
jac_layout_finish(jac_layout_buffer_t *b)
{
    rb_str_set_len(b->out, (long)b->size);
    rb_enc_associate(b->out, rb_utf8_encoding());
    return rb_obj_reveal(b->out, rb_cString);
}
