#include "writer/document_writer.h"

#include "generate/object_methods.h"
#include "generate/pretty_printer.h"
#include "ruby/errors.h"
#include "writer/writer_container.h"
#include "writer/writer_errors.h"
#include "writer/writer_member.h"
#include "writer/writer_transaction.h"

VALUE jac_cWriter;

static void
writer_mark(void *ptr)
{
    const jac_writer_t *wr = ptr;
    const jac_walk_t *w = &wr->walk;
    const unsigned generics =
        w->generics < JAC_WALK_GENERIC ? w->generics : JAC_WALK_GENERIC;
    size_t i;

    /* Pins all VALUEs, because the walk contains their addresses. Can be called
       during initialization, when the options are set and other members are
       still zero. */
    rb_gc_mark(w->buffer.owner);
    rb_gc_mark(wr->io);
    rb_gc_mark(w->workspace_object);
    rb_gc_mark(w->printer_object);
    if (w->rails_begun) rb_gc_mark(w->rails_object);
    if (w->conversions != NULL) jac_conversions_mark(w->conversions);
    rb_gc_mark(w->owner); /* the Writer itself */
    rb_gc_mark(w->state);
    rb_gc_mark(w->converting_class);
    rb_gc_mark_locations(w->generic, w->generic + generics);
    if (w->stack != NULL) rb_gc_mark_locations(w->stack, w->stack + w->top);
    jac_options_pin(&w->options);
    jac_options_pin(&wr->options);
    for (i = 0; i < wr->depth; i++) rb_gc_mark(wr->levels[i].key);
    jac_tree_mark(&wr->tree);
    rb_gc_mark(wr->result);
}

static void
writer_free(void *ptr)
{
    jac_writer_t *wr = ptr;

    while (wr->depth > 0) xfree(wr->levels[--wr->depth].keys.table);
    jac_keys_free(&wr->keys);
    xfree(wr->tree.nodes);
    xfree(wr->levels);
    xfree(wr);
}

static size_t
writer_memsize(const void *ptr)
{
    const jac_writer_t *wr = ptr;

    return sizeof(*wr) + wr->capacity * sizeof(jac_writer_level_t) +
           wr->tree.capa * sizeof(jac_tree_node_t) + wr->keys.capa +
           wr->keys.keys_capa * sizeof(jac_set_key_t);
}

const rb_data_type_t jac_writer_type = JAC_DATA_TYPE(
    "Jacinth::Writer", writer_mark, writer_free, writer_memsize, 0);

static VALUE
writer_allocate(VALUE klass)
{
    return jac_data_new(klass, &jac_writer_type, sizeof(jac_writer_t),
                        offsetof(jac_writer_t, memory));
}

static jac_writer_framing_t
framing_of(VALUE format)
{
    const ID id = SYM2ID(format);

    if (id == rb_intern("ndjson")) return JAC_WRITER_LINES;
    if (id == rb_intern("json_seq")) return JAC_WRITER_SEQUENCE;
    return JAC_WRITER_ONE_DOCUMENT;
}

/* Private. `state`: a State, or nil for the defaults; `format`: a Symbol;
   `chunk_size`: in bytes. */
static VALUE
writer_configure(VALUE self, VALUE io, VALUE state, VALUE format,
                 VALUE chunk_size)
{
    jac_writer_t *wr = jac_writer_struct(self);
    jac_walk_t *w = &wr->walk;
    const jac_generator_options_t *options =
        NIL_P(state) ? &jac_generator_defaults : jac_state_options(state);
    const size_t size = NUM2SIZET(chunk_size);
    VALUE printer = Qfalse;

    rb_check_frozen(self);
    if (wr->status != JAC_WRITER_UNINITIALIZED) jac_raise_initialized(self);
    if (size < 1 || size > LONG_MAX / 4) {
        rb_raise(rb_eArgError, "chunk_size out of range");
    }
    jac_options_check(options);
    jac_walk_init(w, &wr->memory, options, io, self);
    wr->options = *options;
    wr->result = Qnil;
    wr->framing = framing_of(format);
    wr->chunk_size = size;
    w->tickets = &wr->tickets;
    w->outer_path = jac_writer_outer_path;
    w->one_line = wr->framing == JAC_WRITER_LINES;
    wr->io = w->buffer.io;
    if (JAC_UNLIKELY(options->width)) {
        jac_printer_begin(w, true, size + size / 4 + 2048);
        printer = w->printer_object;
    }
    if (JAC_UNLIKELY(options->rails)) jac_rails.begin(w);
    if (JAC_UNLIKELY(options->types)) {
        jac_conversions_begin(w, &wr->conversions, options->types);
    }
    if (!jac_walk_compact_p(w)) {
        jac_format_prepare(&wr->format, w);
        wr->f = &wr->format;
    }
    /* a quarter more than the most that waits between two writes */
    jac_buffer_open(&w->buffer, w->buffer.io, options->buffer_initial_length,
                    size + size / 4 + 2048);
    wr->status = JAC_WRITER_OPEN;
    RB_GC_GUARD(state);
    RB_GC_GUARD(printer); /* marked by self from here on */
    return self;
}

static VALUE
writer_initialize_copy(VALUE self, VALUE original)
{
    jac_raise_uncopyable(self);
}

/* Private. Returns the levels left (nil: no limit), allow_nan and
   allow_duplicate_key. */
static VALUE
writer_limits(VALUE self)
{
    const jac_writer_t *wr = jac_writer_get(self);
    const long most = wr->options.max_nesting, depth = wr->walk.depth;

    return rb_ary_new_from_args(
        3, !most ? Qnil : LONG2NUM(most > depth ? most - depth : 0),
        wr->options.allow_nan ? Qtrue : Qfalse,
        wr->options.allow_duplicate_key ? Qtrue : Qfalse);
}

static VALUE
writer_flush(VALUE self)
{
    jac_writer_t *wr = jac_writer_get(self);

    if (wr->io) jac_writer_flush(wr, true);
    RB_GC_GUARD(self);
    return self;
}

static VALUE
finish_body(VALUE arg)
{
    jac_writer_t *wr = ((jac_writer_args_t *)arg)->wr;

    wr->result = jac_printer_finish(&wr->walk);
    return Qnil;
}

static VALUE
writer_close(VALUE self)
{
    jac_writer_t *wr = jac_writer_struct(self);
    jac_walk_t *w = &wr->walk;

    if (wr->status == JAC_WRITER_CLOSED) return wr->result;
    wr = jac_writer_get(self);
    if (wr->depth > 0 ||
        (wr->framing == JAC_WRITER_ONE_DOCUMENT && wr->documents == 0)) {
        jac_writer_fail_expected(wr, JAC_GOT_DOCUMENT_END);
    }
    if (w->printer) {
        jac_writer_run(wr, finish_body, Qnil, Qnil, NULL);
    }
    else if (wr->io) {
        jac_writer_flush(wr, true);
        wr->result = wr->io;
    }
    else {
        wr->result = jac_buffer_finish(&w->buffer, jac_walk_coderange(w));
    }
    w->buffer.owner = Qfalse;
    w->buffer.start = w->buffer.pos = w->buffer.end = NULL;
    wr->status = JAC_WRITER_CLOSED;
    jac_walk_finish(w);
    RB_GC_GUARD(self);
    return wr->result;
}

static VALUE
writer_to_s(VALUE self)
{
    const jac_writer_t *wr = jac_writer_struct(self);
    const jac_buffer_t *b = &wr->walk.buffer;

    if (wr->status == JAC_WRITER_UNINITIALIZED ||
        wr->status == JAC_WRITER_BUSY) {
        jac_writer_fail_status(wr, self);
    }
    if (wr->io) {
        return rb_any_to_s(self);
    }
    if (wr->status == JAC_WRITER_CLOSED) return wr->result;
    return wr->walk.printer ? jac_printer_text(&wr->walk)
                            : rb_utf8_str_new((const char *)b->start,
                                              (long)jac_writer_used(wr));
}

static VALUE
writer_depth(VALUE self)
{
    return SIZET2NUM(jac_writer_struct(self)->depth);
}

static VALUE
writer_path(VALUE self)
{
    const jac_writer_t *wr = jac_writer_struct(self);
    VALUE steps = jac_writer_path(wr, false);

    RB_GC_GUARD(self);
    return jac_writer_path_text(steps);
}

static VALUE
writer_closed_p(VALUE self)
{
    return jac_writer_struct(self)->status == JAC_WRITER_CLOSED ? Qtrue
                                                                : Qfalse;
}

void
jac_init_document_writer(VALUE mJacinth)
{
    jac_init_writer_errors(mJacinth);
    jac_cWriter = rb_define_class_under(mJacinth, "Writer", rb_cObject);
    rb_gc_register_mark_object(jac_cWriter);
    rb_define_alloc_func(jac_cWriter, writer_allocate);
    rb_define_private_method(jac_cWriter, "_configure", writer_configure, 4);
    rb_define_private_method(jac_cWriter, "_raw", jac_writer_write_raw, 1);
    rb_define_private_method(jac_cWriter, "_limits", writer_limits, 0);
    rb_define_private_method(jac_cWriter, "_close", writer_close, 0);
    rb_define_method(jac_cWriter, "initialize_copy", writer_initialize_copy, 1);
    rb_define_method(jac_cWriter, "object", jac_writer_object, -1);
    rb_define_method(jac_cWriter, "array", jac_writer_array, -1);
    rb_define_method(jac_cWriter, "end", jac_writer_end, 0);
    rb_define_method(jac_cWriter, "end_object", jac_writer_end_object, 0);
    rb_define_method(jac_cWriter, "end_array", jac_writer_end_array, 0);
    rb_define_method(jac_cWriter, "key", jac_writer_key, 1);
    rb_define_method(jac_cWriter, "value", jac_writer_value, 1);
    rb_define_method(jac_cWriter, "<<", jac_writer_value, 1);
    rb_define_method(jac_cWriter, "pair", jac_writer_pair, 2);
    rb_define_method(jac_cWriter, "[]=", jac_writer_pair, 2);
    rb_define_method(jac_cWriter, "raw", jac_writer_raw, -1);
    rb_define_method(jac_cWriter, "flush", writer_flush, 0);
    rb_define_method(jac_cWriter, "to_s", writer_to_s, 0);
    rb_define_method(jac_cWriter, "depth", writer_depth, 0);
    rb_define_method(jac_cWriter, "path", writer_path, 0);
    rb_define_method(jac_cWriter, "closed?", writer_closed_p, 0);
}
