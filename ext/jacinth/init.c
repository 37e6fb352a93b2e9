#include "coder.h"
#include "core/kernels.h"
#include "document/document.h"
#include "generate/buffer.h"
#include "generate/coder_types.h"
#include "generate/convert.h"
#include "generate/emit_time.h"
#include "generate/object_methods.h"
#include "generate/enumerate.h"
#include "generate/generator.h"
#include "generate/generator_options.h"
#include "generate/state.h"
#include "generate/to_json.h"
#include "generate/walk_stack.h"
#include "parse/parser.h"
#include "rails/active_support.h"
#include "rails/builder.h"
#include "ruby/errors.h"
#include "ruby/internals.h"
#include "ruby/shadow.h"
#include "stream/resumable.h"
#include "stream/stream.h"
#include "type/type.h"
#include "writer/document_writer.h"

#include <stdlib.h>

static VALUE
jacinth_kernel(VALUE self)
{
    return rb_obj_freeze(rb_utf8_str_new_cstr(jac_kernels->name));
}

static VALUE
jacinth_build_info(VALUE self)
{
    VALUE info = rb_hash_new();

    rb_hash_aset(info, ID2SYM(rb_intern("backend")),
                 rb_obj_freeze(rb_utf8_str_new_cstr("extension")));
    rb_hash_aset(info, ID2SYM(rb_intern("kernel")), jacinth_kernel(self));
    rb_hash_aset(info, ID2SYM(rb_intern("compiled_internals")),
                 JAC_INTERNALS_DISABLED ? Qfalse : Qtrue);
    rb_hash_aset(info, ID2SYM(rb_intern("internals")), jac_internals_info());
    return rb_obj_freeze(info);
}

static void
define_option_names(VALUE mJacinth)
{
    VALUE mOptionNames = jac_constant(mJacinth, "OptionNames");
    VALUE limits = rb_funcall(jac_parser_options_names(JAC_NAMES_PARSER), '-',
                              1, jac_parser_options_names(JAC_NAMES_TYPE));

    rb_const_set(mOptionNames, rb_intern("LIMITS"), rb_obj_freeze(limits));
    rb_const_set(mOptionNames, rb_intern("READING"),
                 jac_parser_options_names(JAC_NAMES_MODULE));
    rb_const_set(mOptionNames, rb_intern("WRITING"),
                 rb_obj_freeze(jac_options_names()));
}

/*
 * Jacinth._rename(module, name), private: sets the module's name, such as
 * "JSON::ParserError". The constants stay. The name must lead to the module, as
 * Marshal requires.
 */
static VALUE
jacinth_rename(VALUE self, VALUE module, VALUE name)
{
    rb_set_class_path_string(module, rb_cObject, name);
    return module;
}

/* Jacinth._use_json2_defaults, private: sets the defaults of json 2 for all
   later calls. */
static VALUE
jacinth_use_json2_defaults(VALUE self)
{
    jac_parser_use_json2_defaults();
    jac_generator_use_json2_defaults();
    return Qnil;
}

static void
choose_kernels(void)
{
    const char *isa = getenv("JACINTH_FORCE_ISA");

    if (!jac_kernels_init(isa)) {
        rb_warn("JACINTH_FORCE_ISA=%s: no such kernels here, using %s", isa,
                jac_kernels->name);
    }
}

RUBY_FUNC_EXPORTED void
Init_jacinth(void)
{
    VALUE mJacinth = rb_define_module("Jacinth");

    rb_ext_ractor_safe(true);
    jac_init_shadow();
    choose_kernels();
    jac_init_errors(mJacinth);
    jac_init_internals();
    jac_init_options(mJacinth);
    jac_init_state(mJacinth);
    jac_init_buffer();
    jac_init_walk();
    jac_init_convert(mJacinth);
    jac_init_convert_object(mJacinth);
    jac_init_conversions(mJacinth);
    jac_init_enumerate();
    jac_init_generator(mJacinth);
    jac_init_active_support(mJacinth);
    jac_init_builder(mJacinth);
    jac_init_to_json(mJacinth);
    jac_init_document_writer(mJacinth);
    jac_init_parser(mJacinth);
    jac_init_resumable(mJacinth);
    jac_init_type(mJacinth);
    jac_init_coder(mJacinth);
    jac_init_document(mJacinth);
    jac_init_stream(mJacinth);
    define_option_names(mJacinth);
    rb_define_private_method(rb_singleton_class(mJacinth), "_rename",
                             jacinth_rename, 2);
    rb_define_private_method(rb_singleton_class(mJacinth),
                             "_use_json2_defaults", jacinth_use_json2_defaults,
                             0);
    rb_define_singleton_method(mJacinth, "kernel", jacinth_kernel, 0);
    rb_define_singleton_method(mJacinth, "build_info", jacinth_build_info, 0);
}
