#include "parse/parser.h"

#include "parse/find_steps.h"
#include "parse/machine.h"

/*
 * RDoc reads each file alone; it must find here what these are:
 *   mJacinth = rb_define_module("Jacinth");
 *   cParser = rb_define_class_under(mJacinth, "Parser", rb_cObject);
 *   cConfig = rb_define_class_under(cParser, "Config", rb_cObject);
 */

VALUE (*jac_parse_only)(const jac_parser_options_t *options, VALUE source);

static ID id_encode;
static VALUE encoding_utf8;

VALUE (*jac_parse_into)(const jac_parser_options_t *options, VALUE source);

static bool
run_plain(jac_parser_t *parser)
{
    return jac_machine(parser, false, false);
}

static JAC_NOINLINE bool
run_hooked(jac_parser_t *parser)
{
    return jac_machine(parser, true, false);
}

static JAC_NOINLINE bool
resume_plain(jac_parser_t *parser)
{
    return jac_machine(parser, false, true);
}

static JAC_NOINLINE bool
resume_hooked(jac_parser_t *parser)
{
    return jac_machine(parser, true, true);
}

bool
jac_parser_run(jac_parser_t *parser)
{
    return JAC_UNLIKELY(parser->options->hooks) ? run_hooked(parser)
                                                : run_plain(parser);
}

bool
jac_parser_resume(jac_parser_t *parser)
{
    return parser->options->hooks ? resume_hooked(parser)
                                  : resume_plain(parser);
}

/* US-ASCII that is none goes the long way, to String#encode's complaint. */
VALUE
jac_parser_source(VALUE source)
{
    int index;

    StringValue(source);
    index = rb_enc_get_index(source);
    if (JAC_LIKELY(index == rb_utf8_encindex()) ||
        index == rb_ascii8bit_encindex() ||
        (index == rb_usascii_encindex() &&
         rb_enc_str_coderange(source) == ENC_CODERANGE_7BIT)) {
        return source;
    }
    source = rb_funcall(source, id_encode, 1, encoding_utf8);
    StringValue(source);
    return source;
}

JAC_INLINE void
check_end(jac_parser_t *parser)
{
    const uint8_t *p = parser->cursor, *last = parser->end - 1;
    int c = jac_next(&p, last);

    while (JAC_UNLIKELY(c == '/')) {
        p = jac_skip_comment(parser, p);
        c = jac_next(&p, last);
    }
    if (JAC_UNLIKELY(c != JAC_END)) {
        jac_parser_fail(parser, p, "unexpected token at end of stream %s");
    }
}

void
jac_parser_check_end(jac_parser_t *parser)
{
    check_end(parser);
}

/*
 * Without callbacks nothing else runs in Ruby until the parse is over (the
 * parser never gives up the VM's lock), so the source cannot change; with
 * them, a frozen copy that shares its bytes is read.
 */
VALUE
jac_parse(const jac_parser_options_t *options, VALUE source)
{
    jac_session_t *session;
    jac_parser_t parser;
    VALUE kept, result;
    bool complete;

    if (JAC_UNLIKELY(options->into)) return jac_parse_into(options, source);
    source = jac_parser_source(source);
    if (JAC_UNLIKELY(options->only != 0))
        return jac_parse_only(options, source);
    if (JAC_UNLIKELY(options->hooks)) source = rb_str_new_frozen(source);
    session = jac_session_take();
    kept = session->self;
    parser.start = (const uint8_t *)RSTRING_PTR(source);
    parser.end = parser.start + RSTRING_LEN(source);
    parser.cursor = parser.start;
    parser.options = options;
    parser.session = session;
    parser.stack = session->stack;
    parser.chunks = NULL;
    parser.part = false;
    parser.held = 0;
    parser.outer = 0;
    parser.retrace = NULL;
    jac_stack_begin(parser.stack);

    complete = jac_parser_run(&parser);
    if (JAC_UNLIKELY(!complete)) {
        jac_parser_fail(&parser, parser.cursor, "unexpected end of input");
    }
    check_end(&parser);
    result = parser.stack->values[0];
    jac_parser_end(&parser);
    RB_GC_GUARD(source);
    RB_GC_GUARD(kept);
    return result;
}

void
jac_parser_part(jac_parser_t *parser, const jac_parser_options_t *options,
                VALUE source)
{
    memset(parser, 0, sizeof(*parser));
    parser->start = (const uint8_t *)RSTRING_PTR(source);
    parser->end = parser->start + RSTRING_LEN(source);
    parser->cursor = parser->start;
    parser->options = options;
    parser->part = true;
}

/* What the outer levels leave of max_nesting; -1 where that is nothing. */
static int
inner_nesting(int max, size_t depth)
{
    if (max <= 0) return max;
    return (size_t)max > depth ? max - (int)depth : -1;
}

void
jac_parser_fail_open(jac_parser_t *parser)
{
    VALUE steps = rb_ary_new();

    jac_find_steps(parser, parser->end, steps);
    jac_parser_fail(parser, parser->end,
                    FIXNUM_P(rb_ary_entry(steps, -1))
                        ? "expected ',' or ']' after array value"
                        : "expected ',' or '}' after object value, got: %s");
}

VALUE
jac_parser_value(jac_parser_t *parser, size_t depth)
{
    const jac_parser_options_t *const options = parser->options;
    jac_parser_options_t inner = *options;
    VALUE result;
    bool complete;

    inner.max_nesting = inner_nesting(options->max_nesting, depth);
    if (parser->session == NULL) parser->session = jac_session_take();
    parser->held = parser->session->self;
    parser->stack = parser->session->stack;
    parser->options = &inner;
    parser->outer = depth;
    jac_stack_reset(parser->stack);
    jac_stack_begin(parser->stack);
    complete =
        JAC_UNLIKELY(inner.hooks) ? run_hooked(parser) : run_plain(parser);
    if (JAC_UNLIKELY(!complete)) {
        jac_parser_fail(parser, parser->cursor, "unexpected end of input");
    }
    parser->options = options;
    /* A number may have been cut off, and what is around it surely is. */
    if (JAC_UNLIKELY(parser->cursor == parser->end && depth > 0)) {
        jac_parser_fail_open(parser);
    }
    result = parser->stack->values[0];
    return result;
}

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
        jac_parser_options_read(options, argv[1], JAC_NAMES_MODULE);
    }
    return argv[0];
}

/*
 * call-seq: parse(source, **options) -> object
 *
 * Reads a JSON document: a String, or what has +to_str+.
 *
 *   Jacinth.parse('{"a": [1, 2.5, null]}') # => {"a" => [1, 2.5, nil]}
 *   Jacinth.parse('{"a": 1}', symbolize_names: true) # => {a: 1}
 *
 * Raises Jacinth::ParserError where the text is no JSON. The options:
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
 * [+validate_encoding+] Reject a source that is no valid UTF-8.
 * [+on_load+] Called with each value and key; what it returns is stored.
 * [+object_class+, +array_class+] Make these (by +new+, <tt>[]=</tt> and
 *                                 <tt><<</tt>) in place of Hash and Array.
 * [+decimal_class+] Make these of numbers with a fraction or exponent.
 * [+only+] A JSON pointer, or several, to what is to be built, and nothing else
 *          than what is around it: see Jacinth::Document.
 * [+into+] A Jacinth::Type: make what it says, as its +load+ does.
 */
static VALUE
m_parse(int argc, VALUE *argv, VALUE self)
{
    jac_parser_options_t options;
    VALUE source;

    jac_parser_options_init(&options);
    source = parse_arguments(argc, argv, &options);
    return jac_parse(&options, source);
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
    jac_parser_options_read(&options, given, JAC_NAMES_PARSER);
    return jac_parse(&options, source);
}

/*
 * call-seq: parse(source) -> object
 *
 * Reads a document with this configuration's options.
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

    id_encode = rb_intern("encode");
    encoding_utf8 = rb_enc_from_encoding(rb_utf8_encoding());
    rb_gc_register_mark_object(encoding_utf8);
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
