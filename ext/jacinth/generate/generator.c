#include "generate/generator.h"

#include "generate/buffer.h"
#include "generate/coder_types.h"
#include "generate/pretty_printer.h"
#include "generate/state.h"
#include "generate/walk.h"
#include "generate/walk_stack.h"
#include "ruby/errors.h"

static ID id_write;
static VALUE dump_arguments;

bool
jac_replacing_p(VALUE io)
{
    return RTEST(io) && RB_TYPE_P(io, T_OBJECT) &&
           rb_const_defined(rb_cObject, rb_intern("Pathname")) &&
           RTEST(rb_obj_is_kind_of(
               io, rb_const_get(rb_cObject, rb_intern("Pathname"))));
}

VALUE
jac_write_whole(VALUE io, VALUE text)
{
    rb_funcall(io, id_write, 1, text);
    return io;
}

/* jac_generate() with the option `rails`. */
JAC_COLD static VALUE
generate_rails(VALUE object, const jac_generator_options_t *options, VALUE io,
               VALUE owner)
{
    jac_walk_memory_t memory;
    jac_walk_t w;
    VALUE result;

    jac_walk_init(&w, &memory, options, io, owner);
    if (options->width) jac_printer_begin(&w, true, 0);
    jac_rails.begin(&w);
    jac_rails.write(&w, object, 0);
    result = jac_walk_result(&w);
    RB_GC_GUARD(w.workspace_object);
    RB_GC_GUARD(w.rails_object);
    return result;
}

VALUE
jac_generate(VALUE object, const jac_generator_options_t *options, VALUE io,
             bool native, VALUE owner)
{
    jac_walk_memory_t memory;
    jac_walk_t w;
    VALUE result;

    if (JAC_UNLIKELY(jac_replacing_p(io))) {
        return jac_write_whole(
            io, jac_generate(object, options, Qfalse, native, owner));
    }
    if (JAC_UNLIKELY(options->special)) {
        jac_options_check(options);
        if (options->rails) {
            return generate_rails(object, options, io, owner);
        }
        if (options->types) {
            return jac_generate_converted(object, options, options->types, io,
                                          native, owner);
        }
    }
    jac_walk_init(&w, &memory, options, io, owner);
    jac_walk_begin_printer(&w);
    jac_write(&w, object, native);
    result = jac_walk_result(&w);
    RB_GC_GUARD(w.workspace_object);
    RB_GC_GUARD(w.state);
    return result;
}

JAC_NOINLINE VALUE
jac_generate_converted(VALUE object, const jac_generator_options_t *options,
                       VALUE table, VALUE io, bool native, VALUE owner)
{
    jac_conversions_t conversions;
    jac_walk_memory_t memory;
    jac_walk_t w;
    VALUE result;

    if (JAC_UNLIKELY(jac_replacing_p(io))) {
        return jac_write_whole(io,
                               jac_generate_converted(object, options, table,
                                                      Qfalse, native, owner));
    }
    jac_options_check(options);
    jac_walk_init(&w, &memory, options, io, owner);
    jac_walk_begin_printer(&w);
    jac_conversions_begin(&w, &conversions, table);
    jac_write(&w, object, native);
    result = jac_walk_result(&w);
    RB_GC_GUARD(w.workspace_object);
    RB_GC_GUARD(w.state);
    RB_GC_GUARD(table);
    return result;
}

VALUE
jac_generate_by_rules(VALUE object, const jac_generator_options_t *options,
                      const jac_object_rules_t *rules, unsigned escapes)
{
    jac_walk_memory_t memory;
    jac_walk_t w;
    VALUE result;

    jac_walk_init(&w, &memory, options, Qfalse, object);
    w.rules = rules;
    w.escapes = escapes;
    jac_write(&w, object, false);
    result = jac_walk_result(&w);
    RB_GC_GUARD(w.workspace_object);
    return result;
}

/* jac_generate_given() with options that are neither a State nor nil. */
static JAC_NOINLINE VALUE
generate_configured(VALUE object, VALUE given, VALUE io, bool native)
{
    jac_generator_options_t options = jac_generator_defaults;

    jac_options_configure(&options, Qfalse, jac_state_given(given));
    /* given can be a State of the json gem */
    return jac_generate(object, &options, io, native,
                        RB_TYPE_P(given, T_HASH) ? object : given);
}

VALUE
jac_generate_given(VALUE object, VALUE given, VALUE io, bool native)
{
    if (!RTEST(given)) {
        return jac_generate(object, &jac_generator_defaults, io, native,
                            object);
    }
    if (jac_state_p(given)) {
        return jac_generate(object, jac_state_options(given), io, native,
                            given);
    }
    return generate_configured(object, given, io, native);
}

JAC_INLINE bool
other_state_p(VALUE given)
{
    return RB_TYPE_P(given, T_DATA) && RBASIC_CLASS(given) != jac_cState &&
           jac_state_p(given);
}

static VALUE
jacinth_generate(int argc, VALUE *argv, VALUE self)
{
    VALUE given;

    rb_check_arity(argc, 1, 2);
    given = argc > 1 ? argv[1] : Qnil;
    if (JAC_UNLIKELY(other_state_p(given))) {
        return rb_funcallv_public(given, rb_intern("generate"), 1, argv);
    }
    return jac_generate_given(argv[0], given, Qfalse, false);
}

static VALUE
state_generate(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    return jac_generate(argv[0], jac_state_options(self),
                        argc > 1 ? argv[1] : Qnil, false, self);
}

/* State#generate that writes the outermost object by its built-in type. */
static VALUE
state_generate_native(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    return jac_generate(argv[0], jac_state_options(self),
                        argc > 1 ? argv[1] : Qnil, true, self);
}

static VALUE
state_s_generate(VALUE klass, VALUE object, VALUE options, VALUE io)
{
    return jac_generate_given(object, options, io, false);
}

static VALUE
state_s_generate_native(VALUE klass, VALUE object, VALUE options, VALUE io)
{
    return jac_generate_given(object, options, io, true);
}

static jac_generator_options_t pretty = JAC_OPTIONS_DEFAULT;

static VALUE
jacinth_pretty_generate(int argc, VALUE *argv, VALUE self)
{
    jac_generator_options_t options;
    VALUE given;

    rb_check_arity(argc, 1, 2);
    given = argc > 1 ? argv[1] : Qnil;
    if (!RTEST(given)) {
        return jac_generate(argv[0], &pretty, Qfalse, false, argv[0]);
    }
    if (jac_state_p(given)) {
        return rb_funcallv_public(given, rb_intern("generate"), 1, argv);
    }
    if (!RB_TYPE_P(given, T_HASH)) {
        given = rb_funcall(jac_cState, rb_intern("options_hash"), 1, given);
    }
    options = pretty;
    jac_options_configure(&options, Qfalse, given);
    return jac_generate(argv[0], &options, Qfalse, false, argv[0]);
}

/* given: a Hash or an object with to_hash; nil or false for no options. */
static VALUE
dump(VALUE object, VALUE io, VALUE limit, VALUE given)
{
    jac_generator_options_t options = jac_generator_defaults;

    options.allow_nan = true;
    if (RTEST(given)) {
        given = rb_convert_type(given, T_HASH, "Hash", "to_hash");
        options.allow_nan =
            !RTEST(rb_hash_lookup2(given, ID2SYM(rb_intern("rfc8785")), Qnil));
        if (rb_hash_lookup2(given, ID2SYM(rb_intern("max_nesting")), Qundef) !=
            Qundef) {
            limit = Qnil;
        }
    }
    if (!NIL_P(limit)) {
        jac_options_set(&options, Qfalse, JAC_OPTION_max_nesting, limit);
    }
    if (RTEST(given)) jac_options_configure(&options, Qfalse, given);
    return jac_generate(object, &options, io, false, object);
}

/* True if `io` is nil, or is written to by its own `write`. Otherwise,
   DumpArguments.sort finds the arguments and the object to write to. */
static bool
plain_io_p(VALUE io)
{
    return NIL_P(io) || rb_obj_class(io) == rb_cFile ||
           (!rb_respond_to(io, rb_intern("to_io")) &&
            rb_respond_to(io, id_write));
}

static VALUE
jacinth_dump(int argc, VALUE *argv, VALUE self)
{
    /* io, limit, options */
    VALUE rest[3] = {Qnil, Qnil, Qnil}, sorted;

    rb_check_arity(argc, 1, 4);
    MEMCPY(rest, argv + 1, VALUE, argc - 1);
    if (NIL_P(rest[1]) && NIL_P(rest[2]) && RB_TYPE_P(rest[0], T_HASH)) {
        return dump(argv[0], Qnil, Qnil, rest[0]);
    }
    if (NIL_P(rest[1]) && RB_INTEGER_TYPE_P(rest[0])) {
        return dump(argv[0], Qnil, rest[0], rest[2]);
    }
    if (NIL_P(rest[1]) && plain_io_p(rest[0])) {
        return dump(argv[0], rest[0], Qnil, rest[2]);
    }
    sorted = rb_funcallv(dump_arguments, rb_intern("sort"), 3, rest);
    return dump(argv[0], RARRAY_AREF(sorted, 0), RARRAY_AREF(sorted, 1),
                RARRAY_AREF(sorted, 2));
}

/* Converts PRETTY_GENERATE_OPTIONS into a struct. */
static void
init_pretty(VALUE mJacinth)
{
    jac_options_configure(&pretty, Qfalse,
                          jac_constant(mJacinth, "PRETTY_GENERATE_OPTIONS"));
    /* keeps them alive and pinned */
    rb_gc_register_mark_object(pretty.indent);
    rb_gc_register_mark_object(pretty.space);
    rb_gc_register_mark_object(pretty.object_nl);
    rb_gc_register_mark_object(pretty.array_nl);
}

void
jac_generator_use_json2_defaults(void)
{
    jac_generator_defaults.allow_duplicate_key = true;
    pretty.allow_duplicate_key = true;
    jac_json2 = true;
}

void
jac_init_generator(VALUE mJacinth)
{
    id_write = rb_intern("write");
    dump_arguments = jac_constant(mJacinth, "DumpArguments");
    init_pretty(mJacinth);
    rb_define_module_function(mJacinth, "generate", jacinth_generate, -1);
    rb_define_module_function(mJacinth, "pretty_generate",
                              jacinth_pretty_generate, -1);
    rb_define_module_function(mJacinth, "dump", jacinth_dump, -1);
    rb_define_method(jac_cState, "generate", state_generate, -1);
    rb_define_method(jac_cState, "_generate_no_fallback", state_generate_native,
                     -1);
    rb_define_singleton_method(jac_cState, "generate", state_s_generate, 3);
    rb_define_singleton_method(jac_cState, "_generate_no_fallback",
                               state_s_generate_native, 3);
}
