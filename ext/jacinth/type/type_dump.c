#include "type/type_dump.h"

#include "generate/state.h"
#include "ruby/errors.h"
#include "type/type_write_choice.h"
#include "type/type_write_scalar.h"
#include "type/type_writer.h"

static VALUE sym_pretty;
static VALUE pretty_options; /* Jacinth::PRETTY_GENERATE_OPTIONS */

static const jac_option_t excluded[] = {
    JAC_OPTION_sort_keys,  JAC_OPTION_rfc8785, JAC_OPTION_omit_nil,
    JAC_OPTION_omit_empty, JAC_OPTION_rails,   JAC_OPTION_types};
enum { EXCLUDED_COUNT = sizeof(excluded) / sizeof(*excluded) };

static VALUE
dump_names(void)
{
    const VALUE all = jac_options_names();
    VALUE names = rb_ary_dup(all);
    size_t i;

    for (i = 0; i < EXCLUDED_COUNT; i++) {
        rb_ary_delete(names, rb_ary_entry(all, excluded[i]));
    }
    return rb_ary_push(names, sym_pretty);
}

static void
read_options(jac_generator_options_t *options, VALUE given)
{
    VALUE pretty = rb_hash_lookup2(given, sym_pretty, Qundef);
    size_t i;

    if (pretty != Qundef) {
        given = rb_hash_dup(given);
        rb_hash_delete(given, sym_pretty);
        if (RTEST(pretty)) {
            jac_options_configure(options, Qfalse, pretty_options);
        }
    }
    jac_options_configure_by(options, Qfalse, given, dump_names);
    for (i = 0; i < EXCLUDED_COUNT; i++) {
        if (!RTEST(jac_options_get(options, excluded[i]))) continue;
        rb_raise(rb_eArgError,
                 "%" PRIsVALUE
                 " has no effect on types, which write members as declared",
                 rb_ary_entry(jac_options_names(), excluded[i]));
    }
}

static VALUE
type_dump(int argc, VALUE *argv, VALUE self)
{
    const jac_type_t *type = jac_type_get(self);
    jac_generator_options_t options = JAC_OPTIONS_DEFAULT;
    VALUE result;

    if (rb_keyword_given_p()) read_options(&options, argv[--argc]);
    rb_check_arity(argc, 1, 2);
    result = jac_type_write(type, &options, argv[0],
                            argc > 1 ? argv[1] : Qfalse, argv[0]);
    RB_GC_GUARD(options.indent);
    return result;
}

/*
 * Type#_dump_by(object, state), private: writes an object for its to_json, with
 * the options of a State that dump takes. Returns nil for any other object.
 */
static VALUE
type_dump_by(VALUE self, VALUE object, VALUE state)
{
    jac_generator_options_t options = JAC_OPTIONS_DEFAULT;
    const jac_generator_options_t *from;
    VALUE result;

    if (!jac_state_p(state)) return Qnil;
    from = jac_state_options(state);
    options.indent = from->indent;
    options.space = from->space;
    options.space_before = from->space_before;
    options.object_nl = from->object_nl;
    options.array_nl = from->array_nl;
    options.ascii_only = from->ascii_only;
    options.script_safe = from->script_safe;
    options.html_safe = from->html_safe;
    options.allow_nan = from->allow_nan;
    options.max_nesting = from->max_nesting;
    options.depth = from->depth;
    options.allow_duplicate_key = from->allow_duplicate_key;
    jac_options_derive(&options);
    result =
        jac_type_write(jac_type_get(self), &options, object, Qfalse, state);
    RB_GC_GUARD(state);
    return result;
}

void
jac_init_type_dump(VALUE mJacinth)
{
    sym_pretty = ID2SYM(rb_intern("pretty"));
    pretty_options = jac_constant(mJacinth, "PRETTY_GENERATE_OPTIONS");
    jac_init_type_write_scalar();
    jac_init_type_writer();
}

void
jac_define_type_dump(VALUE cType)
{
    rb_define_method(cType, "dump", type_dump, -1);
    rb_define_private_method(cType, "_dump_by", type_dump_by, 2);
}
