#include "rails/rails_option.h"

#include "generate/buffer.h"
#include "generate/emit.h"
#include "generate/pretty_printer.h"
#include "generate/walk.h"
#include "rails/active_support.h"
#include "ruby/errors.h"

static VALUE mRailsOption;

/* The rules of a walk that can last longer than a call. */
typedef struct {
    jac_active_support_t support; /* must be first */
    VALUE as_json;                /* the Proc for the option of the generator */
    bool whole;      /* Active Support's own encoder must write each value */
    bool failed;     /* the walk itself has raised an error */
    size_t document; /* the document for which methods were examined */
} rails_t;

static void
rails_mark(void *ptr)
{
    const rails_t *r = ptr;
    const jac_active_support_t *a = &r->support;
    size_t i;

    /* pins all: the walk compares addresses */
    rb_gc_mark(r->as_json);
    rb_gc_mark(a->converter);
    rb_gc_mark(a->models);
    rb_gc_mark(a->refused);
    rb_gc_mark(a->counted);
    rb_gc_mark(a->hash_class);
    for (i = 0; i < JAC_PERIODS; i++) rb_gc_mark(a->periods[i].zone_offset);
}

static size_t
rails_memsize(const void *ptr)
{
    return sizeof(rails_t);
}

/* Not RUBY_TYPED_WB_PROTECTED: a walk changes it without write barriers. */
static const rb_data_type_t rails_type =
    JAC_DATA_TYPE("Jacinth/rules of Active Support", rails_mark,
                  RUBY_DEFAULT_FREE, rails_memsize, 0);

/* Implements `before_error`. The owner of the error does not say the same: an
   as_json can call the State of this walk. */
static void
note_failure(const jac_walk_t *w)
{
    ((rails_t *)w->rules)->failed = true;
}

static void
begin(jac_walk_t *w)
{
    VALUE settings = rb_funcall(mRailsOption, rb_intern("settings"), 0);
    rails_t *r;
    VALUE object;

    Check_Type(settings, T_ARRAY);
    JAC_ASSERT(RARRAY_LEN(settings) == JAC_SETTINGS + 1);
    object = TypedData_Make_Struct(0, rails_t, &rails_type, r);
    jac_active_support_init(&r->support, RARRAY_CONST_PTR(settings));
    r->support.rules.before_error = note_failure;
    r->as_json = RARRAY_AREF(settings, JAC_SETTING_AS_JSON);
    r->whole = RTEST(RARRAY_AREF(settings, JAC_SETTINGS));
    w->rails_object = object;
    w->rails_begun = true;
    w->escapes = r->support.escapes;
    RB_GC_GUARD(settings);
}

static rails_t *
rails_of(const jac_walk_t *w)
{
    return rb_check_typeddata(w->rails_object, &rails_type);
}

/* One attempt to write a value. */
typedef struct {
    jac_walk_t *walk;
    VALUE value; /* the value to write, or Qundef */
    VALUE text;  /* the JSON text to write in its place, or Qfalse */
} attempt_t;

static VALUE
attempt_body(VALUE arg)
{
    const attempt_t *attempt = (const attempt_t *)arg;
    jac_walk_t *w = attempt->walk;
    const size_t used = (size_t)(w->buffer.pos - w->buffer.start);

    if (attempt->value != Qundef) jac_write(w, attempt->value, false);
    if (attempt->text) {
        w->buffer.pos = jac_emit_text(w, w->buffer.start + used, attempt->text);
    }
    return Qnil;
}

/*
 * Writes the value by Active Support's rules or, if they are NULL, as plain
 * JSON. Returns the tag of rb_protect(). Then the walk is as before, except
 * that the printer can have formatted a part of the text: *undone is false.
 */
static int
try_to_write(attempt_t *attempt, rails_t *r, bool *undone)
{
    jac_walk_t *w = attempt->walk;
    const jac_generator_options_t options = w->options;
    const VALUE io = w->buffer.io;
    const size_t used = (size_t)(w->buffer.pos - w->buffer.start), top = w->top;
    const unsigned escapes = w->escapes;
    const long depth = w->depth;
    const bool non_ascii = w->non_ascii, unknown = w->unknown;
    jac_printer_state_t printer;
    int tag = 0;

    if (w->printer) printer = jac_printer_save(w);
    w->buffer.io = Qfalse;
    if (r != NULL) {
        w->rules = &r->support.rules;
        w->options.as_json = r->as_json;
        w->options.allow_nan = false;
    }
    w->options.strict = true;
    w->escapes = rails_of(w)->support.escapes;
    rb_protect(attempt_body, (VALUE)attempt, &tag);
    w->options = options;
    w->rules = NULL;
    w->escapes = escapes;
    w->buffer.io = io;
    /* the cached keys were written with other options, or will be
       overwritten */
    jac_walk_exit_to_ruby(w);
    if (io && w->buffer.owner) {
        rb_enc_associate_index(w->buffer.owner, rb_utf8_encindex());
    }
    if (!tag) return 0;
    w->frame = JAC_WALK_NO_FRAME;
    w->top = top;
    w->depth = depth;
    w->buffer.pos = w->buffer.start + used;
    w->non_ascii = non_ascii;
    w->unknown = unknown;
    *undone = !w->printer || jac_printer_restore(w, &printer);
    return tag;
}

/* True if Active Support's own encoder must write the value again. failed: the
   walk has raised the error. */
static bool
repeat_p(VALUE error, bool failed)
{
    /* for a throw or a break, errinfo is not a Ruby object */
    return RB_TYPE_P(error, T_OBJECT) &&
           RTEST(rb_funcall(mRailsOption, rb_intern("repeat?"), 2, error,
                            failed ? Qtrue : Qfalse));
}

/* True if the text, written at the walk's depth, can exceed max_nesting. */
static bool
maybe_too_deep_p(const jac_walk_t *w, VALUE text)
{
    const long levels = w->options.max_nesting - w->depth;

    return w->options.max_nesting != 0 && RSTRING_LEN(text) > 2 * levels &&
           RTEST(rb_funcall(mRailsOption, rb_intern("deeper?"), 2, text,
                            LONG2NUM(levels)));
}

static void
write_rails(jac_walk_t *w, VALUE value, size_t document)
{
    attempt_t attempt = {w, value, Qfalse};
    VALUE error = Qnil, text;
    bool undone = true;
    jac_ticket_t ticket;
    rails_t *r;
    int tag;

    if (!w->rails_begun) {
        const unsigned escapes = w->escapes;

        begin(w);
        w->escapes = escapes;
    }
    r = rails_of(w);
    if (r->document != document) {
        jac_active_support_forget(&r->support);
        r->document = document;
    }
    if (!r->whole) {
        jac_active_support_begin(&r->support, value);
        r->failed = false;
        tag = try_to_write(&attempt, r, &undone);
        if (!tag) return;
        error = rb_errinfo();
        if (!repeat_p(error, r->failed)) rb_jump_tag(tag);
        rb_set_errinfo(Qnil);
        if (!undone) {
            jac_walk_fail(w, value,
                          "width cannot be used for a value that Active "
                          "Support's own encoder must write");
        }
    }
    ticket = jac_walk_exit_to_ruby(w);
    text =
        rb_funcall(mRailsOption, rb_intern("original_text"), 2, value, error);
    attempt.value = w->options.formatted || maybe_too_deep_p(w, text)
                        ? rb_funcall(mRailsOption, rb_intern("data"), 1, text)
                        : Qundef;
    jac_walk_reenter(w, ticket);
    /* the other options change only characters that Active Support escapes */
    if (!w->options.formatted) attempt.text = text;
    tag = try_to_write(&attempt, NULL, &undone);
    RB_GC_GUARD(attempt.value);
    RB_GC_GUARD(text);
    if (tag) rb_jump_tag(tag);
}

void
jac_init_rails_option(VALUE mJacinth)
{
    mRailsOption = jac_constant(mJacinth, "RailsOption");
    jac_rails.begin = begin;
    jac_rails.write = write_rails;
    jac_private_constant(mJacinth, "RailsOption");
}
