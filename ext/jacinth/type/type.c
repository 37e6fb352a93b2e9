#include "type/type.h"

#include "core/kernels.h"
#include "core/short.h"
#include "ruby/errors.h"
#include "ruby/hash_layout.h"
#include "type/type_load.h"
#include "type/type_dump.h"

/* A type with more members has a hash table of them. */
enum { JAC_MEMBERS_LISTED = 8 };

static const char *const kind_names[] = {JAC_TYPE_KIND_LIST(JAC_SYMBOL_OF)};
static const char *const build_names[] = {JAC_BUILD_LIST(JAC_SYMBOL_OF)};
static const char *const unknown_names[] = {JAC_UNKNOWN_LIST(JAC_SYMBOL_OF)};
static const char *const json_names[] = {JAC_JSON_LIST(JAC_SYMBOL_OF)};

/* Called with each VALUE of a type except `self`. */
typedef void visit_t(VALUE value, void *arg);

static void
visit_type(const jac_type_t *type, visit_t *visit, void *arg)
{
    if (type != NULL) visit(type->self, arg);
}

static void
visit_values(const jac_type_t *type, visit_t *visit, void *arg)
{
    size_t i;

    visit(type->name, arg);
    visit(type->spec, arg);
    visit(type->label, arg);
    visit(type->template, arg);
    visit(type->klass, arg);
    visit(type->load, arg);
    visit(type->dump, arg);
    visit(type->range, arg);
    visit(type->pattern, arg);
    visit(type->tag, arg);
    visit(type->places, arg);
    visit(type->tests, arg);
    visit(type->required, arg);
    visit_type(type->of, visit, arg);
    visit_type(type->key, visit, arg);
    for (i = 0; i < JAC_JSON_KINDS; i++) visit_type(type->by[i], visit, arg);
    for (i = 0; i < type->alternative_count; i++) {
        visit_type(type->alternatives[i], visit, arg);
    }
    for (i = 0; i < type->count; i++) {
        const jac_member_t *member = &type->members[i];

        visit_type(member->type, visit, arg);
        visit(member->symbol, arg);
        visit(member->hash_key, arg);
        visit(member->step, arg);
        visit(member->fallback, arg);
    }
}

static void
mark_value(VALUE value, void *arg)
{
    if (value != 0 && !SPECIAL_CONST_P(value)) rb_gc_mark(value);
}

static void
type_mark(void *data)
{
    visit_values(data, mark_value, NULL);
}

#ifdef JACINTH_DEBUG
static void
count_value(VALUE value, void *arg)
{
    ++*(size_t *)arg;
}

static void
keep_value(VALUE value, void *arg)
{
    jac_shadow_keep((*(jac_shadow_t **)arg)++, value);
}

static void
check_value(VALUE value, void *arg)
{
    jac_shadow_check((*(jac_shadow_t **)arg)++, value, "a type");
}

static void
type_keep(jac_type_t *type)
{
    jac_shadow_t *next;
    size_t count = 0;

    visit_values(type, count_value, &count);
    next = type->shadows = realloc(type->shadows, count * sizeof(jac_shadow_t));
    if (next == NULL) abort();
    visit_values(type, keep_value, &next);
}

/* Other Ractors can call this at the same time. */
static void
type_check(const jac_type_t *type, VALUE self)
{
    jac_shadow_t *next = type->shadows;

    jac_shadow_check(&type->self_shadow, self, "a type itself");
    JAC_ASSERT(type->self == self);
    if (next != NULL) visit_values(type, check_value, &next);
}
#else
#define type_keep(type) ((void)0)
#define type_check(type, self) ((void)0)
#endif

/* The marked objects do not move. The Type itself moves if no other type
   refers to it and no load or dump that uses it is on the C stack. */
static void
type_compact(void *data)
{
    jac_type_t *type = data;

    type->self = rb_gc_location(type->self);
    JAC_SHADOW_KEEP(&type->self_shadow, type->self);
}

static void
type_free(void *data)
{
    jac_type_t *type = data;

    xfree(type->members);
    xfree(type->texts);
    xfree(type->table);
    xfree(type->alternatives);
#ifdef JACINTH_DEBUG
    free(type->shadows);
#endif
    xfree(type);
}

static size_t
type_memsize(const void *data)
{
    const jac_type_t *type = data;

    return sizeof(*type) + type->count * sizeof(jac_member_t) +
           (type->table ? (type->mask + 1) * sizeof(uint32_t) : 0) +
           type->alternative_count * sizeof(type->alternatives[0]);
}

static const rb_data_type_t type_type = {
    .wrap_struct_name = "Jacinth::Type",
    .function =
        {
            .dmark = type_mark,
            .dfree = type_free,
            .dsize = type_memsize,
            .dcompact = type_compact,
        },
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED |
             RUBY_TYPED_FROZEN_SHAREABLE,
};

static VALUE
type_allocate(VALUE klass)
{
    jac_type_t *type;
    VALUE self = TypedData_Make_Struct(klass, jac_type_t, &type_type, type);

    type->self = self;
    JAC_SHADOW_KEEP(&type->self_shadow, self);
    type->kind = JAC_TYPE_KINDS;
    type->unready = true;
    return self;
}

static jac_type_t *
type_struct(VALUE self)
{
    jac_type_t *type;

    TypedData_Get_Struct(self, jac_type_t, &type_type, type);
    return type;
}

bool
jac_type_p(VALUE value)
{
    return RB_TYPE_P(value, T_DATA) &&
           rb_typeddata_is_kind_of(value, &type_type);
}

JAC_COLD void
jac_type_fail_incomplete(void)
{
    rb_raise(rb_eArgError, "this type is not complete yet");
}

static JAC_COLD void
make_ready(jac_type_t *type, VALUE self)
{
    if (type->kind == JAC_TYPE_KINDS) jac_type_fail_incomplete();
    if (RTEST(rb_funcall(self, rb_intern("_ready"), 0))) type->unready = false;
}

const jac_type_t *
jac_type_get(VALUE self)
{
    jac_type_t *type = type_struct(self);

    if (JAC_UNLIKELY(type->unready)) make_ready(type, self);
    jac_type_target(type);
    type_check(type, self);
    return type;
}

static VALUE
spec_get(VALUE spec, const char *name)
{
    return rb_hash_lookup2(spec, ID2SYM(rb_intern(name)), Qnil);
}

static bool
spec_true(VALUE spec, const char *name)
{
    return RTEST(spec_get(spec, name));
}

static int64_t
spec_int(VALUE spec, const char *name, int64_t otherwise)
{
    VALUE value = spec_get(spec, name);

    return NIL_P(value) ? otherwise : NUM2LL(value);
}

/* Notes that `type` refers to `other`, which can be a REF without a target. */
static const jac_type_t *
refer(jac_type_t *type, VALUE other)
{
    const jac_type_t *to;

    if (NIL_P(other)) return NULL;
    to = type_struct(other);
    if (to->kind == JAC_TYPE_KINDS) jac_type_fail_incomplete();
    RB_OBJ_WRITTEN(type->self, Qundef, other);
    if (to->calls) type->calls = true;
    return to;
}

static VALUE
hold(jac_type_t *type, VALUE value)
{
    if (!SPECIAL_CONST_P(value)) RB_OBJ_WRITTEN(type->self, Qundef, value);
    return value;
}

/* Seeded, because the names can come from an untrusted schema. */
static uint32_t
name_hash(const uint8_t *s, size_t n)
{
    return (uint32_t)rb_memhash(s, (long)n);
}

static bool
named(const jac_member_t *member, const uint8_t *s, size_t n)
{
    return member->name != NULL && member->length == n &&
           memcmp(member->name, s, n) == 0;
}

uint32_t
jac_member_find(const jac_type_t *type, const uint8_t *s, size_t n)
{
    uint32_t i, at;

    if ((type->bits & jac_name_bit(s, n)) == 0) return UINT32_MAX;
    if (type->table == NULL) {
        for (i = 0; i < type->count; i++) {
            if (named(&type->members[i], s, n)) return i;
        }
        return UINT32_MAX;
    }
    for (i = name_hash(s, n);; i++) {
        at = type->table[i & type->mask];
        if (at == 0) return UINT32_MAX;
        if (named(&type->members[at - 1], s, n)) return at - 1;
    }
}

static void
make_table(jac_type_t *type)
{
    uint32_t size = 16, i, place;

    if (type->count <= JAC_MEMBERS_LISTED) return;
    while (size < 2 * type->count) size *= 2;
    type->table = ZALLOC_N(uint32_t, size);
    type->mask = size - 1;
    for (i = 0; i < type->count; i++) {
        const jac_member_t *member = &type->members[i];

        if (member->name == NULL) continue;
        place = name_hash(member->name, member->length);
        while (type->table[place & type->mask] != 0) place++;
        type->table[place & type->mask] = i + 1;
    }
}

static void
read_member(jac_type_t *type, jac_member_t *member, VALUE spec)
{
    member->read = spec_true(spec, "read");
    member->written = spec_true(spec, "written");
    member->optional = spec_true(spec, "optional");
    member->deferred = spec_true(spec, "deferred");
    member->omit_nil = spec_true(spec, "omit_nil");
    member->omit_default = spec_true(spec, "omit_default");
    member->constant = spec_true(spec, "constant");
    member->other = spec_true(spec, "other");
    member->apart = member->constant || member->other;
    member->call = spec_true(spec, "call");
    member->slot = (uint32_t)spec_int(spec, "slot", 0);
    member->type = refer(type, spec_get(spec, "type"));
    member->symbol = hold(type, spec_get(spec, "symbol"));
    member->hash_key = hold(type, spec_get(spec, "hash_key"));
    member->step = hold(type, spec_get(spec, "name"));
    member->fallback = hold(
        type, rb_hash_lookup2(spec, ID2SYM(rb_intern("fallback")), Qundef));
    if (member->call) type->calls = true;
    if (SYMBOL_P(member->symbol) && type->build != JAC_BUILD_HASH) {
        VALUE ivar =
            rb_str_plus(rb_utf8_str_new_lit("@"), rb_sym2str(member->symbol));

        member->reader = SYM2ID(member->symbol);
        member->ivar = rb_intern_str(ivar);
    }
}

/* True if JSON text can contain this name without escapes. */
static bool
raw_name_p(const uint8_t *s, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++) {
        if (s[i] < 0x20 || s[i] == '"' || s[i] == '\\') return false;
    }
    return jac_valid_utf8(s, s + n);
}

/*
 * Copies names and texts into memory of the type. A collector has no name.
 *
 *   name " : 0 0 0 0 0 0 0 0 "name":
 */
static void
read_texts(jac_type_t *type, VALUE specs)
{
    size_t size = 0;
    uint32_t i;
    uint8_t *to;

    for (i = 0; i < type->count; i++) {
        VALUE spec = RARRAY_AREF(specs, i), name = spec_get(spec, "name");
        VALUE text = spec_get(spec, "text");

        if (!NIL_P(name)) size += (size_t)RSTRING_LEN(StringValue(name)) + 10;
        if (!NIL_P(text)) size += (size_t)RSTRING_LEN(StringValue(text));
    }
    type->texts = to = ZALLOC_N(uint8_t, size + JAC_TEXT_READABLE);
    for (i = 0; i < type->count; i++) {
        VALUE spec = RARRAY_AREF(specs, i), name = spec_get(spec, "name");
        VALUE text = spec_get(spec, "text");
        jac_member_t *member = &type->members[i];

        if (!NIL_P(name)) {
            member->length = (size_t)RSTRING_LEN(name);
            memcpy(to, RSTRING_PTR(name), member->length);
            to[member->length] = '"';
            to[member->length + 1] = ':';
            member->name = to;
            type->bits |= jac_name_bit(to, member->length);
            if (member->read && raw_name_p(to, member->length)) {
                member->bytes = member->length + 2;
                member->mask = jac_key_mask(member->bytes);
                member->first = jac_load64(to) & member->mask;
            }
            to += member->length + 10;
        }
        if (!NIL_P(text)) {
            member->title = (uint32_t)RSTRING_LEN(text);
            memcpy(to, RSTRING_PTR(text), member->title);
            member->text = to;
            member->high = !jac_ascii_p(to, member->title);
            to += member->title;
        }
    }
}

static void
read_members(jac_type_t *type, VALUE specs)
{
    uint32_t i, count;

    if (NIL_P(specs)) return;
    count = (uint32_t)RARRAY_LEN(specs);
    type->members = ZALLOC_N(jac_member_t, count + 1);
    type->count = count;
    for (i = 0; i <= count; i++) {
        type->members[i].fallback = Qundef;
        /* jac_key_at() is false for these */
        type->members[i].first = 1;
        type->members[i].bytes = SIZE_MAX;
    }
    for (i = 0; i < count; i++) {
        read_member(type, &type->members[i], RARRAY_AREF(specs, i));
    }
    read_texts(type, specs);
    make_table(type);
}

static VALUE
hash_template(const jac_type_t *type)
{
    VALUE pairs = rb_ary_new(), template;
    uint32_t i;

    for (i = 0; i < type->count; i++) {
        if (type->members[i].apart) continue;
        rb_ary_push(pairs, type->members[i].hash_key);
        rb_ary_push(pairs, Qnil);
    }
    template = jac_hash_template(RARRAY_CONST_PTR(pairs),
                                 (size_t)RARRAY_LEN(pairs) / 2);
    RB_GC_GUARD(pairs);
    return template;
}

static void
read_alternatives(jac_type_t *type, VALUE types, VALUE by)
{
    uint32_t i, count;

    if (!NIL_P(types)) {
        count = (uint32_t)RARRAY_LEN(types);
        type->alternatives = ZALLOC_N(const jac_type_t *, count + 1);
        for (i = 0; i < count; i++) {
            type->alternatives[i] = refer(type, RARRAY_AREF(types, i));
            type->alternative_count = i + 1;
        }
    }
    if (NIL_P(by)) return;
    for (i = 0; i < JAC_JSON_KINDS; i++) {
        type->by[i] = refer(type, spec_get(by, json_names[i]));
    }
}

/*
 * Returns the index of a Symbol's name. Raises ArgumentError if it is missing.
 */
static uint8_t
name_index(VALUE symbol, const char *const *names, uint8_t count)
{
    uint8_t i;

    for (i = 0; i < count; i++) {
        if (symbol == ID2SYM(rb_intern(names[i]))) return i;
    }
    rb_raise(rb_eArgError, "unknown name %+" PRIsVALUE, symbol);
}

static bool
kind_calls(uint8_t kind)
{
    return kind == JAC_TYPE_SCALAR || kind == JAC_TYPE_DATE ||
           kind == JAC_TYPE_DECIMAL || kind == JAC_TYPE_SET ||
           kind == JAC_TYPE_REF || kind == JAC_TYPE_FIRST;
}

static void
check_slots(const jac_type_t *type)
{
    VALUE seen = jac_memory_new(type->slots);
    char *s = RSTRING_PTR(seen);
    uint32_t i;

    memset(s, 0, type->slots);
    for (i = 0; i < type->count; i++) {
        if (type->members[i].slot < type->slots) s[type->members[i].slot] = 1;
    }
    if (type->fields > type->slots || memchr(s, 0, type->slots) != NULL) {
        rb_raise(rb_eArgError, "each slot must belong to a member");
    }
    RB_GC_GUARD(seen);
}

/* Prepares the fast paths for writing an OBJECT from its slots. */
static void
read_writing(jac_type_t *type)
{
    uint32_t i;

    type->plain = (type->layout.direct || type->build == JAC_BUILD_ROW) &&
                  type->collector == UINT32_MAX;
    for (i = 0; i < type->count; i++) {
        const jac_member_t *member = &type->members[i];
        const jac_type_t *of = member->type;

        if (member->other) break;
        type->named = i + 1;
        type->high_names |= member->high;
        if (!member->written || member->constant || member->omit_nil ||
            member->omit_default || member->title > JAC_TEXT_READABLE) {
            type->plain = false;
        }
        if (of != NULL && of->kind == JAC_TYPE_OPTIONAL) of = of->of;
        if (of != NULL && of->kind == JAC_TYPE_STRING && !member->constant &&
            member->slot < type->fields && type->fetch_count < JAC_FETCHED) {
            type->fetch[type->fetch_count++] = (uint8_t)member->slot;
        }
    }
}

/* Returns type->direct. */
static bool
direct_p(const jac_type_t *type, uint8_t kind)
{
    uint32_t i;

    if (type->checks || !NIL_P(type->range)) return false;
    switch (kind) {
    case JAC_TYPE_OPTIONAL:
    case JAC_TYPE_ARRAY:
        return type->of->direct;
    case JAC_TYPE_OBJECT:
        if (type->exact == 0 || !type->plain || type->build == JAC_BUILD_ROW) {
            return false;
        }
        for (i = 0; i < type->named; i++) {
            if (!type->members[i].type->direct) return false;
        }
        return true;
    default:
        return kind >= JAC_TYPE_STRING && kind <= JAC_TYPE_DECIMAL;
    }
}

/* Reads the limits and rules of the values. Sets `calls` if checking them runs
   Ruby code. */
static void
read_rules(jac_type_t *type, VALUE spec, uint8_t kind)
{
    const int64_t least = kind == JAC_TYPE_INTEGER ? INT64_MIN : 0;
    const bool check = spec_true(spec, "check");

    type->range = hold(type, spec_get(spec, "range"));
    type->pattern = hold(type, spec_get(spec, "pattern"));
    type->required = hold(type, spec_get(spec, "required"));
    type->low = spec_int(spec, "low", least);
    type->high = spec_int(spec, "high", INT64_MAX);
    if (type->low > least || type->high < INT64_MAX) {
        type->constrained = true;
        if (kind == JAC_TYPE_INTEGER) type->range = Qnil;
    }
    type->whole = spec_true(spec, "whole");
    type->strict = spec_true(spec, "strict");
    type->strips = spec_true(spec, "strip");
    type->unique = spec_true(spec, "unique");
    type->unit = spec_int(spec, "unit", 0);
    type->rules = type->strict || type->strips || type->unique || check;
    type->checks = check && kind != JAC_TYPE_OBJECT;
    if (type->rules || !NIL_P(type->required)) type->constrained = true;
    if (!NIL_P(type->range) || !NIL_P(type->pattern) || check) {
        type->calls = type->constrained = true;
    }
}

/* Prepares a type of kind OBJECT, after its members were read, for reading and
   writing values. */
static void
prepare_object(jac_type_t *type)
{
    check_slots(type);
    /* the program can define the class's initialize at any time */
    if (type->build != JAC_BUILD_HASH) {
        type->calls = true;
    }
    else {
        type->template = hold(type, hash_template(type));
    }
    if (type->build == JAC_BUILD_STRUCT) {
        type->layout =
            jac_struct_layout(type->klass, type->fields, type->freezes);
    }
    read_writing(type);
}

/* Type#_compile, private: fills the struct from a checked spec. It is called
   once, as a type never changes. */
static VALUE
type_compile(VALUE self, VALUE kind, VALUE spec)
{
    jac_type_t *type = type_struct(self);
    uint8_t number;
    bool marked;

    rb_check_frozen(self);
    Check_Type(spec, T_HASH);
    if (type->kind != JAC_TYPE_KINDS) {
        rb_raise(rb_eArgError, "this type is complete already");
    }
    number = name_index(kind, kind_names, JAC_TYPE_KINDS);
    type->unready = spec_true(spec, "pending");
    type->calls = kind_calls(number);
    type->name = hold(type, kind);
    type->spec = hold(type, spec);
    type->label = hold(type, spec_get(spec, "label"));
    type->klass = hold(type, spec_get(spec, "klass"));
    type->load = hold(type, spec_get(spec, "load"));
    type->dump = hold(type, spec_get(spec, "dump"));
    type->tag = hold(type, spec_get(spec, "tag"));
    read_rules(type, spec, number);
    if (number == JAC_TYPE_OBJECT) {
        type->build =
            name_index(spec_get(spec, "build"), build_names, JAC_BUILDS);
        type->unknown =
            name_index(spec_get(spec, "unknown"), unknown_names, JAC_UNKNOWNS);
    }
    type->freezes = spec_true(spec, "freezes");
    type->keywords = spec_true(spec, "keywords");
    type->number = spec_true(spec, "number");
    type->rails = spec_true(spec, "rails");
    type->symbols = spec_true(spec, "symbols");
    type->coerces = spec_true(spec, "coerce");
    type->fields = (uint32_t)spec_int(spec, "fields", 0);
    type->slots = (uint32_t)spec_int(spec, "slots", 0);
    type->collector = (uint32_t)spec_int(spec, "collector", UINT32_MAX);
    type->of = refer(type, spec_get(spec, "of"));
    type->key = refer(type, spec_get(spec, "key"));
    type->places = hold(type, spec_get(spec, "places"));
    type->tests = hold(type, spec_get(spec, "tests"));
    if (type->key != NULL || !NIL_P(type->tests)) type->calls = true;
    if (number == JAC_TYPE_VALUE && spec_true(spec, "rows")) type->of = type;
    type->rows = number == JAC_TYPE_VALUE ||
                 (type->of != NULL && type->of->kind == JAC_TYPE_VALUE);
    read_members(type, spec_get(spec, "members"));
    marked = number == JAC_TYPE_VARIANT;
    read_alternatives(type, spec_get(spec, marked ? "marks" : "alternatives"),
                      spec_get(spec, "by"));
    if (number == JAC_TYPE_OBJECT) prepare_object(type);
    /* the writer reads it for each array */
    if (number == JAC_TYPE_TUPLE) type->of = type->alternatives[0];
    type->kind = number;
    type->simple_kind = type->constrained ? JAC_TYPE_KINDS : number;
    type->exact = type->constrained ? 0 : type->klass;
    type->direct = direct_p(type, number);
    type_keep(type);
    return self;
}

/* Type._members, private: the members of a Struct or Data in slot order. */
static VALUE
type_members(VALUE cType, VALUE klass)
{
    return rb_ary_dup(rb_struct_s_members(klass));
}

static VALUE
type_kind(VALUE self)
{
    return type_struct(self)->name;
}

static VALUE
type_spec(VALUE self)
{
    return type_struct(self)->spec;
}

/*
 * Type#_member_place, private: the index of the member with this name, or nil.
 */
static VALUE
type_member_place(VALUE self, VALUE name)
{
    const jac_type_t *type = type_struct(self);
    const char *s = StringValuePtr(name);
    const uint32_t place =
        jac_member_find(type, (const uint8_t *)s, (size_t)RSTRING_LEN(name));

    RB_GC_GUARD(name);
    return place == UINT32_MAX ? Qnil : UINT2NUM(place);
}

static VALUE
type_target(VALUE self)
{
    const jac_type_t *type = type_struct(self);

    return type->of == NULL ? Qnil : type->of->self;
}

/* True if reading `type` can reach `ref` again without consuming any text,
   so that it would not end. */
static bool
leads_to(const jac_type_t *type, const jac_type_t *ref, int depth)
{
    uint32_t i;

    if (type == NULL) return false;
    if (type == ref || depth > 1000) return true;
    switch (type->kind) {
    case JAC_TYPE_REF:
    case JAC_TYPE_OPTIONAL:
        return leads_to(type->of, ref, depth + 1);
    case JAC_TYPE_UNION:
    case JAC_TYPE_FIRST:
        for (i = 0; i < type->alternative_count; i++) {
            if (leads_to(type->alternatives[i], ref, depth + 1)) return true;
        }
        return false;
    default:
        return false;
    }
}

static VALUE
type_resolve(VALUE self, VALUE target)
{
    jac_type_t *type = type_struct(self);
    const jac_type_t *to = type_struct(target);

    if (type->kind != JAC_TYPE_REF || type->of != NULL ||
        to->kind == JAC_TYPE_KINDS || leads_to(to, type, 0)) {
        rb_raise(rb_eArgError, "a recursive type must contain itself within an "
                               "array or an object");
    }
    type->of = to;
    RB_OBJ_WRITTEN(self, Qundef, target);
    type_keep(type);
    return self;
}

/* Jacinth._define_type (private): defines the class Type. Called by
   lib/jacinth/type.rb, which adds the methods in Ruby. */
static VALUE
define_type(VALUE mJacinth)
{
    VALUE cType = rb_define_class_under(mJacinth, "Type", rb_cObject);

    /* The name is set here, because the drop-in renames mJacinth to JSON. */
    rb_set_class_path(cType, rb_cObject, "Jacinth::Type");
    rb_define_alloc_func(cType, type_allocate);
    rb_undef_method(cType, "initialize_copy");
    rb_define_private_method(cType, "_compile", type_compile, 2);
    rb_define_private_method(cType, "_resolve", type_resolve, 1);
    rb_define_private_method(cType, "_target", type_target, 0);
    rb_define_private_method(cType, "_kind", type_kind, 0);
    rb_define_private_method(cType, "_spec", type_spec, 0);
    rb_define_private_method(cType, "_member_place", type_member_place, 1);
    rb_define_private_method(rb_singleton_class(cType), "_members",
                             type_members, 1);
    jac_define_type_load(cType);
    jac_define_type_dump(cType);
    return cType;
}

void
jac_init_type(VALUE mJacinth)
{
    jac_init_type_load(mJacinth);
    jac_init_type_dump(mJacinth);
    rb_define_private_method(rb_singleton_class(mJacinth), "_define_type",
                             define_type, 0);
}
