#include "type/type_members.h"

#include "check/validate.h"
#include "parse/read_number.h"
#include "parse/scan.h"

static JAC_NOINLINE VALUE
integer_as_float(const jac_number_t *number, const uint8_t *s, size_t n)
{
    if (number->kind == JAC_NUMBER_INTEGER &&
        number->mantissa <= (UINT64_C(1) << 53)) {
        const double value = (double)number->mantissa;

        return DBL2NUM(number->negative ? -value : value);
    }
    return DBL2NUM(jac_number_to_double(s, n));
}

VALUE
jac_number_as_float(jac_parser_t *parser, const jac_number_t *number,
                    const uint8_t *s, size_t n)
{
    return number->kind == JAC_NUMBER_FLOAT || number->kind == JAC_NUMBER_LONG
               ? jac_build_number(parser, number, s, n)
               : integer_as_float(number, s, n);
}

/* Reads the String with escapes whose text begins at s. The member is for the
   path of an error. */
static JAC_NOINLINE VALUE
read_escaped(jac_parser_t *parser, const jac_type_t *within,
             const jac_member_t *member, const uint8_t *s,
             const uint8_t **after)
{
    jac_stack_top(parser->stack)->hint = (uint32_t)(member - within->members);
    return jac_build_escaped(parser, s, parser->options->freeze, after);
}

/* Reads the value of the member at *p, which begins with c, and moves *p past
   it. Returns Qundef if only the state machine can read it. */
JAC_INLINE VALUE
read_plain(jac_parser_t *parser, const jac_type_t *within,
           const jac_member_t *member, const uint8_t **p, int c)
{
    const jac_type_t *type = member->type;
    const uint8_t *const end = parser->end, *const at = *p, *q, *after;
    jac_number_t number;
    uint32_t high = 0;
    VALUE value;

    if (type->kind == JAC_TYPE_OPTIONAL) {
        if (c == 'n' && jac_word_p(at, end, "null", 4)) {
            *p = at + 4;
            return Qnil;
        }
        type = type->of;
    }
    switch (type->simple_kind) {
    case JAC_TYPE_STRING:
        if (JAC_UNLIKELY(c != '"')) return Qundef;
        q = jac_scan_text(at + 1, end, &high);
        if (JAC_UNLIKELY(q == end || *q != '"')) {
            value = read_escaped(parser, within, member, at + 1, &after);
            *p = after;
            return value;
        }
        if (JAC_UNLIKELY(high != 0) && !jac_valid_utf8(at + 1, q)) {
            return Qundef;
        }
        *p = q + 1;
        return jac_build_checked_string(parser, at + 1, (size_t)(q - at - 1),
                                        high, (size_t)(end - at - 1));

    case JAC_TYPE_INTEGER:
        if (JAC_UNLIKELY((unsigned)(c - '0') > 9 && c != '-')) return Qundef;
        q = jac_number_at(parser, at, &number);
        if (JAC_UNLIKELY(number.kind != JAC_NUMBER_INTEGER)) return Qundef;
        *p = q;
        return jac_build_number(parser, &number, at, (size_t)(q - at));

    case JAC_TYPE_FLOAT:
        if (JAC_UNLIKELY((unsigned)(c - '0') > 9 && c != '-')) return Qundef;
        q = jac_number_at(parser, at, &number);
        if (JAC_UNLIKELY(number.kind == JAC_NUMBER_INVALID)) return Qundef;
        value = jac_number_as_float(parser, &number, at, (size_t)(q - at));
        if (jac_infinite_p(value)) return Qundef;
        *p = q;
        return value;

    case JAC_TYPE_BOOLEAN:
        if (jac_word_p(at, end, "true", 4)) {
            *p = at + 4;
            return Qtrue;
        }
        if (jac_word_p(at, end, "false", 5)) {
            *p = at + 5;
            return Qfalse;
        }
        return Qundef;

    default:
        return Qundef;
    }
}

static JAC_NOINLINE const uint8_t *
skip_container(jac_type_reader_t *r, const uint8_t *p)
{
    const size_t max = (size_t)r->parser.options->max_nesting;
    const size_t open = r->parser.stack->depth - 1;
    size_t levels = SIZE_MAX;

    if (r->parser.options->max_nesting < 0) {
        levels = 0;
    }
    else if (max != 0) {
        levels = max > open ? max - open : 0;
    }
    return jac_validate_value(&r->parser, p, levels);
}

const uint8_t *
jac_reader_try_skip(jac_type_reader_t *r, const uint8_t *p)
{
    jac_parser_t *parser = &r->parser;
    const int c = jac_next(&p, parser->end - 1);
    jac_fault_t fault;

    return c == '{' || c == '[' || c == '/'
               ? skip_container(r, p)
               : jac_check_scalar(parser, p, c, &fault);
}

/* Skips the unknown member whose key is at p. Returns the position after it,
   or NULL if only the state machine can read it. */
static JAC_NOINLINE const uint8_t *
skip_unknown(jac_type_reader_t *r, const jac_type_t *within, const uint8_t *p)
{
    const jac_parser_t *parser = &r->parser;
    const uint8_t *const end = parser->end, *q;
    uint32_t high = 0;
    size_t n;

    if (*p != '"' || p - r->interrupts_at > JAC_CHECK_BYTES) return NULL;
    q = jac_scan_text(++p, end, &high);
    if (JAC_UNLIKELY(end - q < 2) || JAC_UNLIKELY(q[0] != '"') ||
        JAC_UNLIKELY(q[1] != ':') ||
        (JAC_UNLIKELY(high != 0) && !jac_valid_utf8(p, q))) {
        return NULL;
    }
    n = (size_t)(q - p);
    if ((within->bits & jac_name_bit(p, n)) != 0 &&
        jac_member_find(within, p, n) != UINT32_MAX) {
        return NULL;
    }
    r->unknown_key = p;
    q += 2;
    if (q < end && *q == ' ') q++;
    if (q < end && (*q == '{' || *q == '[')) return skip_container(r, q);
    p = jac_short_scalar_end(q, end);
    return JAC_LIKELY(p != NULL) ? p : jac_reader_try_skip(r, q);
}

const uint8_t *
jac_read_members(jac_type_reader_t *r, const jac_type_t *within,
                 const uint8_t *p, bool *ended)
{
    jac_parser_t *const parser = &r->parser;
    jac_stack_t *const stack = parser->stack;
    const uint8_t *const last = parser->end - 1, *key, *q;
    jac_frame_t *const frame = jac_stack_top(stack);
    const jac_member_t *member = within->members + frame->node;
    const size_t first = frame->head + 1;
    uint32_t hint;
    VALUE value;
    int c;

    *ended = false;
    if (JAC_UNLIKELY(frame->coerces)) return p;
    for (;; p++) {
        key = p;
        c = jac_next(&p, last);
        if (JAC_LIKELY(c == '"') &&
            jac_member_at(member, p + 1, (size_t)(last - p))) {
            if (JAC_UNLIKELY(first + member->slot != stack->head)) break;
            p += member->bytes + 1;
            c = jac_next(&p, last);
            value = read_plain(parser, within, member, &p, c);
            if (JAC_UNLIKELY(value == Qundef)) break;
            /* open_frame() reserved the slot, and the stack only grows here */
            jac_stack_put(stack, stack->head, value);
            stack->head++;
            hint = (uint32_t)(member++ - within->members);
        }
        else {
            if (within->unknown != JAC_UNKNOWN_IGNORE || c == JAC_END) break;
            q = skip_unknown(r, within, p);
            if (JAC_UNLIKELY(q == NULL)) break;
            p = q;
            hint = JAC_MEMBER_UNKNOWN;
        }
        c = jac_next(&p, last);
        if (JAC_UNLIKELY(c != ',')) {
            frame->hint = hint;
            *ended = true;
            key = p;
            break;
        }
    }
    frame->node = (uint32_t)(member - within->members);
    return key;
}
