#include "check/limit_check.h"

#include "parse/limits.h"

/* Open containers in memory on the C stack. */
enum { JAC_LIMIT_LEVELS = 128 };

typedef struct {
    jac_parser_t *parser;
    jac_fault_t *fault;
    /* For each container around the innermost: twice its count, plus 1 for an
       object. */
    size_t *outer;
    size_t depth, room; /* open containers; capacity of `outer` */
    VALUE outer_held;   /* the String that owns `outer`, or nil */
    size_t count;       /* keys or elements of the innermost container */
    bool object;
} limits_t;

static JAC_COLD void
grow(limits_t *l)
{
    l->outer =
        jac_room_twice(&l->outer_held, l->outer, l->room * sizeof(*l->outer));
    l->room *= 2;
}

static void
enter(limits_t *l, bool object)
{
    if (l->depth == l->room) grow(l);
    l->outer[l->depth++] = l->count * 2 + l->object;
    l->count = 0;
    l->object = object;
}

static void
leave(limits_t *l)
{
    const size_t outer = l->outer[--l->depth];

    l->count = outer / 2;
    l->object = outer % 2;
}

static bool
over(limits_t *l, const uint8_t *at, const char *what, size_t limit,
     const char *unit)
{
    l->fault->at = at;
    l->fault->text = NULL;
    l->fault->nesting = 0;
    l->fault->large = what;
    l->fault->limit = limit;
    l->fault->unit = unit;
    return false;
}

/* Counts the key or element at p. False if it is one too many. */
static bool
count(limits_t *l, const uint8_t *p)
{
    const jac_parser_options_t *options = l->parser->options;
    const size_t limit = l->object ? options->max_keys : options->max_elements;

    if (limit != 0 && l->count >= limit) {
        return l->object ? over(l, p, "object", limit, "keys")
                         : over(l, p, "array", limit, "elements");
    }
    l->count++;
    return true;
}

/* Checks the decoded length of the string or key s[0..quote). */
static bool
check_string(limits_t *l, const uint8_t *s, const uint8_t *quote)
{
    const jac_parser_options_t *options = l->parser->options;
    const size_t limit = options->max_string_bytes;
    size_t n = (size_t)(quote - s);

    if (limit == 0 || n <= limit) return true;
    if (memchr(s, '\\', n) != NULL) {
        n = (size_t)RSTRING_LEN(jac_key_decoded(s, quote, options));
    }
    return n <= limit || over(l, s - 1, "string", limit, "bytes");
}

static bool
check_scalar(limits_t *l, const uint8_t *p, const uint8_t *q)
{
    const size_t limit = l->parser->options->max_number_digits;

    if (*p == '"') return check_string(l, p + 1, q - 1);
    return (uint8_t)(q[-1] - '0') >= 10 ||
           !jac_number_large(limit, p, (size_t)(q - p)) ||
           over(l, p, "number", limit, "digits");
}

static bool
run(limits_t *l, const uint8_t *to, bool twice)
{
    jac_parser_t *const parser = l->parser;
    const uint8_t *p = parser->start, *q;
    size_t ends = 0;   /* depth inside the object at `to` */
    jac_fault_t fault; /* ignored: it has been reported already */
    bool key = false;
    int c;

    for (;;) {
        jac_look(parser, p);
        c = jac_next(&p, parser->end - 1);
        if (c == JAC_END) return true;
        if (p >= to) {
            if (!twice || p > to) return true;
            to = parser->end;
            ends = l->depth + 1;
        }
        switch (c) {
        case '/':
            p = jac_check_comment(parser, p, &fault);
            if (p == NULL) return true;
            continue;
        case ',':
            key = l->object;
            p++;
            continue;
        case ':':
            key = false;
            p++;
            continue;
        case ']':
        case '}':
            if (l->depth == ends) return true;
            leave(l);
            p++;
            continue;
        default:
            break;
        }
        if (l->depth > 0 && (key || !l->object) && !count(l, p)) return false;
        if (c == '[' || c == '{') {
            enter(l, key = c == '{');
            p++;
            continue;
        }
        q = jac_check_scalar(parser, p, c, &fault);
        if (q == NULL || q > to) return true;
        if (!check_scalar(l, p, q)) return false;
        p = q;
    }
}

bool
jac_check_limits(jac_parser_t *parser, const uint8_t *to, bool twice,
                 jac_fault_t *fault)
{
    size_t outer[JAC_LIMIT_LEVELS];
    limits_t l = {.parser = parser,
                  .fault = fault,
                  .outer = outer,
                  .room = JAC_LIMIT_LEVELS,
                  .outer_held = Qnil};
    bool within;

    parser->cursor = parser->start;
    within = run(&l, to, twice);
    RB_GC_GUARD(l.outer_held);
    return within;
}
