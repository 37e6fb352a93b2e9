#include "check/validate.h"

#include "check/key_check.h"
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

/* Returned by next() in place of a character: *fault is set. */
enum { JAC_FAULT = -2 };

static JAC_COLD int
next_commented(jac_validator_t *v, const uint8_t **at)
{
    int c = '/';

    while (c == '/') {
        const uint8_t *p = jac_check_comment(v->parser, *at, v->fault);

        if (p == NULL) return JAC_FAULT;
        *at = p;
        c = jac_next(at, v->parser->end - 1);
    }
    return c;
}

/* Skips white space and comments. Returns the next character, JAC_END or
   JAC_FAULT. */
JAC_INLINE int
next(jac_validator_t *v, const uint8_t **at, const uint8_t *last)
{
    const uint8_t *p = *at, *after; /* keeps *at in a register */
    int c = jac_next(&p, last);

    if (JAC_UNLIKELY(c == '/')) {
        after = p;
        c = next_commented(v, &after);
        p = after;
    }
    *at = p;
    return c;
}

static JAC_COLD void
grow_kinds(jac_validator_t *v)
{
    v->kinds = jac_memory_doubled(&v->kinds_held, v->kinds, v->capa / 8);
    v->capa *= 2;
}

JAC_INLINE bool
enter(jac_validator_t *v, const uint8_t *p, bool object)
{
    const uint64_t bit = UINT64_C(1) << v->depth % 64;
    uint64_t *word;

    if (JAC_UNLIKELY(v->depth >= v->max)) {
        v->fault->at = p;
        v->fault->text = NULL;
        v->fault->nesting = v->depth + 1;
        return false;
    }
    if (JAC_UNLIKELY(v->depth == v->capa)) grow_kinds(v);
    word = &v->kinds[v->depth / 64];
    *word = object ? *word | bit : *word & ~bit;
    v->depth++;
    if (object && v->keys != NULL) jac_key_check_open(v->keys, p);
    return true;
}

JAC_INLINE bool
in_object(const jac_validator_t *v)
{
    return v->kinds[(v->depth - 1) / 64] >> (v->depth - 1) % 64 & 1;
}

static void
open_count(jac_validator_t *v)
{
    if (v->depth > v->counts_capa) {
        v->counts = jac_memory_doubled(&v->counts_held, v->counts,
                                       v->counts_capa * sizeof(*v->counts));
        v->counts_capa *= 2;
    }
    v->counts[v->depth - 1] = 0;
}

static bool
count(jac_validator_t *v, bool object)
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

/* Only the position is correct: fail_as_parse() finds the error. */
static const uint8_t *
beyond_limit(jac_validator_t *v, const uint8_t *p)
{
    return jac_fault(v->fault, p, JAC_TEXT_TOKEN);
}

static bool
scalar_within(const jac_validator_t *v, const uint8_t *p, const uint8_t *q)
{
    if (*p == '"') return string_within(v, p + 1, q - 1);
    return (uint8_t)(q[-1] - '0') >= 10 ||
           jac_number_within(v->options, p, (size_t)(q - p));
}

/* The loop of parse/machine.c without building. Returns the address after the
   value at p, or NULL if it is invalid. limits: a value beyond a limit is
   invalid, too. */
JAC_INLINE const uint8_t *
validate_value(jac_validator_t *v, const uint8_t *p, const bool limits)
{
    jac_parser_t *const parser = v->parser;
    jac_key_check_t *const keys = v->keys;
    const uint8_t *const end = parser->end, *const last = end - 1, *q;
    bool object = false;
    jac_checked_t string;
    bool first;
    int c;

value:
    c = next(v, &p, last);
    if (limits && v->depth > 0 && !object && c != ']' && !count(v, false)) {
        return beyond_limit(v, p);
    }
    if (JAC_LIKELY(c == '"')) {
        q = jac_check_string(parser, p + 1, false, &string, v->fault);
        if (JAC_UNLIKELY(q == NULL)) return NULL;
        if (limits && !string_within(v, p + 1, q)) return beyond_limit(v, p);
        p = q + 1;
        goto finished;
    }
    if (c == '{' || c == '[') {
        q = p++;
        c = next(v, &p, last);
        if (c == JAC_FAULT) return NULL;
        if (c == *q + 2) { /* the closing bracket of this kind */
            p++;
            goto finished;
        }
        if (JAC_UNLIKELY(!enter(v, q, *q == '{'))) return NULL;
        if (limits) open_count(v);
        jac_check_interrupts(parser, p);
        object = *q == '{';
        if (!object) goto value;
        first = true;
        goto key;
    }
    if (JAC_UNLIKELY(c == ']') && v->options->allow_trailing_comma &&
        v->depth > 0 && !object) {
        goto close;
    }
    if (JAC_UNLIKELY(c == JAC_FAULT)) return NULL;
    q = jac_check_scalar(parser, p, c, v->fault);
    if (JAC_UNLIKELY(q == NULL)) return NULL;
    if (limits && !scalar_within(v, p, q)) return beyond_limit(v, p);
    p = q;

finished:
    jac_check_interrupts(parser, p);
    if (JAC_UNLIKELY(v->depth == 0)) return p;
    c = next(v, &p, last);
    if (c == JAC_FAULT) return NULL;
    if (object) {
        if (JAC_LIKELY(c == ',')) {
            p++;
            first = false;
            goto key;
        }
        if (JAC_LIKELY(c == '}')) goto close;
        return jac_fault(v->fault, p, JAC_TEXT_OBJECT_COMMA);
    }
    if (JAC_LIKELY(c == ',')) {
        p++;
        goto value;
    }
    if (JAC_LIKELY(c == ']')) goto close;
    return jac_fault(v->fault, p, JAC_TEXT_ARRAY_COMMA);

close:
    p++;
    if (p[-1] == '}' && keys != NULL &&
        JAC_UNLIKELY(!jac_key_check_close(keys, v->fault))) {
        return NULL;
    }
    v->depth--;
    object = v->depth > 0 && in_object(v);
    goto finished;

key:
    c = next(v, &p, last);
    if (JAC_UNLIKELY(c != '"')) {
        if (c == JAC_FAULT) return NULL;
        if (c == '}' && v->options->allow_trailing_comma) goto close;
        return jac_fault(v->fault, p, JAC_TEXT_KEY(first));
    }
    if (limits && !count(v, true)) return beyond_limit(v, p);
    if (keys != NULL && JAC_LIKELY(end - p > JAC_CHECK_TEXT)) {
        q = jac_key_check_follow(keys, p + 1);
        if (JAC_LIKELY(q != NULL)) goto colon;
    }
    q = jac_check_string(parser, p + 1, true, &string, v->fault);
    if (JAC_UNLIKELY(q == NULL)) return NULL;
    if (JAC_UNLIKELY(v->symbols && string.high != 0) &&
        !jac_check_utf8(parser, p + 1, q, v->fault)) {
        return NULL;
    }
    if (keys != NULL) {
        jac_key_check_note(keys, p + 1, q, string.escaped);
    }
colon:
    if (limits && !string_within(v, p + 1, q)) return beyond_limit(v, p);
    p = q + 1;
    if (JAC_LIKELY(p < end && *p == ':')) {
        p++;
        goto value;
    }
    c = next(v, &p, last);
    if (JAC_LIKELY(c == ':')) {
        p++;
        goto value;
    }
    if (c == JAC_FAULT) return NULL;
    return jac_fault(v->fault, p, JAC_TEXT_COLON(first));
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
    if (!parser->options->allow_duplicate_key) {
        jac_key_check_init(&keys, parser);
        v.keys = &keys;
    }
    parser->cursor = parser->start;
    p = JAC_UNLIKELY(parser->options->limits)
            ? validate_limited(&v, parser->start)
            : validate_unlimited(&v, parser->start);
    if (p == NULL) return false;
    c = next(&v, &p, parser->end - 1);
    if (JAC_LIKELY(c == JAC_END)) return true;
    if (c != JAC_FAULT) jac_fault(fault, p, JAC_TEXT_AFTER_END);
    return false;
}

/*
 * Raises the error of Jacinth.parse. If a text has a fault next to a value
 * beyond a limit, the order of the checks in parse decides.
 */
static JAC_COLD void
fail_as_parse(jac_parser_t *parser)
{
    jac_parser_options_t options = *parser->options;
    VALUE source = rb_utf8_str_new((const char *)parser->start,
                                   (long)(parser->end - parser->start));

    options.on_load = options.object_class = options.array_class = 0;
    options.decimal_class = options.only = options.into = 0;
    options.changes_text = false;
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
        fault.duplicate = rb_str_intern(fault.duplicate);
    }
    jac_parser_fail_duplicate_at(parser, fault.at, fault.duplicate);
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
