#include "writer/writer_container.h"

#include "writer/writer_errors.h"
#include "writer/writer_member.h"
#include "writer/writer_transaction.h"

static void
reserve_level(jac_writer_t *wr)
{
    if (wr->depth == wr->capacity) {
        const size_t capacity = wr->capacity ? 2 * wr->capacity : 8;

        REALLOC_N(wr->levels, jac_writer_level_t, capacity);
        wr->capacity = capacity;
    }
}

static void
push_level(jac_writer_t *wr, bool object)
{
    jac_writer_level_t *level = &wr->levels[wr->depth++];

    level->key = Qnil;
    level->count = 0;
    level->id = ++wr->opened;
    level->object = object;
    level->keyed = false;
    level->node = JAC_TREE_ROOT;
    jac_keys_open(&wr->keys, &level->keys);
    wr->walk.depth++;
}

/* `a` is Qtrue for an object. There must be capacity for another level. */
static VALUE
open_body(VALUE arg)
{
    const jac_writer_args_t *args = (const jac_writer_args_t *)arg;
    jac_writer_t *wr = args->wr;
    jac_walk_t *w = &wr->walk;
    uint8_t *p;

    p = jac_writer_begin_value(wr, w->buffer.pos);
    wr->in_value = true;
    if (jac_walk_at_limit(w)) {
        jac_walk_fail_nesting(w, 1);
    }
    *p++ = RTEST(args->a) ? '{' : '[';
    w->buffer.pos = p;
    push_level(wr, RTEST(args->a));
    return Qnil;
}

static VALUE
keyed_open_body(VALUE arg)
{
    const jac_writer_args_t *args = (const jac_writer_args_t *)arg;
    jac_writer_args_t opening = {args->wr, args->b, Qnil};

    jac_writer_key_body(arg);
    return open_body((VALUE)&opening);
}

JAC_INLINE void
open_container(jac_writer_t *wr, VALUE object, const jac_writer_snapshot_t *s)
{
    if (JAC_LIKELY(jac_writer_has_space(wr, 0) &&
                   !jac_walk_at_limit(&wr->walk))) {
        jac_writer_args_t args = {wr, object, Qnil};

        open_body((VALUE)&args);
        wr->in_value = false;
    }
    else {
        jac_writer_run(wr, open_body, object, Qnil, s);
    }
}

JAC_INLINE void
begin(jac_writer_t *wr, bool object, VALUE key)
{
    const VALUE kind = object ? Qtrue : Qfalse;
    jac_writer_snapshot_t before;

    reserve_level(wr); /* first: the fast paths below cannot be undone */
    if (key == Qundef) {
        open_container(wr, kind, NULL);
        return;
    }
    jac_writer_snapshot(wr, &before);
    if (jac_writer_quick_key(wr, key)) {
        open_container(wr, kind, &before);
    }
    else {
        jac_writer_run(wr, keyed_open_body, key, kind, NULL);
    }
}

static VALUE
close_body(VALUE arg)
{
    jac_writer_t *wr = ((const jac_writer_args_t *)arg)->wr;
    jac_walk_t *w = &wr->walk;
    jac_writer_level_t *level = jac_writer_innermost(wr);
    const int kind = level->object ? JAC_LINE_OBJECT : JAC_LINE_ARRAY;
    uint8_t *p = w->buffer.pos;

    if (level->count > 0 && wr->f && wr->f->nl[kind]) {
        p = jac_format_line(wr->f, w, p, kind, w->depth - 1);
    }
    /* for the bracket and the line feed of jac_writer_end_value() */
    p = jac_walk_reserve(w, p, 2);
    *p++ = level->object ? '}' : ']';
    jac_writer_end_value(wr, p, wr->depth == 1);
    /* last, because a closed container cannot be restored after an error */
    jac_keys_close(&wr->keys, &level->keys);
    wr->depth--;
    w->depth--;
    return Qnil;
}

JAC_INLINE void
end(jac_writer_t *wr)
{
    if (JAC_LIKELY(jac_writer_has_space(wr, 0))) {
        jac_writer_args_t args = {wr, Qnil, Qnil};

        close_body((VALUE)&args);
    }
    else {
        jac_writer_run(wr, close_body, Qnil, Qnil, NULL);
    }
}

static VALUE
container(int argc, VALUE *argv, VALUE self, bool object)
{
    jac_writer_t *wr = jac_writer_get(self);
    const jac_writer_level_t *level;
    size_t depth, id;

    rb_check_arity(argc, 0, 1);
    jac_writer_expect(wr, argc > 0 ? JAC_GOT_KEY : JAC_GOT_VALUE);
    begin(wr, object, argc > 0 ? argv[0] : Qundef);
    depth = wr->depth;
    id = jac_writer_innermost(wr)->id;
    jac_writer_done(self, wr);
    if (!rb_block_given_p()) return self;
    rb_yield(self);
    wr = jac_writer_get(self);
    level = jac_writer_innermost(wr);
    if (wr->depth < depth || wr->levels[depth - 1].id != id) {
        rb_raise(jac_eGeneratorError,
                 "the %s of this block was ended inside of it",
                 object ? "object" : "array");
    }
    if (level->id != id) {
        jac_writer_fail_expected(wr, JAC_GOT_BLOCK_END);
    }
    jac_writer_expect(wr, object ? JAC_GOT_OBJECT_END : JAC_GOT_ARRAY_END);
    end(wr);
    return jac_writer_done(self, wr);
}

VALUE
jac_writer_object(int argc, VALUE *argv, VALUE self)
{
    return container(argc, argv, self, true);
}

VALUE
jac_writer_array(int argc, VALUE *argv, VALUE self)
{
    return container(argc, argv, self, false);
}

static VALUE
close_method(VALUE self, jac_writer_got_t got)
{
    jac_writer_t *wr = jac_writer_get(self);

    jac_writer_expect(wr, got);
    end(wr);
    return jac_writer_done(self, wr);
}

VALUE
jac_writer_end(VALUE self)
{
    return close_method(self, JAC_GOT_END);
}

VALUE
jac_writer_end_object(VALUE self)
{
    return close_method(self, JAC_GOT_OBJECT_END);
}

VALUE
jac_writer_end_array(VALUE self)
{
    return close_method(self, JAC_GOT_ARRAY_END);
}
