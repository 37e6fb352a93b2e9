#include "type/type_load.h"

#include "parse/machine.h"
#include "parse/source_text.h"
#include "parse/token_check.h"
#include "ruby/errors.h"
#include "type/type_read_choice.h"
#include "type/type_errors.h"
#include "type/type_object.h"
#include "type/type_scalar.h"

static VALUE sym_errors;

/* Prepares the reader for a document at p in its source. */
JAC_INLINE void
begin_text(jac_type_reader_t *r, const uint8_t *p)
{
    r->parser.start = r->parser.cursor = p;
    r->interrupts_at = p;
    jac_ends_init(&r->ends, p);
}

/* Prepares the reader, except for its `errors`, to read [start, end) in the
   source. Returns the object of its session, for the caller to keep on the C
   stack. */
static VALUE
begin(jac_type_reader_t *r, const jac_parser_options_t *config, VALUE source,
      const uint8_t *start, const uint8_t *end, bool interruptible)
{
    VALUE kept =
        jac_parser_begin(&r->parser, config, source, start, end, interruptible);

    jac_stack_top(r->parser.stack)->coerces = false;
    r->failed_at = NULL;
    r->unknown_key = NULL;
    r->typed_frames = 0;
    r->trials = 0;
    r->trial_values = 0;
    r->from_convert = false;
    r->plain_ticket = r->parser.session->tickets - 1; /* no class is known */
    begin_text(r, start);
    r->parser.retrace = jac_reader_retrace;
    return kept;
}

/*
 * Reads the document in source, a result of jac_parser_text(). Raises
 * ValidationError and ParserError. With `all`, a ValidationError has every
 * error, up to JAC_ERRORS_MAX.
 *
 * If Ruby code can run, as it can during the interrupt checks of a long source,
 * this reads a frozen copy that shares the bytes. Otherwise the source cannot
 * change.
 */
static JAC_NOINLINE VALUE
load_text(const jac_type_t *type, const jac_parser_options_t *config,
          VALUE source, bool all, bool from_convert)
{
    jac_type_reader_t r;
    VALUE kept, value, self = type->self;
    bool interruptible;

    if (JAC_UNLIKELY(config->max_document_bytes != 0)) {
        jac_parser_part(&r.parser, config, source);
    }
    interruptible = RSTRING_LEN(source) > JAC_CHECK_BYTES;
    if (type->calls || config->value_options || interruptible) {
        source = rb_str_new_frozen(source);
    }
    r.errors = all ? rb_ary_new() : 0;
    kept = begin(&r, config, source, (const uint8_t *)RSTRING_PTR(source),
                 (const uint8_t *)RSTRING_END(source), interruptible);
    r.from_convert = from_convert;
    value = jac_reader_read(&r, type);
    jac_parser_check_end(&r.parser);
    if (JAC_UNLIKELY(r.failed_at != NULL)) jac_reader_raise(&r);
    jac_parser_end(&r.parser);
    RB_GC_GUARD(source);
    RB_GC_GUARD(kept);
    RB_GC_GUARD(self);
    RB_GC_GUARD(r.errors);
    return value;
}

static VALUE
load(const jac_type_t *type, const jac_parser_options_t *config, VALUE source,
     bool all, bool from_convert)
{
    jac_parser_options_refuse_limits(config);
    source = jac_parser_text(config, source);
    jac_c_stack_clear_for((uint64_t)RSTRING_LEN(source));
    return load_text(type, config, source, all, from_convert);
}

static bool
take_errors(VALUE *options)
{
    const VALUE names[] = {ID2SYM(rb_intern("first")),
                           ID2SYM(rb_intern("all"))};
    VALUE errors = rb_hash_lookup2(*options, sym_errors, Qundef);

    if (errors == Qundef) return false;
    *options = rb_hash_dup(*options);
    rb_hash_delete(*options, sym_errors);
    if (errors != names[0] && errors != names[1]) {
        jac_raise_choice("errors", errors, 2, names);
    }
    return errors == names[1];
}

static VALUE
load_by(int argc, VALUE *argv, VALUE self, bool from_convert)
{
    const jac_type_t *type = jac_type_get(self);
    VALUE options = Qnil;
    jac_parser_options_t config;
    bool all = false;

    if (argc == 2 && rb_keyword_given_p()) {
        options = argv[1];
    }
    else {
        rb_check_arity(argc, 1, 1);
    }
    jac_parser_options_init(&config);
    config.validate_encoding = true;
    if (!NIL_P(options)) {
        all = take_errors(&options);
        jac_parser_options_read(&config, options, JAC_NAMES_TYPE, sym_errors);
    }
    config.owner = argv[0];
    return load(type, &config, argv[0], all, from_convert);
}

static VALUE
type_load(int argc, VALUE *argv, VALUE self)
{
    return load_by(argc, argv, self, false);
}

/* Type#_load_values, private: reads a text that Type#convert has written. */
static VALUE
type_load_values(int argc, VALUE *argv, VALUE self)
{
    return load_by(argc, argv, self, true);
}

static VALUE
parse_into(const jac_parser_options_t *config, VALUE source)
{
    VALUE type = config->into, value;
    jac_parser_options_t validating = *config;

    validating.validate_encoding = true;
    value = load(jac_type_get(type), &validating, source, false, false);
    RB_GC_GUARD(type);
    return value;
}

static void
read_into(const jac_parser_options_t *config, VALUE source, const uint8_t *p,
          const uint8_t *end, jac_take_value_t *take, void *data)
{
    const bool interruptible = end - p > JAC_CHECK_BYTES;
    VALUE self = config->into, kept;
    const jac_type_t *const type = jac_type_get(self);
    jac_type_reader_t r;
    bool plain;

    JAC_ASSERT(config->validate_encoding);
    r.errors = 0;
    kept = begin(&r, config, source, p, end, interruptible);
    do {
        VALUE value;

        begin_text(&r, p);
        value = jac_reader_read(&r, type);
        if (JAC_UNLIKELY(r.failed_at != NULL)) jac_reader_raise(&r);
        plain = r.plain_ticket == r.parser.session->tickets;
        jac_c_stack_clear_for((uint64_t)(r.parser.cursor - p));
        p = take(data, &r.parser, value);
        /* an initialize that `take` defines is noticed in the next text */
        if (plain) r.plain_ticket = r.parser.session->tickets;
    } while (p != NULL);
    jac_parser_end_after(&r.parser, 0);
    RB_GC_GUARD(source);
    RB_GC_GUARD(kept);
    RB_GC_GUARD(self);
}

void
jac_init_type_load(VALUE mJacinth)
{
    sym_errors = ID2SYM(rb_intern("errors"));
    jac_parse_into = parse_into;
    jac_read_into = read_into;
    jac_init_type_errors(mJacinth);
    jac_init_type_object();
}

void
jac_define_type_load(VALUE cType)
{
    rb_define_method(cType, "load", type_load, -1);
    rb_define_private_method(cType, "_load_values", type_load_values, -1);
}
