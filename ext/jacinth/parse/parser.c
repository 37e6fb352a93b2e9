#include "parse/parser.h"

#include "parse/build.h"
#include "parse/callbacks.h"
#include "parse/json5.h"
#include "parse/parser_errors.h"

/* Kept alive and pinned by rb_define_module() or rb_gc_register_mark_object().
   load_defaults: the options that load without options passes to parse. */
static VALUE mJacinth, load_defaults, null_text;
static ID id_parse;

/* True for a call with keywords only, which Ruby passes as a Hash in place of
   the source. */
JAC_INLINE bool
keywords_only_p(int argc, const VALUE *argv)
{
    return argc == 1 && RB_TYPE_P(argv[0], T_HASH) && rb_keyword_given_p();
}

/* Reads the options: a Hash or nil as the last argument, by keywords or by
   position (like json up to 2.x). Returns the source, which owns the errors. */
static VALUE
parse_arguments(int argc, VALUE *argv, jac_parser_options_t *options)
{
    if (JAC_UNLIKELY(
            argc < 1 || argc > 2 ||
            (argc == 2 && !NIL_P(argv[1]) && !RB_TYPE_P(argv[1], T_HASH)))) {
        rb_error_arity(argc, 1, 1);
    }
    if (keywords_only_p(argc, argv)) rb_error_arity(0, 1, 1);
    if (argc == 2) {
        jac_parser_options_read(options, argv[1], JAC_NAMES_MODULE, 0);
    }
    options->owner = argv[0];
    return argv[0];
}

/* Not inlined, so a parse without options allocates no options struct. */
static JAC_NOINLINE VALUE
parse_with_options(int argc, VALUE *argv)
{
    jac_parser_options_t options;
    VALUE source;

    jac_parser_options_init(&options);
    if (argc == 2 && argv[1] == load_defaults) {
        /* reading the Hash takes longer */
        options.allow_nan = true;
        options.owner = source = argv[0];
    }
    else {
        source = parse_arguments(argc, argv, &options);
    }
    return jac_parse(&options, source);
}

static VALUE
m_parse(int argc, VALUE *argv, VALUE self)
{
    if (JAC_LIKELY(argc == 1 && !keywords_only_p(argc, argv))) {
        return jac_parse(&jac_parser_defaults, argv[0]);
    }
    return parse_with_options(argc, argv);
}

static VALUE
m_parse_bang(int argc, VALUE *argv, VALUE self)
{
    jac_parser_options_t options;
    VALUE source;

    jac_parser_options_init(&options);
    options.max_nesting = 0;
    options.allow_nan = true;
    source = parse_arguments(argc, argv, &options);
    return jac_parse(&options, source);
}

/* The VALUEs are kept alive and pinned by the C stack. */
typedef struct {
    VALUE receiver, arguments[2]; /* of parse: text and options */
    VALUE source;
} load_call_t;

/* Calls the method parse, because programs and tests replace it. */
static VALUE
call_parse(VALUE data)
{
    const load_call_t *call = (const load_call_t *)data;

    return rb_funcallv_kw(call->receiver, id_parse, 2, call->arguments,
                          RB_PASS_KEYWORDS);
}

static VALUE
load_source(void)
{
    return rb_const_get(mJacinth, rb_intern("LoadSource"));
}

static VALUE
raise_again(VALUE data, VALUE error)
{
    const load_call_t *call = (const load_call_t *)data;

    return rb_funcall(load_source(), rb_intern("raise_again"), 4, error,
                      call->arguments[0], call->source, call->arguments[1]);
}

/* Before Ruby 3.3 a method in Ruby gets this Hash, which is frozen, instead of
   a copy that it can change. */
static VALUE
options_without_arguments(void)
{
    return RUBY_API_VERSION_CODE >= 30300 ? load_defaults
                                          : rb_hash_dup(load_defaults);
}

/* Returns the options for parse. given: a Hash or nil. proc: an object with
   to_proc, nil or false. Sets *allow_blank. */
static VALUE
options_of_arguments(VALUE given, VALUE proc, bool *allow_blank)
{
    const VALUE name = ID2SYM(rb_intern("allow_blank"));
    VALUE options = rb_hash_dup(load_defaults);

    if (RTEST(proc)) {
        proc = rb_funcallv_public(proc, rb_intern("to_proc"), 0, NULL);
        rb_hash_aset(options, ID2SYM(rb_intern("on_load")), proc);
    }
    if (!NIL_P(given)) {
        rb_hash_update_by(options, given, NULL);
        *allow_blank = RTEST(rb_hash_lookup2(options, name, Qtrue));
        rb_hash_delete(options, name);
    }
    return options;
}

static bool
is_blank(VALUE text)
{
    return NIL_P(text) || (RB_TYPE_P(text, T_STRING) && RSTRING_LEN(text) == 0);
}

static VALUE
m_load(int argc, VALUE *argv, VALUE self)
{
    const int keywords = rb_keyword_given_p() ? 1 : 0;
    const int positional = argc - keywords;
    bool allow_blank = true;
    VALUE text, options;

    rb_check_arity(positional, 1, 2);
    text = argv[0];
    if (!NIL_P(text) && !RB_TYPE_P(text, T_STRING)) {
        text = rb_funcall(load_source(), rb_intern("read"), 1, text);
    }
    if (argc == 1) {
        options = options_without_arguments();
    }
    else {
        options = options_of_arguments(keywords ? argv[argc - 1] : Qnil,
                                       positional == 2 ? argv[1] : Qnil,
                                       &allow_blank);
    }
    if (allow_blank && is_blank(text)) text = null_text;

    load_call_t call = {self, {text, options}, argv[0]};

    return rb_rescue2(call_parse, (VALUE)&call, raise_again, (VALUE)&call,
                      rb_eArgError, jac_parser_error(), (VALUE)0);
}

static VALUE
parser_s_parse(VALUE klass, VALUE source, VALUE given)
{
    jac_parser_options_t options;

    jac_parser_options_init(&options);
    jac_parser_options_read(&options, given, JAC_NAMES_PARSER, 0);
    return jac_parse(&options, source);
}

static VALUE
config_parse(VALUE self, VALUE source)
{
    VALUE result = jac_parse(jac_parser_options_of(self), source);

    RB_GC_GUARD(self);
    return result;
}

void
jac_init_parser(VALUE module)
{
    VALUE cParser, cConfig;

    mJacinth = module;
    id_parse = rb_intern("parse");
    load_defaults = rb_hash_new();
    rb_hash_aset(load_defaults, ID2SYM(rb_intern("allow_nan")), Qtrue);
    rb_gc_register_mark_object(rb_obj_freeze(load_defaults));
    null_text = rb_obj_freeze(rb_utf8_str_new_cstr("null"));
    rb_gc_register_mark_object(null_text);
    jac_init_parser_session();
    jac_init_parser_errors(mJacinth);
    jac_init_build();
    jac_init_json5(mJacinth);

    cParser = rb_define_class_under(mJacinth, "Parser", rb_cObject);
    cConfig = jac_init_parser_options(cParser);
    rb_define_singleton_method(cParser, "parse", parser_s_parse, 2);
    rb_define_method(cConfig, "parse", config_parse, 1);
    rb_define_module_function(mJacinth, "parse", m_parse, -1);
    rb_define_module_function(mJacinth, "parse!", m_parse_bang, -1);
    rb_define_module_function(mJacinth, "load", m_load, -1);
}
