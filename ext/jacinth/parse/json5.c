#include "parse/json5.h"

#include "parse/build.h"
#include "parse/limits.h"
#include "parse/machine.h"
#include "parse/source_text.h"

static VALUE mJacinth;

/* lib/jacinth/json5.rb, which can be loaded only now. */
static VALUE
json5_module(void)
{
    return rb_const_get(mJacinth, rb_intern("Json5"));
}

/* Returns the options with which the text is read before it is rewritten. */
static jac_parser_options_t
plain_options(const jac_parser_options_t *options)
{
    jac_parser_options_t plain = *options;

    plain.json5 = false;
    return plain;
}

/* Returns the source as a String of valid UTF-8. Checks its length. plain: of
   plain_options(). */
static VALUE
valid_source(const jac_parser_options_t *plain, VALUE source)
{
    jac_parser_t parser;

    source = rb_str_new_frozen(jac_text_as_utf8(source));
    jac_parser_part(&parser, plain, source);
    jac_check_encoding(&parser, parser.start,
                       (size_t)(parser.end - parser.start));
    return source;
}

VALUE
jac_json5_text(const jac_parser_options_t *options, VALUE source)
{
    const jac_parser_options_t plain = plain_options(options);

    source = valid_source(&plain, source);
    return rb_funcall(json5_module(), rb_intern("text"), 1, source);
}

static VALUE
parse_text(RB_BLOCK_CALL_FUNC_ARGLIST(text, data))
{
    return jac_parse((const jac_parser_options_t *)data, text);
}

VALUE
jac_json5_parse(const jac_parser_options_t *options, VALUE source)
{
    jac_parser_options_t prepared = jac_parser_options_prepared(options);
    const jac_parser_options_t plain = plain_options(options);
    VALUE args[2];

    args[0] = valid_source(&plain, jac_parser_text(&plain, source));
    if (prepared.owner == 0) prepared.owner = args[0];
    args[1] = prepared.owner;
    return rb_block_call(json5_module(), rb_intern("read"), 2, args, parse_text,
                         (VALUE)&prepared);
}

void
jac_init_json5(VALUE jacinth)
{
    mJacinth = jacinth;
}
