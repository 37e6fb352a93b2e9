#include "parse/build.h"

#include <math.h>

#include "core/kernels.h"
#include "parse/callbacks.h"
#include "parse/duplicate_keys.h"
#include "parse/limits.h"
#include "parse/unescape.h"

/* Integers of fewer digits are parsed from a buffer on the C stack. */
enum { JAC_BIGNUM_STACK = 128 };

VALUE jac_nan, jac_infinity, jac_minus_infinity;

size_t
jac_utf8_prefix(const uint8_t *s, size_t n)
{
    rb_encoding *utf8 = rb_utf8_encoding();
    const char *p = (const char *)s, *end = p + n;

    while (p < end) {
        const int r = rb_enc_precise_mbclen(p, end, utf8);

        if (!MBCLEN_CHARFOUND_P(r)) break;
        p += MBCLEN_CHARFOUND_LEN(r);
    }
    return (size_t)(p - (const char *)s);
}

JAC_NOINLINE void
jac_check_encoding(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    if (jac_valid_utf8(s, s + n)) return;
    jac_parser_fail(parser, s + jac_utf8_prefix(s, n), JAC_TEXT_BAD_UTF8);
}

JAC_NOINLINE VALUE
jac_build_interned(jac_parser_t *parser, const uint8_t *s, size_t n)
{
    jac_session_t *session = parser->session;
    jac_key_cache_t *values = &session->values;
    jac_key_t *entry;

    if (n > JAC_VALUE_CACHED || jac_key_cache_useless(values)) {
        return jac_intern(s, n);
    }
    if (JAC_UNLIKELY(values->sets == NULL)) {
        jac_key_cache_init(values, JAC_VALUE_SETS);
    }
    entry = jac_key_cache_fetch(values, session->self,
                                jac_key_hash(values, s, n), s, n);
    return entry->string;
}

/* The String is hidden until it is complete, so other threads cannot find it
   during an interrupt check. */
JAC_NOINLINE VALUE
jac_build_long_string(jac_parser_t *parser, const uint8_t *s, size_t n,
                      bool ascii)
{
    VALUE string;
    size_t at, step;

    if (JAC_LIKELY(n <= JAC_INTERRUPT_BYTES || !parser->interruptible)) {
        return jac_utf8_string_plain(s, n, ascii);
    }
    string = rb_obj_hide(rb_str_buf_new((long)n));
    for (at = 0; at < n; at += step) {
        step = n - at < JAC_INTERRUPT_BYTES ? n - at : JAC_INTERRUPT_BYTES;
        rb_str_cat(string, (const char *)s + at, (long)step);
        jac_parser_check_interrupts(parser, parser->cursor);
    }
    RB_ENCODING_SET_INLINED(string, jac_utf8_index);
    RB_ENC_CODERANGE_SET(string, ascii ? RUBY_ENC_CODERANGE_7BIT
                                       : RUBY_ENC_CODERANGE_UNKNOWN);
    return rb_obj_reveal(string, rb_cString);
}

JAC_NOINLINE VALUE
jac_build_long_array(jac_parser_t *parser, size_t from)
{
    const jac_stack_t *stack = parser->stack;
    const size_t n = stack->head - from;
    VALUE array;
    size_t at, step;

    if (JAC_LIKELY(n <= JAC_INTERRUPT_VALUES || !parser->interruptible)) {
        return rb_ary_new_from_values((long)n, stack->values + from);
    }
    array = rb_obj_hide(rb_ary_new_capa((long)n));
    for (at = 0; at < n; at += step) {
        step = n - at < JAC_INTERRUPT_VALUES ? n - at : JAC_INTERRUPT_VALUES;
        rb_ary_cat(array, stack->values + from + at, (long)step);
        jac_parser_check_interrupts(parser, parser->cursor);
    }
    return rb_obj_reveal(array, rb_cArray);
}

/*
 * Limits the target to the bytes that can be filled before an interrupt check.
 */
static void
decode_set_end(const jac_session_t *session, jac_unescape_t *u)
{
    u->dst_end = session->scratch + session->scratch_capa;
    if (u->dst_end - u->dst > JAC_INTERRUPT_BYTES) {
        u->dst_end = u->dst + JAC_INTERRUPT_BYTES;
    }
}

/* Checks for interrupts if due, or grows the buffer. Moves the decoded text
   and the destination. */
static void
decode_more(jac_parser_t *parser, const uint8_t *s, jac_unescape_t *u)
{
    jac_session_t *session = parser->session;
    const size_t used = (size_t)(u->dst - session->scratch);

    jac_limit_string(parser, s, used);
    if (used > JAC_INTERRUPT_BYTES / 2)
        jac_parser_check_interrupts(parser, parser->cursor);
    if (u->dst_end == session->scratch + session->scratch_capa) {
        jac_session_grow_scratch(session);
    }
    u->dst = session->scratch + used;
    decode_set_end(session, u);
}

/* Reports an invalid escape. First scans the rest of the string, because json
   reports a control character or a missing quote before it. Returns if the
   chunk ends inside the string. */
static void
fail_escape(jac_parser_t *parser, const jac_unescape_t *u, const uint8_t *s,
            jac_unescape_status_t status)
{
    uint32_t high = u->high;
    bool escaped = true;

    if (jac_scan_string_on(parser, s, u->src, &high, &escaped) == NULL) {
        return;
    }
    jac_parser_fail(parser, u->at, jac_unescape_text(status));
}

JAC_NOINLINE VALUE
jac_build_escaped(jac_parser_t *parser, const uint8_t *s, bool interned,
                  const uint8_t **after)
{
    jac_session_t *session = parser->session;
    jac_unescape_status_t status;
    jac_unescape_t u;
    size_t n;

    jac_unescape_begin(&u, s, parser->end, parser->options);
    u.dst = session->scratch;
    decode_set_end(session, &u);
    while ((status = jac_unescape(&u)) == JAC_UNESCAPE_FULL) {
        decode_more(parser, s, &u);
    }
    if (JAC_UNLIKELY(status != JAC_UNESCAPE_QUOTE)) {
        fail_escape(parser, &u, s, status);
        *after = NULL;
        return Qundef;
    }
    if (u.high != 0 && parser->options->validate_encoding) {
        jac_check_encoding(parser, s, (size_t)(u.src - s));
    }
    *after = u.src + 1;
    n = (size_t)(u.dst - session->scratch);
    jac_limit_string(parser, s, n);
    if (!interned) {
        return jac_build_checked_string(parser, session->scratch, n, u.high,
                                        session->scratch_capa);
    }
    return parser->options->freeze
               ? jac_build_interned(parser, session->scratch, n)
               : jac_intern(session->scratch, n);
}

/* Parses an Integer of any size. Ruby's function needs a terminating NUL. */
static VALUE
build_bignum(const uint8_t *s, size_t n)
{
    char buffer[JAC_BIGNUM_STACK];
    VALUE text, value;

    if (n < sizeof(buffer)) {
        memcpy(buffer, s, n);
        buffer[n] = 0;
        return rb_cstr2inum(buffer, 10);
    }
    text = rb_str_new((const char *)s, (long)n);
    value = rb_str_to_inum(text, 10, 0);
    RB_GC_GUARD(text);
    return value;
}

JAC_COLD void
jac_note_infinite(jac_parser_t *parser, VALUE number, const uint8_t *s)
{
    if (isinf(RFLOAT_VALUE(number))) parser->infinite = s;
}

JAC_NOINLINE VALUE
jac_build_big_number(jac_parser_t *parser, const jac_number_t *number,
                     const uint8_t *s, size_t n)
{
    if (number->kind == JAC_NUMBER_LONG) {
        const VALUE value = DBL2NUM(jac_number_to_double(s, n));

        jac_note_infinite(parser, value, s);
        return value;
    }
    if (number->kind == JAC_NUMBER_INTEGER) {
        if (!number->negative) return ULL2NUM(number->mantissa);
        if (number->mantissa <= INT64_MAX) {
            return LL2NUM(-(int64_t)number->mantissa);
        }
    }
    /* The mantissa is the value modulo 2^64. Of values from 2^64 to
       2 * 10^19 - 1 that is less than 10^19, so a larger one is exact. */
    if (n == 20 && *s == '1' && number->mantissa >= 10000000000000000000u) {
        return ULL2NUM(number->mantissa);
    }
    return build_bignum(s, n);
}

/* True if a Hash calls hash or eql? of one of these keys, which on_load
   returned: a key that is neither a Symbol nor a String without subclass. */
static bool
keys_may_call(const VALUE *pairs, size_t count)
{
    size_t i;

    for (i = 0; i < count; i += 2) {
        if (SYMBOL_P(pairs[i])) continue;
        if (SPECIAL_CONST_P(pairs[i])) return true;
        if (RBASIC_CLASS(pairs[i]) != rb_cString) return true;
    }
    return false;
}

/*
 * Inserts the pairs one by one, because `hash` and `eql?` of a key can be user
 * code, and return twice. Reads a copy, because the parser's stack can move.
 * rb_hash_bulk_insert() does not support a second return (Ruby 3.1 to 4.0: its
 * table is rebuilt meanwhile).
 */
static JAC_COLD VALUE
object_by_calls(jac_parser_t *parser, size_t from, size_t size)
{
    const jac_left_t left = jac_parser_leave(parser);
    VALUE object = jac_hash_new(size);
    VALUE copy = rb_obj_hide(
        rb_ary_new_from_values((long)(2 * size), parser->stack->values + from));
    const VALUE *pairs = RARRAY_CONST_PTR(copy);
    size_t i;

    for (i = 0; i < 2 * size; i += 2) {
        rb_hash_aset(object, pairs[i], pairs[i + 1]);
        jac_parser_enter(parser, left);
    }
    if (rb_hash_size_num(object) < size) {
        jac_refuse_replaced(parser, pairs, size);
    }
    RB_GC_GUARD(copy);
    return object;
}

/* Inserts all pairs with interrupt checks; the Hash is hidden. Several bulk
   inserts would each hash the whole table again. */
static void
insert_interruptible(jac_parser_t *parser, VALUE object, const VALUE *pairs,
                     size_t size)
{
    size_t i;

    rb_obj_hide(object);
    for (i = 0; i < size; i++) {
        rb_hash_aset(object, pairs[2 * i], pairs[2 * i + 1]);
        if (i % JAC_INTERRUPT_PAIRS == 0)
            jac_parser_check_interrupts(parser, parser->cursor);
    }
    rb_obj_reveal(object, rb_cHash);
}

/* Raises ParserError for a duplicate key, unless that is allowed. */
static VALUE
object_by_insertion(jac_parser_t *parser, size_t from, size_t size)
{
    const VALUE *pairs = parser->stack->values + from;
    VALUE object;

    if (JAC_UNLIKELY(parser->options->on_load) &&
        keys_may_call(pairs, 2 * size)) {
        return object_by_calls(parser, from, size);
    }
    object = jac_hash_new(size);
    if (JAC_LIKELY(size <= JAC_INTERRUPT_PAIRS || !parser->interruptible)) {
        rb_hash_bulk_insert((long)(2 * size), pairs, object);
    }
    else {
        insert_interruptible(parser, object, pairs, size);
    }
    if (JAC_UNLIKELY(rb_hash_size_num(object) < size)) {
        jac_refuse_replaced(parser, pairs, size);
    }
    return object;
}

JAC_NOINLINE VALUE
jac_build_object_slow(jac_parser_t *parser, size_t from, uint32_t index)
{
    jac_stack_t *stack = parser->stack;
    jac_session_t *session = parser->session;
    const bool symbols = parser->options->symbolize_names;
    const size_t size = (stack->head - from) / 2;
    VALUE object;

    jac_stack_check(stack, from);
    object = JAC_LIKELY(!parser->options->value_options &&
                        size <= JAC_INTERRUPT_PAIRS)
                 ? jac_key_hashes_build(&session->hashes, session->self,
                                        stack->values + from, size)
                 : Qundef;
    if (object == Qundef) object = object_by_insertion(parser, from, size);

    if (index != JAC_NODE_NONE && index != JAC_NODE_ROOT) {
        jac_shapes_learn(&session->shapes, session->shapes_object, index,
                         symbols, stack->values + from);
    }
    stack->head = from;
    if (parser->options->freeze) RB_OBJ_FREEZE(object);
    return object;
}

void
jac_init_build(void)
{
    jac_nan = rb_const_get(rb_cFloat, rb_intern("NAN"));
    rb_gc_register_mark_object(jac_nan);
    jac_infinity = rb_const_get(rb_cFloat, rb_intern("INFINITY"));
    rb_gc_register_mark_object(jac_infinity);
    jac_minus_infinity = DBL2NUM(-RFLOAT_VALUE(jac_infinity));
    rb_gc_register_mark_object(jac_minus_infinity);
}
