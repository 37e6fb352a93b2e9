#include "generate/enumerate.h"

#include "generate/pretty_printer.h"
#include "generate/format.h"
#include "generate/walk.h"

static VALUE ruby_classes;

bool
jac_enumerator_p(const jac_walk_t *w, VALUE object, bool ruby_only)
{
    VALUE klass;
    long i;

    if (JAC_LIKELY(!w->options.enumerators) || RB_SPECIAL_CONST_P(object)) {
        return false;
    }
    if (!ruby_only) {
        return RTEST(rb_obj_is_kind_of(object, rb_cEnumerator));
    }
    klass = RBASIC_CLASS(object);
    for (i = 0; i < RARRAY_LEN(ruby_classes); i++) {
        if (RARRAY_AREF(ruby_classes, i) == klass) return true;
    }
    return false;
}

/*
 * An enumeration. Its block refers to it by a Ruby object, because an
 * Enumerator can keep the block after the walk's C stack is gone.
 *
 * Elements from another Fiber or Thread wait for the Fiber of the walk, because
 * the other one can stop in the middle of an element and resume after the walk
 * ended. A Fiber that is never resumed leaves its walk unfinished, so nothing
 * reads that walk.
 */
typedef struct {
    jac_walk_t *walk; /* NULL after the end */
    VALUE enumerator;
    VALUE fiber;   /* the Fiber that called each */
    VALUE waiting; /* Array of elements from other Fibers, or Qfalse */
    size_t frame;
    jac_ticket_t ticket; /* of the walk while each runs */
    bool inside;         /* an element is being written, or has failed */
} each_t;

static void
each_mark(void *data)
{
    const each_t *e = data;

    rb_gc_mark(e->enumerator);
    rb_gc_mark(e->fiber);
    rb_gc_mark(e->waiting);
}

static size_t
each_memsize(const void *data)
{
    return sizeof(each_t);
}

static const rb_data_type_t each_type = JAC_DATA_TYPE(
    "Jacinth/enumeration", each_mark, RUBY_DEFAULT_FREE, each_memsize, 0);

NORETURN(static void fail(const char *message));

static void
fail(const char *message)
{
    rb_raise(rb_eRuntimeError, "%s", message);
}

static void
begin_element(jac_walk_t *w, bool first)
{
    uint8_t *p = jac_walk_reserve(w, w->buffer.pos, 2);

    *p++ = first ? '[' : ',';
    if (w->options.indent || w->options.array_nl || w->printer) {
        jac_format_t f;

        jac_format_prepare(&f, w);
        p = jac_format_line(&f, w, p, JAC_LINE_ARRAY, w->depth);
    }
    w->buffer.pos = p;
}

static void
write_element(each_t *e, VALUE value)
{
    jac_walk_t *w = e->walk;
    const size_t base = w->base;
    VALUE *frame;

    e->inside = true;
    jac_walk_reenter(w, e->ticket);
    frame = w->stack + e->frame;
    begin_element(w, frame[JAC_WALK_NEXT]++ == 0);
    w->base = e->frame;
    jac_write(w, value, false);
    w->base = base;
    e->ticket = jac_walk_exit_to_ruby(w);
    e->inside = false;
}

/* Writes the elements of other Fibers. More can arrive meanwhile. */
static void
write_waiting(each_t *e)
{
    while (JAC_UNLIKELY(e->waiting != Qfalse) && RARRAY_LEN(e->waiting) > 0) {
        write_element(e, rb_ary_shift(e->waiting));
    }
}

static VALUE
take_element(RB_BLOCK_CALL_FUNC_ARGLIST(first, block))
{
    VALUE value = argc == 1   ? first
                  : argc == 0 ? Qnil
                              : rb_ary_new_from_values(argc, argv);
    each_t *e;

    rb_thread_check_ints(); /* each can be endless and written in C */
    e = RTYPEDDATA_DATA(block);
    if (!e->walk) {
        fail("an Enumerator gives an element after its end");
    }
    if (e->fiber != rb_fiber_current()) {
        if (e->waiting == Qfalse) e->waiting = rb_obj_hide(rb_ary_new());
        rb_ary_push(e->waiting, value);
        return Qnil;
    }
    if (e->inside) {
        fail("an Enumerator gives an element while another one is being "
             "written, or after one has failed");
    }
    write_waiting(e);
    write_element(e, value);
    return Qnil;
}

static VALUE
run_each(VALUE block)
{
    each_t *e = RTYPEDDATA_DATA(block);

    rb_block_call(e->enumerator, rb_intern("each"), 0, NULL, take_element,
                  block);
    if (!e->inside) write_waiting(e);
    return Qnil;
}

static VALUE
end_each(VALUE block)
{
    ((each_t *)RTYPEDDATA_DATA(block))->walk = NULL;
    return Qnil;
}

void
jac_write_enumerator(jac_walk_t *w, VALUE enumerator)
{
    VALUE *frame, block;
    uint8_t *p;
    each_t *e;

    jac_walk_check_depth(w, enumerator);
    block = TypedData_Make_Struct(0, each_t, &each_type, e);
    e->walk = w;
    e->enumerator = enumerator;
    e->fiber = rb_fiber_current();
    e->waiting = Qfalse;
    frame = jac_walk_push(w, enumerator, JAC_WALK_FRAME_SIZE, JAC_LINK_EACH);
    frame[JAC_WALK_NEXT] = 0;
    jac_walk_set_top(w, w->frame + JAC_WALK_FRAME_SIZE);
    e->frame = w->frame;
    e->ticket = jac_walk_exit_to_ruby(w);
    rb_ensure(run_each, block, end_each, block);
    if (e->inside) {
        fail("an Enumerator goes on after an element has failed");
    }
    jac_walk_reenter(w, e->ticket);
    p = jac_walk_reserve(w, w->buffer.pos, 2);
    if (w->stack[e->frame + JAC_WALK_NEXT] == 0) {
        *p++ = '[';
    }
    else if (w->options.array_nl || w->printer) {
        jac_format_t f;

        jac_format_prepare(&f, w);
        p = jac_format_line(&f, w, p, JAC_LINE_ARRAY, w->depth - 1);
        p = jac_walk_reserve(w, p, 2);
    }
    *p++ = ']';
    w->buffer.pos = p;
    jac_walk_close(w);
    RB_GC_GUARD(block);
}

void
jac_init_enumerate(void)
{
    static const char *const names[] = {"Lazy", "Chain", "ArithmeticSequence",
                                        "Product"};
    size_t i;

    ruby_classes = rb_ary_new_from_args(1, rb_cEnumerator);
    rb_gc_register_mark_object(ruby_classes);
    for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
        ID name = rb_intern(names[i]);

        if (rb_const_defined_at(rb_cEnumerator, name)) {
            rb_ary_push(ruby_classes, rb_const_get_at(rb_cEnumerator, name));
        }
    }
    rb_obj_freeze(ruby_classes);
}
