/* Builds Ruby objects from tokens and from the values on the stack. */
#ifndef JAC_BUILD_H
#define JAC_BUILD_H

#include "core/number.h"
#include "ruby/flonum.h"
#include "ruby/hash_layout.h"
#include "parse/frame.h"
#include "parse/interrupts.h"
#include "ruby/slot_objects.h"
#include "parse/string_scan.h"

/* Returns the String of s[0..n), which has no escapes. high is 0 if all bytes
   are below 0x80. s[0..readable) is readable. With validate_encoding, raises at
   the first invalid byte. */
JAC_INLINE VALUE jac_build_string(jac_parser_t *parser, const uint8_t *s,
                                  size_t n, uint32_t high, size_t readable);

/* The same without the check. */
JAC_INLINE VALUE jac_build_checked_string(jac_parser_t *parser,
                                          const uint8_t *s, size_t n,
                                          uint32_t high, size_t readable);

/* The same for any n. Checks for interrupts if the String is long. */
VALUE jac_build_long_string(jac_parser_t *parser, const uint8_t *s, size_t n,
                            bool ascii);

/*
 * Returns the String with escapes whose text begins at s, interned if
 * `interned` is set. Stores the address after the closing quote in *after.
 * Raises for an invalid escape or a missing quote. If a chunk ends first,
 * returns Qundef, stores NULL, and notes the position of the scan.
 */
VALUE jac_build_escaped(jac_parser_t *parser, const uint8_t *s, bool interned,
                        const uint8_t **after);

/* Returns the interned String of s[0..n), for freeze: true. */
VALUE jac_build_interned(jac_parser_t *parser, const uint8_t *s, size_t n);

/* Returns the length of the longest valid UTF-8 prefix of s[0..n). */
size_t jac_utf8_prefix(const uint8_t *s, size_t n);

/* Raises the error of validate_encoding if s[0..n) is not UTF-8. */
void jac_check_encoding(jac_parser_t *parser, const uint8_t *s, size_t n);

JAC_INLINE VALUE jac_build_number(jac_parser_t *parser,
                                  const jac_number_t *number, const uint8_t *s,
                                  size_t n);
VALUE jac_build_big_number(jac_parser_t *parser, const jac_number_t *number,
                           const uint8_t *s, size_t n);

/*
 * Sets parser->infinite to s if the Float made of the number at s is infinite.
 */
void jac_note_infinite(jac_parser_t *parser, VALUE number, const uint8_t *s);

/* The Floats NaN, Infinity and -Infinity, registered with the GC. */
extern VALUE jac_nan, jac_infinity, jac_minus_infinity;

void jac_init_build(void);

/*
 * Return the container of the innermost frame, made of the values above index
 * `from` of the stack, and pop these values. The frame stays. node is the shape
 * of the object's keys.
 */
JAC_INLINE VALUE jac_build_array(jac_parser_t *parser, size_t from);
JAC_INLINE VALUE jac_build_object(jac_parser_t *parser, size_t from,
                                  uint32_t node);

/* Returns the Array of the values above `from`, and leaves them on the
   stack. Checks for interrupts if there are many. */
VALUE jac_build_long_array(jac_parser_t *parser, size_t from);

VALUE jac_build_object_slow(jac_parser_t *parser, size_t from, uint32_t node);

JAC_INLINE VALUE
jac_build_string(jac_parser_t *parser, const uint8_t *s, size_t n,
                 uint32_t high, size_t readable)
{
    if (JAC_UNLIKELY(high != 0) && parser->options->validate_encoding) {
        jac_check_encoding(parser, s, n);
    }
    return jac_build_checked_string(parser, s, n, high, readable);
}

JAC_INLINE VALUE
jac_build_checked_string(jac_parser_t *parser, const uint8_t *s, size_t n,
                         uint32_t high, size_t readable)
{
    if (JAC_UNLIKELY(parser->options->freeze)) {
        return jac_build_interned(parser, s, n);
    }
    if (JAC_UNLIKELY(n > JAC_SLOT_BYTES)) {
        return jac_build_long_string(parser, s, n, high == 0);
    }
    return jac_utf8_string_within(s, n, high == 0, readable);
}

JAC_INLINE VALUE
jac_build_number(jac_parser_t *parser, const jac_number_t *number,
                 const uint8_t *s, size_t n)
{
    const uint64_t magnitude = number->mantissa;

    if (number->kind == JAC_NUMBER_INTEGER) {
        if (JAC_LIKELY(!number->large) &&
            JAC_LIKELY(magnitude <= (uint64_t)FIXNUM_MAX)) {
            const long v = (long)magnitude;

            return LONG2FIX(number->negative ? -v : v);
        }
    }
    else if (number->kind == JAC_NUMBER_FLOAT) {
        /* without a branch, because signs are unpredictable */
        const uint64_t sign = (uint64_t)number->negative << 63;

        const VALUE value = jac_float(jac_number_to_bits(number) | sign);

        if (JAC_UNLIKELY(!RB_FLONUM_P(value))) {
            jac_note_infinite(parser, value, s);
        }
        return value;
    }
    /* a copy, so that the caller's struct can stay in registers */
    const jac_number_t copy = *number;

    return jac_build_big_number(parser, &copy, s, n);
}

JAC_INLINE VALUE
jac_build_array(jac_parser_t *parser, size_t from)
{
    jac_stack_t *stack = parser->stack;
    const size_t n = stack->head - from;
    VALUE array;

    jac_stack_check(stack, from);
    array = JAC_LIKELY(n <= JAC_SLOT_VALUES)
                ? jac_array_new(stack->values + from, n)
                : jac_build_long_array(parser, from);

    stack->head = from;
    if (JAC_UNLIKELY(parser->options->freeze)) RB_OBJ_FREEZE(array);
    return array;
}

JAC_INLINE VALUE
jac_build_object(jac_parser_t *parser, size_t from, uint32_t index)
{
    jac_stack_t *stack = parser->stack;
    jac_node_t *node;
    VALUE object, template;

    if (JAC_LIKELY(index != JAC_NODE_NONE)) {
        node = &parser->session->shapes.nodes[index];
        template = node->template[parser->options->symbolize_names];
        if (JAC_LIKELY(template != 0)) {
            jac_shapes_hit(&parser->session->shapes, node,
                           jac_stack_top(stack)->hint);
            JAC_ASSERT(stack->head - from == 2 * (size_t)node->depth);
            JAC_SHADOW_CHECK(
                &node->template_shadow[parser->options->symbolize_names],
                template, "the shapes' templates");
            jac_stack_check(stack, from);
            JAC_ASSERT(OBJ_FROZEN(template) &&
                       RHASH_SIZE(template) == node->depth);
            object = jac_hash_from_template(template, stack->values + from,
                                            node->depth);
            stack->head = from;
            if (JAC_UNLIKELY(parser->options->freeze)) RB_OBJ_FREEZE(object);
            return object;
        }
    }
    return jac_build_object_slow(parser, from, index);
}

#endif
