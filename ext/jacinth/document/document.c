#include "document/document.h"

#include "check/validate.h"
#include "document/document_functions.h"
#include "document/reformat.h"
#include "document/select.h"
#include "document/text.h"
#include "parse/parser_errors.h"
#include "parse/source_text.h"
#include "ruby/errors.h"

static VALUE cDocument;

typedef struct {
    VALUE text;   /* a result of jac_text_new(), or 0 */
    VALUE parent; /* the Document of the container around it, or 0 */
    VALUE step;   /* the key or index in the parent */
    size_t start;
    size_t depth;
} jac_document_t;

static void
document_mark(void *data)
{
    const jac_document_t *doc = data;

    rb_gc_mark(doc->text);
    rb_gc_mark(doc->parent);
    rb_gc_mark(doc->step);
}

static size_t
document_memsize(const void *data)
{
    return JAC_TYPED_EMBEDDABLE ? 0 : sizeof(jac_document_t);
}

static const rb_data_type_t document_type = JAC_DATA_TYPE(
    "Jacinth::Document", document_mark, RUBY_DEFAULT_FREE, document_memsize,
    RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE |
        JAC_TYPED_EMBEDDABLE);

static VALUE
document_allocate(VALUE klass)
{
    jac_document_t *doc;

    return TypedData_Make_Struct(klass, jac_document_t, &document_type, doc);
}

static jac_document_t *
document_get(VALUE self)
{
    jac_document_t *doc = jac_typed_struct(self, cDocument, &document_type);

    if (doc->text == 0) rb_raise(rb_eArgError, "uninitialized document");
    return doc;
}

static jac_document_t *
open_document(VALUE self, jac_parser_t *parser)
{
    jac_document_t *doc = document_get(self);

    jac_text_parser(parser, jac_text_get(doc->text));
    parser->cursor += doc->start;
    return doc;
}

static VALUE
document_at(VALUE parent, const jac_document_t *from, size_t start, VALUE step)
{
    VALUE text = from->text;
    const size_t depth = from->depth + 1;
    VALUE self = document_allocate(rb_obj_class(parent));
    jac_document_t *doc = jac_typed_data(self);

    RB_OBJ_WRITE(self, &doc->text, text);
    RB_OBJ_WRITE(self, &doc->parent, parent);
    RB_OBJ_WRITE(self, &doc->step, step);
    doc->start = start;
    doc->depth = depth;
    return self;
}

/* A copy is the same position in the same text, which never changes. */
static VALUE
document_initialize_copy(VALUE self, VALUE original)
{
    const jac_document_t *from =
        jac_typed_struct(original, cDocument, &document_type);
    jac_document_t *doc = rb_check_typeddata(self, &document_type);

    if (self == original) return self;
    rb_check_frozen(self);
    if (doc->text != 0) rb_raise(rb_eArgError, "already initialized");
    if (from->text == 0) return self;
    RB_OBJ_WRITE(self, &doc->text, from->text);
    if (from->parent) {
        RB_OBJ_WRITE(self, &doc->parent, from->parent);
        RB_OBJ_WRITE(self, &doc->step, from->step);
    }
    doc->start = from->start;
    doc->depth = from->depth;
    return self;
}

/*
 * _open(text, options), private: stores the arguments of initialize. options: a
 * Hash, or the Config of another document. An unfrozen String is copied (copy
 * on write).
 */
static VALUE
document_open(VALUE self, VALUE source, VALUE given)
{
    jac_document_t *doc = rb_check_typeddata(self, &document_type);
    VALUE config = jac_parser_config(given, JAC_NAMES_DOCUMENT);
    jac_parser_options_t options = *jac_parser_options_of(config);
    jac_parser_t parser;
    bool has_bom;
    size_t start;

    source = jac_parser_chunk_source(&options, source);
    has_bom = jac_parser_skips_bom(&options, source);
    source = jac_text_frozen(jac_parser_whole_text(&options, source));
    if (options.json5) config = jac_parser_config_of(&options);
    jac_parser_part(&parser, jac_parser_options_of(config), source);
    start = (size_t)(jac_lazy_value(&parser, parser.cursor) - parser.start);
    jac_parser_end(&parser);
    rb_check_frozen(self);
    if (doc->text != 0) rb_raise(rb_eArgError, "already initialized");
    doc->start = start;
    RB_OBJ_WRITE(self, &doc->text, jac_text_new(source, config));
    jac_text_get(doc->text)->has_bom = has_bom;
    RB_GC_GUARD(config);
    return self;
}

static VALUE
document_validate(VALUE self)
{
    jac_parser_t parser;

    open_document(self, &parser);
    parser.cursor = parser.start;
    jac_validate_or_fail(&parser);
    jac_parser_end(&parser);
    RB_GC_GUARD(self);
    return self;
}

static VALUE
document_source(VALUE self)
{
    return jac_text_get(document_get(self)->text)->source;
}

static VALUE
document_json5_source(VALUE self)
{
    VALUE config = jac_text_get(document_get(self)->text)->config;

    return jac_parser_options_of(config)->json5_source; /* 0 is Qfalse */
}

static VALUE
document_config(VALUE self)
{
    return jac_text_get(document_get(self)->text)->config;
}

static VALUE
document_parent(VALUE self)
{
    const jac_document_t *doc = document_get(self);

    return doc->parent == 0 ? Qnil : doc->parent;
}

static VALUE
document_step(VALUE self)
{
    const jac_document_t *doc = document_get(self);

    return doc->parent == 0 ? Qnil : doc->step;
}

static const uint8_t *
document_end(jac_parser_t *parser, const jac_document_t *doc)
{
    const uint8_t *end = jac_lazy_skip(parser, parser->cursor);

    if (end == parser->end && doc->depth > 0) {
        jac_parser_fail_open(parser);
    }
    return end;
}

static VALUE
document_range(VALUE self)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    const uint8_t *end = document_end(&parser, doc);

    jac_parser_end(&parser);
    return rb_assoc_new(SIZET2NUM(doc->start),
                        SIZET2NUM((size_t)(end - parser.start)));
}

static VALUE
document_bom(VALUE self)
{
    const jac_text_t *text = jac_text_get(document_get(self)->text);

    return rb_utf8_str_new_cstr(text->has_bom ? "\xEF\xBB\xBF" : "");
}

static VALUE
document_limit(VALUE self, VALUE bytes)
{
    jac_parser_t parser;
    size_t limit;

    open_document(self, &parser);
    limit = parser.options->max_document_bytes;
    if (limit != 0 && NUM2SIZET(bytes) > limit) {
        jac_parser_fail_limit(&parser, parser.start, "document", limit,
                              "bytes");
    }
    RB_GC_GUARD(self);
    return Qnil;
}

/*
 * _places: start, end, key_start, key of each member, in order, in one Array.
 * start...end is the byte range of the value, key_start the offset of the key's
 * quote. key_start and key are nil in an array.
 */
static VALUE
document_places(VALUE self)
{
    VALUE places = rb_obj_hide(rb_ary_new());
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    const uint8_t *p;
    jac_members_t m;
    bool more;

    for (more = jac_lazy_enter(&parser, &m, parser.cursor, doc->depth); more;
         more = jac_lazy_on(&parser, &m, p)) {
        VALUE key_start = Qnil, key = Qnil;

        if (m.object) {
            key_start = SIZET2NUM((size_t)(m.key - 1 - parser.start));
            key = jac_lazy_key(&parser, &m);
        }
        p = jac_lazy_skip(&parser, m.value);
        rb_ary_push(places, SIZET2NUM((size_t)(m.value - parser.start)));
        rb_ary_push(places, SIZET2NUM((size_t)(p - parser.start)));
        rb_ary_push(places, key_start);
        rb_ary_push(places, key);
    }
    jac_parser_end(&parser);
    RB_GC_GUARD(self);
    return rb_obj_reveal(places, rb_cArray);
}

/* _member(start, step): the Document of the member whose value begins at the
   offset `start`, a result of _places. */
static VALUE
document_member(VALUE self, VALUE start, VALUE step)
{
    const jac_document_t *doc = document_get(self);
    const size_t at = NUM2SIZET(start);

    if (at <= doc->start ||
        at >= (size_t)RSTRING_LEN(jac_text_get(doc->text)->source)) {
        rb_raise(rb_eArgError, "no member begins at offset %" PRIuSIZE, at);
    }
    return document_at(self, doc, at, step);
}

/*
 * Returns the element with this index, which counts from the end if negative.
 */
static const uint8_t *
element(jac_parser_t *parser, const jac_document_t *doc, const uint8_t *p,
        VALUE number, VALUE *step)
{
    size_t size;
    long i;

    if (!FIXNUM_P(number)) return NULL;
    i = FIX2LONG(number);
    if (i < 0) {
        size = jac_text_size(doc->text, parser, p, doc->depth);
        if ((size_t)-i > size) return NULL;
        i += (long)size;
    }
    *step = LONG2FIX(i);
    return jac_text_element(doc->text, parser, p, doc->depth, (size_t)i);
}

static VALUE
child(VALUE self, VALUE step)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    const uint8_t *p = parser.cursor, *found = NULL;

    if (SYMBOL_P(step)) step = rb_sym2str(step);
    if (RB_TYPE_P(step, T_STRING)) {
        step = rb_str_new_frozen(step);
        if (*p == '{') {
            found = jac_text_member(doc->text, &parser, p, doc->depth,
                                    (const uint8_t *)RSTRING_PTR(step),
                                    (size_t)RSTRING_LEN(step));
        }
    }
    else if (RB_INTEGER_TYPE_P(step)) {
        if (*p == '[') found = element(&parser, doc, p, step, &step);
    }
    else {
        rb_raise(rb_eTypeError, "expected a key or an index, got %" PRIsVALUE,
                 jac_inspected(step));
    }
    jac_parser_end(&parser);
    if (found == NULL) return Qnil;
    step = document_at(self, doc, (size_t)(found - parser.start), step);
    RB_GC_GUARD(self);
    return step;
}

static VALUE
document_aref(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    if (argc == 1 && (RB_TYPE_P(argv[0], T_STRING) ||
                      RB_INTEGER_TYPE_P(argv[0]) || SYMBOL_P(argv[0]))) {
        return child(self, argv[0]);
    }
    return rb_funcallv(self, rb_intern("slice"), argc, argv);
}

static VALUE
document_dig(int argc, VALUE *argv, VALUE self)
{
    int i;

    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    for (i = 0; i < argc && !NIL_P(self); i++) self = child(self, argv[i]);
    return self;
}

static VALUE
step_name(const jac_step_t *step, const uint8_t *p)
{
    if (*p == '[') return SIZET2NUM(step->index);
    return rb_utf8_str_new((const char *)step->name, (long)step->size);
}

static VALUE
follow_documents(VALUE self, const jac_pointer_t *pointer)
{
    size_t i;

    for (i = 0; i < pointer->count && !NIL_P(self); i++) {
        jac_parser_t parser;
        const jac_document_t *doc = open_document(self, &parser);
        const uint8_t *p = parser.cursor, *found;
        const jac_pointer_t one = {&pointer->steps[i], 1, false};
        size_t depth = doc->depth;
        VALUE step;

        found = jac_pointer_follow(doc->text, &parser, p, &one, &depth);
        jac_parser_end(&parser);
        if (found == NULL) return Qnil;
        step = step_name(one.steps, p);
        self = document_at(self, doc, (size_t)(found - parser.start), step);
    }
    return self;
}

static VALUE
member_at(VALUE self, jac_parser_t *parser, const jac_document_t *doc,
          VALUE members, long i)
{
    jac_members_t m = {.index = 0};
    VALUE key = RARRAY_AREF(members, i);

    jac_lazy_read_key(parser, &m,
                      parser->start + NUM2SIZET(RARRAY_AREF(members, i + 1)));
    if (SYMBOL_P(key)) key = rb_sym2str(key);
    return document_at(self, doc, (size_t)(m.value - parser->start), key);
}

static VALUE
follow_all(VALUE self, const jac_pointer_t *pointer, size_t from)
{
    VALUE found = rb_ary_new(), below = rb_obj_hide(rb_ary_new());
    jac_pointer_t one = {pointer->steps + from, 0, false};
    jac_parser_t parser;
    const jac_document_t *doc;
    const uint8_t *p;
    long i;

    while (from + one.count < pointer->count && !one.steps[one.count].any) {
        one.count++;
    }
    self = follow_documents(self, &one);
    from += one.count;
    if (NIL_P(self)) return found;
    if (from == pointer->count) return rb_ary_push(found, self);
    doc = open_document(self, &parser);
    p = parser.cursor;
    if (*p == '{') {
        VALUE members = jac_lazy_members(&parser, p, doc->depth, &p);

        for (i = 0; i < RARRAY_LEN(members); i += 2) {
            rb_ary_push(below, member_at(self, &parser, doc, members, i));
        }
    }
    else if (*p == '[') {
        jac_members_t m;

        JAC_EACH_MEMBER(&parser, m, p, doc->depth) {
            rb_ary_push(below,
                        document_at(self, doc, (size_t)(m.value - parser.start),
                                    SIZET2NUM(m.index)));
        }
    }
    else {
        jac_lazy_skip(&parser, p);
    }
    jac_parser_end(&parser);
    for (i = 0; i < RARRAY_LEN(below); i++) {
        rb_ary_concat(found,
                      follow_all(RARRAY_AREF(below, i), pointer, from + 1));
    }
    RB_GC_GUARD(self);
    return found;
}

static VALUE
document_pointed(VALUE self, VALUE text)
{
    jac_pointers_t set;
    VALUE result;

    jac_pointers_compile(&set, 1, &text);
    result = set.pointers->any ? follow_all(self, set.pointers, 0)
                               : follow_documents(self, set.pointers);
    RB_GC_GUARD(set.memory);
    return result;
}

static void
note_found(jac_select_t *select, size_t which, size_t depth)
{
    select->results = Qtrue;
}

static VALUE
document_exist_p(VALUE self, VALUE text)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    jac_pointers_t set;
    jac_select_t select = {&parser, &set, note_found, Qfalse};
    size_t depth = doc->depth;

    jac_pointers_compile(&set, 1, &text);
    if (set.pointers->any) {
        jac_select(&select, depth);
    }
    else if (jac_pointer_follow(doc->text, &parser, parser.cursor, set.pointers,
                                &depth) != NULL) {
        select.results = Qtrue;
    }
    jac_parser_end(&parser);
    RB_GC_GUARD(set.memory);
    RB_GC_GUARD(self);
    return select.results;
}

static VALUE
document_value(VALUE self)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    const jac_text_t *text = jac_text_get(doc->text);
    VALUE value;

    if (doc->parent == 0) {
        const jac_parser_options_t options =
            jac_parser_options_prepared(jac_parser_options_of(text->config));

        value = jac_parse(&options, text->source);
        RB_GC_GUARD(self);
        return value;
    }
    value = jac_parser_value(&parser, doc->depth);
    jac_parser_end(&parser);
    RB_GC_GUARD(self);
    return value;
}

static VALUE
document_raw(VALUE self)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    const uint8_t *end = document_end(&parser, doc);
    VALUE raw;

    raw = rb_str_subseq(jac_text_get(doc->text)->source, (long)doc->start,
                        (long)(end - parser.start) - (long)doc->start);
    rb_enc_associate(raw, rb_utf8_encoding());
    jac_parser_end(&parser);
    RB_GC_GUARD(self);
    return raw;
}

static VALUE
document_type_name(VALUE self)
{
    jac_parser_t parser;

    open_document(self, &parser);
    switch (*parser.cursor) {
    case '{':
        return ID2SYM(rb_intern("object"));
    case '[':
        return ID2SYM(rb_intern("array"));
    case '"':
        return ID2SYM(rb_intern("string"));
    case 't':
    case 'f':
        jac_lazy_skip(&parser, parser.cursor);
        return ID2SYM(rb_intern("boolean"));
    case 'n':
        jac_lazy_skip(&parser, parser.cursor);
        return ID2SYM(rb_intern("null"));
    default:
        jac_lazy_skip(&parser, parser.cursor);
        RB_GC_GUARD(self);
        return ID2SYM(rb_intern("number"));
    }
}

static jac_document_t *
open_container(VALUE self, jac_parser_t *parser, const char *brackets)
{
    jac_document_t *doc = open_document(self, parser);

    if (strchr(brackets, *parser->cursor) == NULL || *parser->cursor == 0) {
        rb_raise(rb_eTypeError,
                 "expected a document of type :object%s, got %+" PRIsVALUE,
                 brackets[1] == 0 ? "" : " or :array",
                 document_type_name(self));
    }
    return doc;
}

static VALUE
document_size(VALUE self)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_container(self, &parser, "{[");
    const size_t size =
        jac_text_size(doc->text, &parser, parser.cursor, doc->depth);

    jac_parser_end(&parser);
    RB_GC_GUARD(self);
    return SIZET2NUM(size);
}

static VALUE
document_keys(VALUE self)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_container(self, &parser, "{");
    const uint8_t *end;
    VALUE members = jac_lazy_members(&parser, parser.cursor, doc->depth, &end);
    VALUE keys = rb_ary_new_capa(RARRAY_LEN(members) / 2);
    long i;

    for (i = 0; i < RARRAY_LEN(members); i += 2) {
        rb_ary_push(keys, RARRAY_AREF(members, i));
    }
    jac_parser_end(&parser);
    RB_GC_GUARD(self);
    return keys;
}

/* The block can return again, or never. So the parser has no session while
   it runs, and the position is only on the C stack. */
static VALUE
each_pair(VALUE self, jac_parser_t *parser, const jac_document_t *doc)
{
    const uint8_t *end;
    VALUE members = jac_lazy_members(parser, parser->cursor, doc->depth, &end);
    long i;

    for (i = 0; i < RARRAY_LEN(members); i += 2) {
        VALUE member = member_at(self, parser, doc, members, i);

        jac_parser_end(parser);
        rb_yield(rb_assoc_new(RARRAY_AREF(members, i), member));
    }
    RB_GC_GUARD(self);
    return self;
}

static VALUE
document_each(VALUE self)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_container(self, &parser, "{[");
    jac_members_t m;

    if (*parser.cursor == '{') return each_pair(self, &parser, doc);
    JAC_EACH_MEMBER(&parser, m, parser.cursor, doc->depth) {
        jac_parser_end(&parser);
        rb_yield(document_at(self, doc, (size_t)(m.value - parser.start),
                             SIZET2NUM(m.index)));
    }
    jac_parser_end(&parser);
    RB_GC_GUARD(self);
    return self;
}

static VALUE
document_values_at(int argc, VALUE *argv, VALUE self)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    jac_pointers_t set;
    VALUE results;

    jac_pointers_compile(&set, argc, argv);
    results = jac_values_of(&parser, doc->depth, &set);
    RB_GC_GUARD(self);
    return results;
}

/*
 * _project(pointers): the value with only the parts that the pointers, an Array
 * of Strings, lead to.
 */
static VALUE
document_project(VALUE self, VALUE pointers)
{
    jac_parser_t parser;
    const jac_document_t *doc = open_document(self, &parser);
    jac_pointers_t set;
    VALUE result;

    Check_Type(pointers, T_ARRAY);
    pointers = rb_obj_hide(rb_ary_dup(pointers));
    jac_pointers_compile(&set, RARRAY_LEN(pointers),
                         RARRAY_CONST_PTR(pointers));
    result = jac_project(&parser, &set, doc->depth);
    if (doc->depth == 0) jac_parser_check_end(&parser);
    jac_parser_end(&parser);
    RB_GC_GUARD(pointers);
    RB_GC_GUARD(set.memory);
    RB_GC_GUARD(self);
    return result;
}

/* _reformat(text, io, pretty, sort_keys, options): options is a Hash or a
   Config. The text is the owner of the errors. */
static VALUE
document_s_reformat(VALUE klass, VALUE source, VALUE io, VALUE pretty,
                    VALUE sort_keys, VALUE given)
{
    VALUE config = jac_parser_config(given, JAC_NAMES_MODULE);
    const jac_layout_t layout = {RTEST(pretty), RTEST(sort_keys), io};
    jac_parser_options_t options = *jac_parser_options_of(config);
    jac_parser_t parser;
    VALUE result;

    options.owner = source;
    source = rb_str_new_frozen(jac_parser_whole_text(&options, source));
    jac_parser_part(&parser, &options, source);
    jac_validate_or_fail(&parser);
    result = jac_reformat(&parser, &layout);
    RB_GC_GUARD(source);
    RB_GC_GUARD(config);
    return result;
}

void
jac_init_document(VALUE mJacinth)
{
    jac_init_text();
    jac_init_document_functions(mJacinth);
    cDocument = rb_define_class_under(mJacinth, "Document", rb_cObject);
    rb_gc_register_mark_object(cDocument);
    rb_define_alloc_func(cDocument, document_allocate);
    rb_define_private_method(cDocument, "initialize_copy",
                             document_initialize_copy, 1);
    rb_define_private_method(cDocument, "_open", document_open, 2);
    rb_define_private_method(cDocument, "_validate", document_validate, 0);
    rb_define_private_method(cDocument, "_source", document_source, 0);
    rb_define_private_method(cDocument, "_json5_source", document_json5_source,
                             0);
    rb_define_private_method(cDocument, "_config", document_config, 0);
    rb_define_private_method(cDocument, "_range", document_range, 0);
    rb_define_private_method(cDocument, "_bom", document_bom, 0);
    rb_define_private_method(cDocument, "_limit", document_limit, 1);
    rb_define_private_method(cDocument, "_places", document_places, 0);
    rb_define_private_method(cDocument, "_member", document_member, 2);
    rb_define_private_method(cDocument, "_project", document_project, 1);
    rb_define_private_method(cDocument, "_each", document_each, 0);
    rb_define_method(cDocument, "_step", document_step, 0);
    rb_define_method(cDocument, "parent", document_parent, 0);
    rb_define_method(cDocument, "[]", document_aref, -1);
    rb_define_method(cDocument, "dig", document_dig, -1);
    rb_define_method(cDocument, "at", document_pointed, 1);
    rb_define_method(cDocument, "exist?", document_exist_p, 1);
    rb_define_method(cDocument, "value", document_value, 0);
    rb_define_method(cDocument, "raw", document_raw, 0);
    rb_define_method(cDocument, "type", document_type_name, 0);
    rb_define_method(cDocument, "size", document_size, 0);
    rb_define_method(cDocument, "keys", document_keys, 0);
    rb_define_method(cDocument, "values_at", document_values_at, -1);
    rb_define_singleton_method(cDocument, "_reformat", document_s_reformat, 5);
}
