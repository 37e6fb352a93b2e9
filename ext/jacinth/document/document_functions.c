#include "document/document_functions.h"

#include "check/validate.h"
#include "document/text.h"
#include "parse/limits.h"
#include "parse/parser_errors.h"
#include "parse/source_text.h"

const uint8_t *
jac_pointer_follow(VALUE text, jac_parser_t *parser, const uint8_t *p,
                   const jac_pointer_t *pointer, size_t *depth)
{
    size_t i;

    for (i = 0; i < pointer->count && p != NULL; i++, (*depth)++) {
        const jac_step_t *step = &pointer->steps[i];

        if (*p == '{') {
            p = text != 0 ? jac_text_member(text, parser, p, *depth, step->name,
                                            step->size)
                          : jac_lazy_member(parser, p, *depth, step->name,
                                            step->size);
        }
        else if (*p == '[' && step->index != JAC_NO_INDEX) {
            p = text != 0
                    ? jac_text_element(text, parser, p, *depth, step->index)
                    : jac_lazy_element(parser, p, *depth, step->index);
        }
        else {
            jac_lazy_skip(parser, p); /* checks that the scalar is valid */
            p = NULL;
        }
    }
    return p;
}

static void
keep_value(jac_select_t *select, size_t which, size_t depth)
{
    VALUE value = jac_parser_value(select->parser, depth);

    if (select->set->pointers[which].any) {
        rb_ary_push(RARRAY_AREF(select->results, (long)which), value);
    }
    else {
        rb_ary_store(select->results, (long)which, value);
    }
}

VALUE
jac_values_of(jac_parser_t *parser, size_t depth, jac_pointers_t *set)
{
    jac_select_t select = {parser, set, keep_value, Qnil};
    size_t i;

    /* hidden from the callbacks, including its Arrays */
    select.results = rb_obj_hide(rb_ary_new_capa((long)set->count));
    for (i = 0; i < set->count; i++) {
        rb_ary_push(select.results,
                    set->pointers[i].any ? rb_obj_hide(rb_ary_new()) : Qnil);
    }
    if (set->count > 0) jac_select(&select, depth);
    for (i = 0; i < set->count && depth == 0; i++) {
        if (set->pointers[i].count > 0) continue;
        jac_parser_check_end(parser); /* the whole document was read */
        break;
    }
    jac_parser_end(parser);
    for (i = 0; i < set->count; i++) {
        if (!set->pointers[i].any) continue;
        rb_obj_reveal(RARRAY_AREF(select.results, (long)i), rb_cArray);
    }
    RB_GC_GUARD(set->memory);
    return rb_obj_reveal(select.results, rb_cArray);
}

/* Not inlined, so that its frame is in the part of the C stack that its caller
   clears. */
static JAC_NOINLINE VALUE
value_at(int argc, VALUE *argv)
{
    jac_parser_options_t config;
    jac_parser_t parser;
    jac_pointers_t set;
    VALUE source, options = Qnil, result;
    const uint8_t *p;
    size_t depth = 0;

    if (argc > 2 && rb_keyword_given_p()) options = argv[--argc];
    rb_check_arity(argc, 2, 3);
    result = argc > 2 ? argv[2] : Qnil;
    jac_parser_options_init(&config);
    jac_parser_options_read(&config, options, JAC_NAMES_DOCUMENT, 0);
    jac_pointers_compile(&set, 1, &argv[1]);
    source = jac_parser_fixed(&config, jac_parser_whole_text(&config, argv[0]));
    jac_parser_part(&parser, &config, source);
    p = jac_lazy_value(&parser, parser.cursor);
    if (set.pointers->any) {
        parser.cursor = p;
        result = rb_ary_entry(jac_values_of(&parser, 0, &set), 0);
    }
    else {
        p = jac_pointer_follow(0, &parser, p, set.pointers, &depth);
        if (p != NULL) {
            parser.cursor = p;
            result = jac_parser_value(&parser, depth);
            if (depth == 0) jac_parser_check_end(&parser);
        }
        jac_parser_end(&parser);
    }
    RB_GC_GUARD(source);
    RB_GC_GUARD(options);
    RB_GC_GUARD(set.memory);
    return result;
}

static VALUE
m_at(int argc, VALUE *argv, VALUE self)
{
    if (argc > 0 && RB_TYPE_P(argv[0], T_STRING)) {
        jac_c_stack_clear_for((uint64_t)RSTRING_LEN(argv[0]));
    }
    return value_at(argc, argv);
}

typedef struct {
    jac_parser_options_t *options;
    VALUE source;
} valid_source_t;

static VALUE
valid_source(VALUE data)
{
    const valid_source_t *text = (const valid_source_t *)data;

    return jac_parser_whole_text(text->options, text->source);
}

static VALUE
no_source(VALUE unused, VALUE error)
{
    return Qnil;
}

static VALUE
m_valid_p(int argc, VALUE *argv, VALUE self)
{
    valid_source_t text;
    jac_parser_options_t config;
    jac_parser_t parser;
    jac_fault_t fault;
    VALUE source, options = Qnil;
    bool valid;

    if (argc > 1 && rb_keyword_given_p()) options = argv[--argc];
    rb_check_arity(argc, 1, 1);
    jac_parser_options_init(&config);
    jac_parser_options_read(&config, options, JAC_NAMES_DOCUMENT, 0);
    text.options = &config;
    text.source = argv[0];
    StringValue(text.source); /* an error of its to_str propagates */
    source = rb_rescue2(valid_source, (VALUE)&text, no_source, Qnil,
                        rb_eEncodingError, jac_parser_error(), (VALUE)0);
    if (NIL_P(source)) return Qfalse;
    if (!jac_document_within(&config, (size_t)RSTRING_LEN(source))) {
        return Qfalse;
    }
    source = jac_parser_fixed(&config, source);
    jac_parser_part(&parser, &config, source);
    valid = jac_validate(&parser, &fault);
    jac_parser_end(&parser);
    RB_GC_GUARD(source);
    return valid ? Qtrue : Qfalse;
}

/* Implements Jacinth.parse with the option `only`: pointers or a projection. */
static VALUE
parse_only(const jac_parser_options_t *config, VALUE source)
{
    const bool compiled =
        RB_TYPE_P(config->only, T_DATA) && jac_projection_p(config->only);
    VALUE only = config->only, result;
    jac_parser_t parser;
    jac_pointers_t set = {0};

    if (!compiled) {
        if (!RB_TYPE_P(only, T_ARRAY)) only = rb_ary_new_from_args(1, only);
        only = rb_obj_hide(rb_ary_dup(only));
        jac_pointers_compile(&set, RARRAY_LEN(only), RARRAY_CONST_PTR(only));
    }
    source = jac_parser_fixed(config, source);
    jac_parser_part(&parser, config, source);
    parser.cursor = jac_lazy_value(&parser, parser.cursor);
    result = compiled ? jac_project_again(&parser, only)
                      : jac_project(&parser, &set, 0);
    jac_parser_check_end(&parser);
    jac_parser_end(&parser);
    RB_GC_GUARD(only);
    RB_GC_GUARD(source);
    RB_GC_GUARD(set.memory);
    return result;
}

static bool
is_container(VALUE value)
{
    return RB_TYPE_P(value, T_ARRAY) || RB_TYPE_P(value, T_HASH);
}

typedef struct {
    VALUE stack; /* kept alive by the C stack */
    VALUE depth;
} container_stack_t;

static int
push_container(VALUE key, VALUE value, VALUE data)
{
    const container_stack_t *to = (const container_stack_t *)data;

    if (is_container(value)) {
        rb_ary_push(to->stack, to->depth);
        rb_ary_push(to->stack, value);
    }
    return ST_CONTINUE;
}

static void
reverse_from(VALUE array, long first)
{
    long last = RARRAY_LEN(array) - 1;

    for (; first < last; first++, last--) {
        const VALUE value = RARRAY_AREF(array, first);

        rb_ary_store(array, first, RARRAY_AREF(array, last));
        rb_ary_store(array, last, value);
    }
}

/*
 * _containers(value, deepest): an Array of the value and all Arrays and Hashes
 * in it, each before those that it contains. nil if they are nested more than
 * `deepest` levels deep, as in a value that contains itself.
 */
static VALUE
m_containers(VALUE self, VALUE value, VALUE deepest)
{
    const long limit = NUM2LONG(deepest);
    VALUE found = rb_ary_new(), stack = rb_obj_hide(rb_ary_new());
    long count = 0;

    rb_ary_push(stack, value);
    rb_ary_push(stack, INT2FIX(1));
    while (RARRAY_LEN(stack) > 0) {
        const long depth = FIX2LONG(rb_ary_pop(stack));
        const container_stack_t to = {stack, LONG2FIX(depth + 1)};
        long i;

        value = rb_ary_pop(stack);
        rb_ary_push(found, value);
        if (depth > limit) return Qnil;
        if (RB_TYPE_P(value, T_ARRAY)) {
            for (i = RARRAY_LEN(value) - 1; i >= 0; i--) {
                if (!is_container(RARRAY_AREF(value, i))) continue;
                rb_ary_push(stack, RARRAY_AREF(value, i));
                rb_ary_push(stack, to.depth);
            }
        }
        else if (RB_TYPE_P(value, T_HASH)) {
            i = RARRAY_LEN(stack);
            rb_hash_foreach(value, push_container, (VALUE)&to);
            reverse_from(stack, i);
        }
        if (++count % 4096 == 0) rb_thread_check_ints();
    }
    RB_GC_GUARD(stack);
    return found;
}

/* Returns the member of a Hash, or Qundef. Calls the methods of a subclass. */
static VALUE
member_of(VALUE hash, VALUE key)
{
    if (JAC_LIKELY(RBASIC_CLASS(hash) == rb_cHash)) {
        return rb_hash_lookup2(hash, key, Qundef);
    }
    return RTEST(rb_funcall(hash, rb_intern("key?"), 1, key))
               ? rb_funcall(hash, rb_intern("[]"), 1, key)
               : Qundef;
}

/* _members(values, name, symbol): for each Hash in an Array, its member with
   the key `name` or, if there is none, with the key `symbol`. */
static VALUE
m_members(VALUE self, VALUE values, VALUE name, VALUE symbol)
{
    VALUE found = rb_ary_new();
    long i;

    Check_Type(values, T_ARRAY);
    for (i = 0; i < RARRAY_LEN(values); i++) {
        VALUE hash = RARRAY_AREF(values, i);
        VALUE member;

        if ((i + 1) % 4096 == 0) rb_thread_check_ints();
        if (!RB_TYPE_P(hash, T_HASH)) continue;
        member = member_of(hash, name);
        if (member == Qundef) member = member_of(hash, symbol);
        if (member != Qundef) rb_ary_push(found, member);
        RB_GC_GUARD(hash);
    }
    return found;
}

void
jac_init_document_functions(VALUE mJacinth)
{
    jac_parse_only = parse_only;
    /*
     * not module functions: a class that includes JSON gets only json's methods
     */
    rb_define_singleton_method(mJacinth, "at", m_at, -1);
    rb_define_private_method(rb_singleton_class(mJacinth), "_containers",
                             m_containers, 2);
    rb_define_private_method(rb_singleton_class(mJacinth), "_members",
                             m_members, 3);
    rb_define_singleton_method(mJacinth, "valid?", m_valid_p, -1);
}
