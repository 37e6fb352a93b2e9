#include "parse/parser_options.h"

#include "ruby/errors.h"

static ID id_new, id_try_convert, id_to_proc;
static VALUE sym_object_class, sym_array_class, sym_into;

void
jac_parser_options_mark(const jac_parser_options_t *config)
{
    rb_gc_mark(config->on_load);
    rb_gc_mark(config->object_class);
    rb_gc_mark(config->array_class);
    rb_gc_mark(config->decimal_class);
    rb_gc_mark(config->only);
    rb_gc_mark(config->into);
}

typedef struct {
    jac_parser_options_t *config;
    VALUE unknown; /* an Array, or 0 */
    VALUE on_load; /* as given, or 0 */
    jac_option_names_t names;
} jac_reader_t;

NORETURN(static void config_nameless(VALUE c));

static void
config_nameless(VALUE c)
{
    rb_raise(rb_eArgError,
             "decimal_class %" PRIsVALUE
             " has no try_convert, no new, and no name to call a method by",
             c);
}

/*
 * How to make a number of class c from its text: c.try_convert, c.new, or,
 * for classes that have neither (BigDecimal, Float), the method that bears
 * the name of the class, in the module where the class is.
 */
static void
config_decimal_class(jac_parser_options_t *config, VALUE c)
{
    VALUE name, module = rb_mKernel;
    const char *text;
    long at;

    if (rb_respond_to(c, id_try_convert)) {
        config->decimal_method = id_try_convert;
    }
    else if (rb_respond_to(c, id_new)) {
        config->decimal_method = id_new;
    }
    else if (RB_TYPE_P(c, T_CLASS)) {
        name = rb_class_name(c);
        text = RSTRING_PTR(name);
        at = RSTRING_LEN(name);
        while (at > 0 && text[at - 1] != ':') at--;
        if (at > 0) {
            /* A name that is no path of constants may have any colons. */
            if (at < 3 || text[at - 2] != ':') config_nameless(c);
            module = rb_path_to_class(rb_str_substr(name, 0, at - 2));
            name = rb_str_substr(name, at, RSTRING_LEN(name) - at);
        }
        config->decimal_method = SYM2ID(rb_str_intern(name));
        if (!rb_is_const_id(config->decimal_method)) config_nameless(c);
        c = module;
        RB_GC_GUARD(name);
    }
    else {
        return;
    }
    config->decimal_class = c;
}

/* on_load alone: a Proc or what becomes one. */
static VALUE
config_proc(VALUE callable)
{
    VALUE proc = callable;

    if (!rb_obj_is_proc(proc)) {
        proc = rb_check_funcall(callable, id_to_proc, 0, NULL);
        if (proc == Qundef || !rb_obj_is_proc(proc)) {
            rb_raise(rb_eTypeError, "on_load must be a Proc");
        }
    }
    return proc;
}

/* The options that are nothing but yes or no. */
static const struct {
    const char *name;
    size_t offset;
} switches[] = {
#define JAC_SWITCH(name)                            \
    {                                               \
#name, offsetof(jac_parser_options_t, name) \
    }
    JAC_SWITCH(symbolize_names),      JAC_SWITCH(allow_nan),
    JAC_SWITCH(allow_duplicate_key),  JAC_SWITCH(allow_trailing_comma),
    JAC_SWITCH(allow_comments),       JAC_SWITCH(allow_control_characters),
    JAC_SWITCH(allow_invalid_escape), JAC_SWITCH(freeze),
    JAC_SWITCH(validate_encoding),
};
enum { JAC_SWITCHES = sizeof(switches) / sizeof(*switches) };

static VALUE switch_names[JAC_SWITCHES];
static VALUE sym_max_nesting, sym_on_load, sym_decimal_class, sym_only;
static VALUE sym_create_additions, sym_quirks_mode;

/* Options of json 2.x that ask for what is done without them. */
static bool
config_moot(VALUE key, VALUE value)
{
    return key == sym_quirks_mode ||
           (key == sym_create_additions && !RTEST(value));
}

static int
config_option(VALUE key, VALUE value, VALUE data)
{
    jac_reader_t *reader = (jac_reader_t *)data;
    jac_parser_options_t *config = reader->config;
    const bool module = reader->names != JAC_NAMES_PARSER;
    size_t i;

    for (i = 0; i < JAC_SWITCHES; i++) {
        if (key == switch_names[i]) {
            *(bool *)((char *)config + switches[i].offset) = RTEST(value);
            return ST_CONTINUE;
        }
    }
    if (key == sym_max_nesting) {
        config->max_nesting = RTEST(value) ? NUM2INT(value) : 0;
    }
    else if (key == sym_on_load) {
        reader->on_load = RTEST(value) ? value : 0;
    }
    else if (key == sym_decimal_class) {
        if (RTEST(value)) config_decimal_class(config, value);
    }
    else if (module && key == sym_only) {
        config->only = NIL_P(value) ? 0 : value;
    }
    else if (module && key == sym_object_class) {
        config->object_class = RTEST(value) ? value : 0;
    }
    else if (module && key == sym_array_class) {
        config->array_class = RTEST(value) ? value : 0;
    }
    else if (module && key == sym_into) {
        config->into = RTEST(value) ? value : 0;
    }
    else if (!config_moot(key, value)) {
        if (!reader->unknown) reader->unknown = rb_ary_new();
        rb_ary_push(reader->unknown, key);
    }
    return ST_CONTINUE;
}

void
jac_parser_options_read(jac_parser_options_t *config, VALUE options,
                        jac_option_names_t names)
{
    jac_reader_t reader = {config, 0, 0, names};

    if (NIL_P(options)) return;
    Check_Type(options, T_HASH);
    if (RHASH_EMPTY_P(options)) return;
    rb_hash_foreach(options, config_option, (VALUE)&reader);
    if (reader.unknown) jac_raise_unknown_keywords(reader.unknown);
    /* JsonGem a class, on_load is sent #call; alone it must be a Proc. */
    if (reader.on_load) {
        if (!config->object_class && !config->array_class) {
            reader.on_load = config_proc(reader.on_load);
        }
        config->on_load = reader.on_load;
    }
    if (config->only &&
        (config->on_load || config->object_class || config->array_class)) {
        rb_raise(rb_eArgError, "only cannot be used with on_load, "
                               "object_class or array_class");
    }
    config->hooks = config->on_load || config->object_class ||
                    config->array_class || config->decimal_class;
    RB_GC_GUARD(reader.unknown);
}

/* A struct on the C stack becomes the data of an object. */
static void
config_store(jac_parser_options_t *config, const jac_parser_options_t *from,
             VALUE owner)
{
    rb_check_frozen(owner);
    if (config->initialized) {
        rb_raise(rb_eTypeError, "already initialized %" PRIsVALUE,
                 rb_obj_class(owner));
    }
    *config = *from;
    config->initialized = true;
    RB_OBJ_WRITTEN(owner, Qundef, config->on_load);
    RB_OBJ_WRITTEN(owner, Qundef, config->object_class);
    RB_OBJ_WRITTEN(owner, Qundef, config->array_class);
    RB_OBJ_WRITTEN(owner, Qundef, config->decimal_class);
    RB_OBJ_WRITTEN(owner, Qundef, config->only);
    RB_OBJ_WRITTEN(owner, Qundef, config->into);
}

void
jac_parser_options_initialize(jac_parser_options_t *config, VALUE options,
                              jac_option_names_t names, VALUE owner)
{
    jac_parser_options_t read;

    jac_parser_options_init(&read);
    jac_parser_options_read(&read, options, names);
    config_store(config, &read, owner);
}

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

static const rb_data_type_t config_type = {
    .wrap_struct_name = "Jacinth/parser_config",
    .function =
        {
            .dmark = config_mark,
            .dfree = RUBY_TYPED_DEFAULT_FREE,
            .dsize = config_memsize,
        },
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED |
             JAC_TYPED_FROZEN_SHAREABLE,
};

const jac_parser_options_t *
jac_parser_options_of(VALUE self)
{
    return rb_check_typeddata(self, &config_type);
}

static VALUE
config_allocate(VALUE klass)
{
    jac_parser_options_t *config;
    VALUE self = TypedData_Make_Struct(klass, jac_parser_options_t,
                                       &config_type, config);

    jac_parser_options_init(config);
    return self;
}

static jac_parser_options_t *
parser_options_get(VALUE self)
{
    return rb_check_typeddata(self, &config_type);
}

/*
 * call-seq: new(options = nil)
 *
 * Reads a Hash of parser options once, for many documents. +object_class+
 * and +array_class+ may be among them.
 *
 *   config = Jacinth::Parser::Config.new({ symbolize_names: true })
 *   config.parse('{"a": 1}') # => {a: 1}
 *   Jacinth::Parser::Config.new.parse("[1]") # => [1]
 */
static VALUE
config_initialize(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    jac_parser_options_initialize(parser_options_get(self),
                                  argc > 0 ? argv[0] : Qnil, JAC_NAMES_MODULE,
                                  self);
    return self;
}

static VALUE
config_initialize_copy(VALUE self, VALUE original)
{
    const jac_parser_options_t *from = parser_options_get(original);

    if (self != original) config_store(parser_options_get(self), from, self);
    return self;
}

VALUE
jac_init_parser_options(VALUE cParser)
{
    VALUE cConfig = rb_define_class_under(cParser, "Config", rb_cObject);
    size_t i;

    id_new = rb_intern("new");
    id_try_convert = rb_intern("try_convert");
    id_to_proc = rb_intern("to_proc");
    sym_object_class = ID2SYM(rb_intern("object_class"));
    sym_array_class = ID2SYM(rb_intern("array_class"));
    sym_into = ID2SYM(rb_intern("into"));
    sym_max_nesting = ID2SYM(rb_intern("max_nesting"));
    sym_on_load = ID2SYM(rb_intern("on_load"));
    sym_only = ID2SYM(rb_intern("only"));
    sym_decimal_class = ID2SYM(rb_intern("decimal_class"));
    sym_create_additions = ID2SYM(rb_intern("create_additions"));
    sym_quirks_mode = ID2SYM(rb_intern("quirks_mode"));
    for (i = 0; i < JAC_SWITCHES; i++) {
        switch_names[i] = ID2SYM(rb_intern(switches[i].name));
    }
    rb_define_alloc_func(cConfig, config_allocate);
    rb_define_private_method(cConfig, "initialize", config_initialize, -1);
    rb_define_private_method(cConfig, "initialize_copy", config_initialize_copy,
                             1);
    return cConfig;
}
