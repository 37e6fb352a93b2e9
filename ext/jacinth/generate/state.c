#include "generate/state.h"

#include <ruby/atomic.h>

VALUE jac_cState;

static VALUE mJacinth;
static ID id_json;
static rb_ractor_local_key_t json_gem_key;
static ID id_instance_method, id_to_json;

/* Counts the changes of all States of both gems, in all threads. */
static size_t changes_made;

static void
state_mark(void *ptr)
{
    jac_options_pin(ptr);
}

static size_t
state_memsize(const void *ptr)
{
    return JAC_TYPED_EMBEDDABLE ? 0 : sizeof(jac_generator_options_t);
}

static const rb_data_type_t state_type = JAC_DATA_TYPE(
    "Jacinth::State", state_mark, RUBY_DEFAULT_FREE, state_memsize,
    RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE |
        JAC_TYPED_EMBEDDABLE);

static VALUE
state_allocate(VALUE klass)
{
    jac_generator_options_t *options;
    VALUE state = TypedData_Make_Struct(klass, jac_generator_options_t,
                                        &state_type, options);

    *options = jac_generator_defaults;
    return state;
}

jac_generator_options_t *
jac_state_options(VALUE state)
{
    return jac_typed_struct(state, jac_cState, &state_type);
}

static jac_generator_options_t *
writable_options(VALUE state)
{
    rb_check_frozen(state);
    return jac_state_options(state);
}

bool
jac_state_p(VALUE object)
{
    if (!RB_SPECIAL_CONST_P(object) && RBASIC_CLASS(object) == jac_cState) {
        return true;
    }
    return rb_typeddata_is_kind_of(object, &state_type);
}

static VALUE
state_new(const jac_generator_options_t *options)
{
    VALUE state = state_allocate(jac_cState);
    jac_generator_options_t *copy = jac_state_options(state);

    *copy = *options;
    jac_options_written(copy, state);
    return state;
}

static VALUE
state_initialize_copy(VALUE self, VALUE original)
{
    jac_generator_options_t *options;

    if (self == original) {
        return self;
    }
    options = writable_options(self);
    *options = *jac_state_options(original);
    jac_options_written(options, self);
    return self;
}

static VALUE
json_state_class(void)
{
    VALUE json;

    if (!rb_const_defined_at(rb_cObject, id_json) ||
        !NIL_P(rb_autoload_p(rb_cObject, id_json))) {
        return Qfalse;
    }
    json = rb_const_get_at(rb_cObject, id_json);
    if (json == mJacinth || !RB_TYPE_P(json, T_MODULE) ||
        !rb_const_defined_at(json, rb_intern("State"))) {
        return Qfalse;
    }
    return rb_const_get_at(json, rb_intern("State"));
}

static VALUE
json_gem_module(void)
{
    return rb_const_get_at(mJacinth, rb_intern("JsonGem"));
}

/* For jac_generic_to_json_p(): UnboundMethods of Jacinth's to_json and the
   json gem's, whose State class is generic_of. */
static VALUE generic_ours, generic_methods, generic_of;
static VALUE instance_method;

/* Returns the UnboundMethod of the class's to_json. */
static VALUE
to_json_of(VALUE klass)
{
    VALUE arguments[2] = {klass, ID2SYM(id_to_json)};

    /* bind_call is needed only if the class overrides instance_method. */
    if (rb_method_basic_definition_p(CLASS_OF(klass), id_instance_method)) {
        return rb_funcallv(klass, id_instance_method, 1, arguments + 1);
    }
    return rb_funcallv(instance_method, rb_intern("bind_call"), 2, arguments);
}

static bool
generic_method_p(VALUE method)
{
    VALUE methods, theirs;
    long i;

    if (rb_equal(method, generic_ours)) return true;
    theirs = json_state_class();
    if (!generic_methods || generic_of != theirs) {
        generic_methods =
            rb_funcall(json_gem_module(), rb_intern("generic"), 0);
        generic_of = theirs;
    }
    methods = generic_methods; /* another Ractor can replace it */
    for (i = 0; i < RARRAY_LEN(methods); i++) {
        if (rb_equal(method, RARRAY_AREF(methods, i))) return true;
    }
    RB_GC_GUARD(methods);
    return false;
}

bool
jac_generic_to_json_p(VALUE klass)
{
    const VALUE method = to_json_of(klass);

    /* On Ruby 3.1, an inherited UnboundMethod is not equal to its owner's. */
    return generic_method_p(method) ||
           generic_method_p(
               to_json_of(rb_funcallv(method, rb_intern("owner"), 0, NULL)));
}

VALUE
jac_state_given(VALUE given)
{
    if (RB_SPECIAL_CONST_P(given) || RB_TYPE_P(given, T_HASH)) {
        return given;
    }
    return rb_funcall(json_gem_module(), rb_intern("options"), 1, given);
}

void
jac_generic_to_json_is(VALUE methods)
{
    generic_ours = rb_funcall(methods, rb_intern("instance_method"), 1,
                              ID2SYM(id_to_json));
    rb_gc_register_mark_object(generic_ours);
}

static VALUE
json_gem_changed(VALUE self)
{
    RUBY_ATOMIC_SIZE_INC(changes_made);
    return Qnil;
}

/*
 * Returns a State of the json gem with these options: a copy of the last one if
 * options and class are equal, because a new one costs more than a small
 * document. Each Ractor keeps the class, our State and theirs; user code never
 * sees the latter two.
 */
static VALUE
json_gem_state(const jac_generator_options_t *options, VALUE klass)
{
    VALUE kept = rb_ractor_local_storage_value(json_gem_key), ours, theirs;

    if (NIL_P(kept) || RARRAY_AREF(kept, 0) != klass ||
        !jac_options_equal(jac_state_options(RARRAY_AREF(kept, 1)), options)) {
        ours = rb_obj_freeze(state_new(options));
        theirs = rb_funcall(json_gem_module(), rb_intern("state"), 1, ours);
        kept = rb_ary_freeze(rb_ary_new_from_args(3, klass, ours, theirs));
        rb_ractor_local_storage_value_set(json_gem_key, kept);
    }
    return rb_obj_dup(RARRAY_AREF(kept, 2));
}

VALUE
jac_state_for_to_json(const jac_generator_options_t *options,
                      jac_generator_options_t **ours, jac_json_gem_t *json_gem)
{
    VALUE state, theirs = json_state_class();

    json_gem->depth = -1;
    if (JAC_UNLIKELY(theirs != Qfalse)) {
        *ours = NULL;
        return json_gem_state(options, theirs);
    }
    state = state_new(options);
    *ours = jac_state_options(state);
    return state;
}

void
jac_state_set_depth(VALUE state, long depth, jac_json_gem_t *json_gem)
{
    if (json_gem->depth != depth) {
        rb_funcall(state, rb_intern("jacinth_enter"), 1, LONG2NUM(depth));
        json_gem->depth = depth;
        json_gem->changes = changes_made;
    }
}

void
jac_state_take_changes(VALUE state, jac_generator_options_t *options,
                       jac_json_gem_t *json_gem)
{
    VALUE changes;

    if (JAC_LIKELY(json_gem->changes == changes_made)) {
        return;
    }
    json_gem->changes = changes_made;
    if (!RTEST(rb_ivar_get(state, rb_intern("@jacinth_changed")))) {
        return;
    }
    changes = rb_funcall(state, rb_intern("jacinth_changes"), 0);
    if (RTEST(changes)) {
        jac_options_configure(options, Qfalse, changes);
    }
    json_gem->depth = -1;
}

static VALUE
state_s_from_state(VALUE klass, VALUE options)
{
    if (RTEST(rb_obj_is_kind_of(options, klass))) {
        return options;
    }
    options = jac_state_given(options);
    if (RB_TYPE_P(options, T_HASH)) {
        return rb_class_new_instance(1, &options, klass);
    }
    return rb_class_new_instance(0, NULL, jac_cState);
}

static VALUE
state_configure(VALUE self, VALUE config)
{
    jac_options_configure(writable_options(self), self, config);
    RB_GC_GUARD(self); /* keeps the options at their address */
    return self;
}

static VALUE
state_to_h(VALUE self)
{
    return jac_options_to_h(jac_state_options(self));
}

#define ACCESSORS(kind, name, access)                                       \
    static VALUE state_get_##name(VALUE self)                               \
    {                                                                       \
        return jac_options_get(jac_state_options(self), JAC_OPTION_##name); \
    }                                                                       \
    static VALUE state_set_##name(VALUE self, VALUE given)                  \
    {                                                                       \
        jac_options_set(writable_options(self), self, JAC_OPTION_##name,    \
                        given);                                             \
        RB_GC_GUARD(self); /* keeps the options at their address */         \
        return given;                                                       \
    }
JAC_GENERATOR_OPTIONS(ACCESSORS)
#undef ACCESSORS

static VALUE
state_check_circular_p(VALUE self)
{
    return jac_state_options(self)->max_nesting ? Qtrue : Qfalse;
}

typedef enum { PLAIN = 1, QUERY = 2, BOTH = 3, PRIVATE = 6 } access_t;

/* Ruby's macros check the type of a function by its number of arguments. */
#define DEFINE(name, function, arity)                                  \
    (access == PRIVATE                                                 \
         ? rb_define_private_method(jac_cState, name, function, arity) \
         : rb_define_method(jac_cState, name, function, arity))

static void
define_accessors(const char *name, access_t access, VALUE (*get)(VALUE),
                 VALUE (*set)(VALUE, VALUE))
{
    char text[40];

    if (access & PLAIN) DEFINE(name, get, 0);
    if (access & QUERY) {
        snprintf(text, sizeof(text), "%s?", name);
        DEFINE(text, get, 0);
    }
    snprintf(text, sizeof(text), "%s=", name);
    DEFINE(text, set, 1);
}
#undef DEFINE

void
jac_init_state(VALUE module)
{
    VALUE ext = rb_define_module_under(module, "Ext");
    VALUE generator = rb_define_module_under(ext, "Generator");

    mJacinth = module;
    json_gem_key = rb_ractor_local_storage_value_newkey();
    id_json = rb_intern("JSON");
    rb_define_singleton_method(rb_define_module_under(mJacinth, "JsonGem"),
                               "changed", json_gem_changed, 0);
    id_instance_method = rb_intern("instance_method");
    instance_method = rb_funcall(rb_cModule, id_instance_method, 1,
                                 ID2SYM(id_instance_method));
    rb_gc_register_mark_object(instance_method);
    id_to_json = rb_intern("to_json");
    rb_gc_register_address(&generic_methods);
    rb_gc_register_address(&generic_of);
    jac_cState = rb_define_class_under(generator, "State", rb_cObject);
    rb_define_const(module, "State", jac_cState);
    rb_gc_register_mark_object(jac_cState);
    rb_define_alloc_func(jac_cState, state_allocate);
    rb_define_singleton_method(jac_cState, "from_state", state_s_from_state, 1);
    rb_define_method(jac_cState, "initialize_copy", state_initialize_copy, 1);
    rb_define_private_method(jac_cState, "_configure", state_configure, 1);
    rb_define_method(jac_cState, "check_circular?", state_check_circular_p, 0);
    rb_define_method(jac_cState, "to_h", state_to_h, 0);
    rb_define_method(jac_cState, "to_hash", state_to_h, 0);
#define DEFINE(kind, name, access) \
    define_accessors(#name, access, state_get_##name, state_set_##name);
    JAC_GENERATOR_OPTIONS(DEFINE)
#undef DEFINE
}
