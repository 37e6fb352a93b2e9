#include "generate/document_writer.h"

#include "generate/convert.h"
#include "generate/convert_object.h"
#include "generate/emit_scalar.h"
#include "generate/fit.h"
#include "generate/key_order.h"
#include "generate/key_set.h"
#include "generate/key_tree.h"
#include "generate/symbol_keys.h"
#include "generate/walk.h"
#include "ruby/errors.h"

/* What stands around a document, by the number that lib/jacinth/writer.rb
   gives: nothing, a line feed behind it, a record separator before it, too. */
typedef enum { ONE_DOCUMENT, LINES, SEQUENCE } framing_t;

typedef enum { UNINITIALIZED, OPEN, BUSY, BROKEN, CLOSED } status_t;

/* What a caller gives, for errors. */
typedef enum {
    GOT_VALUE,
    GOT_KEY,
    GOT_END,
    GOT_OBJECT_END,
    GOT_ARRAY_END,
    GOT_DOCUMENT_END,
    GOT_BLOCK_END
} got_t;

/* A container that is open. */
typedef struct {
    VALUE key;     /* of the member begun last; with rfc8785 its text */
    size_t count;  /* members that were begun */
    size_t id;     /* tells it from others that were here */
    bool object;   /* or an array */
    bool keyed;    /* the last key has no value yet */
    uint16_t node; /* of its keys in the tree, or JAC_TREE_OFF: */
    jac_object_keys_t keys; /* of an object that left the tree */
} level_t;

/*
 * The walk is the one that writes the values, and lasts from call to call: its
 * buffer is the writer's, its stack is empty between calls. The object keeps
 * alive and in place all that the walk refers to.
 */
typedef struct {
    jac_walk_t walk; /* first: outer_path finds the writer by it */
    jac_walk_room_t room;
    jac_generator_options_t options; /* the walk's, a to_json may change */
    jac_format_t format;
    const jac_format_t *f; /* the same, or NULL in the plain case */
    level_t *levels;
    size_t depth, capacity; /* of levels */
    jac_key_tree_t tree;
    jac_key_set_t keys;
    size_t documents;     /* that are complete */
    size_t opened;        /* containers: the last id */
    unsigned long serial; /* of the call that runs or has run */
    unsigned long ticket; /* the walk's serial */
    VALUE io;             /* or Qfalse */
    size_t chunk_size;
    framing_t framing;
    status_t status;
    bool in_value; /* whether the innermost level's member is being written */
    VALUE result;  /* the String, when closed; or Qnil */
} jac_writer_t;

static VALUE cWriter;
static VALUE path_text; /* Jacinth::PathText */
static ID id_build;

static void
writer_mark(void *ptr)
{
    const jac_writer_t *wr = ptr;
    const jac_walk_t *w = &wr->walk;
    const unsigned generics =
        w->generics < JAC_WALK_GENERIC ? w->generics : JAC_WALK_GENERIC;
    size_t i;

    if (wr->status == UNINITIALIZED) return;
    /* all of this pins: the walk holds it by address */
    rb_gc_mark(w->buffer.owner);
    rb_gc_mark(wr->io);
    rb_gc_mark(w->workspace_object);
    rb_gc_mark(w->fit_object);
    rb_gc_mark(w->state);
    rb_gc_mark(w->answers);
    rb_gc_mark_locations(w->generic, w->generic + generics);
    rb_gc_mark_locations(w->stack, w->stack + w->top);
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

    return sizeof(*wr) + wr->capacity * sizeof(level_t) +
           wr->tree.room * sizeof(jac_tree_node_t) +
           jac_keys_memsize(&wr->keys);
}

/* Not RUBY_TYPED_WB_PROTECTED: each minor collection marks what it has. */
static const rb_data_type_t writer_type = {
    .wrap_struct_name = "Jacinth::Writer",
    .function =
        {
            .dmark = writer_mark,
            .dfree = writer_free,
            .dsize = writer_memsize,
        },
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static VALUE
writer_allocate(VALUE klass)
{
    jac_writer_t *wr;

    return TypedData_Make_Struct(klass, jac_writer_t, &writer_type, wr);
}

static jac_writer_t *
writer_struct(VALUE self)
{
    return jac_typed_struct(self, cWriter, &writer_type);
}

JAC_INLINE level_t *
innermost(const jac_writer_t *wr)
{
    return wr->depth > 0 ? &wr->levels[wr->depth - 1] : NULL;
}

/*
 * The path of the innermost container, or of its member that was begun. The
 * to_s of a key may open and end what it likes, while no piece is written.
 */
static VALUE
path_steps(const jac_writer_t *wr, bool member)
{
    const size_t n = member || wr->depth == 0 ? wr->depth : wr->depth - 1;
    VALUE steps = rb_ary_new();
    size_t i;

    for (i = 0; i < n && i < wr->depth; i++) {
        const level_t *level = &wr->levels[i];

        rb_ary_push(steps, level->object ? jac_walk_path_step(level->key)
                                         : SIZET2NUM(level->count - 1));
    }
    return steps;
}

static VALUE
outer_path(const jac_walk_t *w)
{
    const jac_writer_t *wr = (const jac_writer_t *)w;

    return path_steps(wr, wr->in_value);
}

/* Appends the path: PRIsVALUE takes no text with a NUL. */
static void
tell_path(VALUE message, VALUE steps)
{
    rb_str_append(message, rb_funcall(path_text, id_build, 1, steps));
}

/* Errors of callers */

JAC_COLD static void
fail_status(const jac_writer_t *wr, VALUE self)
{
    rb_check_frozen(self);
    switch (wr->status) {
    case UNINITIALIZED:
        rb_raise(rb_eTypeError, "uninitialized %" PRIsVALUE,
                 rb_obj_class(self));
    case BUSY:
        rb_raise(rb_eThreadError,
                 "the writer is in use: by its IO, by a method of an object "
                 "that is written, or by another thread");
    case BROKEN:
        rb_raise(rb_eIOError, "the document is cut off: writing failed after "
                              "part of a piece went to the IO");
    case CLOSED:
        rb_raise(rb_eIOError, "closed writer");
    case OPEN:
        break;
    }
}

/* The writer, ready to take a piece. */
JAC_INLINE jac_writer_t *
writer_get(VALUE self)
{
    jac_writer_t *wr = writer_struct(self);

    if (JAC_UNLIKELY(wr->status != OPEN || RB_OBJ_FROZEN(self))) {
        fail_status(wr, self);
    }
    return wr;
}

NORETURN(static void fail_expected(const jac_writer_t *wr, got_t got));

JAC_COLD static void
fail_expected(const jac_writer_t *wr, got_t got)
{
    static const char *const names[] = {"a value",
                                        "a key",
                                        "an end",
                                        "the end of an object",
                                        "the end of an array",
                                        "the end of the document",
                                        "the end of its block"};
    const level_t *level = innermost(wr);
    const bool open = level != NULL;
    const level_t was = open ? *level : (level_t){0}; /* see path_steps */
    VALUE steps = path_steps(wr, false), message;

    if (!open) {
        message =
            rb_sprintf(wr->documents > 0 && wr->framing == ONE_DOCUMENT
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
            rb_str_append(message, rb_inspect(was.key));
        }
        rb_str_catf(message, " of the %s that is open at ",
                    was.object ? "object" : "array");
        tell_path(message, steps);
        rb_str_catf(message, ", got %s", names[got]);
    }
    jac_raise_generator(message, Qnil, steps);
}

JAC_INLINE void
expect(const jac_writer_t *wr, got_t got)
{
    const level_t *level = innermost(wr);
    bool good;

    if (!level) {
        good = got == GOT_VALUE &&
               (wr->documents == 0 || wr->framing != ONE_DOCUMENT);
    }
    else if (level->object) {
        good = level->keyed
                   ? got == GOT_VALUE
                   : got == GOT_KEY || got == GOT_END || got == GOT_OBJECT_END;
    }
    else {
        good = got == GOT_VALUE || got == GOT_END || got == GOT_ARRAY_END;
    }
    if (JAC_UNLIKELY(!good)) {
        fail_expected(wr, got);
    }
}

/* Calls that may run Ruby code */

/* What a piece that fails is to leave as it was. */
typedef struct {
    size_t used, flushed, depth, keys, documents;
    /* of the innermost level */
    VALUE key;
    size_t count;
    uint16_t node;
    bool keyed;
    bool non_ascii, unknown;
    jac_fit_mark_t fit;
} snapshot_t;

static size_t
used(const jac_writer_t *wr)
{
    return (size_t)(wr->walk.buffer.pos - wr->walk.buffer.start);
}

static void
take_snapshot(const jac_writer_t *wr, snapshot_t *s)
{
    const level_t *level = innermost(wr);

    s->used = used(wr);
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
    if (JAC_UNLIKELY(wr->walk.fit != NULL)) jac_fit_mark(&wr->walk, &s->fit);
}

/*
 * A piece has failed: as if it had not been begun, or, where part of it went to
 * the IO, nothing more can be written. A level that the piece has closed is
 * never restored: closing is the last thing that may fail.
 */
static void
restore(jac_writer_t *wr, const snapshot_t *s)
{
    jac_walk_t *w = &wr->walk;

    if (w->buffer.flushed != s->flushed ||
        (w->fit && !jac_fit_restore(w, &s->fit))) {
        wr->status = BROKEN;
        return;
    }
    w->buffer.pos = w->buffer.start + s->used;
    w->non_ascii = s->non_ascii;
    w->unknown = s->unknown;
    wr->documents = s->documents;
    JAC_ASSERT(wr->depth == s->depth);
    if (wr->depth > 0) {
        level_t *level = innermost(wr);

        level->key = s->key;
        level->count = s->count;
        level->node = s->node;
        level->keyed = s->keyed;
        jac_keys_take_back(&wr->keys, s->keys);
    }
}

typedef struct {
    jac_writer_t *wr;
    VALUE a, b;
} piece_t;

/* The walk as it is between pieces. */
static void
settle(jac_writer_t *wr)
{
    jac_walk_t *w = &wr->walk;

    if (JAC_UNLIKELY(w->state != Qfalse)) {
        /* other options may have written the keys */
        jac_walk_exit_to_ruby(w);
    }
    wr->ticket++; /* no continuation goes on with the piece */
    w->frame = w->base = JAC_WALK_NO_FRAME;
    w->top = 0;
    w->depth = wr->options.depth + (long)wr->depth;
    w->pending = Qundef;
    w->answers = Qfalse;
    w->generics = 0;
    w->in_to_json = false;
    wr->in_value = false;
    if (w->state) {
        w->state = Qfalse;
        w->options = wr->options;
    }
}

/*
 * Writes a piece whose writing may run Ruby code, and fail: with an error, a
 * throw, the end of a thread. `s` is what to go back to, or NULL for now.
 */
static void
run(jac_writer_t *wr, VALUE (*body)(VALUE), VALUE a, VALUE b,
    const snapshot_t *s)
{
    jac_walk_t *const w = &wr->walk;
    const unsigned long serial = ++wr->serial;
    piece_t piece = {wr, a, b};
    snapshot_t now;
    int tag = 0;

    if (!s) {
        take_snapshot(wr, &now);
        s = &now;
    }
    wr->status = BUSY;
    if (w->workspace && w->workspace->changeable) {
        jac_walk_exit_to_ruby(w);
    }
    rb_protect(body, (VALUE)&piece, &tag);
    if (JAC_UNLIKELY(wr->serial != serial || wr->status != BUSY)) {
        jac_walk_fail_reentered();
    }
    wr->status = OPEN;
    if (JAC_UNLIKELY(tag)) {
        if (w->in_to_json) {
            jac_convert_error(w, rb_errinfo());
        }
        settle(wr);
        restore(wr, s);
        jac_walk_exit_to_ruby(w); /* what was written of keys may be gone */
        rb_jump_tag(tag);
    }
    settle(wr);
}

static VALUE
flush_body(VALUE arg)
{
    jac_walk_t *w = &((piece_t *)arg)->wr->walk;

    /* what was written of keys goes with it */
    jac_walk_exit_to_ruby(w);
    if (w->fit) {
        jac_fit_flush(w);
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
    jac_flush_io(((piece_t *)arg)->wr->io);
    return Qnil;
}

/* With a width: lays out what the piece has decided. */
static VALUE
print_body(VALUE arg)
{
    const jac_writer_t *wr = ((piece_t *)arg)->wr;
    jac_walk_t *w = &((piece_t *)arg)->wr->walk;

    jac_fit_print(w);
    return wr->io && jac_fit_used(w) >= wr->chunk_size ? flush_body(arg) : Qnil;
}

/* After each piece: what has gathered goes to the IO when it is enough. */
JAC_INLINE VALUE
done(VALUE self, jac_writer_t *wr)
{
    if (JAC_UNLIKELY(wr->walk.fit != NULL)) {
        run(wr, print_body, Qnil, Qnil, NULL);
    }
    else if (wr->io && JAC_UNLIKELY(used(wr) >= wr->chunk_size)) {
        run(wr, flush_body, Qnil, Qnil, NULL);
    }
    RB_GC_GUARD(self);
    return self;
}

/* Pieces */

/*
 * Whether there is room for a member whose key and value have `size` bytes
 * together, however they are escaped, so that writing it calls nothing: comma,
 * line, quotes, colon and what the kernels ask for in excess are below 768.
 */
JAC_INLINE bool
roomy(const jac_writer_t *wr, size_t size)
{
    const jac_buffer_t *b = &wr->walk.buffer;
    const jac_format_t *f = wr->f;

    if (f && (f->colon_size == 0 || f->indent_size > JAC_LINE_SIZE ||
              wr->walk.depth > JAC_LINE_SIZE ||
              f->nl_size[JAC_LINE_OBJECT] > JAC_LINE_SIZE ||
              f->nl_size[JAC_LINE_ARRAY] > JAC_LINE_SIZE ||
              f->indent_size * (size_t)wr->walk.depth > JAC_LINE_SIZE)) {
        return false;
    }
    return (size_t)(b->end - b->pos) / 6 >= size + 128;
}

/*
 * Such a room, where there are no lines, for a key and a value that are not
 * longer than this.
 */
enum { QUICK_SIZE = 128, QUICK_ROOM = 6 * (2 * QUICK_SIZE + 128) };

JAC_INLINE bool
quick_p(const jac_writer_t *wr)
{
    const jac_buffer_t *b = &wr->walk.buffer;

    return JAC_LIKELY(b->end - b->pos >= QUICK_ROOM) && !wr->f;
}

/* The comma and the line before a member of the innermost level. */
JAC_INLINE uint8_t *
separate(jac_writer_t *wr, uint8_t *p, const level_t *level)
{
    jac_walk_t *w = &wr->walk;

    p = jac_walk_reserve(w, p, JAC_MEMBER_ROOM);
    if (level->count > 0) *p++ = ',';
    if (wr->f && wr->f->lines) {
        p = jac_format_line(wr->f, w, p,
                            level->object ? JAC_LINE_OBJECT : JAC_LINE_ARRAY,
                            w->depth);
        p = jac_walk_reserve(w, p, JAC_MEMBER_ROOM);
    }
    return p;
}

/* What stands before a value. */
JAC_INLINE uint8_t *
begin_value(jac_writer_t *wr, uint8_t *p)
{
    level_t *level = innermost(wr);

    if (!level) {
        p = jac_walk_reserve(&wr->walk, p, JAC_MEMBER_ROOM);
        if (wr->framing == SEQUENCE) *p++ = 0x1E;
        return p;
    }
    if (level->object) {
        level->keyed = false;
        return jac_walk_reserve(&wr->walk, p, JAC_MEMBER_ROOM);
    }
    p = separate(wr, p, level);
    level->count++;
    return p;
}

/* What stands behind a value. */
JAC_INLINE void
end_value(jac_writer_t *wr, uint8_t *p)
{
    if (wr->depth == 0) {
        if (JAC_UNLIKELY(wr->walk.fit != NULL)) p = jac_fit_end(&wr->walk, p);
        if (wr->framing != ONE_DOCUMENT) {
            p = jac_walk_reserve(&wr->walk, p, 1);
            *p++ = '\n';
        }
        wr->documents++;
    }
    wr->walk.buffer.pos = p;
}

static VALUE
value_body(VALUE arg)
{
    const piece_t *piece = (const piece_t *)arg;
    jac_writer_t *wr = piece->wr;
    jac_walk_t *w = &wr->walk;

    w->buffer.pos = begin_value(wr, w->buffer.pos);
    wr->in_value = true;
    /* `run` catches what fails */
    w->protected_p = true;
    jac_write(w, piece->a, false);
    end_value(wr, w->buffer.pos);
    return Qnil;
}

/*
 * Whether a value writes itself, calling nothing, and how long it is before it
 * is escaped: 0 for what is no String.
 */
JAC_INLINE bool
plain_value(const jac_writer_t *wr, VALUE v, size_t *size)
{
    *size = 0;
    if (RB_FIXNUM_P(v)) {
        return !wr->f || !jac_limits_integers(&wr->walk) ||
               jac_safe_integer_p(v);
    }
    if (RB_SPECIAL_CONST_P(v)) {
        return RB_FLONUM_P(v) || v == Qnil || v == Qtrue || v == Qfalse;
    }
    if (!jac_plain_string_p(v) || jac_text_kind(v) == JAC_TEXT_OTHER) {
        return false;
    }
    *size = (size_t)RSTRING_LEN(v);
    return true;
}

/* Writes a value, if that can call nothing and there is room. */
JAC_INLINE bool
quick_value(jac_writer_t *wr, VALUE v)
{
    size_t size;
    uint8_t *p;

    if (!plain_value(wr, v, &size) || size > JAC_STRING_TURN ||
        !((quick_p(wr) && size <= QUICK_SIZE) || roomy(wr, size))) {
        return false;
    }
    p = begin_value(wr, wr->walk.buffer.pos);
    p = jac_emit_scalar(&wr->walk, p, v, wr->f);
    end_value(wr, p);
    return true;
}

NORETURN(static void fail_duplicate(const jac_writer_t *wr, VALUE key));

JAC_COLD static void
fail_duplicate(const jac_writer_t *wr, VALUE key)
{
    VALUE steps = path_steps(wr, false), message;

    message = rb_enc_sprintf(rb_utf8_encoding(),
                             "detected duplicate key %" PRIsVALUE
                             " in the object that is open at ",
                             rb_inspect(key));
    tell_path(message, steps);
    jac_raise_generator(message, Qnil, steps);
}

/* The object leaves the tree: its keys so far are compared with those to come.
   Raises NoMemoryError, after which it may be called again. */
static void
leave_tree(jac_writer_t *wr, level_t *level)
{
    const jac_tree_node_t *path[JAC_TREE_DEPTH];
    unsigned count = jac_tree_path(&wr->tree, level->node, path), i;

    if (wr->options.allow_duplicate_key) return;
    jac_keys_take_back(&wr->keys, level->keys.first);
    for (i = 0; i < count; i++) {
        jac_keys_add(&wr->keys, &level->keys, path[i]->text, path[i]->size);
    }
}

/*
 * The innermost object gets a key, written from start to end; `own` is the
 * key if that is its own text, or Qundef. Returns its node, or JAC_TREE_OFF.
 * Raises GeneratorError where the object has the key, and NoMemoryError.
 */
static unsigned
add_key(jac_writer_t *wr, level_t *level, VALUE key, VALUE own,
        const uint8_t *start, const uint8_t *end, bool non_ascii)
{
    const bool distinct = !wr->options.allow_duplicate_key;
    const size_t size = (size_t)(end - start);

    if (JAC_LIKELY(level->node != JAC_TREE_OFF)) {
        const unsigned node = jac_tree_add(&wr->tree, level->node, own, start,
                                           size, non_ascii, distinct);

        if (JAC_UNLIKELY(node == JAC_TREE_TWICE)) fail_duplicate(wr, key);
        if (JAC_LIKELY(node != JAC_TREE_OFF)) return node;
        leave_tree(wr, level);
    }
    if (distinct &&
        JAC_UNLIKELY(!jac_keys_add(&wr->keys, &level->keys, start, size))) {
        fail_duplicate(wr, key);
    }
    return JAC_TREE_OFF;
}

/* RFC 8785: the writer cannot sort what it has written. */
static void
check_order(const jac_writer_t *wr, const level_t *level, VALUE text)
{
    VALUE steps, message;

    if (!wr->options.rfc8785 || level->count == 0 ||
        jac_key_compare_utf16(level->key, text) <= 0) {
        return;
    }
    steps = path_steps(wr, false);
    message = rb_enc_sprintf(rb_utf8_encoding(),
                             "key %" PRIsVALUE " comes before %" PRIsVALUE
                             " in RFC 8785, in the object that is open at ",
                             rb_inspect(text), rb_inspect(level->key));
    tell_path(message, steps);
    jac_raise_generator(message, Qnil, steps);
}

static VALUE
key_body(VALUE arg)
{
    const piece_t *piece = (const piece_t *)arg;
    jac_writer_t *wr = piece->wr;
    jac_walk_t *w = &wr->walk;
    level_t *level = innermost(wr);
    VALUE key = piece->a, text = key;
    bool json = false, non_ascii = false;
    uint8_t *p, *start;

    w->protected_p = true;
    if (RB_SPECIAL_CONST_P(key) || !jac_plain_string_p(key) ||
        jac_text_kind(key) == JAC_TEXT_OTHER) {
        text = jac_convert_key(w, key, &json);
    }
    text = rb_str_new_frozen(text);
    check_order(wr, level, text);
    p = separate(wr, w->buffer.pos, level);
    /* so that all of it lies in one piece */
    p = jac_walk_reserve(w, p, 6 * ((size_t)RSTRING_LEN(text) + 128));
    start = p;
    if (json) {
        p = jac_emit_text(w, p, text);
    }
    else {
        const jac_text_kind_t kind = jac_text_kind(text);

        non_ascii = kind == JAC_TEXT_UTF8;
        w->non_ascii |= non_ascii;
        p = jac_emit_string(w, p, text,
                            wr->f ? jac_emit_mode(w, kind) : JAC_ESC_PLAIN);
    }
    level->node =
        (uint16_t)add_key(wr, level, text, Qundef, start, p, non_ascii);
    if (wr->f) {
        p = jac_format_colon(wr->f, w, p);
    }
    else {
        p = jac_walk_reserve(w, p, 1);
        *p++ = ':';
    }
    w->buffer.pos = p;
    level->count++;
    level->key = wr->options.rfc8785 ? text : key;
    level->keyed = true;
    return Qnil;
}

/*
 * A key that is the very object of the next node, and that is not looked into:
 * its text is written to p, where there is room. Returns the node, or
 * JAC_TREE_NONE with nothing written.
 */
JAC_INLINE unsigned
known_key(const jac_writer_t *wr, const level_t *level, VALUE key, uint8_t **p)
{
    const jac_key_tree_t *tree = &wr->tree;
    const jac_tree_node_t *found;
    unsigned node;

    if (JAC_UNLIKELY(level->node == JAC_TREE_OFF || tree->nodes == NULL)) {
        return JAC_TREE_NONE;
    }
    node = jac_tree_next(tree, level->node, key);
    if (JAC_LIKELY(node != JAC_TREE_NONE)) {
        found = &tree->nodes[node];
        memcpy(*p, found->text, JAC_TREE_TEXT);
        *p += found->size;
    }
    return node;
}

/* A key that writes itself, if that can call nothing: its text, or Qfalse. */
JAC_INLINE VALUE
plain_key(const jac_writer_t *wr, VALUE key)
{
    const VALUE text = RB_SYMBOL_P(key) ? rb_sym2str(key) : key;

    if (RB_SPECIAL_CONST_P(text) || !jac_plain_string_p(text) ||
        wr->options.rfc8785 || jac_text_kind(text) == JAC_TEXT_OTHER) {
        return Qfalse;
    }
    return text;
}

/*
 * Writes a plain key to p, where there is room, and adds it to the innermost
 * object: its node. What may raise leaves the writer as it was.
 */
static unsigned
new_key(jac_writer_t *wr, level_t *level, VALUE key, VALUE text, uint8_t **p)
{
    jac_walk_t *w = &wr->walk;
    const bool non_ascii = jac_text_kind(text) == JAC_TEXT_UTF8;
    const bool lasts = text != key || RB_OBJ_FROZEN_RAW(key);
    uint8_t *const start = *p;
    unsigned node;

    *p = jac_emit_string(w, start, text,
                         wr->f ? jac_emit_mode(w, jac_text_kind(text))
                               : JAC_ESC_PLAIN);
    node = add_key(wr, level, key, lasts ? key : Qundef, start, *p, non_ascii);
    w->non_ascii |= non_ascii;
    RB_GC_GUARD(text);
    return node;
}

/* As quick_value. */
JAC_INLINE bool
quick_key(jac_writer_t *wr, VALUE key)
{
    jac_walk_t *w = &wr->walk;
    level_t *level = innermost(wr);
    unsigned node = JAC_TREE_NONE;
    uint8_t *p = NULL;
    VALUE text;

    if (quick_p(wr)) {
        p = w->buffer.pos;
        *p = ',';
        p += level->count > 0;
        node = known_key(wr, level, key, &p);
    }
    if (node != JAC_TREE_NONE) {
        w->non_ascii |= wr->tree.nodes[node].non_ascii;
        *p++ = ':';
    }
    else {
        text = plain_key(wr, key);
        if (!text || !roomy(wr, (size_t)RSTRING_LEN(text))) return false;
        p = separate(wr, w->buffer.pos, level);
        node = new_key(wr, level, key, text, &p);
        if (wr->f) {
            p = jac_format_colon(wr->f, w, p);
        }
        else {
            *p++ = ':';
        }
    }
    w->buffer.pos = p;
    level->node = (uint16_t)node;
    level->count++;
    level->key = key;
    level->keyed = true;
    return true;
}

/* The same for a key and its value. */
JAC_INLINE bool
quick_pair(jac_writer_t *wr, VALUE key, VALUE value)
{
    jac_walk_t *w = &wr->walk;
    level_t *level = innermost(wr);
    unsigned node;
    size_t size;
    uint8_t *p;

    if (!quick_p(wr)) return false;
    if (!plain_value(wr, value, &size) || size > QUICK_SIZE) return false;
    p = w->buffer.pos;
    *p = ',';
    p += level->count > 0;
    node = known_key(wr, level, key, &p);
    if (JAC_UNLIKELY(node == JAC_TREE_NONE)) {
        VALUE text = plain_key(wr, key);

        if (!text || RSTRING_LEN(text) > QUICK_SIZE) return false;
        node = new_key(wr, level, key, text, &p);
    }
    else {
        w->non_ascii |= wr->tree.nodes[node].non_ascii;
    }
    *p++ = ':';
    w->buffer.pos = jac_emit_scalar(w, p, value, NULL);
    level->node = (uint16_t)node;
    level->count++;
    level->key = key;
    return true;
}

static VALUE
pair_body(VALUE arg)
{
    const piece_t *piece = (const piece_t *)arg;
    piece_t value = {piece->wr, piece->b, Qnil};

    key_body(arg);
    return value_body((VALUE)&value);
}

static VALUE
raw_body(VALUE arg)
{
    const piece_t *piece = (const piece_t *)arg;
    jac_writer_t *wr = piece->wr;
    jac_walk_t *w = &wr->walk;

    w->buffer.pos = begin_value(wr, w->buffer.pos);
    wr->in_value = true;
    end_value(wr, jac_emit_text(w, w->buffer.pos, piece->a));
    return Qnil;
}

/* Containers */

/* Room for one more level, then the level itself. */
static void
reserve_level(jac_writer_t *wr)
{
    if (wr->depth == wr->capacity) {
        const size_t capacity = wr->capacity ? 2 * wr->capacity : 8;

        REALLOC_N(wr->levels, level_t, capacity);
        wr->capacity = capacity;
    }
}

static void
push_level(jac_writer_t *wr, bool object)
{
    level_t *level = &wr->levels[wr->depth++];

    level->key = Qnil;
    level->count = 0;
    level->id = ++wr->opened;
    level->object = object;
    level->keyed = false;
    level->node = JAC_TREE_ROOT;
    jac_keys_open(&wr->keys, &level->keys);
    wr->walk.depth++;
}

/* a: Qtrue for an object. */
static VALUE
open_body(VALUE arg)
{
    const piece_t *piece = (const piece_t *)arg;
    jac_writer_t *wr = piece->wr;
    jac_walk_t *w = &wr->walk;
    uint8_t *p;

    reserve_level(wr);
    p = begin_value(wr, w->buffer.pos);
    wr->in_value = true;
    if (jac_walk_at_limit(w)) {
        jac_walk_fail_nesting(w);
    }
    *p++ = RTEST(piece->a) ? '{' : '[';
    w->buffer.pos = p;
    push_level(wr, RTEST(piece->a));
    return Qnil;
}

static VALUE
keyed_open_body(VALUE arg)
{
    const piece_t *piece = (const piece_t *)arg;
    piece_t opening = {piece->wr, piece->b, Qnil};

    key_body(arg);
    return open_body((VALUE)&opening);
}

/* `s` is what to go back to where that fails, or NULL for now. */
static void
open_container(jac_writer_t *wr, VALUE object, const snapshot_t *s)
{
    if (JAC_LIKELY(roomy(wr, 0) && !jac_walk_at_limit(&wr->walk))) {
        piece_t piece = {wr, object, Qnil};

        open_body((VALUE)&piece);
        wr->in_value = false;
    }
    else {
        run(wr, open_body, object, Qnil, s);
    }
}

static VALUE
close_body(VALUE arg)
{
    jac_writer_t *wr = ((const piece_t *)arg)->wr;
    jac_walk_t *w = &wr->walk;
    level_t *level = innermost(wr);
    const int kind = level->object ? JAC_LINE_OBJECT : JAC_LINE_ARRAY;
    uint8_t *p = w->buffer.pos;

    if (level->count > 0 && wr->f && wr->f->nl[kind]) {
        p = jac_format_line(wr->f, w, p, kind, w->depth - 1);
    }
    /* with the line feed of end_value: nothing fails from here on */
    p = jac_walk_reserve(w, p, 2);
    *p++ = level->object ? '}' : ']';
    jac_keys_close(&wr->keys, &level->keys);
    wr->depth--;
    w->depth--;
    end_value(wr, p);
    return Qnil;
}

static void
close_container(jac_writer_t *wr, got_t got)
{
    expect(wr, got);
    if (JAC_LIKELY(roomy(wr, 0))) {
        piece_t piece = {wr, Qnil, Qnil};

        close_body((VALUE)&piece);
    }
    else {
        run(wr, close_body, Qnil, Qnil, NULL);
    }
}

/* Opens a container; with a block, yields and closes it. */
static VALUE
container(int argc, VALUE *argv, VALUE self, bool object)
{
    jac_writer_t *wr = writer_get(self);
    const VALUE kind = object ? Qtrue : Qfalse;
    const level_t *level;
    snapshot_t before;
    size_t depth, id;

    rb_check_arity(argc, 0, 1);
    expect(wr, argc > 0 ? GOT_KEY : GOT_VALUE);
    if (argc == 0) {
        open_container(wr, kind, NULL);
    }
    else {
        take_snapshot(wr, &before);
        if (quick_key(wr, argv[0])) {
            open_container(wr, kind, &before);
        }
        else {
            run(wr, keyed_open_body, argv[0], kind, NULL);
        }
    }
    depth = wr->depth;
    id = innermost(wr)->id;
    done(self, wr);
    if (!rb_block_given_p()) return self;
    rb_yield(self);
    wr = writer_get(self);
    level = innermost(wr);
    if (wr->depth < depth || wr->levels[depth - 1].id != id) {
        rb_raise(jac_eGeneratorError,
                 "the %s of this block was ended inside of it",
                 object ? "object" : "array");
    }
    if (level->id != id) {
        fail_expected(wr, GOT_BLOCK_END);
    }
    close_container(wr, object ? GOT_OBJECT_END : GOT_ARRAY_END);
    return done(self, wr);
}

/* Methods */

/* private: options, a State; framing, a number; chunk_size in bytes */
static VALUE
writer_configure(VALUE self, VALUE io, VALUE state, VALUE framing,
                 VALUE chunk_size)
{
    jac_writer_t *wr = writer_struct(self);
    jac_walk_t *w = &wr->walk;
    const jac_generator_options_t *options = jac_state_options(state);
    const size_t size = NUM2SIZET(chunk_size);
    VALUE fit = Qfalse;

    rb_check_frozen(self);
    if (wr->status != UNINITIALIZED) {
        rb_raise(rb_eTypeError, "already initialized %" PRIsVALUE,
                 rb_obj_class(self));
    }
    if (size < 1 || size > LONG_MAX / 4) {
        rb_raise(rb_eArgError, "chunk_size out of range");
    }
    jac_options_check(options);
    jac_walk_init(w, &wr->room, options, io);
    wr->options = *options;
    wr->result = Qnil;
    wr->framing = (framing_t)NUM2INT(framing);
    wr->chunk_size = size;
    w->serial = &wr->ticket;
    w->outer_path = outer_path;
    w->one_line = wr->framing == LINES;
    wr->io = w->buffer.io;
    if (JAC_UNLIKELY(options->width)) {
        jac_fit_begin(w, true, size + size / 4 + 2048);
        fit = w->fit_object;
    }
    if (!jac_walk_plain_p(w)) {
        jac_format_prepare(&wr->format, w);
        wr->f = &wr->format;
    }
    /* a quarter more than is ever there between two pieces */
    jac_buffer_open(&w->buffer, w->buffer.io, options->buffer_initial_length,
                    size + size / 4 + 2048);
    wr->status = OPEN;
    RB_GC_GUARD(state);
    RB_GC_GUARD(fit); /* it is marked from here on */
    return self;
}

/* :nodoc: */
static VALUE
writer_initialize_copy(VALUE self, VALUE original)
{
    rb_raise(rb_eTypeError, "can't copy %" PRIsVALUE, rb_obj_class(self));
}

static VALUE
writer_object(int argc, VALUE *argv, VALUE self)
{
    return container(argc, argv, self, true);
}

static VALUE
writer_array(int argc, VALUE *argv, VALUE self)
{
    return container(argc, argv, self, false);
}

static VALUE
close_method(VALUE self, got_t got)
{
    jac_writer_t *wr = writer_get(self);

    close_container(wr, got);
    return done(self, wr);
}

static VALUE
writer_end(VALUE self)
{
    return close_method(self, GOT_END);
}

static VALUE
writer_end_object(VALUE self)
{
    return close_method(self, GOT_OBJECT_END);
}

static VALUE
writer_end_array(VALUE self)
{
    return close_method(self, GOT_ARRAY_END);
}

static VALUE
writer_key(VALUE self, VALUE key)
{
    jac_writer_t *wr = writer_get(self);

    expect(wr, GOT_KEY);
    if (!quick_key(wr, key)) {
        run(wr, key_body, key, Qnil, NULL);
    }
    return done(self, wr);
}

static VALUE
writer_value(VALUE self, VALUE value)
{
    jac_writer_t *wr = writer_get(self);

    expect(wr, GOT_VALUE);
    if (!quick_value(wr, value)) {
        run(wr, value_body, value, Qnil, NULL);
    }
    return done(self, wr);
}

JAC_NOINLINE static void
slow_pair(jac_writer_t *wr, VALUE key, VALUE value)
{
    snapshot_t before;

    take_snapshot(wr, &before);
    if (!quick_key(wr, key)) {
        run(wr, pair_body, key, value, NULL);
    }
    else if (!quick_value(wr, value)) {
        run(wr, value_body, value, Qnil, &before);
    }
}

static VALUE
writer_pair(VALUE self, VALUE key, VALUE value)
{
    jac_writer_t *wr = writer_get(self);

    expect(wr, GOT_KEY);
    if (!quick_pair(wr, key, value)) slow_pair(wr, key, value);
    return done(self, wr);
}

/* private: levels that may still be opened, nil for any number; allow_nan;
   allow_duplicate_key */
static VALUE
writer_limits(VALUE self)
{
    const jac_writer_t *wr = writer_get(self);
    const long most = wr->options.max_nesting, depth = wr->walk.depth;

    return rb_ary_new_from_args(
        3, !most ? Qnil : LONG2NUM(most > depth ? most - depth : 0),
        wr->options.allow_nan ? Qtrue : Qfalse,
        wr->options.allow_duplicate_key ? Qtrue : Qfalse);
}

/* private: text is UTF-8, or only ASCII */
static VALUE
writer_raw(VALUE self, VALUE text)
{
    jac_writer_t *wr = writer_get(self);

    Check_Type(text, T_STRING);
    expect(wr, GOT_VALUE);
    run(wr, raw_body, text, Qnil, NULL);
    return done(self, wr);
}

static VALUE
writer_flush(VALUE self)
{
    jac_writer_t *wr = writer_get(self);

    if (wr->io) {
        run(wr, flush_io_body, Qnil, Qnil, NULL);
    }
    RB_GC_GUARD(self);
    return self;
}

/* Ends documents with a width. */
static VALUE
finish_body(VALUE arg)
{
    jac_writer_t *wr = ((piece_t *)arg)->wr;

    wr->result = jac_fit_finish(&wr->walk);
    return Qnil;
}

/* private: the rest to the IO; or the String */
static VALUE
writer_close(VALUE self)
{
    jac_writer_t *wr = writer_struct(self);
    jac_walk_t *w = &wr->walk;

    if (wr->status == CLOSED) return wr->result;
    wr = writer_get(self);
    if (wr->depth > 0 || (wr->framing == ONE_DOCUMENT && wr->documents == 0)) {
        fail_expected(wr, GOT_DOCUMENT_END);
    }
    if (w->fit) {
        run(wr, finish_body, Qnil, Qnil, NULL);
    }
    else if (wr->io) {
        run(wr, flush_io_body, Qnil, Qnil, NULL);
        wr->result = wr->io;
    }
    else {
        wr->result = jac_buffer_finish(&w->buffer, jac_walk_coderange(w));
    }
    w->buffer.owner = Qfalse;
    w->buffer.start = w->buffer.pos = w->buffer.end = NULL;
    wr->status = CLOSED;
    jac_walk_finish(w);
    RB_GC_GUARD(self);
    return wr->result;
}

static VALUE
writer_to_s(VALUE self)
{
    const jac_writer_t *wr = writer_struct(self);
    const jac_buffer_t *b = &wr->walk.buffer;

    if (wr->status == UNINITIALIZED || wr->status == BUSY) {
        fail_status(wr, self);
    }
    if (wr->io) {
        return rb_any_to_s(self);
    }
    if (wr->status == CLOSED) return wr->result;
    return wr->walk.fit
               ? jac_fit_text(&wr->walk)
               : rb_utf8_str_new((const char *)b->start, (long)used(wr));
}

static VALUE
writer_depth(VALUE self)
{
    return SIZET2NUM(writer_struct(self)->depth);
}

static VALUE
writer_path(VALUE self)
{
    const jac_writer_t *wr = writer_struct(self);
    VALUE steps = path_steps(wr, false);

    RB_GC_GUARD(self);
    return rb_funcall(path_text, id_build, 1, steps);
}

static VALUE
writer_closed_p(VALUE self)
{
    return writer_struct(self)->status == CLOSED ? Qtrue : Qfalse;
}

/* What is public is documented in lib/jacinth/writer.rb, where RDoc looks. */
static const struct {
    const char *name;
    VALUE (*function)(ANYARGS);
    int arity;
    bool hidden;
} methods[] = {
    {"_configure", RUBY_METHOD_FUNC(writer_configure), 4, true},
    {"_raw", RUBY_METHOD_FUNC(writer_raw), 1, true},
    {"_limits", RUBY_METHOD_FUNC(writer_limits), 0, true},
    {"_close", RUBY_METHOD_FUNC(writer_close), 0, true},
    {"initialize_copy", RUBY_METHOD_FUNC(writer_initialize_copy), 1, false},
    {"object", RUBY_METHOD_FUNC(writer_object), -1, false},
    {"array", RUBY_METHOD_FUNC(writer_array), -1, false},
    {"end", RUBY_METHOD_FUNC(writer_end), 0, false},
    {"end_object", RUBY_METHOD_FUNC(writer_end_object), 0, false},
    {"end_array", RUBY_METHOD_FUNC(writer_end_array), 0, false},
    {"key", RUBY_METHOD_FUNC(writer_key), 1, false},
    {"value", RUBY_METHOD_FUNC(writer_value), 1, false},
    {"<<", RUBY_METHOD_FUNC(writer_value), 1, false},
    {"pair", RUBY_METHOD_FUNC(writer_pair), 2, false},
    {"[]=", RUBY_METHOD_FUNC(writer_pair), 2, false},
    {"flush", RUBY_METHOD_FUNC(writer_flush), 0, false},
    {"to_s", RUBY_METHOD_FUNC(writer_to_s), 0, false},
    {"depth", RUBY_METHOD_FUNC(writer_depth), 0, false},
    {"path", RUBY_METHOD_FUNC(writer_path), 0, false},
    {"closed?", RUBY_METHOD_FUNC(writer_closed_p), 0, false},
};

void
jac_init_document_writer(VALUE mJacinth)
{
    size_t i;

    path_text = jac_constant(mJacinth, "PathText");
    id_build = rb_intern("build");
    cWriter = rb_define_class_under(mJacinth, "Writer", rb_cObject);
    rb_gc_register_mark_object(cWriter);
    rb_define_alloc_func(cWriter, writer_allocate);
    for (i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
        (methods[i].hidden ? rb_define_private_method : rb_define_method)(
            cWriter, methods[i].name, methods[i].function, methods[i].arity);
    }
}
