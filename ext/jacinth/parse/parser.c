#include "parse/parser.h"

#include "parse/build.h"
#include "parse/hooks.h"
#include "parse/parser_errors.h"

/*
 * RDoc reads each file alone; it must find here what these are:
 *   mJacinth = rb_define_module("Jacinth");
 *   cParser = rb_define_class_under(mJacinth, "Parser", rb_cObject);
 *   cConfig = rb_define_class_under(cParser, "Config", rb_cObject);
 */

/*
 * Options as the last argument: a Hash or nil, by keywords or by position
 * (as json took them up to 2.x).
 */
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
    return argv[0];
}

/* Not inlined, so that a parse without options allocates no options struct. */
static JAC_NOINLINE VALUE
parse_with_options(int argc, VALUE *argv)
{
    jac_parser_options_t options;
    VALUE source;

    jac_parser_options_init(&options);
    source = parse_arguments(argc, argv, &options);
    return jac_parse(&options, source);
}

/*
 * call-seq: parse(source, **options) -> object
 *
 * Reads a JSON document: a String, or what has +to_str+.
 *
 *   Jacinth.parse('{"a": [1, 2.5, null]}') # => {"a" => [1, 2.5, nil]}
 *   Jacinth.parse('{"a": 1}', symbolize_names: true) # => {a: 1}
 *
 * Raises Jacinth::ParserError where the text is not JSON, and
 * Jacinth::LimitError where it is beyond one of the limits, which are off
 * (+nil+, +false+ or 0) unless they are given. The options:
 *
 * [+max_nesting+] How deep arrays and objects may be nested (default 100);
 *                 +false+, +nil+ or 0: as deep as memory allows.
 * [+allow_nan+] Accept +NaN+, +Infinity+ and +-Infinity+.
 * [+allow_duplicate_key+] Let the last of several equal keys win.
 * [+allow_trailing_comma+] Accept <tt>[1,]</tt> and <tt>{"a": 1,}</tt>.
 * [+allow_comments+] Skip comments, as JavaScript has them.
 * [+allow_control_characters+] Accept bytes below 0x20 in strings.
 * [+allow_invalid_escape+] Read <tt>"\q"</tt> as <tt>"q"</tt>.
 * [+symbolize_names+] Make keys Symbols.
 * [+freeze+] Freeze everything that is made.
 * [+relaxed+] Accept what people write into settings: comments, a comma before
 *             a closing bracket, and a byte order mark at the beginning.
 * [+validate_encoding+] Reject a source that is no valid UTF-8.
 * [+invalid+] +:replace+ reads U+FFFD in the place of bytes that are no UTF-8.
 * [+max_document_bytes+] How long the text may be.
 * [+max_string_bytes+] How long a String or key may be.
 * [+max_keys+, +max_elements+] How many one object or one array may have.
 * [+max_number_digits+] How many digits a number may have.
 * [+on_load+] Called with each value and key; what it returns is stored.
 * [+object_class+, +array_class+] Make these (by +new+, <tt>[]=</tt> and
 *                                 <tt><<</tt>) in place of Hash and Array.
 * [+decimal_class+] Make these of numbers with a fraction or exponent.
 * [+only+] A JSON pointer, or several, to what is to be built, and nothing else
 *          than what is around it: see Jacinth::Document. Not together with
 *          +on_load+, +object_class+, +array_class+ or +into+.
 * [+into+] A Jacinth::Type: make what it says, as its +load+ does.
 *
 * Raises ArgumentError for an unknown option, and for two that contradict each
 * other.
 */
static VALUE
m_parse(int argc, VALUE *argv, VALUE self)
{
    if (JAC_LIKELY(argc == 1)) return jac_parse(&jac_parser_defaults, argv[0]);
    return parse_with_options(argc, argv);
}

/*
 * call-seq: parse!(source, **options) -> object
 *
 * As parse, but by default without a limit of nesting and with NaN allowed.
 *
 *   Jacinth.parse!("[NaN]") # => [NaN]
 */
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

/*
 * call-seq: parse(source, options) -> object
 *
 * Jacinth.parse with a Hash of options, or nil, in which +object_class+ and
 * +array_class+ are unknown.
 *
 *   Jacinth::Parser.parse("[1]", nil)               # => [1]
 *   Jacinth::Parser.parse("[1]", { freeze: true })  # => [1]
 */
static VALUE
parser_s_parse(VALUE klass, VALUE source, VALUE given)
{
    jac_parser_options_t options;

    jac_parser_options_init(&options);
    jac_parser_options_read(&options, given, JAC_NAMES_PARSER, 0);
    return jac_parse(&options, source);
}

/*
 * call-seq: parse(source) -> object
 *
 * Reads the document in source, a String of JSON text or an object with
 * +to_str+, with these options, and returns its value. Raises as Jacinth.parse
 * does.
 *
 *   config = Jacinth::Parser::Config.new({ symbolize_names: true })
 *   config.parse('{"a": 1}') # => {a: 1}
 */
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
    jac_init_parser_hooks();
    jac_init_build();

    cParser = rb_define_class_under(mJacinth, "Parser", rb_cObject);
    cConfig = jac_init_parser_options(cParser);
    rb_define_singleton_method(cParser, "parse", parser_s_parse, 2);
    rb_define_method(cConfig, "parse", config_parse, 1);
    rb_define_module_function(mJacinth, "parse", m_parse, -1);
    rb_define_module_function(mJacinth, "parse!", m_parse_bang, -1);
}
