#include "parse/json5.h"

#include "parse/build.h"
#include "parse/machine.h"
#include "parse/source_text.h"

static VALUE mJacinth;

/* lib/jacinth/json5.rb, which can be loaded only now. */
static VALUE
json5_module(void)
{
    return rb_const_get(mJacinth, rb_intern("Json5Text"));
}

VALUE
jac_json5_text(jac_parser_options_t *options, VALUE source)
{
    jac_parser_t parser;

    options->json5_source = 0; /* to read the source as it is */
    source = jac_text_frozen(jac_text_as_utf8(source));
    jac_parser_part(&parser, options, source);
    jac_check_encoding(&parser, parser.start,
                       (size_t)(parser.end - parser.start));
    options->json5_source = source;
    return rb_funcall(json5_module(), rb_intern("text_if_changed"), 1, source);
}

VALUE
jac_json5_error(VALUE error, VALUE source)
{
    if (source == 0) return error;
    return rb_funcall(
        rb_funcall(json5_module(), rb_intern("places"), 1, source),
        rb_intern("moved"), 1, error);
}

void
jac_init_json5(VALUE jacinth)
{
    mJacinth = jacinth;
}
