#include "parse/parser.h"

#include "parse/build.h"
#include "parse/callbacks.h"
#include "parse/json5.h"
#include "parse/parser_errors.h"

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
    source = parse_arguments(argc, argv, &options);
    return jac_parse(&options, source);
}

static VALUE
m_parse(int argc, VALUE *argv, VALUE self)
{
    if (JAC_LIKELY(argc == 1)) return jac_parse(&jac_parser_defaults, argv[0]);
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
jac_init_parser(VALUE mJacinth)
{
    VALUE cParser, cConfig;

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
}
