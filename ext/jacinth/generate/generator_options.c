#include "generate/generator_options.h"

#include "generate/coder_types.h"
#include "ruby/errors.h"

jac_generator_options_t jac_generator_defaults = JAC_OPTIONS_DEFAULT;
bool jac_json2 = false;

static VALUE sort_keys_default;
static VALUE empty_string;
static VALUE rails_option, conversions;
static VALUE sym_raise, sym_string;

static VALUE
read_string(VALUE given)
{
    if (!RTEST(given)) {
        return Qfalse;
    }
    Check_Type(given, T_STRING);
    return RSTRING_LEN(given) == 0 ? Qfalse : rb_str_new_frozen(given);
}

static VALUE
read_as_json(VALUE given)
{
    VALUE proc;

    if (rb_obj_is_proc(given)) {
        return given;
    }
    proc = rb_check_funcall(given, rb_intern("to_proc"), 0, NULL);
    if (proc == Qundef || !rb_obj_is_proc(proc)) {
        rb_raise(rb_eTypeError, "as_json must be a Proc");
    }
    return proc;
}

static VALUE
read_sort_keys(VALUE given)
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

static long
read_long(VALUE given)
{
    return RTEST(given) ? NUM2LONG(given) : 0;
}

static long
read_depth(VALUE given)
{
    long depth = read_long(given);

    if (depth < 0) {
        rb_raise(rb_eArgError, "depth must be >= 0 (got %ld)", depth);
    }
    if (depth > INT_MAX) {
        rb_raise(rb_eArgError, "depth is too large (got %ld)", depth);
    }
    return depth;
}

static long
read_length(VALUE given, long kept)
{
    Check_Type(given, T_FIXNUM);
    return FIX2LONG(given) > 0 ? FIX2LONG(given) : kept;
}

static long
read_width(VALUE given)
{
    long width;

    if (!RTEST(given)) return 0;
    if (!RB_INTEGER_TYPE_P(given)) {
        rb_raise(rb_eTypeError,
                 "width must be an Integer or nil, not %" PRIsVALUE,
                 jac_inspected(given));
    }
    if (FIXNUM_P(given)) {
        width = FIX2LONG(given);
    }
    else if (rb_big_sign(given) == 0) {
        width = -1;
    }
    else if (rb_absint_numwords(given, 1, NULL) < sizeof(width) * CHAR_BIT) {
        width = NUM2LONG(given);
    }
    else {
        rb_raise(rb_eArgError, "width is too large (got %" PRIsVALUE ")",
                 given);
    }
    if (width <= 0) {
        rb_raise(rb_eArgError,
                 "width must be positive or nil (got %" PRIsVALUE ")", given);
    }
    return width;
}

static jac_integers_t
read_integers(VALUE given)
{
    VALUE names[2];

    if (!RTEST(given)) return JAC_INTEGERS_ANY;
    if (given == sym_raise) return JAC_INTEGERS_RAISE;
    if (given == sym_string) return JAC_INTEGERS_STRING;
    names[0] = sym_raise;
    names[1] = sym_string;
    jac_raise_choice("safe_integers", given, 2, names);
}

/* The prefix is needed: BOOL and LONG are types on Windows. */
typedef enum {
    KIND_STRING,
    KIND_AS_JSON,
    KIND_SORT_KEYS,
    KIND_TYPES,
    KIND_BOOL,
    KIND_RAILS,
    KIND_ARRAY,
    KIND_REPLACE,
    KIND_INTEGERS,
    KIND_LONG,
    KIND_DEPTH,
    KIND_LENGTH,
    KIND_WIDTH
} kind_t;

typedef struct {
    const char *name;
    kind_t kind;
    size_t offset;
    VALUE symbol; /* static, so it is neither freed nor moved */
} option_t;

static option_t table[JAC_OPTION_COUNT] = {
#define ROW(kind, name, access) \
    {#name, KIND_##kind, offsetof(jac_generator_options_t, name), 0},
    JAC_GENERATOR_OPTIONS(ROW)
#undef ROW
};

/* A pointer to a member; the option's kind selects the union member. */
typedef union {
    VALUE *value;
    long *number;
    bool *flag;
    jac_option_INTEGERS_t *integers;
} member_t;

JAC_INLINE member_t
member(const jac_generator_options_t *options, const option_t *row)
{
    member_t m;

    m.value = (VALUE *)((char *)options + row->offset);
    return m;
}

JAC_INLINE bool
holds_value(const option_t *row)
{
    return row->kind <= KIND_TYPES;
}

VALUE
jac_options_get(const jac_generator_options_t *options, jac_option_t option)
{
    const option_t *row = &table[option];
    const member_t m = member(options, row);

    switch (row->kind) {
    case KIND_STRING:
        return *m.value ? *m.value : empty_string;
    case KIND_AS_JSON:
    case KIND_SORT_KEYS:
        return *m.value;
    case KIND_TYPES:
        return *m.value ? *m.value : Qnil;
    case KIND_BOOL:
    case KIND_RAILS:
        return *m.flag ? Qtrue : Qfalse;
    case KIND_ARRAY:
        return *m.flag ? ID2SYM(rb_intern("array")) : Qnil;
    case KIND_REPLACE:
        return *m.flag ? ID2SYM(rb_intern("replace")) : Qnil;
    case KIND_INTEGERS:
        return *m.integers == JAC_INTEGERS_ANY     ? Qnil
               : *m.integers == JAC_INTEGERS_RAISE ? sym_raise
                                                   : sym_string;
    case KIND_WIDTH:
        return *m.number ? LONG2NUM(*m.number) : Qnil;
    default:
        return LONG2NUM(*m.number);
    }
}

/* The owner can have been frozen by Ruby code that read the value. */
static void
check_frozen(VALUE owner)
{
    if (owner) rb_check_frozen(owner);
}

void
jac_options_derive(jac_generator_options_t *o)
{
    o->special = o->rfc8785 || o->rails || o->types;
    o->formatted = o->indent || o->space || o->space_before || o->object_nl ||
                   o->array_nl || o->sort_keys || o->omit_nil ||
                   o->omit_empty || o->rfc8785 || o->safe_integers ||
                   o->ascii_only || o->script_safe || o->html_safe;
}

void
jac_options_set(jac_generator_options_t *options, VALUE owner,
                jac_option_t option, VALUE given)
{
    const option_t *row = &table[option];
    const member_t m = member(options, row);
    VALUE value = Qfalse;
    long number = 0; /* or a flag */

    switch (row->kind) {
    case KIND_STRING:
        value = read_string(given);
        break;
    case KIND_AS_JSON:
        value = read_as_json(given);
        break;
    case KIND_SORT_KEYS:
        value = read_sort_keys(given);
        break;
    case KIND_TYPES:
        if (RTEST(given)) value = jac_conversions_table(given);
        break;
    case KIND_BOOL:
        number = RTEST(given);
        break;
    case KIND_RAILS:
        number = RTEST(given);
        if (number) rb_funcall(rails_option, rb_intern("load"), 0);
        break;
    case KIND_ARRAY:
        number = jac_chosen_p(row->name, given, ID2SYM(rb_intern("array")));
        break;
    case KIND_REPLACE:
        number = jac_chosen_p(row->name, given, ID2SYM(rb_intern("replace")));
        break;
    case KIND_INTEGERS:
        number = read_integers(given);
        break;
    case KIND_LONG:
        number = read_long(given);
        break;
    case KIND_DEPTH:
        number = read_depth(given);
        break;
    case KIND_LENGTH:
        number = read_length(given, *m.number);
        break;
    case KIND_WIDTH:
        number = read_width(given);
        break;
    }
    check_frozen(owner);
    if (holds_value(row)) {
        *m.value = value;
        if (owner) RB_OBJ_WRITTEN(owner, Qundef, value);
    }
    else if (row->kind >= KIND_LONG) {
        *m.number = number;
    }
    else if (row->kind == KIND_INTEGERS) {
        *m.integers = (jac_option_INTEGERS_t)number;
    }
    else {
        *m.flag = number != 0;
    }
    jac_options_derive(options);
}

typedef struct {
    jac_generator_options_t *options;
    VALUE owner;
    VALUE unknown; /* Array of unknown keys, or Qfalse */
} configure_t;

VALUE
jac_options_names(void)
{
    VALUE names = rb_ary_new();
    size_t i;

    for (i = 0; i < JAC_OPTION_COUNT; i++) rb_ary_push(names, table[i].symbol);
    return names;
}

static int
configure_pair(VALUE key, VALUE given, VALUE arg)
{
    configure_t *c = (configure_t *)arg;
    size_t i;

    for (i = 0; i < JAC_OPTION_COUNT; i++) {
        if (table[i].symbol != key) continue;
        if (table[i].kind == KIND_AS_JSON && !RTEST(given)) {
            check_frozen(c->owner);
            *member(c->options, &table[i]).value = Qfalse;
        }
        else {
            jac_options_set(c->options, c->owner, (jac_option_t)i, given);
        }
        return ST_CONTINUE;
    }
    if (key == ID2SYM(rb_intern("quirks_mode"))) {
        return ST_CONTINUE; /* json 2.x accepted this option */
    }
    if (jac_json2 && key == ID2SYM(rb_intern("escape_slash"))) {
        jac_options_set(c->options, c->owner, JAC_OPTION_script_safe, given);
    }
    if (!c->unknown) {
        c->unknown = rb_ary_new();
    }
    rb_ary_push(c->unknown, key);
    return ST_CONTINUE;
}

void
jac_options_check(const jac_generator_options_t *options)
{
    const char *excluded = NULL, *by = "rails";

    if (JAC_LIKELY(!options->special)) return;
    if (options->types && (options->sort_keys || options->rfc8785)) {
        rb_funcall(conversions, rb_intern("check_order"), 1, options->types);
    }
    if (options->rails) {
        excluded = options->as_json       ? "as_json"
                   : options->rfc8785     ? "rfc8785"
                   : options->enumerators ? "enumerators"
                   : options->types       ? "types"
                                          : NULL;
    }
    else if (options->rfc8785) {
        by = "rfc8785";
        excluded = options->indent         ? "indent"
                   : options->space        ? "space"
                   : options->space_before ? "space_before"
                   : options->object_nl    ? "object_nl"
                   : options->array_nl     ? "array_nl"
                   : options->ascii_only   ? "ascii_only"
                   : options->script_safe  ? "script_safe"
                   : options->html_safe    ? "html_safe"
                   : options->allow_nan    ? "allow_nan"
                   : options->invalid      ? "invalid"
                   : options->width        ? "width"
                                           : NULL;
    }
    if (excluded) {
        rb_raise(rb_eArgError, "%s cannot be used with %s", excluded, by);
    }
}

void
jac_options_configure(jac_generator_options_t *options, VALUE owner,
                      VALUE config)
{
    jac_options_configure_by(options, owner, config, jac_options_names);
}

void
jac_options_configure_by(jac_generator_options_t *options, VALUE owner,
                         VALUE config, VALUE (*names)(void))
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
        jac_refuse_keywords(c.unknown, names());
    }
    jac_options_check(options);
    RB_GC_GUARD(config);
}

static bool
json_option_p(size_t option)
{
    switch (option) {
    case JAC_OPTION_html_safe:
    case JAC_OPTION_enumerators:
    case JAC_OPTION_safe_integers:
    case JAC_OPTION_invalid:
    case JAC_OPTION_width:
    case JAC_OPTION_omit_nil:
    case JAC_OPTION_omit_empty:
    case JAC_OPTION_rails:
    case JAC_OPTION_types:
        return false;
    default:
        return true;
    }
}

VALUE
jac_options_to_h(const jac_generator_options_t *options)
{
    VALUE hash = rb_hash_new();
    size_t i;

    for (i = 0; i < JAC_OPTION_COUNT; i++) {
        const VALUE value = jac_options_get(options, (jac_option_t)i);

        if (!RTEST(value) && !json_option_p(i)) continue;
        rb_hash_aset(hash, table[i].symbol, value);
    }
    return hash;
}

bool
jac_options_equal(const jac_generator_options_t *a,
                  const jac_generator_options_t *b)
{
#define SAME(kind, name, access) &&a->name == b->name
    return true JAC_GENERATOR_OPTIONS(SAME);
#undef SAME
}

void
jac_options_pin(const jac_generator_options_t *options)
{
    size_t i;

    for (i = 0; i < JAC_OPTION_COUNT; i++) {
        if (holds_value(&table[i])) {
            rb_gc_mark(*member(options, &table[i]).value);
        }
    }
}

void
jac_options_written(const jac_generator_options_t *options, VALUE owner)
{
    size_t i;

    for (i = 0; i < JAC_OPTION_COUNT; i++) {
        if (holds_value(&table[i])) {
            RB_OBJ_WRITTEN(owner, Qundef, *member(options, &table[i]).value);
        }
    }
}

void
jac_init_options(VALUE mJacinth)
{
    size_t i;

    rails_option = jac_constant(mJacinth, "RailsOption");
    conversions = jac_constant(mJacinth, "CoderConversions");
    sym_raise = ID2SYM(rb_intern("raise"));
    sym_string = ID2SYM(rb_intern("string"));
    for (i = 0; i < JAC_OPTION_COUNT; i++) {
        table[i].symbol = ID2SYM(rb_intern(table[i].name));
    }
    sort_keys_default = jac_constant(mJacinth, "SORT_KEYS");
    empty_string = rb_obj_freeze(rb_utf8_str_new("", 0));
    rb_gc_register_mark_object(empty_string);
}
