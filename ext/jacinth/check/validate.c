#include "check/validate.h"

#include "check/key_check.h"
#include "parse/duplicate_keys.h"
#include "parse/limits.h"
#include "parse/machine.h"

/* Open containers in memory on the C stack, and those with counts. */
enum { JAC_VALID_LEVELS = 1024, JAC_COUNT_LEVELS = 128 };

typedef struct {
    jac_parser_t *parser;
    const jac_parser_options_t *options;
    jac_fault_t *fault;
    /* A bit for each level: 1 for an object. */
    uint64_t *kinds;
    size_t depth, capa, max; /* open containers; bits of `kinds`; the limit */
    jac_key_check_t *keys;   /* NULL if duplicate keys are allowed */
    bool symbols;
    VALUE kinds_held; /* the String that owns `kinds`, or nil */
    /* With limits: keys or elements of each open container, innermost last. */
    size_t *counts;
    size_t counts_capa;
    VALUE counts_held; /* the String that owns `counts`, or nil */
} jac_validator_t;

/* The reader of parse/grammar_body.h that builds nothing. limits: a value
   beyond a limit is invalid, too. */
typedef struct {
    jac_parser_t *parser;
    jac_validator_t *v;
    const uint8_t *last;
    bool object, first; /* of the innermost container; its first key */
    bool limits, begins_values, strings_first;
} jac_reader_t;

#include "parse/grammar_body.h"

static JAC_COLD void
grow_kinds(jac_validator_t *v)
{
    v->kinds = jac_memory_doubled(&v->kinds_held, v->kinds, v->capa / 8);
    v->capa *= 2;
}

static void
open_count(jac_validator_t *v)
{
    v->counts = jac_memory_with_space(&v->counts_held, v->counts, v->depth - 1,
                                      &v->counts_capa, sizeof(*v->counts));
    v->counts[v->depth - 1] = 0;
}

/* Counts a key or element of the innermost container. Returns false if there
   are too many. */
static bool
count_child(jac_validator_t *v, bool object)
{
    const size_t limit =
        object ? v->options->max_keys : v->options->max_elements;

    return v->counts[v->depth - 1]++ < limit || limit == 0;
}

static bool
string_within(const jac_validator_t *v, const uint8_t *s, const uint8_t *quote)
{
    const size_t limit = v->options->max_string_bytes;

    return limit == 0 || jac_string_bytes(s, quote, v->options) <= limit;
}

JAC_INLINE int
next_token(jac_reader_t *r, const uint8_t **at, bool separator)
{
    if (separator) jac_check_interrupts(r->parser, *at);
    return jac_next(at, r->last);
}

JAC_INLINE const uint8_t *
skip_comment(jac_reader_t *r, const uint8_t *p, jac_phase_t phase)
{
    return jac_check_comment(r->parser, p, r->v->fault);
}

JAC_INLINE bool
at_end(const jac_reader_t *r, const uint8_t *p)
{
    return true;
}

JAC_INLINE void
fail(jac_reader_t *r, const uint8_t *p, jac_phase_t phase, const char *text)
{
    jac_fault(r->v->fault, p, text);
}

/* Returns `within`. If it is false, stores an error of which only the position
   is correct: fail_as_parse() finds the error. */
JAC_INLINE bool
check_limit(jac_reader_t *r, const uint8_t *p, bool within)
{
    if (!within) jac_fault(r->v->fault, p, JAC_TEXT_TOKEN);
    return within;
}

JAC_INLINE void
set_phase(jac_reader_t *r, jac_phase_t phase)
{
    if (phase == JAC_PHASE_KEY) r->first = false;
}

JAC_INLINE jac_frame_type_t
container(const jac_reader_t *r)
{
    return r->object          ? JAC_FRAME_OBJECT
           : r->v->depth == 0 ? JAC_FRAME_ROOT
                              : JAC_FRAME_ARRAY;
}

JAC_INLINE bool
first_key(const jac_reader_t *r, jac_phase_t phase)
{
    return r->first;
}

JAC_INLINE bool
opened_empty(const jac_reader_t *r)
{
    return false;
}

JAC_INLINE jac_read_t
begin_value(jac_reader_t *r, const uint8_t **at, int c)
{
    return container(r) != JAC_FRAME_ARRAY ||
                   check_limit(r, *at, count_child(r->v, false))
               ? JAC_READ_NOTHING
               : JAC_READ_STOP;
}

JAC_INLINE const uint8_t *
read_string(jac_reader_t *r, const uint8_t *p)
{
    jac_checked_t string;
    const uint8_t *q =
        jac_check_string(r->parser, p + 1, false, &string, r->v->fault);

    return JAC_LIKELY(q != NULL) ? q + 1 : NULL;
}

JAC_INLINE jac_read_t
read_number(jac_reader_t *r, const uint8_t **at)
{
    const uint8_t *q = jac_check_number(*at, r->parser->end);

    if (JAC_UNLIKELY(q == NULL)) {
        q = jac_check_no_number(r->parser, *at, r->v->fault);
        if (q == NULL) return JAC_READ_STOP;
    }
    *at = q;
    return JAC_READ_VALUE;
}

JAC_INLINE void
read_keyword(jac_reader_t *r, VALUE value)
{
}

JAC_INLINE bool
end_scalar(jac_reader_t *r, const uint8_t *p, const uint8_t *q)
{
    if (!r->limits) return true;
    return check_limit(
        r, p,
        *p == '"' ? string_within(r->v, p + 1, q - 1)
                  : (uint8_t)(q[-1] - '0') >= 10 ||
                        jac_number_within(r->v->options, p, (size_t)(q - p)));
}

JAC_INLINE const uint8_t *
after_bracket(jac_reader_t *r, const uint8_t *p, int *c)
{
    p++;
    while (JAC_UNLIKELY((*c = jac_next(&p, r->last)) == '/')) {
        p = skip_comment(r, p, JAC_PHASE_VALUE);
        if (p == NULL) return NULL;
    }
    return p;
}

JAC_INLINE bool
read_empty(jac_reader_t *r, const uint8_t *p, jac_frame_type_t type)
{
    return true;
}

JAC_INLINE jac_read_t
open_container(jac_reader_t *r, const uint8_t **at, const uint8_t *q, int c,
               jac_frame_type_t type)
{
    jac_validator_t *const v = r->v;
    const uint64_t bit = UINT64_C(1) << v->depth % 64;
    uint64_t *word;

    if (JAC_UNLIKELY(v->depth >= v->max)) {
        v->fault->at = *at;
        v->fault->text = NULL;
        v->fault->nesting = v->depth + 1;
        return JAC_READ_STOP;
    }
    if (JAC_UNLIKELY(v->depth == v->capa)) grow_kinds(v);
    r->object = type == JAC_FRAME_OBJECT;
    r->first = true;
    word = &v->kinds[v->depth / 64];
    *word = r->object ? *word | bit : *word & ~bit;
    v->depth++;
    if (r->object && v->keys != NULL) jac_key_check_open(v->keys, *at);
    if (r->limits) open_count(v);
    *at = q;
    jac_check_interrupts(r->parser, q);
    return JAC_READ_NOTHING;
}

JAC_INLINE const uint8_t *
read_key(jac_reader_t *r, const uint8_t *p)
{
    jac_validator_t *const v = r->v;
    jac_parser_t *const parser = r->parser;
    const uint8_t *q;
    jac_checked_t string;

    if (r->limits && !check_limit(r, p, count_child(v, true))) return NULL;
    if (v->keys != NULL && JAC_LIKELY(parser->end - p > JAC_CHECK_TEXT)) {
        q = jac_key_check_follow(v->keys, p + 1);
        if (JAC_LIKELY(q != NULL)) goto read;
    }
    q = jac_check_string(parser, p + 1, true, &string, v->fault);
    if (JAC_UNLIKELY(q == NULL)) return NULL;
    if (JAC_UNLIKELY(v->symbols && string.high != 0) &&
        !jac_check_utf8(parser, p + 1, q, v->fault)) {
        return NULL;
    }
    if (v->keys != NULL) jac_key_check_store(v->keys, p + 1, q, string.escaped);
read:
    if (r->limits && !check_limit(r, p, string_within(v, p + 1, q)))
        return NULL;
    return q + 1;
}

JAC_INLINE bool
close_container(jac_reader_t *r, const uint8_t *p, jac_frame_type_t type)
{
    jac_validator_t *const v = r->v;

    if (type == JAC_FRAME_OBJECT && v->keys != NULL &&
        JAC_UNLIKELY(!jac_key_check_close(v->keys, v->fault))) {
        return false;
    }
    v->depth--;
    r->object = v->depth > 0 &&
                (v->kinds[(v->depth - 1) / 64] >> (v->depth - 1) % 64 & 1);
    return true;
}

JAC_INLINE bool
end_value(jac_reader_t *r, const uint8_t *p)
{
    return true;
}

/* Returns the address after the value at p, or NULL if it is invalid. */
JAC_INLINE const uint8_t *
validate_value(jac_validator_t *v, const uint8_t *p, const bool limits)
{
    jac_reader_t r = {.parser = v->parser,
                      .v = v,
                      .last = v->parser->end - 1,
                      .limits = limits,
                      .begins_values = limits,
                      .strings_first = true};

    return read_document(&r, p, JAC_PHASE_VALUE);
}

static const uint8_t *
validate_unlimited(jac_validator_t *v, const uint8_t *p)
{
    return validate_value(v, p, false);
}

static JAC_NOINLINE const uint8_t *
validate_limited(jac_validator_t *v, const uint8_t *p)
{
    size_t counts[JAC_COUNT_LEVELS];

    v->counts = counts;
    v->counts_capa = JAC_COUNT_LEVELS;
    v->counts_held = Qnil;
    p = validate_value(v, p, true);
    RB_GC_GUARD(v->counts_held);
    return p;
}

static void
begin(jac_validator_t *v, jac_parser_t *parser, jac_fault_t *fault)
{
    memset(v, 0, sizeof(*v));
    memset(fault, 0, sizeof(*fault));
    fault->duplicate = Qundef;
    v->parser = parser;
    v->options = parser->options;
    v->fault = fault;
    v->capa = JAC_VALID_LEVELS;
    v->kinds_held = Qnil;
}

bool
jac_validate(jac_parser_t *parser, jac_fault_t *fault)
{
    const int max = parser->options->max_nesting;
    uint64_t kinds[JAC_VALID_LEVELS / 64] = {0};
    jac_key_check_t keys;
    jac_validator_t v;
    const uint8_t *p;
    int c;

    begin(&v, parser, fault);
    v.kinds = kinds;
    v.max = max == 0 ? SIZE_MAX : max < 0 ? 0 : (size_t)max;
    v.symbols = parser->options->symbolize_names;
    if (jac_duplicates_refused(parser->options)) {
        jac_key_check_init(&keys, parser);
        v.keys = &keys;
    }
    parser->cursor = parser->start;
    p = JAC_UNLIKELY(parser->options->limits)
            ? validate_limited(&v, parser->start)
            : validate_unlimited(&v, parser->start);
    if (p == NULL) return false;
    while ((c = jac_next(&p, parser->end - 1)) == '/') {
        p = jac_check_comment(parser, p, fault);
        if (p == NULL) return false;
    }
    if (JAC_LIKELY(c == JAC_END)) return true;
    jac_fault(fault, p, JAC_TEXT_AFTER_END);
    return false;
}

/*
 * Raises the error of Jacinth.parse. If a text has a fault next to a value
 * beyond a limit, the order of the checks in parse decides.
 */
static JAC_COLD void
fail_as_parse(jac_parser_t *parser)
{
    jac_parser_options_t options = jac_parser_options_prepared(parser->options);
    VALUE source = rb_utf8_str_new((const char *)parser->start,
                                   (long)(parser->end - parser->start));

    options.on_load = options.object_class = options.array_class = 0;
    options.decimal_class = options.only = options.into = 0;
    options.indirect = false;
    jac_parse(&options, source);
}

void
jac_validate_or_fail(jac_parser_t *parser)
{
    jac_fault_t fault;

    if (JAC_LIKELY(jac_validate(parser, &fault))) return;
    if (parser->options->limits) fail_as_parse(parser);
    if (fault.text != NULL) jac_parser_fail(parser, fault.at, fault.text);
    if (fault.nesting != 0)
        jac_parser_fail_nesting(parser, fault.at, fault.nesting);
    if (parser->options->symbolize_names) {
        fault.duplicate = jac_parser_symbol(parser, fault.duplicate);
    }
    jac_refuse_duplicate_at(parser, fault.at, fault.duplicate);
}

const uint8_t *
jac_validate_value(jac_parser_t *parser, const uint8_t *p, size_t levels)
{
    uint64_t kinds[JAC_VALID_LEVELS / 64] = {0};
    jac_fault_t fault;
    jac_validator_t v;

    begin(&v, parser, &fault);
    v.kinds = kinds;
    v.max = levels;
    return validate_unlimited(&v, p);
}
