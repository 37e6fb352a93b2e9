#include "generate/generator_options.h"

#include "ruby/errors.h"

static VALUE sort_keys_default; /* Jacinth::SORT_KEYS, a Proc */
static ID id_to_proc;

VALUE
jac_option_string(VALUE given)
{
    if (!RTEST(given)) {
        return Qfalse;
    }
    Check_Type(given, T_STRING);
    return RSTRING_LEN(given) == 0 ? Qfalse : rb_str_new_frozen(given);
}

VALUE
jac_option_as_json(VALUE given)
{
    VALUE proc;

    if (rb_obj_is_proc(given)) {
        return given;
    }
    proc = rb_check_funcall(given, id_to_proc, 0, NULL);
    if (proc == Qundef || !rb_obj_is_proc(proc)) {
        rb_raise(rb_eTypeError, "as_json must be a Proc");
    }
    return proc;
}

VALUE
jac_option_sort_keys(VALUE given)
{
    if (!RTEST(given)) {
        return Qfalse;
    }
    if (given == Qtrue) {
        return sort_keys_default;
    }
    if (!rb_obj_is_proc(given)) {
        rb_raise(rb_eTypeError,
                 "The `sort_keys` argument must be a boolean or a Proc");
    }
    return given;
}

bool
jac_option_sorts_by_key(VALUE sort_keys)
{
    return sort_keys == sort_keys_default;
}

long
jac_option_long(VALUE given)
{
    return RTEST(given) ? NUM2LONG(given) : 0;
}

long
jac_option_depth(VALUE given)
{
    long depth = jac_option_long(given);

    if (depth < 0) {
        rb_raise(rb_eArgError, "depth must be >= 0 (got %ld)", depth);
    }
    if (depth > INT_MAX) {
        rb_raise(rb_eArgError, "depth is too large (got %ld)", depth);
    }
    return depth;
}

long
jac_option_length(VALUE given, long kept)
{
    Check_Type(given, T_FIXNUM);
    return FIX2LONG(given) > 0 ? FIX2LONG(given) : kept;
}

/* The options by name: how each is read from a Hash. */
typedef enum {
    OPTION_BOOL,
    OPTION_STRING,
    OPTION_AS_JSON,
    OPTION_SORT_KEYS,
    OPTION_LONG,
    OPTION_DEPTH,
    OPTION_LENGTH
} option_kind_t;

typedef struct {
    const char *name;
    option_kind_t kind;
    size_t offset; /* in jac_options_t */
    VALUE symbol;  /* static Symbol: neither freed nor moved */
} option_t;

#define OPTION(kind, name)                                     \
    {                                                          \
#name, OPTION_##kind, offsetof(jac_options_t, name), 0 \
    }

static option_t options_by_name[] = {
    OPTION(BOOL, strict),
    OPTION(BOOL, allow_nan),
    OPTION(LONG, max_nesting),
    OPTION(BOOL, script_safe),
    OPTION(BOOL, ascii_only),
    OPTION(STRING, indent),
    OPTION(STRING, space),
    OPTION(STRING, object_nl),
    OPTION(STRING, array_nl),
    OPTION(STRING, space_before),
    OPTION(AS_JSON, as_json),
    OPTION(SORT_KEYS, sort_keys),
    OPTION(BOOL, allow_duplicate_key),
    OPTION(BOOL, rfc8785),
    OPTION(DEPTH, depth),
    OPTION(LENGTH, buffer_initial_length),
};

#define OPTION_COUNT (sizeof(options_by_name) / sizeof(options_by_name[0]))

typedef struct {
    jac_options_t *options;
    VALUE owner;
    VALUE unknown; /* Array, or Qfalse while every key is known */
} configure_t;

static void
set_value(const configure_t *c, size_t offset, VALUE value)
{
    VALUE *slot = (VALUE *)((char *)c->options + offset);

    if (RTEST(c->owner)) {
        RB_OBJ_WRITE(c->owner, slot, value);
    }
    else {
        *slot = value;
    }
}

static void
set_option(const configure_t *c, const option_t *option, VALUE given)
{
    void *slot = (char *)c->options + option->offset;

    switch (option->kind) {
    case OPTION_BOOL:
        *(bool *)slot = RTEST(given);
        break;
    case OPTION_STRING:
        set_value(c, option->offset, jac_option_string(given));
        break;
    case OPTION_AS_JSON:
        set_value(c, option->offset,
                  RTEST(given) ? jac_option_as_json(given) : Qfalse);
        break;
    case OPTION_SORT_KEYS:
        set_value(c, option->offset, jac_option_sort_keys(given));
        break;
    case OPTION_LONG:
        *(long *)slot = jac_option_long(given);
        break;
    case OPTION_DEPTH:
        *(long *)slot = jac_option_depth(given);
        break;
    case OPTION_LENGTH:
        *(long *)slot = jac_option_length(given, *(long *)slot);
        break;
    }
}

static int
configure_pair(VALUE key, VALUE given, VALUE arg)
{
    configure_t *c = (configure_t *)arg;
    size_t i;

    for (i = 0; i < OPTION_COUNT; i++) {
        if (options_by_name[i].symbol == key) {
            set_option(c, &options_by_name[i], given);
            return ST_CONTINUE;
        }
    }
    if (!c->unknown) {
        c->unknown = rb_ary_new();
    }
    rb_ary_push(c->unknown, key);
    return ST_CONTINUE;
}

void
jac_options_check(const jac_options_t *options)
{
    const char *excluded;

    if (JAC_LIKELY(!options->rfc8785)) {
        return;
    }
    excluded = options->indent         ? "indent"
               : options->space        ? "space"
               : options->space_before ? "space_before"
               : options->object_nl    ? "object_nl"
               : options->array_nl     ? "array_nl"
               : options->ascii_only   ? "ascii_only"
               : options->script_safe  ? "script_safe"
               : options->allow_nan    ? "allow_nan"
                                       : NULL;
    if (excluded) {
        rb_raise(rb_eArgError, "%s cannot be used with rfc8785", excluded);
    }
}

void
jac_options_configure(jac_options_t *options, VALUE owner, VALUE config)
{
    configure_t c = {options, owner, Qfalse};

    if (!RTEST(config)) {
        return;
    }
    Check_Type(config, T_HASH);
    if (RHASH_SIZE(config) == 0) {
        return;
    }
    rb_hash_foreach(config, configure_pair, (VALUE)&c);
    if (c.unknown) {
        jac_raise_unknown_keywords(c.unknown);
    }
    jac_options_check(options);
    RB_GC_GUARD(config);
}

void
jac_options_mark(const jac_options_t *options)
{
    rb_gc_mark_movable(options->indent);
    rb_gc_mark_movable(options->space);
    rb_gc_mark_movable(options->space_before);
    rb_gc_mark_movable(options->object_nl);
    rb_gc_mark_movable(options->array_nl);
    rb_gc_mark_movable(options->as_json);
    rb_gc_mark_movable(options->sort_keys);
}

void
jac_options_compact(jac_options_t *options)
{
    options->indent = rb_gc_location(options->indent);
    options->space = rb_gc_location(options->space);
    options->space_before = rb_gc_location(options->space_before);
    options->object_nl = rb_gc_location(options->object_nl);
    options->array_nl = rb_gc_location(options->array_nl);
    options->as_json = rb_gc_location(options->as_json);
    options->sort_keys = rb_gc_location(options->sort_keys);
}

void
jac_options_written(const jac_options_t *options, VALUE owner)
{
    RB_OBJ_WRITTEN(owner, Qundef, options->indent);
    RB_OBJ_WRITTEN(owner, Qundef, options->space);
    RB_OBJ_WRITTEN(owner, Qundef, options->space_before);
    RB_OBJ_WRITTEN(owner, Qundef, options->object_nl);
    RB_OBJ_WRITTEN(owner, Qundef, options->array_nl);
    RB_OBJ_WRITTEN(owner, Qundef, options->as_json);
    RB_OBJ_WRITTEN(owner, Qundef, options->sort_keys);
}

void
jac_init_options(VALUE mJacinth)
{
    size_t i;

    id_to_proc = rb_intern("to_proc");
    for (i = 0; i < OPTION_COUNT; i++) {
        option_t *option = &options_by_name[i];

        option->symbol = ID2SYM(rb_intern(option->name));
    }
    sort_keys_default = jac_constant(mJacinth, "SORT_KEYS");
}
