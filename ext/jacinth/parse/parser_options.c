#include "parse/parser_options.h"

#include "ruby/errors.h"

jac_parser_options_t jac_parser_defaults = {.max_nesting = 100};

/* The prefix is needed: BOOL and DECIMAL are types on Windows. */
typedef enum {
    KIND_BOOL,
    KIND_REPLACE,
    KIND_LEVELS,
    KIND_LIMIT,
    KIND_OBJECT,
    KIND_DECIMAL
} kind_t;

typedef struct {
    const char *name;
    VALUE symbol; /* static, so it is neither freed nor moved */
    size_t offset;
    kind_t kind;
    jac_option_names_t names; /* the smallest set that contains it */
} option_t;

static option_t table[] = {
#define ROW(kind, name, access)                                   \
    {#name, 0, offsetof(jac_parser_options_t, name), KIND_##kind, \
     JAC_NAMES_##access},
    JAC_PARSER_OPTIONS(ROW)
#undef ROW
};
enum { COUNT = sizeof(table) / sizeof(*table) };

/* A pointer to a member; the option's kind selects the union member. */
typedef union {
    VALUE *value;
    int *number;
    size_t *limit;
    bool *flag;
} member_t;

JAC_INLINE member_t
member(const jac_parser_options_t *options, const option_t *row)
{
    member_t m;

    m.value = (VALUE *)((char *)options + row->offset);
    return m;
}

JAC_INLINE bool
holds_value(const option_t *row)
{
    return row->kind >= KIND_OBJECT;
}

void
jac_parser_options_mark(const jac_parser_options_t *options)
{
    size_t i;

    for (i = 0; i < COUNT; i++) {
        if (holds_value(&table[i])) {
            rb_gc_mark(*member(options, &table[i]).value);
        }
    }
    rb_gc_mark(options->json5_source);
}

VALUE
jac_parser_options_names(jac_option_names_t names)
{
    VALUE array = rb_ary_new();
    size_t i;

    for (i = 0; i < COUNT; i++) {
        if (table[i].names <= names) rb_ary_push(array, table[i].symbol);
    }
    return rb_obj_freeze(array);
}

NORETURN(static void fail_nameless(VALUE c));

static void
fail_nameless(VALUE c)
{
    rb_raise(rb_eArgError,
             "decimal_class %" PRIsVALUE
             " has no try_convert, no new, and no name to call a method by",
             jac_shown(c));
}

/*
 * Finds the way to make a number of class c: c.try_convert, c.new, or (for
 * BigDecimal, Float) the method named like the class in the module of the
 * class.
 */
static void
read_decimal_class(jac_parser_options_t *options, VALUE c)
{
    VALUE name, module = rb_mKernel;
    const char *text;
    long at;

    if (rb_respond_to(c, rb_intern("try_convert"))) {
        options->decimal_method = rb_intern("try_convert");
    }
    else if (rb_respond_to(c, rb_intern("new"))) {
        options->decimal_method = rb_intern("new");
    }
    else if (RB_TYPE_P(c, T_CLASS)) {
        name = rb_class_name(c);
        text = RSTRING_PTR(name);
        at = RSTRING_LEN(name);
        while (at > 0 && text[at - 1] != ':') at--;
        if (at > 0) {
            /* a name that is not a path of constants can contain colons */
            if (at < 3 || text[at - 2] != ':') fail_nameless(c);
            module = rb_path_to_class(rb_str_substr(name, 0, at - 2));
            name = rb_str_substr(name, at, RSTRING_LEN(name) - at);
        }
        options->decimal_method = SYM2ID(rb_str_intern(name));
        if (!rb_is_const_id(options->decimal_method)) fail_nameless(c);
        c = module;
        RB_GC_GUARD(name);
    }
    else {
        return;
    }
    options->decimal_class = c;
}

/* Without other callbacks, on_load must be a Proc or convertible to one. */
static VALUE
callable_proc(VALUE callable)
{
    VALUE proc = callable;

    if (!rb_obj_is_proc(proc)) {
        proc = rb_check_funcall(callable, rb_intern("to_proc"), 0, NULL);
        if (proc == Qundef || !rb_obj_is_proc(proc)) {
            rb_raise(rb_eTypeError, "on_load must be a Proc");
        }
    }
    return proc;
}

/* Returns the type that the option `into` names: itself, or that of a class
   that declares its members. Raises TypeError for anything else. */
static VALUE
type_of_into(VALUE into)
{
    static VALUE type, declared;

    if (type == 0) {
        type = rb_path2class("Jacinth::Type");
        rb_gc_register_mark_object(type);
    }
    if (rb_obj_class(into) == type) return into;
    if (RB_TYPE_P(into, T_CLASS)) {
        if (declared == 0) {
            declared = rb_path2class("Jacinth::Type::Declared::ClassMethods");
            rb_gc_register_mark_object(declared);
        }
        if (RTEST(rb_obj_is_kind_of(into, declared))) {
            return rb_funcallv(into, rb_intern("json_type"), 0, NULL);
        }
    }
    return rb_funcall(type, rb_intern("into"), 1, into);
}

typedef struct {
    jac_parser_options_t *options;
    VALUE unknown; /* an Array, or 0 */
    jac_option_names_t names;
} reading_t;

static bool
taken(const option_t *row, jac_option_names_t names, VALUE given)
{
    return row->names <= names ||
           (names == JAC_NAMES_TYPE && row->names == JAC_NAMES_PARSER) ||
           (names == JAC_NAMES_DOCUMENT && !RTEST(given));
}

static size_t
read_limit(const option_t *row, VALUE given)
{
    const ssize_t limit = NUM2SSIZET(given);

    if (limit < 0) {
        rb_raise(rb_eArgError, "%s must not be negative: %" PRIdSIZE, row->name,
                 limit);
    }
    return (size_t)limit;
}

static void
read_option(jac_parser_options_t *options, const option_t *row, VALUE given)
{
    const member_t m = member(options, row);

    switch (row->kind) {
    case KIND_BOOL:
        *m.flag = RTEST(given);
        break;
    case KIND_REPLACE:
        *m.flag = jac_chosen_p(row->name, given, ID2SYM(rb_intern("replace")));
        break;
    case KIND_LEVELS:
        *m.number = RTEST(given) ? NUM2INT(given) : 0;
        break;
    case KIND_LIMIT:
        *m.limit = RTEST(given) ? read_limit(row, given) : 0;
        break;
    case KIND_OBJECT:
        *m.value = RTEST(given) ? given : 0;
        break;
    case KIND_DECIMAL:
        if (RTEST(given)) read_decimal_class(options, given);
        break;
    }
}

/* True for options of json 2.x with the value of the default behavior. */
static bool
without_effect(VALUE key, VALUE given)
{
    return key == ID2SYM(rb_intern("quirks_mode")) ||
           ((key == ID2SYM(rb_intern("create_additions")) ||
             key == ID2SYM(rb_intern("escape"))) &&
            !RTEST(given));
}

static int
read_pair(VALUE key, VALUE given, VALUE data)
{
    reading_t *reading = (reading_t *)data;
    size_t i;

    for (i = 0; i < COUNT; i++) {
        if (table[i].symbol != key) continue;
        if (!taken(&table[i], reading->names, given)) break;
        read_option(reading->options, &table[i], given);
        return ST_CONTINUE;
    }
    if (!without_effect(key, given)) {
        if (!reading->unknown) reading->unknown = rb_ary_new();
        rb_ary_push(reading->unknown, key);
    }
    return ST_CONTINUE;
}

static void
refuse_unknown(const reading_t *reading, VALUE extra)
{
    VALUE names = rb_ary_dup(jac_parser_options_names(reading->names));

    if (extra) rb_ary_push(names, extra);
    jac_refuse_keywords(reading->unknown, names);
}

/* Sets the options that json5 includes. Raises ArgumentError if one of them is
   false. */
static void
include_json5(jac_parser_options_t *options, VALUE given)
{
    static const char *const names[] = {
        "relaxed", "allow_nan", "allow_trailing_comma", "allow_comments"};
    size_t i;

    for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (rb_hash_lookup(given, ID2SYM(rb_intern(names[i]))) == Qfalse) {
            rb_raise(rb_eArgError, "json5 cannot be used with %s: false",
                     names[i]);
        }
    }
    options->relaxed = options->allow_nan = true;
    /* The others are escaped before. A line break ends the part of a string. */
    options->allow_control_characters = false;
}

/* True if an option limits a value inside a document. */
static bool
limits_values(const jac_parser_options_t *options)
{
#define LIMITS(kind, name, access) \
    if (JAC_NAMES_##access == JAC_NAMES_PARSER && options->name) return true;
    JAC_PARSER_OPTIONS(LIMITS)
#undef LIMITS
    return false;
}

void
jac_parser_options_read(jac_parser_options_t *options, VALUE given,
                        jac_option_names_t names, VALUE extra)
{
    reading_t reading = {options, 0, names};
    bool classes;

    if (NIL_P(given)) return;
    Check_Type(given, T_HASH);
    if (RHASH_EMPTY_P(given)) return;
    rb_hash_foreach(given, read_pair, (VALUE)&reading);
    if (reading.unknown) refuse_unknown(&reading, extra);
    classes = options->object_class || options->array_class;
    /* with a class, on_load needs only #call */
    if (options->on_load && !classes) {
        options->on_load = callable_proc(options->on_load);
    }
    if (options->only && (options->on_load || classes)) {
        rb_raise(rb_eArgError, "only cannot be used with on_load, "
                               "object_class or array_class");
    }
    if (options->only && options->into) {
        rb_raise(rb_eArgError, "only cannot be used with into, which builds "
                               "what the type says and nothing else");
    }
    if (options->only && RB_TYPE_P(options->only, T_ARRAY)) {
        options->only = rb_ary_freeze(rb_ary_dup(options->only));
    }
    if (options->json5) include_json5(options, given);
    if (options->relaxed) {
        options->allow_comments = options->allow_trailing_comma = true;
    }
    options->changes_text = options->relaxed || options->invalid;
    options->indirect = options->into || options->json5;
    options->limits = limits_values(options);
    if (options->into) {
        jac_parser_options_refuse_limits(options);
        options->into = type_of_into(options->into);
    }
    options->value_options = options->on_load || classes ||
                             options->decimal_class || options->limits;
    RB_GC_GUARD(reading.unknown);
}

jac_parser_options_t
jac_parser_options_prepared(const jac_parser_options_t *options)
{
    jac_parser_options_t prepared = *options;

    prepared.changes_text = prepared.json5 = false;
    prepared.indirect = prepared.into != 0;
    return prepared;
}

void
jac_parser_options_refuse_limits(const jac_parser_options_t *options)
{
    if (options->limits) {
        rb_raise(rb_eArgError, "a Type supports only the limits "
                               "max_document_bytes and max_nesting");
    }
}

void
jac_parser_options_written(const jac_parser_options_t *options, VALUE owner)
{
    size_t i;

    for (i = 0; i < COUNT; i++) {
        if (holds_value(&table[i])) {
            RB_OBJ_WRITTEN(owner, Qundef, *member(options, &table[i]).value);
        }
    }
    RB_OBJ_WRITTEN(owner, Qundef, options->json5_source);
}

static void
store(jac_parser_options_t *options, const jac_parser_options_t *from,
      VALUE owner)
{
    rb_check_frozen(owner);
    if (options->initialized) jac_raise_initialized(owner);
    *options = *from;
    options->initialized = true;
    jac_parser_options_written(options, owner);
}

void
jac_parser_options_initialize(jac_parser_options_t *options, VALUE given,
                              jac_option_names_t names, VALUE owner)
{
    jac_parser_options_t read;

    jac_parser_options_init(&read);
    jac_parser_options_read(&read, given, names, 0);
    store(options, &read, owner);
}

static VALUE cConfig, default_config; /* both registered with the GC */

static void
config_mark(void *data)
{
    jac_parser_options_mark(data);
}

static size_t
config_memsize(const void *data)
{
    (void)data;
    return sizeof(jac_parser_options_t);
}

static const rb_data_type_t config_type = JAC_DATA_TYPE(
    "Jacinth/parser_config", config_mark, RUBY_TYPED_DEFAULT_FREE,
    config_memsize, RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE);

const jac_parser_options_t *
jac_parser_options_of(VALUE self)
{
    return rb_check_typeddata(self, &config_type);
}

static VALUE
config_allocate(VALUE klass)
{
    jac_parser_options_t *options;
    VALUE self = TypedData_Make_Struct(klass, jac_parser_options_t,
                                       &config_type, options);

    jac_parser_options_init(options);
    return self;
}

static jac_parser_options_t *
config_options(VALUE self)
{
    return rb_check_typeddata(self, &config_type);
}

static VALUE
config_initialize(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    jac_parser_options_initialize(config_options(self),
                                  argc > 0 ? argv[0] : Qnil, JAC_NAMES_MODULE,
                                  self);
    return self;
}

VALUE
jac_parser_config(VALUE given, jac_option_names_t names)
{
    VALUE self;

    if (!RB_TYPE_P(given, T_HASH)) return given;
    if (RHASH_EMPTY_P(given)) return default_config;
    self = config_allocate(cConfig);
    jac_parser_options_initialize(config_options(self), given, names, self);
    return rb_obj_freeze(self);
}

VALUE
jac_parser_config_of(const jac_parser_options_t *options)
{
    VALUE self = config_allocate(cConfig);

    store(config_options(self), options, self);
    return rb_obj_freeze(self);
}

static VALUE
config_initialize_copy(VALUE self, VALUE original)
{
    const jac_parser_options_t *from = config_options(original);

    if (self != original) store(config_options(self), from, self);
    return self;
}

static void
make_default_config(void)
{
    default_config = rb_obj_freeze(rb_class_new_instance(0, NULL, cConfig));
    rb_gc_register_mark_object(default_config);
}

void
jac_parser_use_json2_defaults(void)
{
    jac_parser_defaults.allow_duplicate_key = true;
    jac_parser_defaults.allow_comments = true;
    jac_parser_defaults.allow_invalid_escape = true;
    make_default_config(); /* a Document keeps the earlier one */
}

VALUE
jac_init_parser_options(VALUE cParser)
{
    size_t i;

    cConfig = rb_define_class_under(cParser, "Config", rb_cObject);
    rb_gc_register_mark_object(cConfig);
    for (i = 0; i < COUNT; i++) {
        table[i].symbol = ID2SYM(rb_intern(table[i].name));
    }
    rb_define_alloc_func(cConfig, config_allocate);
    rb_define_private_method(cConfig, "initialize", config_initialize, -1);
    rb_define_private_method(cConfig, "initialize_copy", config_initialize_copy,
                             1);
    make_default_config();
    return cConfig;
}
