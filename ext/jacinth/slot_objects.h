/*
 * Arrays and Strings that fit in one slot of the heap: allocated by Ruby,
 * empty, with room for just what they are to hold, and filled here.
 *
 * The calls that take the content find out again what kind of object it is to
 * be, go value by value through the write barrier or set encoding and NUL by
 * calls; that costs as much as the allocation. Where the length and the
 * content are is said by Ruby's public structs. Where a trial at load does not
 * give what Ruby gives, or with JACINTH_SLOTS=off, those calls serve.
 */
#ifndef JAC_SLOT_OBJECTS_H
#define JAC_SLOT_OBJECTS_H

#include "compat.h"
#include "core/bits.h"

/* Most that is filled here: beyond, the other calls are no slower. */
enum { JAC_SLOT_VALUES = 32, JAC_SLOT_BYTES = 127 };

/* What was proved. */
typedef struct {
    bool arrays, strings;
    bool hashes;           /* small ones, by hash_layout_find.c */
    bool wanted;           /* JACINTH_SLOTS is not off */
    VALUE string_flags[2]; /* UTF-8; and 7-bit */
} jac_slots_t;

extern jac_slots_t jac_slots;

/* Tries it. Once, at load, before jac_hash_layout_init. */
void jac_init_slot_objects(void);

/*
 * At the end of loading: Jacinth::SLOTS, which is private, lists what was
 * proved, :arrays, :hashes and :strings.
 */
void jac_define_slots(VALUE mJacinth);

/* A new Array of values[0..n); the caller keeps these visible to the GC. */
JAC_INLINE VALUE
jac_array_new(const VALUE *values, size_t n)
{
    VALUE array, *to;
    size_t i;

    if (n > JAC_SLOT_VALUES || !jac_slots.arrays) {
        return rb_ary_new_from_values((long)n, values);
    }
    array = rb_ary_new_capa((long)n);
    RB_FL_SET_RAW(array, (VALUE)n << RARRAY_EMBED_LEN_SHIFT);
    /* The youngest object there is needs no barrier. */
    to = (VALUE *)RARRAY(array)->as.ary;
    for (i = 0; i < n; i++) to[i] = values[i];
    return array;
}

/* Ruby's number for UTF-8. */
extern int jac_string_encoding;

/*
 * rb_utf8_str_new looks the encoding up again each time (Ruby 3.3: half of its
 * instructions); an index this small goes into the flags directly.
 */
JAC_INLINE VALUE
jac_utf8_string_plain(const uint8_t *s, size_t n, bool ascii)
{
    VALUE string = rb_str_new((const char *)s, (long)n);

    RB_ENCODING_SET_INLINED(string, jac_string_encoding);
    if (ascii) RB_FL_SET_RAW(string, RUBY_ENC_CODERANGE_7BIT);
    return string;
}

/* A new UTF-8 String of s[0..n); ascii tells that all bytes are below 0x80. */
JAC_INLINE VALUE
jac_utf8_string(const uint8_t *s, size_t n, bool ascii)
{
#ifdef JAC_STRING_IN_SLOT
    VALUE string;
    char *to;

    if (JAC_LIKELY(n <= JAC_SLOT_BYTES && jac_slots.strings)) {
        string = rb_str_buf_new((long)n);
        RB_FL_SET_RAW(string, jac_slots.string_flags[ascii]);
        RSTRING(string)->len = (long)n;
        to = RSTRING(string)->as.embed.ary;
        memcpy(to, s, n);
        to[n] = 0;
        return string;
    }
#endif
    return jac_utf8_string_plain(s, n, ascii);
}

#endif
