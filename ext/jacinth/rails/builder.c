#include "rails/builder.h"

#include "ruby/errors.h"
#include "ruby/ivar_words.h"

static ID id_format, id_format_keys, id_set_value, id_public_send, id_nil_p;

/* The indexes of the names in builder_ivars and formatter_ivars: the instance
   variables of a Jbuilder and of a KeyFormatter. */
enum { ATTRIBUTES, FORMATTER, DEEP, IGNORE_NIL };
enum { CACHE };
static jac_ivars_t builder_ivars, formatter_ivars;

/* Set once by setup, kept alive and pinned. blank is the value of @attributes
   before an attribute is set. */
static VALUE cBuilder, cBlank, blank, mOriginalMethods;

/* Lists of at least this number of names are left to AttributeList, which
   compiles them to Ruby code. */
static long compiled_size = LONG_MAX;

/* The arguments of yield_builder() and yield_elements(), and the state of the
   builder that close_scope() restores. On the C stack, which keeps it alive.
   elements: a collection; names: the attributes to extract from each element,
   or Qfalse to call the block. */
typedef struct {
    VALUE builder, attributes, formatter, deep, elements, names;
} scope_t;

/* The last classes of builders that original_p() examined with the result true
   and false. Globals, which keep the classes alive and pinned. forget()
   invalidates them when the methods of a class change. One word each, because
   Ractors can read one while it changes. */
static VALUE original_class, other_class;
static unsigned long changes;

/* Jbuilder::KeyFormatter if formatter_format() is its method, nil if not;
   Qundef before the first use. A global, which keeps the class alive and
   pinned. forget() invalidates it. */
static VALUE known_formatter = Qundef;

/* Returns an instance variable of a builder. */
static VALUE
get(VALUE self, int ivar)
{
    return jac_ivar_get(&builder_ivars, self, ivar);
}

/* Sets an instance variable of a builder. */
static void
put(VALUE self, int ivar, VALUE value)
{
    jac_ivar_set(&builder_ivars, self, ivar, value);
}

/* True if the adapter is installed, and the builder's class overrides no method
   of jbuilder. Can call Ruby code. */
static bool
original_p(VALUE self)
{
    const VALUE klass = RBASIC_CLASS(self);
    const unsigned long before = changes;
    bool original;

    if (JAC_LIKELY(klass == original_class)) return true;
    if (klass == other_class) return false;
    /* a singleton class can contain or prepend a module */
    if (klass != rb_obj_class(self)) return false;
    original = RTEST(
        rb_funcall(mOriginalMethods, rb_intern("original_class?"), 1, klass));
    if (changes == before) *(original ? &original_class : &other_class) = klass;
    return original;
}

static bool
key_p(VALUE key)
{
    return SYMBOL_P(key) ||
           (RB_TYPE_P(key, T_STRING) && RBASIC_CLASS(key) == rb_cString);
}

static bool
hash_p(VALUE attributes)
{
    return RB_TYPE_P(attributes, T_HASH) &&
           RBASIC_CLASS(attributes) == rb_cHash;
}

static bool
array_p(VALUE value)
{
    return RB_TYPE_P(value, T_ARRAY) && RBASIC_CLASS(value) == rb_cArray;
}

/* Returns the text of a key that a KeyFormatter has cached, or nil. */
static VALUE
cached_text(VALUE formatter, VALUE key)
{
    const VALUE cache = jac_ivar_get(&formatter_ivars, formatter, CACHE);

    return hash_p(cache) ? rb_hash_aref(cache, key) : Qnil;
}

/* True for a KeyFormatter whose method is formatter_format(). Can call Ruby
   code. */
static bool
formatter_p(VALUE formatter)
{
    const unsigned long before = changes;
    VALUE klass = known_formatter;

    if (klass == Qundef) {
        klass = rb_funcall(mOriginalMethods, rb_intern("formatter"), 0);
        if (changes == before) known_formatter = klass;
    }
    return !RB_SPECIAL_CONST_P(formatter) && RBASIC_CLASS(formatter) == klass;
}

/* Returns the text of a key. Can call Ruby code. */
static VALUE
text_of(VALUE self, VALUE key)
{
    const VALUE formatter = get(self, FORMATTER);
    VALUE text = Qnil;

    if (!RTEST(formatter)) return SYMBOL_P(key) ? rb_sym2str(key) : key;
    /* the most frequent call, without a search for the method */
    if (formatter_p(formatter)) text = cached_text(formatter, key);
    return RTEST(text) ? text
                       : rb_funcallv_public(formatter, id_format, 1, &key);
}

static bool
builder_p(VALUE value)
{
    return RB_TYPE_P(value, T_OBJECT) &&
           RTEST(rb_obj_is_kind_of(value, cBuilder));
}

static bool
blank_p(VALUE value)
{
    return RB_TYPE_P(value, T_OBJECT) &&
           RTEST(rb_obj_is_kind_of(value, cBlank));
}

/* True if set_value() can set this value: it is not left out, is no builder and
   not blank. */
static bool
settable_p(VALUE self, VALUE value)
{
    if ((NIL_P(value) ||
         !rb_method_basic_definition_p(CLASS_OF(value), id_nil_p)) &&
        RTEST(get(self, IGNORE_NIL))) {
        return false;
    }
    return !builder_p(value) && !blank_p(value);
}

/* Returns the value with the keys that _format_keys gives it. Requires
   original_p(self). Can call Ruby code. */
static VALUE
format_keys(VALUE self, VALUE value)
{
    if (!RB_TYPE_P(value, T_HASH) && !RB_TYPE_P(value, T_ARRAY)) return value;
    if (!RTEST(get(self, DEEP))) return value;
    return rb_funcallv(self, id_format_keys, 1, &value);
}

/* Sets an attribute, as _set_value does, and returns true. Returns false if
   jbuilder must set it. */
static bool
set_value(VALUE self, VALUE key, VALUE value)
{
    VALUE attributes;

    if (!key_p(key) || !original_p(self) || !settable_p(self, value))
        return false;
    attributes = get(self, ATTRIBUTES);
    if (attributes == blank) {
        attributes = rb_hash_new();
        put(self, ATTRIBUTES, attributes);
    }
    else if (!hash_p(attributes)) {
        return false;
    }
    rb_hash_aset(attributes, text_of(self, key), value);
    return true;
}

/* True if the object has a public_send of its own, which jbuilder calls. */
static bool
own_public_send_p(VALUE object)
{
    return !rb_method_basic_definition_p(CLASS_OF(object), id_public_send);
}

/* Sets an attribute of the builder for each name, as _extract does. */
static void
extract(VALUE self, VALUE object, VALUE names)
{
    const bool hash = RB_TYPE_P(object, T_HASH);
    const bool sends = !hash && own_public_send_p(object);
    VALUE name, value;
    long i;

    for (i = 0; i < RARRAY_LEN(names); i++) {
        name = RARRAY_AREF(names, i);
        if (hash)
            value = rb_funcallv_public(object, rb_intern("fetch"), 1, &name);
        else if (sends)
            value = rb_funcallv_public(object, id_public_send, 1, &name);
        else
            value = rb_funcallv_public(object, SYM2ID(name), 0, NULL);
        value = original_p(self) ? format_keys(self, value)
                                 : rb_funcallv(self, id_format_keys, 1, &value);
        if (set_value(self, name, value)) continue;
        rb_funcall(self, id_set_value, 2, name, value);
    }
}

/* True if extract() can set these names: fewer than compiled_size, and all
   static Symbols. */
static bool
names_p(VALUE names)
{
    long i;

    if (!array_p(names) || RARRAY_LEN(names) >= compiled_size) return false;
    for (i = 0; i < RARRAY_LEN(names); i++) {
        /* an ID would keep the name of a computed Symbol alive */
        if (!STATIC_SYM_P(RARRAY_AREF(names, i))) return false;
    }
    return true;
}

static void
open_scope(scope_t *s, VALUE self, VALUE elements, VALUE names)
{
    s->builder = self;
    s->elements = elements;
    s->names = names;
    s->attributes = get(self, ATTRIBUTES);
    s->formatter = get(self, FORMATTER);
    s->deep = get(self, DEEP);
}

static VALUE
close_scope(VALUE argument)
{
    const scope_t *s = (const scope_t *)argument;

    put(s->builder, ATTRIBUTES, s->attributes);
    put(s->builder, FORMATTER, s->formatter);
    put(s->builder, DEEP, s->deep);
    return Qnil;
}

static VALUE
yield_builder(VALUE argument)
{
    const scope_t *s = (const scope_t *)argument;

    put(s->builder, ATTRIBUTES, blank);
    rb_yield(s->builder);
    return get(s->builder, ATTRIBUTES);
}

static VALUE
yield_elements(VALUE argument)
{
    scope_t *s = (scope_t *)argument;
    VALUE rows = rb_ary_new_capa(RARRAY_LEN(s->elements)), row;
    long i;

    for (i = 0; i < RARRAY_LEN(s->elements); i++) {
        put(s->builder, ATTRIBUTES, blank);
        row = RARRAY_AREF(s->elements, i);
        if (s->names)
            extract(s->builder, row, s->names);
        else
            rb_yield(row);
        row = get(s->builder, ATTRIBUTES);
        if (row != blank) rb_ary_push(rows, row);
        put(s->builder, FORMATTER, s->formatter);
        put(s->builder, DEEP, s->deep);
    }
    return rows;
}

/* Returns an Array of the attributes of each element. names: as in scope_t. */
static VALUE
map_elements(VALUE self, VALUE elements, VALUE names)
{
    scope_t s;

    open_scope(&s, self, elements, names);
    return rb_ensure(yield_elements, (VALUE)&s, close_scope, (VALUE)&s);
}

/* Returns the attributes that the block sets, or Qundef if jbuilder must merge
   them with those that the key has. */
static VALUE
block_value(VALUE self, VALUE key)
{
    scope_t s;

    open_scope(&s, self, Qfalse, Qfalse);
    if (s.attributes != blank) {
        if (!hash_p(s.attributes) ||
            rb_hash_lookup2(s.attributes, text_of(self, key), Qundef) !=
                Qundef) {
            return Qundef;
        }
    }
    return rb_ensure(yield_builder, (VALUE)&s, close_scope, (VALUE)&s);
}

/*
 * Implements set! and _set: sets the value, the attributes from the block, or
 * those of each element. Returns the same as jbuilder, or Qundef if jbuilder
 * must do it. names: an Array of names, or Qfalse if there are none.
 */
static VALUE
set(VALUE self, VALUE key, VALUE value, VALUE names)
{
    const bool block = rb_block_given_p();

    if (!key_p(key) || !original_p(self)) return Qundef;
    if (!block && !names) {
        if (builder_p(value)) return Qundef;
        value = format_keys(self, value);
    }
    else if (value == blank && block) {
        value = block_value(self, key);
        if (value == blank) return Qnil;
    }
    else {
        if (!array_p(value) || (!block && !names_p(names))) return Qundef;
        value = map_elements(self, value, block ? Qfalse : names);
    }
    if (value == Qundef) return Qundef;
    if (set_value(self, key, value)) return value;
    return rb_funcall(self, id_set_value, 2, key, value);
}

/* set!(key, value = blank, *names), and method_missing. */
static VALUE
builder_set(int argc, VALUE *argv, VALUE self)
{
    VALUE result = Qundef, names = Qfalse;

    if (argc > 2 && array_p(argv[1])) {
        names = rb_ary_new_from_values(argc - 2, argv + 2);
    }
    if (argc == 2 || names)
        result = set(self, argv[0], argv[1], names);
    else if (argc == 1 && rb_block_given_p())
        result = set(self, argv[0], blank, Qfalse);
    return result == Qundef ? rb_call_super(argc, argv) : result;
}

/* _set(key, value, names) */
static VALUE
builder_set_names(int argc, VALUE *argv, VALUE self)
{
    VALUE result = Qundef;

    if (argc == 3 && array_p(argv[2])) {
        result = set(self, argv[0], argv[1],
                     RARRAY_LEN(argv[2]) > 0 ? argv[2] : Qfalse);
    }
    return result == Qundef ? rb_call_super(argc, argv) : result;
}

/* _extract(object, names) */
static VALUE
builder_extract(int argc, VALUE *argv, VALUE self)
{
    if (argc != 2 || !names_p(argv[1]) || !original_p(self)) {
        return rb_call_super(argc, argv);
    }
    extract(self, argv[0], argv[1]);
    return argv[1];
}

static VALUE
builder_set_value(int argc, VALUE *argv, VALUE self)
{
    if (argc == 2 && set_value(self, argv[0], argv[1])) return argv[1];
    return rb_call_super(argc, argv);
}

static VALUE
builder_map_collection(int argc, VALUE *argv, VALUE self)
{
    if (argc == 1 && array_p(argv[0]) && rb_block_given_p() &&
        original_p(self)) {
        return map_elements(self, argv[0], Qfalse);
    }
    return rb_call_super(argc, argv);
}

/* KeyFormatter#format(key). Replaces a String in jbuilder's cache by a frozen
   copy, because a Hash does not copy a frozen key. */
static VALUE
formatter_format(VALUE self, VALUE key)
{
    VALUE name = cached_text(self, key), cache;

    if (RTEST(name)) return name;
    name = rb_call_super(1, &key);
    cache = jac_ivar_get(&formatter_ivars, self, CACHE);
    if (!hash_p(cache) || !RB_TYPE_P(name, T_STRING) ||
        RBASIC_CLASS(name) != rb_cString) {
        return name;
    }
    name = rb_str_to_interned_str(name);
    rb_hash_aset(cache, key, name);
    return name;
}

/* Defines the methods. builder, blank_class: classes; value: the blank value;
   original_methods: its module. */
static VALUE
builder_s_setup(VALUE module, VALUE builder, VALUE blank_class, VALUE value,
                VALUE original_methods)
{
    Check_Type(builder, T_CLASS);
    Check_Type(blank_class, T_CLASS);
    rb_gc_register_mark_object(cBuilder = builder);
    rb_gc_register_mark_object(cBlank = blank_class);
    rb_gc_register_mark_object(blank = value);
    rb_gc_register_mark_object(mOriginalMethods = original_methods);
    rb_define_method(module, "set!", builder_set, -1);
    rb_define_private_method(module, "method_missing", builder_set, -1);
    rb_define_private_method(module, "_set", builder_set_names, -1);
    rb_define_private_method(module, "_extract", builder_extract, -1);
    rb_define_private_method(module, "_set_value", builder_set_value, -1);
    rb_define_private_method(module, "_map_collection", builder_map_collection,
                             -1);
    return module;
}

/* original?(builder): as original_p(). */
static VALUE
builder_s_original_p(VALUE module, VALUE builder)
{
    return !RB_SPECIAL_CONST_P(builder) && original_p(builder) ? Qtrue : Qfalse;
}

/* own_public_send?(object): as own_public_send_p(). */
static VALUE
builder_s_own_public_send_p(VALUE module, VALUE object)
{
    return own_public_send_p(object) ? Qtrue : Qfalse;
}

/* class_of(object): the object's singleton class or, without one, its class. */
static VALUE
builder_s_class_of(VALUE module, VALUE object)
{
    return CLASS_OF(object);
}

/* forget: the methods of a class of builders changed. */
static VALUE
builder_s_forget(VALUE module)
{
    changes++;
    original_class = other_class = Qfalse;
    known_formatter = Qundef;
    return Qnil;
}

/* same_objects?(one, other): true if two Arrays have the same objects. */
static VALUE
builder_s_same_objects_p(VALUE module, VALUE one, VALUE other)
{
    long i;

    if (!array_p(one) || !array_p(other)) return Qfalse;
    if (RARRAY_LEN(one) != RARRAY_LEN(other)) return Qfalse;
    for (i = 0; i < RARRAY_LEN(one); i++) {
        if (RARRAY_AREF(one, i) != RARRAY_AREF(other, i)) return Qfalse;
    }
    return Qtrue;
}

static VALUE
builder_s_set_compiled_size(VALUE module, VALUE size)
{
    compiled_size = NUM2LONG(size);
    return size;
}

void
jac_init_builder(VALUE mJacinth)
{
    VALUE mBuilderMethods = rb_module_new();
    VALUE mFormatting = rb_define_module_under(mBuilderMethods, "Formatting");

    rb_const_set(mJacinth, rb_intern("BuilderMethods"), mBuilderMethods);
    jac_private_constant(mJacinth, "BuilderMethods");
    id_format = rb_intern("format");
    id_public_send = rb_intern("public_send");
    id_nil_p = rb_intern("nil?");
    formatter_ivars.names[CACHE] = rb_intern("@cache");
    id_format_keys = rb_intern("_format_keys");
    id_set_value = rb_intern("_set_value");
    builder_ivars.names[ATTRIBUTES] = rb_intern("@attributes");
    builder_ivars.names[FORMATTER] = rb_intern("@key_formatter");
    builder_ivars.names[DEEP] = rb_intern("@deep_format_keys");
    builder_ivars.names[IGNORE_NIL] = rb_intern("@ignore_nil");
    rb_gc_register_address(&original_class);
    rb_gc_register_address(&other_class);
    rb_gc_register_address(&known_formatter);
    rb_define_method(mFormatting, "format", formatter_format, 1);
    rb_define_singleton_method(mBuilderMethods, "setup", builder_s_setup, 4);
    rb_define_singleton_method(mBuilderMethods, "original?",
                               builder_s_original_p, 1);
    rb_define_singleton_method(mBuilderMethods, "own_public_send?",
                               builder_s_own_public_send_p, 1);
    rb_define_singleton_method(mBuilderMethods, "class_of", builder_s_class_of,
                               1);
    rb_define_singleton_method(mBuilderMethods, "forget", builder_s_forget, 0);
    rb_define_singleton_method(mBuilderMethods, "same_objects?",
                               builder_s_same_objects_p, 2);
    rb_define_singleton_method(
        mBuilderMethods, "compiled_size=", builder_s_set_compiled_size, 1);
}
