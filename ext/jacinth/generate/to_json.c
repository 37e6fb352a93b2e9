#include "generate/to_json.h"

#include "generate/generator.h"
#include "generate/state.h"

static bool
native_p(VALUE object)
{
    switch (rb_type(object)) {
    case T_NIL:
    case T_TRUE:
    case T_FALSE:
    case T_FIXNUM:
    case T_BIGNUM:
    case T_FLOAT:
    case T_STRING:
    case T_ARRAY:
    case T_HASH:
        return true;
    default:
        return false;
    }
}

static VALUE
generic_to_json(int argc, VALUE *argv, VALUE self)
{
    VALUE object = native_p(self) ? self : rb_obj_as_string(self);
    VALUE given = argc > 0 ? argv[0] : Qnil;

    if (!jac_state_p(given)) {
        given = jac_state_given(given);
        if (!RB_TYPE_P(given, T_HASH)) given = Qnil;
    }
    return jac_generate_given(object, given, Qfalse, true);
}

void
jac_init_to_json(VALUE mJacinth)
{
    VALUE methods = rb_define_module_under(mJacinth, "GeneratorMethods");

    rb_define_method(methods, "to_json", generic_to_json, -1);
    jac_generic_to_json_is(methods);
}
