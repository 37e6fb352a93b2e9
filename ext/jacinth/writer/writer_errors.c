#include "writer/writer_errors.h"

#include "generate/convert.h"
#include "ruby/errors.h"

static VALUE path_text_module;

VALUE
jac_writer_path(const jac_writer_t *wr, bool member)
{
    const size_t n = member || wr->depth == 0 ? wr->depth : wr->depth - 1;
    VALUE steps = rb_ary_new();
    size_t i;

    for (i = 0; i < n && i < wr->depth; i++) {
        const jac_writer_level_t *level = &wr->levels[i];

        rb_ary_push(steps, level->object ? jac_walk_path_step(level->key)
                                         : SIZET2NUM(level->count - 1));
    }
    return steps;
}

VALUE
jac_writer_path_text(VALUE steps)
{
    return rb_funcall(path_text_module, rb_intern("build"), 1, steps);
}

VALUE
jac_writer_outer_path(const jac_walk_t *w)
{
    const jac_writer_t *wr = (const jac_writer_t *)w;

    return jac_writer_path(wr, wr->in_value);
}

/* Appends the path. PRIsVALUE does not accept a text with NUL. */
static void
append_path(VALUE message, VALUE steps)
{
    rb_str_append(message, jac_writer_path_text(steps));
}

JAC_COLD void
jac_writer_fail_status(const jac_writer_t *wr, VALUE self)
{
    rb_check_frozen(self);
    switch (wr->status) {
    case JAC_WRITER_UNINITIALIZED:
        rb_raise(rb_eTypeError, "uninitialized %" PRIsVALUE,
                 jac_shown(rb_obj_class(self)));
    case JAC_WRITER_BUSY:
        rb_raise(rb_eThreadError,
                 "the writer is in use: by its IO, by a method of an object "
                 "that is written, or by another thread");
    case JAC_WRITER_BROKEN:
        rb_raise(rb_eIOError, "the document is cut off: writing failed after "
                              "part of a write went to the IO");
    case JAC_WRITER_CLOSED:
        rb_raise(rb_eIOError, "closed writer");
    case JAC_WRITER_OPEN:
        break;
    }
}

JAC_COLD void
jac_writer_fail_expected(const jac_writer_t *wr, jac_writer_got_t got)
{
    static const char *const names[] = {"a value",
                                        "a key",
                                        "an end",
                                        "the end of an object",
                                        "the end of an array",
                                        "the end of the document",
                                        "the end of its block"};
    const jac_writer_level_t *level = jac_writer_innermost(wr);
    const bool open = level != NULL;
    const jac_writer_level_t was =
        open ? *level : (jac_writer_level_t){0}; /* see jac_writer_path() */
    VALUE steps = jac_writer_path(wr, false), message;

    if (!open) {
        message = rb_sprintf(
            wr->documents > 0 && wr->framing == JAC_WRITER_ONE_DOCUMENT
                ? "the document is complete, got %s"
                : "expected a value, as nothing is open, got %s",
            names[got]);
    }
    else {
        message = rb_enc_sprintf(rb_utf8_encoding(), "expected %s",
                                 !was.object ? "a value or the end"
                                 : was.keyed ? "a value for the key "
                                             : "a key or the end");
        if (was.keyed) {
            rb_str_append(message, jac_inspected(was.key));
        }
        rb_str_catf(message, " of the %s that is open at ",
                    was.object ? "object" : "array");
        append_path(message, steps);
        rb_str_catf(message, ", got %s", names[got]);
    }
    jac_raise_generator(message, Qnil, steps, 0);
}

JAC_COLD void
jac_writer_fail_duplicate(const jac_writer_t *wr, VALUE key)
{
    VALUE steps = jac_writer_path(wr, false), message;

    message = rb_enc_sprintf(rb_utf8_encoding(),
                             "detected duplicate key %" PRIsVALUE
                             " in the object that is open at ",
                             jac_inspected(key));
    append_path(message, steps);
    jac_raise_generator(message, Qnil, steps, 0);
}

JAC_COLD void
jac_writer_fail_order(const jac_writer_t *wr, VALUE text)
{
    const VALUE before = jac_writer_innermost(wr)->key;
    VALUE steps = jac_writer_path(wr, false), message;

    message = rb_enc_sprintf(rb_utf8_encoding(),
                             "key %" PRIsVALUE " comes before %" PRIsVALUE
                             " in RFC 8785, in the object that is open at ",
                             jac_inspected(text), jac_inspected(before));
    append_path(message, steps);
    jac_raise_generator(message, Qnil, steps, 0);
}

void
jac_init_writer_errors(VALUE mJacinth)
{
    path_text_module = jac_constant(mJacinth, "PathText");
}
