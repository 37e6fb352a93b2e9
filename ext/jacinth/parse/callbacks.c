#include "parse/callbacks.h"

static int
store_pair(VALUE key, VALUE value, VALUE object)
{
    VALUE pair[2] = {key, value};

    rb_funcallv_public(object, rb_intern("[]="), 2, pair);
    return ST_CONTINUE;
}

static VALUE
make_object(VALUE klass, VALUE hash)
{
    VALUE object = rb_funcallv_public(klass, rb_intern("new"), 0, NULL);

    rb_hash_foreach(hash, store_pair, object);
    return object;
}

static VALUE
make_array(VALUE klass, VALUE values)
{
    VALUE array = rb_funcallv_public(klass, rb_intern("new"), 0, NULL), value;
    long i;

    for (i = 0; i < RARRAY_LEN(values); i++) {
        value = RARRAY_AREF(values, i);
        rb_funcallv_public(array, rb_intern("<<"), 1, &value);
    }
    return array;
}

static bool
value_calls_p(const jac_parser_options_t *options, VALUE value)
{
    return options->on_load ||
           (options->array_class && RB_TYPE_P(value, T_ARRAY)) ||
           (options->object_class && RB_TYPE_P(value, T_HASH));
}

/* Converts the value with array_class or object_class, then calls on_load.
   array_class comes first, because it can create a Hash. */
static JAC_NOINLINE VALUE
call_with_classes(const jac_parser_options_t *options, VALUE value)
{
    if (options->array_class && RB_TYPE_P(value, T_ARRAY)) {
        value = make_array(options->array_class, value);
    }
    if (options->object_class && RB_TYPE_P(value, T_HASH)) {
        value = make_object(options->object_class, value);
    }
    return options->on_load ? rb_funcallv_public(options->on_load,
                                                 rb_intern("call"), 1, &value)
                            : value;
}

VALUE
jac_callback_value(jac_parser_t *parser, VALUE value)
{
    const jac_parser_options_t *options = parser->options;
    jac_left_t left;

    if (!value_calls_p(options, value)) return value;
    left = jac_parser_leave(parser);
    value = options->array_class || options->object_class
                ? call_with_classes(options, value)
                : rb_proc_call_with_block(options->on_load, 1, &value, Qnil);
    jac_parser_enter(parser, left);
    jac_parser_check_source(parser);
    return value;
}

VALUE
jac_callback_decimal(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    const jac_parser_options_t *options = parser->options;
    const jac_left_t left = jac_parser_leave(parser);
    VALUE text = rb_str_new((const char *)s, (long)n), number;

    number =
        rb_funcallv(options->decimal_class, options->decimal_method, 1, &text);
    jac_parser_enter(parser, left);
    jac_parser_check_source(parser);
    return number;
}
