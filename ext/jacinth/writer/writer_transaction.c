#include "writer/writer_transaction.h"

#include "generate/convert.h"
#include "generate/object_methods.h"

void
jac_writer_snapshot(const jac_writer_t *wr, jac_writer_snapshot_t *s)
{
    const jac_writer_level_t *level = jac_writer_innermost(wr);

    s->used = jac_writer_used(wr);
    s->flushed = wr->walk.buffer.flushed;
    s->depth = wr->depth;
    s->keys = wr->keys.count;
    s->documents = wr->documents;
    s->key = level ? level->key : Qnil;
    s->count = level ? level->count : 0;
    s->node = level ? level->node : JAC_TREE_ROOT;
    s->keyed = level && level->keyed;
    s->non_ascii = wr->walk.non_ascii;
    s->unknown = wr->walk.unknown;
    if (JAC_UNLIKELY(wr->walk.printer != NULL))
        s->printer = jac_printer_save(&wr->walk);
}

/*
 * Undoes a failed write. If a part of it went to the IO, the writer is broken.
 * A level that the write closed need not be restored: nothing can fail after
 * closing.
 */
static void
restore(jac_writer_t *wr, const jac_writer_snapshot_t *s)
{
    jac_walk_t *w = &wr->walk;

    if (w->buffer.flushed != s->flushed ||
        (w->printer && !jac_printer_restore(w, &s->printer))) {
        wr->status = JAC_WRITER_BROKEN;
        return;
    }
    w->buffer.pos = w->buffer.start + s->used;
    w->non_ascii = s->non_ascii;
    w->unknown = s->unknown;
    wr->documents = s->documents;
    JAC_ASSERT(wr->depth == s->depth);
    if (wr->depth > 0) {
        jac_writer_level_t *level = jac_writer_innermost(wr);

        level->key = s->key;
        level->count = s->count;
        level->node = s->node;
        level->keyed = s->keyed;
        jac_keys_truncate(&wr->keys, s->keys);
    }
}

/* Resets the walk after a write. */
static void
settle(jac_writer_t *wr)
{
    jac_walk_t *w = &wr->walk;

    if (JAC_UNLIKELY(w->state != Qfalse)) {
        /* the keys can have been written with other options */
        jac_walk_exit_to_ruby(w);
    }
    jac_ticket_take(&wr->tickets); /* a continuation into this write raises */
    w->frame = w->base = JAC_WALK_NO_FRAME;
    w->top = 0;
    w->depth = wr->options.depth + (long)wr->depth;
    w->pending = Qundef;
    w->converting_class = Qfalse;
    w->generics = 0;
    w->plain_symbols = false;
    w->in_to_json = false;
    wr->in_value = false;
    wr->conversions.iso8601 = 0; /* any code can run until the next write */
    wr->conversions.typed_steps = 0;
    if (w->state) {
        w->state = Qfalse;
        w->options = wr->options;
    }
}

void
jac_writer_run(jac_writer_t *wr, VALUE (*body)(VALUE), VALUE a, VALUE b,
               const jac_writer_snapshot_t *s)
{
    jac_walk_t *const w = &wr->walk;
    const jac_ticket_t call = jac_ticket_take(&wr->calls);
    jac_writer_args_t args = {wr, a, b};
    jac_writer_snapshot_t now;
    int tag = 0;

    if (!s) {
        jac_writer_snapshot(wr, &now);
        s = &now;
    }
    wr->status = JAC_WRITER_BUSY;
    if (w->workspace) {
        if (w->workspace->changeable)
            jac_walk_exit_to_ruby(w);
        else
            jac_walk_clear_orders(w);
    }
    rb_protect(body, (VALUE)&args, &tag);
    jac_ticket_check(&wr->calls, call);
    if (JAC_UNLIKELY(wr->status != JAC_WRITER_BUSY)) jac_raise_second_return();
    wr->status = JAC_WRITER_OPEN;
    if (JAC_UNLIKELY(tag)) {
        if (w->in_to_json) {
            jac_convert_error(w, rb_errinfo());
        }
        settle(wr);
        restore(wr, s);
        jac_walk_exit_to_ruby(w); /* invalidates the cached keys */
        rb_jump_tag(tag);
    }
    settle(wr);
}

static VALUE
flush_body(VALUE arg)
{
    jac_walk_t *w = &((jac_writer_args_t *)arg)->wr->walk;

    /* invalidates the cached keys */
    jac_walk_exit_to_ruby(w);
    if (w->printer) {
        jac_printer_flush(w);
    }
    else {
        jac_buffer_flush(&w->buffer);
    }
    return Qnil;
}

static VALUE
flush_io_body(VALUE arg)
{
    flush_body(arg);
    jac_flush_io(((jac_writer_args_t *)arg)->wr->io);
    return Qnil;
}

static VALUE
print_body(VALUE arg)
{
    const jac_writer_t *wr = ((jac_writer_args_t *)arg)->wr;
    jac_walk_t *w = &((jac_writer_args_t *)arg)->wr->walk;

    jac_printer_print(w);
    return wr->io && jac_printer_used(w) >= wr->chunk_size ? flush_body(arg)
                                                           : Qnil;
}

void
jac_writer_flush(jac_writer_t *wr, bool io)
{
    jac_writer_run(wr, io ? flush_io_body : flush_body, Qnil, Qnil, NULL);
}

void
jac_writer_print(jac_writer_t *wr)
{
    jac_writer_run(wr, print_body, Qnil, Qnil, NULL);
}
