/*
 * Makes Arrays and Strings that fit in one slot of the heap. Ruby allocates
 * them empty with the right capacity, and they are filled here. Ruby's calls
 * with contents use the write barrier for each value, or calls for encoding and
 * NUL, which cost as much as the allocation.
 *
 * Assumed: rb_ary_new_capa and rb_str_buf_new return an object with its
 * contents in its slot, up to the sizes below; struct RArray and struct RString
 * are right; an Array's length is in its flags; encoding and coderange are
 * flags; and an object is young if nothing was allocated after it, so storing
 * into it needs no write barrier.
 *
 * Proved at load: objects of each size are made both ways; flags, class,
 * contents and capacity are compared.
 *
 * Portable implementation: rb_ary_new_from_values and rb_str_new.
 */
#ifndef JAC_SLOT_OBJECTS_H
#define JAC_SLOT_OBJECTS_H

#include "ruby/internals.h"
#include "core/bits.h"

/* The largest objects made here. For larger ones Ruby's calls are as fast. */
enum { JAC_SLOT_VALUES = 32, JAC_SLOT_BYTES = 127 };

#if JAC_COMPILED(JAC_STRINGS)
/* The capacity of every embedded String, without NUL: that of five words. */
enum {
    JAC_SLOT_BYTES_LEAST =
        sizeof(struct RString) - offsetof(struct RString, as.embed.ary) - 1
};

/* Flags of a filled String that an empty one lacks. */
extern VALUE jac_string_flags[2]; /* UTF-8; UTF-8 and 7-bit */
#endif

void jac_prove_slot_objects(void);

/* Returns a new Array of values[0..n), which must be visible to the GC. */
JAC_INLINE VALUE
jac_array_new(const VALUE *values, size_t n)
{
#if JAC_COMPILED(JAC_ARRAYS)
    VALUE array, *to;
    size_t i;

    if (n <= JAC_SLOT_VALUES && JAC_ON(JAC_ARRAYS)) {
        array = rb_ary_new_capa((long)n);
        RB_FL_SET_RAW(array, (VALUE)n << RARRAY_EMBED_LEN_SHIFT);
        /* the youngest object needs no write barrier */
        to = (VALUE *)RARRAY(array)->as.ary;
        for (i = 0; i < n; i++) to[i] = values[i];
        return array;
    }
#endif
    return rb_ary_new_from_values((long)n, values);
}

/* rb_utf8_encindex(), a constant. */
extern int jac_utf8_index;

/* rb_utf8_str_new() looks up the encoding each time, half of its
   instructions in Ruby 3.3. A small index goes into the flags. */
JAC_INLINE VALUE
jac_utf8_string_plain(const uint8_t *s, size_t n, bool ascii)
{
    VALUE string = rb_str_new((const char *)s, (long)n);

    RB_ENCODING_SET_INLINED(string, jac_utf8_index);
    if (ascii) RB_ENC_CODERANGE_SET(string, RUBY_ENC_CODERANGE_7BIT);
    return string;
}

/*
 * Returns a new UTF-8 String of s[0..n). `ascii`: all bytes are below 0x80.
 * s[0..readable) must be readable; if it is large enough, a constant number of
 * bytes is copied.
 */
JAC_INLINE VALUE
jac_utf8_string_within(const uint8_t *s, size_t n, bool ascii, size_t readable)
{
#if JAC_COMPILED(JAC_STRINGS)
    VALUE string;
    char *to;

    if (JAC_LIKELY(n <= JAC_SLOT_BYTES && JAC_ON(JAC_STRINGS))) {
        string = rb_str_buf_new((long)n);
        RB_FL_SET_RAW(string, jac_string_flags[ascii]);
        RSTRING(string)->len = (long)n;
        to = RSTRING(string)->as.embed.ary;
        if (n <= JAC_SLOT_BYTES_LEAST &&
            JAC_LIKELY(readable > JAC_SLOT_BYTES_LEAST)) {
            memcpy(to, s, JAC_SLOT_BYTES_LEAST + 1);
        }
        else {
            memcpy(to, s, n);
        }
        to[n] = 0;
        return string;
    }
#endif
    return jac_utf8_string_plain(s, n, ascii);
}

JAC_INLINE VALUE
jac_utf8_string(const uint8_t *s, size_t n, bool ascii)
{
    return jac_utf8_string_within(s, n, ascii, n);
}

#endif
