/*
 * Arrays and Strings that fit in one slot of the heap: allocated by Ruby,
 * empty, with room for just what they are to hold, and filled here.
 *
 * The calls that take the content find out again what kind of object it is to
 * be, go value by value through the write barrier or set encoding and NUL by
 * calls; that costs as much as the allocation.
 *
 * Assumed: rb_ary_new_capa and rb_str_buf_new give an object that holds its
 * content in its slot, up to the sizes below; the fields of struct RArray and
 * struct RString are where Ruby looks for length and content; an Array's
 * length is in its flags; encoding and coderange are flags that all Strings of
 * one kind share; and an object allocated last, with nothing allocated since,
 * is young, so that storing into it needs no write barrier.
 *
 * Proved at load: objects of every size are made both ways, and flags, class,
 * content and room compared.
 *
 * Plain: rb_ary_new_from_values and rb_str_new.
 */
#ifndef JAC_SLOT_OBJECTS_H
#define JAC_SLOT_OBJECTS_H

#include "ruby/internals.h"
#include "core/bits.h"

/* Most that is filled here: beyond, the other calls are no slower. */
enum { JAC_SLOT_VALUES = 32, JAC_SLOT_BYTES = 127 };

#if JAC_COMPILED(JAC_STRINGS)
/*
 * Any String of its own bytes has room for so many, and the NUL behind them:
 * that of a slot of five words.
 */
enum {
    JAC_SLOT_BYTES_LEAST =
        sizeof(struct RString) - offsetof(struct RString, as.embed.ary) - 1
};

/* What a filled String's flags have that an empty one's have not. */
extern VALUE jac_string_flags[2]; /* UTF-8; and 7-bit */
#endif

/* Once, at load. */
void jac_prove_slot_objects(void);

/* A new Array of values[0..n); the caller keeps these visible to the GC. */
JAC_INLINE VALUE
jac_array_new(const VALUE *values, size_t n)
{
#if JAC_COMPILED(JAC_ARRAYS)
    VALUE array, *to;
    size_t i;

    if (n <= JAC_SLOT_VALUES && JAC_ON(JAC_ARRAYS)) {
        array = rb_ary_new_capa((long)n);
        RB_FL_SET_RAW(array, (VALUE)n << RARRAY_EMBED_LEN_SHIFT);
        /* The youngest object there is needs no barrier. */
        to = (VALUE *)RARRAY(array)->as.ary;
        for (i = 0; i < n; i++) to[i] = values[i];
        return array;
    }
#endif
    return rb_ary_new_from_values((long)n, values);
}

/* rb_utf8_encindex(), which never changes. Small enough to be inlined. */
extern int jac_utf8_index;

/*
 * rb_utf8_str_new looks the encoding up again each time (Ruby 3.3: half of its
 * instructions); an index this small goes into the flags directly.
 */
JAC_INLINE VALUE
jac_utf8_string_plain(const uint8_t *s, size_t n, bool ascii)
{
    VALUE string = rb_str_new((const char *)s, (long)n);

    RB_ENCODING_SET_INLINED(string, jac_utf8_index);
    if (ascii) RB_ENC_CODERANGE_SET(string, RUBY_ENC_CODERANGE_7BIT);
    return string;
}

/*
 * A new UTF-8 String of s[0..n); ascii tells that all bytes are below 0x80, and
 * s[0..readable) may be read, readable >= n: where that is enough, as many
 * bytes as the smallest slot has room for are copied, whatever the length.
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
