#include "generate/enumerate.h"

#include "generate/fit.h"
#include "generate/format.h"
#include "generate/walk.h"

static ID id_each;
static VALUE own_classes; /* Enumerator, Enumerator::Lazy, ... */

bool
jac_enumerator_p(const jac_walk_t *w, VALUE object, bool own)
{
    VALUE klass;
    long i;

    if (JAC_LIKELY(!w->options.enumerators) || RB_SPECIAL_CONST_P(object)) {
        return false;
    }
    if (!own) {
        return RTEST(rb_obj_is_kind_of(object, rb_cEnumerator));
    }
    klass = RBASIC_CLASS(object);
    for (i = 0; i < RARRAY_LEN(own_classes); i++) {
        if (RARRAY_AREF(own_classes, i) == klass) return true;
    }
    return false;
}

/*
 * An enumeration, on the C stack of who runs it. Its block knows it by a Ruby
 * object, as an Enumerator may keep its block for later.
 */
typedef struct {
    jac_walk_t *walk;
    VALUE enumerator;
    VALUE block;          /* the object; its data is this, or NULL at the end */
    size_t frame;         /* of the array */
    unsigned long ticket; /* of the walk while the Enumerator runs */
    bool inside;          /* an element is being written, or has failed */
} each_t;

static const rb_data_type_t each_type = {
    .wrap_struct_name = "Jacinth/enumeration",
};

NORETURN(static void fail(const char *message));

static void
fail(const char *message)
{
    rb_raise(rb_eRuntimeError, "%s", message);
}

/* What comes before an element. */
static void
begin_element(jac_walk_t *w, bool first)
{
    uint8_t *p = jac_walk_reserve(w, w->buffer.pos, 2);

    *p++ = first ? '[' : ',';
    if (w->options.indent || w->options.array_nl || w->fit) {
        jac_format_t f;

        jac_format_prepare(&f, w);
        p = jac_format_line(&f, w, p, JAC_LINE_ARRAY, w->depth);
    }
    w->buffer.pos = p;
}

static VALUE
write_element(RB_BLOCK_CALL_FUNC_ARGLIST(first, block))
{
    each_t *e = RTYPEDDATA_DATA(block);
    VALUE value = argc == 1   ? first
                  : argc == 0 ? Qnil
                              : rb_ary_new_from_values(argc, argv);
    const size_t base = e ? e->walk->base : 0;
    jac_walk_t *w;
    VALUE *frame;

    if (!e) {
        fail("an Enumerator gives an element after its end");
    }
    if (e->inside) {
        fail("an Enumerator gives an element while another one is being "
             "written, or after one has failed");
    }
    rb_thread_check_ints(); /* each may never end, and be written in C */
    w = e->walk;
    e->inside = true;
    jac_walk_reenter(w, e->ticket);
    frame = w->stack + e->frame;
    begin_element(w, frame[JAC_WALK_NEXT]++ == 0);
    w->base = e->frame;
    jac_write(w, value, false);
    w->base = base;
    e->ticket = jac_walk_exit_to_ruby(w);
    e->inside = false;
    return Qnil;
}

static VALUE
run_each(VALUE arg)
{
    const each_t *e = (const each_t *)arg;

    rb_block_call(e->enumerator, id_each, 0, NULL, write_element, e->block);
    return Qnil;
}

static VALUE
end_each(VALUE arg)
{
    RTYPEDDATA_DATA(((each_t *)arg)->block) = NULL;
    return Qnil;
}

void
jac_write_enumerator(jac_walk_t *w, VALUE enumerator)
{
    each_t e = {w, enumerator, Qfalse, 0, 0, false};
    VALUE *frame;
    uint8_t *p;

    jac_walk_check_depth(w, enumerator);
    e.block = TypedData_Wrap_Struct(0, &each_type, &e);
    frame = jac_walk_push(w, enumerator, JAC_WALK_FRAME_SIZE, JAC_LINK_EACH);
    frame[JAC_WALK_NEXT] = 0;
    jac_walk_set_top(w, w->frame + JAC_WALK_FRAME_SIZE);
    e.frame = w->frame;
    e.ticket = jac_walk_exit_to_ruby(w);
    rb_ensure(run_each, (VALUE)&e, end_each, (VALUE)&e);
    if (e.inside) {
        fail("an Enumerator goes on after an element has failed");
    }
    jac_walk_reenter(w, e.ticket);
    p = jac_walk_reserve(w, w->buffer.pos, 2);
    if (w->stack[e.frame + JAC_WALK_NEXT] == 0) {
        *p++ = '[';
    }
    else if (w->options.array_nl || w->fit) {
        jac_format_t f;

        jac_format_prepare(&f, w);
        p = jac_format_line(&f, w, p, JAC_LINE_ARRAY, w->depth - 1);
        p = jac_walk_reserve(w, p, 2);
    }
    *p++ = ']';
    w->buffer.pos = p;
    jac_walk_close(w);
}

void
jac_init_enumerate(void)
{
    static const char *const names[] = {"Lazy", "Chain", "ArithmeticSequence",
                                        "Product"};
    size_t i;

    id_each = rb_intern("each");
    own_classes = rb_ary_new_from_args(1, rb_cEnumerator);
    rb_gc_register_mark_object(own_classes);
    for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
        ID name = rb_intern(names[i]);

        if (rb_const_defined_at(rb_cEnumerator, name)) {
            rb_ary_push(own_classes, rb_const_get_at(rb_cEnumerator, name));
        }
    }
    rb_obj_freeze(own_classes);
}
