#include "ruby/errors.h"

#include "ruby/ticket.h"

VALUE jac_eGeneratorError;
VALUE jac_eNestingError;

static ID id_json_path, id_owner_id;

VALUE
jac_constant(VALUE module, const char *name)
{
    VALUE value = rb_const_get(module, rb_intern(name));

    rb_gc_register_mark_object(value);
    return value;
}

void
jac_private_constant(VALUE module, const char *name)
{
    rb_funcall(module, rb_intern("private_constant"), 1,
               ID2SYM(rb_intern(name)));
}

void
jac_define_symbols(VALUE module, const char *name, const char *const *names,
                   long count)
{
    VALUE symbols = rb_ary_new_capa(count);
    long i;

    for (i = 0; i < count; i++) {
        rb_ary_push(symbols, ID2SYM(rb_intern(names[i])));
    }
    rb_const_set(module, rb_intern(name), rb_ary_freeze(symbols));
}

VALUE
jac_shown(VALUE object)
{
    VALUE text = rb_obj_as_string(object);

    if (!rb_enc_str_asciionly_p(text) ||
        memchr(RSTRING_PTR(text), 0, (size_t)RSTRING_LEN(text)) != NULL) {
        text = rb_funcall(rb_path2class("Jacinth::PathText"),
                          rb_intern("shown"), 1, text);
        StringValue(text);
    }
    return text;
}

VALUE
jac_inspected(VALUE object)
{
    return jac_shown(rb_funcall(object, rb_intern("inspect"), 0));
}

void
jac_raise_second_return(void)
{
    rb_raise(rb_eRuntimeError,
             "a continuation returned into a call that has gone on since");
}

void
jac_raise_initialized(VALUE object)
{
    rb_raise(rb_eTypeError, "already initialized %" PRIsVALUE,
             jac_shown(rb_obj_class(object)));
}

void
jac_raise_uncopyable(VALUE object)
{
    rb_raise(rb_eTypeError, "can't copy %" PRIsVALUE,
             jac_shown(rb_obj_class(object)));
}

static VALUE
id_of(VALUE owner)
{
    return FIXNUM_P(owner) ? owner : rb_obj_id(owner);
}

void
jac_set_owner(VALUE error, VALUE owner)
{
    if (owner != 0 && !RB_OBJ_FROZEN(error)) {
        rb_ivar_set(error, id_owner_id, id_of(owner));
    }
}

bool
jac_owned_by_p(VALUE error, VALUE owner)
{
    VALUE id;

    /* for a throw or a break, errinfo is not a Ruby object */
    if (!RB_TYPE_P(error, T_OBJECT)) return false;
    id = rb_attr_get(error, id_owner_id);
    return !NIL_P(id) && rb_equal(id, id_of(owner));
}

bool
jac_take_owned(VALUE error, VALUE owner)
{
    if (!jac_owned_by_p(error, owner)) return false;
    if (!RB_OBJ_FROZEN(error)) rb_ivar_set(error, id_owner_id, Qnil);
    return true;
}

NORETURN(static void raise_owned(VALUE error, VALUE path, VALUE owner));

static void
raise_owned(VALUE error, VALUE path, VALUE owner)
{
    rb_ivar_set(error, id_json_path, path);
    jac_set_owner(error, owner);
    rb_exc_raise(error);
}

void
jac_raise_generator(VALUE message, VALUE invalid, VALUE path, VALUE owner)
{
    VALUE error = rb_exc_new_str(jac_eGeneratorError, message);

    rb_ivar_set(error, rb_intern("@invalid_object"), invalid);
    raise_owned(error, path, owner);
}

void
jac_raise_nesting(long depth, VALUE path, VALUE owner)
{
    VALUE text = rb_enc_sprintf(rb_utf8_encoding(),
                                "nesting of %ld is too deep. Did you try to "
                                "serialize objects with circular references?",
                                depth);

    raise_owned(rb_exc_new_str(jac_eNestingError, text), path, owner);
}

void
jac_raise_circular(VALUE path, VALUE owner)
{
    VALUE text = rb_utf8_str_new_lit("circular reference: a value contains "
                                     "itself");

    raise_owned(rb_exc_new_str(jac_eNestingError, text), path, owner);
}

void
jac_refuse_keywords(VALUE names, VALUE known)
{
    VALUE error = rb_funcall(rb_path2class("Jacinth::OptionNames"),
                             rb_intern("refusal"), 2, names, known);

    if (!NIL_P(error)) rb_exc_raise(error);
}

void
jac_raise_choice(const char *what, VALUE given, int count, const VALUE *names)
{
    VALUE choice = rb_path2class("Jacinth::ChoiceText");

    rb_raise(rb_eArgError, "%" PRIsVALUE,
             rb_funcall(choice, rb_intern("text"), 3,
                        rb_utf8_str_new_cstr(what),
                        rb_ary_new_from_values(count, names), given));
}

bool
jac_chosen_p(const char *what, VALUE given, VALUE symbol)
{
    if (RTEST(given) && given != symbol) {
        jac_raise_choice(what, given, 1, &symbol);
    }
    return RTEST(given);
}

/* _take_error(error, owner), private: see jac_take_owned(). */
static VALUE
s_take_error(VALUE module, VALUE error, VALUE owner)
{
    return jac_take_owned(error, owner) ? Qtrue : Qfalse;
}

void
jac_init_errors(VALUE mJacinth)
{
    rb_define_private_method(rb_singleton_class(mJacinth), "_take_error",
                             s_take_error, 2);
    jac_eGeneratorError = jac_constant(mJacinth, "GeneratorError");
    jac_eNestingError = jac_constant(mJacinth, "NestingError");
    id_json_path = rb_intern("@json_path");
    id_owner_id = rb_intern("owner_id");
}
