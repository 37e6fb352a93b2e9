#include "coder.h"

#include "generate/generator.h"
#include "parse/machine.h"
#include "parse/parser_options.h"
#include "generate/state.h"
#include "ruby/errors.h"

static VALUE cCoder;

/* The VALUEs are kept alive and pinned by coder_mark(). They never change,
   because coder_set() runs once. */
typedef struct {
    jac_parser_options_t reading;
    jac_generator_options_t writing;
    VALUE options; /* Qfalse until Coder#initialize (lib/jacinth/coder.rb) */
    VALUE types;   /* the table of conversions by class, or Qfalse */
} jac_coder_t;

static void
coder_mark(void *ptr)
{
    const jac_coder_t *coder = ptr;

    jac_parser_options_mark(&coder->reading);
    jac_options_pin(&coder->writing);
    rb_gc_mark(coder->options);
    rb_gc_mark(coder->types);
}

static size_t
coder_memsize(const void *ptr)
{
    return JAC_TYPED_EMBEDDABLE ? 0 : sizeof(jac_coder_t);
}

static const rb_data_type_t coder_type = JAC_DATA_TYPE(
    "Jacinth::Coder", coder_mark, RUBY_DEFAULT_FREE, coder_memsize,
    RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE |
        JAC_TYPED_EMBEDDABLE);

static VALUE
coder_allocate(VALUE klass)
{
    jac_coder_t *coder;

    return TypedData_Make_Struct(klass, jac_coder_t, &coder_type, coder);
}

static jac_coder_t *
coder_get(VALUE self)
{
    return jac_typed_struct(self, cCoder, &coder_type);
}

/* Returns a Coder's options. Raises TypeError before initialize. The caller
   must keep self alive, because the struct can be embedded in the object. */
static const jac_coder_t *
coder_ready(VALUE self)
{
    const jac_coder_t *coder = coder_get(self);

    if (JAC_UNLIKELY(!coder->options)) {
        rb_raise(rb_eTypeError, "uninitialized %" PRIsVALUE,
                 jac_shown(rb_obj_class(self)));
    }
    return coder;
}

/* Allowed once, because a running dump or load uses the members. */
static void
coder_set(VALUE self, const jac_coder_t *from)
{
    jac_coder_t *coder = coder_get(self);

    rb_check_frozen(self);
    if (coder->options) jac_raise_initialized(self);
    *coder = *from;
    jac_parser_options_written(&coder->reading, self);
    jac_options_written(&coder->writing, self);
    RB_OBJ_WRITTEN(self, Qundef, from->options);
    RB_OBJ_WRITTEN(self, Qundef, from->types);
}

/*
 * Private: initialize passes Hashes of the options for reading and for writing,
 * and all options for inspect. types: the table of conversions
 * (generate/coder_types.h), or nil. Stored here and not in instance variables,
 * because Ruby 4.0 does not share C objects with instance variables between
 * Ractors.
 */
static VALUE
coder_configure(VALUE self, VALUE reading, VALUE writing, VALUE options,
                VALUE types)
{
    jac_coder_t from;

    from.options = options;
    from.types = RTEST(types) ? types : Qfalse;
    Check_Type(options, T_HASH);
    if (from.types) Check_Type(types, T_HASH);
    jac_parser_options_init(&from.reading);
    jac_parser_options_read(&from.reading, reading, JAC_NAMES_CODER, 0);
    from.writing = jac_generator_defaults;
    jac_options_configure(&from.writing, Qfalse, writing);
    coder_set(self, &from);
    return self;
}

/* Private: the options, or nil before initialize. */
static VALUE
coder_options(VALUE self)
{
    VALUE options = coder_get(self)->options;

    return options ? options : Qnil;
}

static VALUE
coder_initialize_copy(VALUE self, VALUE original)
{
    if (self == original) return self;
    coder_set(self, coder_get(original));
    return self;
}

static VALUE
coder_dump(int argc, VALUE *argv, VALUE self)
{
    const jac_coder_t *coder = coder_ready(self);
    const VALUE io = rb_check_arity(argc, 1, 2) > 1 ? argv[1] : Qfalse;
    VALUE result;

    result = coder->types
                 ? jac_generate_converted(argv[0], &coder->writing,
                                          coder->types, io, false, argv[0])
                 : jac_generate(argv[0], &coder->writing, io, false, argv[0]);
    RB_GC_GUARD(self);
    return result;
}

/*
 * The running method keeps its receiver alive. RB_GC_GUARD would give this
 * function a frame with words that are not set, which can keep the document of
 * the call before alive.
 */
static VALUE
coder_load(VALUE self, VALUE source)
{
    return jac_parse(&coder_ready(self)->reading, source);
}

/* _load_owned(source), private: load, whose errors have the source as owner. */
static VALUE
coder_load_owned(VALUE self, VALUE source)
{
    jac_parser_options_t options = coder_ready(self)->reading;
    VALUE result;

    options.owner = source;
    result = jac_parse(&options, source);
    RB_GC_GUARD(self);
    return result;
}

/* Coder#_load_overridden?, a private method. Returns true if a subclass or a
   module overrides load. */
static VALUE
coder_load_overridden_p(VALUE self)
{
    const VALUE method = rb_obj_method(self, ID2SYM(rb_intern("load")));

    return rb_funcallv(method, rb_intern("owner"), 0, NULL) == cCoder ? Qfalse
                                                                      : Qtrue;
}

void
jac_init_coder(VALUE mJacinth)
{
    cCoder = rb_define_class_under(mJacinth, "Coder", rb_cObject);
    rb_const_set(cCoder, rb_intern("PARSER_OPTIONS"),
                 jac_parser_options_names(JAC_NAMES_CODER));
    rb_define_alloc_func(cCoder, coder_allocate);
    rb_define_private_method(cCoder, "_configure", coder_configure, 4);
    rb_define_private_method(cCoder, "_options", coder_options, 0);
    rb_define_method(cCoder, "initialize_copy", coder_initialize_copy, 1);
    rb_define_method(cCoder, "dump", coder_dump, -1);
    rb_define_method(cCoder, "generate", coder_dump, -1);
    rb_define_method(cCoder, "load", coder_load, 1);
    rb_define_method(cCoder, "parse", coder_load, 1);
    rb_define_private_method(cCoder, "_load_owned", coder_load_owned, 1);
    rb_define_private_method(cCoder, "_load_overridden?",
                             coder_load_overridden_p, 0);
}
