#include "writer/writer_member.h"

#include "generate/convert.h"
#include "generate/object_methods.h"
#include "generate/emit_scalar.h"
#include "generate/key_order.h"
#include "generate/symbol_keys.h"
#include "writer/writer_errors.h"
#include "writer/writer_transaction.h"

/* The longest key and value of the fast path, and the capacity for them in
   compact format, as jac_writer_has_space() requires. */
enum { QUICK_SIZE = 128, QUICK_SPACE = 6 * (2 * QUICK_SIZE + 128) };

JAC_INLINE bool
quick_p(const jac_writer_t *wr)
{
    const jac_buffer_t *b = &wr->walk.buffer;

    return JAC_LIKELY(b->end - b->pos >= QUICK_SPACE) && !wr->f;
}

static VALUE
value_body(VALUE arg)
{
    const jac_writer_args_t *args = (const jac_writer_args_t *)arg;
    jac_writer_t *wr = args->wr;
    jac_walk_t *w = &wr->walk;

    w->buffer.pos = jac_writer_begin_value(wr, w->buffer.pos);
    wr->in_value = true;
    /* jac_writer_run() catches errors */
    w->protected_p = true;
    if (JAC_UNLIKELY(wr->options.rails)) {
        jac_rails.write(w, args->a, wr->documents);
    }
    else {
        jac_write(w, args->a, false);
    }
    jac_writer_end_value(wr, w->buffer.pos, wr->depth == 0);
    return Qnil;
}

/* True if the value is written without a call. Sets *size to the length of a
   String before escaping, or to 0. */
JAC_INLINE bool
simple_value(const jac_writer_t *wr, VALUE v, size_t *size)
{
    *size = 0;
    if (RB_FIXNUM_P(v)) {
        return !wr->f || !jac_limits_integers(&wr->walk) ||
               jac_safe_integer_p(v);
    }
    if (RB_SPECIAL_CONST_P(v)) {
        return RB_FLONUM_P(v) || v == Qnil || v == Qtrue || v == Qfalse;
    }
    if (!jac_basic_string_p(v) || jac_text_kind(v) == JAC_TEXT_OTHER) {
        return false;
    }
    *size = (size_t)RSTRING_LEN(v);
    return true;
}

JAC_INLINE bool
quick_value(jac_writer_t *wr, VALUE v)
{
    size_t size;
    uint8_t *p;

    if (!simple_value(wr, v, &size) || size > JAC_STRING_UNCHECKED ||
        !((quick_p(wr) && size <= QUICK_SIZE) ||
          jac_writer_has_space(wr, size))) {
        return false;
    }
    p = jac_writer_begin_value(wr, wr->walk.buffer.pos);
    p = jac_emit_scalar(&wr->walk, p, v, wr->f);
    jac_writer_end_value(wr, p, wr->depth == 0);
    return true;
}

VALUE
jac_writer_value(VALUE self, VALUE value)
{
    jac_writer_t *wr = jac_writer_get(self);

    jac_writer_expect(wr, JAC_GOT_VALUE);
    if (!quick_value(wr, value)) {
        jac_writer_run(wr, value_body, value, Qnil, NULL);
    }
    return jac_writer_done(self, wr);
}

/* Moves the object's keys from the tree to the key set, in which later keys are
   searched. Raises NoMemoryError; then the call can be repeated. */
static void
leave_tree(jac_writer_t *wr, jac_writer_level_t *level)
{
    const jac_tree_node_t *path[JAC_TREE_DEPTH];
    unsigned count = jac_tree_path(&wr->tree, level->node, path), i;

    if (wr->options.allow_duplicate_key) return;
    jac_keys_truncate(&wr->keys, level->keys.first);
    for (i = 0; i < count; i++) {
        jac_keys_add(&wr->keys, &level->keys, path[i]->text, path[i]->size);
    }
}

/*
 * Adds the key in [start, end) to the innermost object. `cached` is the key, a
 * String or Symbol, if its text cannot change; otherwise Qundef. Returns its
 * node, or JAC_TREE_OFF. Raises GeneratorError for a duplicate key, and
 * NoMemoryError.
 */
static unsigned
add_key(jac_writer_t *wr, jac_writer_level_t *level, VALUE key, VALUE cached,
        const uint8_t *start, const uint8_t *end, bool non_ascii)
{
    const bool distinct = !wr->options.allow_duplicate_key;
    const size_t size = (size_t)(end - start);

    if (JAC_LIKELY(level->node != JAC_TREE_OFF)) {
        const unsigned node = jac_tree_add(&wr->tree, level->node, cached,
                                           start, size, non_ascii, distinct);

        if (JAC_UNLIKELY(node == JAC_TREE_DUPLICATE)) {
            jac_writer_fail_duplicate(wr, key);
        }
        if (JAC_LIKELY(node != JAC_TREE_OFF)) return node;
        leave_tree(wr, level);
    }
    if (distinct &&
        JAC_UNLIKELY(!jac_keys_add(&wr->keys, &level->keys, start, size))) {
        jac_writer_fail_duplicate(wr, key);
    }
    return JAC_TREE_OFF;
}

/* RFC 8785 needs sorted keys, and the Writer cannot sort. */
static void
check_order(const jac_writer_t *wr, const jac_writer_level_t *level, VALUE text)
{
    if (wr->options.rfc8785 && level->count > 0 &&
        jac_key_compare_utf16(level->key, text) > 0) {
        jac_writer_fail_order(wr, text);
    }
}

VALUE
jac_writer_key_body(VALUE arg)
{
    const jac_writer_args_t *args = (const jac_writer_args_t *)arg;
    jac_writer_t *wr = args->wr;
    jac_walk_t *w = &wr->walk;
    jac_writer_level_t *level = jac_writer_innermost(wr);
    VALUE key = args->a, text = key;
    bool json = false, non_ascii = false;
    uint8_t *p, *start;
    size_t size;

    w->protected_p = true;
    if (RB_SPECIAL_CONST_P(key) || !jac_basic_string_p(key) ||
        jac_text_kind(key) == JAC_TEXT_OTHER) {
        text = jac_convert_key(w, key, &json);
    }
    text = rb_str_new_frozen(text);
    check_order(wr, level, text);
    p = jac_writer_separate(wr, w->buffer.pos, level);
    /* Makes the whole key contiguous. On 32 bits, raises if the escaped key
       could be longer than SIZE_MAX. */
    size = (size_t)RSTRING_LEN(text);
    p = jac_walk_reserve(
        w, p, size < SIZE_MAX / 6 - 128 ? 6 * (size + 128) : SIZE_MAX);
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
    level->node = (uint16_t)add_key(wr, level, SYMBOL_P(key) ? key : text,
                                    Qundef, start, p, non_ascii);
    w->buffer.pos = jac_format_colon(wr->f, w, jac_walk_reserve(w, p, 1));
    level->count++;
    level->key = wr->options.rfc8785 ? text : key;
    level->keyed = true;
    return Qnil;
}

/*
 * If the key is the same object as the key of the next node, writes its text to
 * p, without a capacity check, and returns the node. Otherwise returns
 * JAC_TREE_NONE.
 */
JAC_INLINE unsigned
predicted_key(const jac_writer_t *wr, const jac_writer_level_t *level,
              VALUE key, uint8_t **p)
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

/* Returns the text of a key that is written without a call, or Qfalse. */
JAC_INLINE VALUE
simple_key(const jac_writer_t *wr, VALUE key)
{
    return wr->options.rfc8785 ? Qfalse : jac_plain_key_text(key);
}

/* Writes a key to p, without a capacity check, and adds it to the innermost
   object. Returns its node. If it raises, the writer is unchanged. */
static unsigned
new_key(jac_writer_t *wr, jac_writer_level_t *level, VALUE key, VALUE text,
        uint8_t **p)
{
    jac_walk_t *w = &wr->walk;
    const bool non_ascii = jac_text_kind(text) == JAC_TEXT_UTF8;
    const bool immutable = text != key || RB_OBJ_FROZEN_RAW(key);
    uint8_t *const start = *p;
    unsigned node;

    *p = jac_emit_string(w, start, text,
                         wr->f ? jac_emit_mode(w, jac_text_kind(text))
                               : JAC_ESC_PLAIN);
    node =
        add_key(wr, level, key, immutable ? key : Qundef, start, *p, non_ascii);
    w->non_ascii |= non_ascii;
    RB_GC_GUARD(text);
    return node;
}

/* Writes a key if that calls nothing and the capacity suffices. */
JAC_INLINE bool
quick_key(jac_writer_t *wr, VALUE key)
{
    jac_walk_t *w = &wr->walk;
    jac_writer_level_t *level = jac_writer_innermost(wr);
    unsigned node = JAC_TREE_NONE;
    uint8_t *p = NULL;
    VALUE text;

    if (quick_p(wr)) {
        p = w->buffer.pos;
        *p = ',';
        p += level->count > 0;
        node = predicted_key(wr, level, key, &p);
    }
    if (node != JAC_TREE_NONE) {
        w->non_ascii |= wr->tree.nodes[node].non_ascii;
        *p++ = ':';
    }
    else {
        text = simple_key(wr, key);
        if (!text || !jac_writer_has_space(wr, (size_t)RSTRING_LEN(text))) {
            return false;
        }
        p = jac_writer_separate(wr, w->buffer.pos, level);
        node = new_key(wr, level, key, text, &p);
        p = jac_format_colon(wr->f, w, p);
    }
    w->buffer.pos = p;
    level->node = (uint16_t)node;
    level->count++;
    level->key = key;
    level->keyed = true;
    return true;
}

bool
jac_writer_quick_key(jac_writer_t *wr, VALUE key)
{
    return quick_key(wr, key);
}

VALUE
jac_writer_key(VALUE self, VALUE key)
{
    jac_writer_t *wr = jac_writer_get(self);

    jac_writer_expect(wr, JAC_GOT_KEY);
    if (!quick_key(wr, key)) {
        jac_writer_run(wr, jac_writer_key_body, key, Qnil, NULL);
    }
    return jac_writer_done(self, wr);
}

/* As quick_key(), for a key and its value. */
JAC_INLINE bool
quick_pair(jac_writer_t *wr, VALUE key, VALUE value)
{
    jac_walk_t *w = &wr->walk;
    jac_writer_level_t *level = jac_writer_innermost(wr);
    unsigned node;
    size_t size;
    uint8_t *p;

    if (!quick_p(wr)) return false;
    if (!simple_value(wr, value, &size) || size > QUICK_SIZE) return false;
    p = w->buffer.pos;
    *p = ',';
    p += level->count > 0;
    node = predicted_key(wr, level, key, &p);
    if (JAC_UNLIKELY(node == JAC_TREE_NONE)) {
        VALUE text = simple_key(wr, key);

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
    const jac_writer_args_t *args = (const jac_writer_args_t *)arg;
    jac_writer_args_t value = {args->wr, args->b, Qnil};

    jac_writer_key_body(arg);
    return value_body((VALUE)&value);
}

JAC_NOINLINE static void
slow_pair(jac_writer_t *wr, VALUE key, VALUE value)
{
    jac_writer_snapshot_t before;

    if (wr->f && jac_omitted_p(&wr->walk, value)) return;
    jac_writer_snapshot(wr, &before);
    if (!quick_key(wr, key)) {
        jac_writer_run(wr, pair_body, key, value, NULL);
    }
    else if (!quick_value(wr, value)) {
        jac_writer_run(wr, value_body, value, Qnil, &before);
    }
}

VALUE
jac_writer_pair(VALUE self, VALUE key, VALUE value)
{
    jac_writer_t *wr = jac_writer_get(self);

    jac_writer_expect(wr, JAC_GOT_KEY);
    if (!quick_pair(wr, key, value)) slow_pair(wr, key, value);
    return jac_writer_done(self, wr);
}

static VALUE
raw_body(VALUE arg)
{
    const jac_writer_args_t *args = (const jac_writer_args_t *)arg;
    jac_writer_t *wr = args->wr;
    jac_walk_t *w = &wr->walk;
    /* The IO's write can change the text. */
    VALUE text = w->buffer.io ? rb_str_new_frozen(args->a) : args->a;

    w->buffer.pos = jac_writer_begin_value(wr, w->buffer.pos);
    wr->in_value = true;
    jac_writer_end_value(wr, jac_emit_text(w, w->buffer.pos, text),
                         wr->depth == 0);
    RB_GC_GUARD(text);
    return Qnil;
}

VALUE
jac_writer_write_raw(VALUE self, VALUE text)
{
    jac_writer_t *wr = jac_writer_get(self);

    Check_Type(text, T_STRING);
    jac_writer_expect(wr, JAC_GOT_VALUE);
    jac_writer_run(wr, raw_body, text, Qnil, NULL);
    return jac_writer_done(self, wr);
}

/* True for the arguments (text, validate: false) with a text in UTF-8. */
static bool
unchecked_p(int argc, const VALUE *argv)
{
    const VALUE validate = ID2SYM(rb_intern("validate"));

    return argc == 2 && rb_keyword_given_p() && !RB_SPECIAL_CONST_P(argv[0]) &&
           jac_basic_string_p(argv[0]) &&
           RB_ENCODING_GET_INLINED(argv[0]) == jac_utf8_index &&
           RHASH_SIZE(argv[1]) == 1 &&
           !RTEST(rb_hash_lookup2(argv[1], validate, Qtrue));
}

VALUE
jac_writer_raw(int argc, VALUE *argv, VALUE self)
{
    if (unchecked_p(argc, argv)) return jac_writer_write_raw(self, argv[0]);
    return rb_funcallv_kw(self, rb_intern("_convert_raw"), argc, argv,
                          RB_PASS_CALLED_KEYWORDS);
}
