/*
 * Arrays, Strings and Integers that fit in one slot of the heap: allocated by
 * Ruby, empty, with room for just what they are to hold, and filled here.
 *
 * The calls that take the content find out again what kind of object it is to
 * be, go value by value through the write barrier or set encoding and NUL by
 * calls; that costs as much as the allocation. Where the length and the
 * content are is said by Ruby's public structs. Where a trial at load does not
 * give what Ruby gives, or with JACINTH_SLOTS=off, those calls serve.
 *
 * Up to Ruby 3.3 the public rb_newobj_of makes an object of the smallest slot,
 * five words, with the flags it is given, and so at once what the calls for
 * each class make in several steps. These objects are called short here.
 */
#ifndef JAC_SLOT_OBJECTS_H
#define JAC_SLOT_OBJECTS_H

#include "ruby/compat.h"
#include "core/bits.h"

/* Most that is filled here: beyond, the other calls are no slower. */
enum { JAC_SLOT_VALUES = 32, JAC_SLOT_BYTES = 127 };

/* What a short object has room for, where there are any. */
enum {
#ifdef HAVE_RB_NEWOBJ_OF
    JAC_SHORT_OBJECTS = 1,
#else
    JAC_SHORT_OBJECTS = 0,
#endif
    JAC_SHORT_WORDS = 5,
    JAC_SHORT_VALUES = JAC_SHORT_WORDS - sizeof(struct RBasic) / sizeof(VALUE),
#ifdef JAC_STRING_IN_SLOT
    /* And the NUL behind them: any String of its own bytes has this room. */
    JAC_SHORT_BYTES =
        sizeof(struct RString) - offsetof(struct RString, as.embed.ary) - 1,
#endif
};

/*
 * Where an Integer of up to 64 bits that is no Fixnum has all of them for
 * digits, the lowest first: one that is shorter would have fewer.
 */
#if defined(HAVE_RB_NEWOBJ_OF) && SIZEOF_LONG == 8 && !defined(WORDS_BIGENDIAN)
#define JAC_SHORT_INTEGERS 1
#endif

/* What was proved. */
typedef struct {
    bool arrays, strings;
    bool hashes;           /* small ones, by hash_layout_find.c */
    bool wanted;           /* JACINTH_SLOTS is not off */
    VALUE string_flags[2]; /* UTF-8; and 7-bit */
    /* All that rb_newobj_of is to be given for a short Array of n, a short
       String (UTF-8; and 7-bit) and an Integer of 63 or 64 bits (positive;
       negative), or 0 */
    VALUE short_array[JAC_SHORT_VALUES + 1];
    VALUE short_string[2];
    VALUE short_integer[2];
} jac_slots_t;

extern jac_slots_t jac_slots;

/* Tries it. Once, at load, before jac_hash_layout_init. */
void jac_init_slot_objects(void);

/*
 * At the end of loading: Jacinth::SLOTS, which is private, lists what was
 * proved: :arrays, :hashes, :strings, :short_arrays, :short_integers,
 * :short_strings.
 */
void jac_define_slots(VALUE mJacinth);

/* A new object of `klass`, five words; flags are one of the short_... above. */
JAC_INLINE VALUE
jac_short_object(VALUE klass, VALUE flags)
{
#ifdef HAVE_RB_NEWOBJ_OF
    return rb_newobj_of(klass, flags);
#else
    rb_raise(rb_eFatal, "no short objects here"); /* no flags were proved */
#endif
}

/* A new Array of values[0..n); the caller keeps these visible to the GC. */
JAC_INLINE VALUE
jac_array_new(const VALUE *values, size_t n)
{
    VALUE array, *to;
    size_t i;

    if (JAC_SHORT_OBJECTS && n <= JAC_SHORT_VALUES &&
        jac_slots.short_array[n] != 0) {
        array = jac_short_object(rb_cArray, jac_slots.short_array[n]);
        to = (VALUE *)RARRAY(array)->as.ary;
        /* no loop: gcc compiles one for many values */
        if (n > 0) to[0] = values[0];
        if (n > 1) to[1] = values[1];
        if (n > 2) to[2] = values[2];
        return array;
    }
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

/*
 * A new UTF-8 String of s[0..n); ascii tells that all bytes are below 0x80, and
 * s[0..readable) may be read, readable >= n: where that is enough, as many
 * bytes as a short String has room for are copied, whatever its length.
 */
JAC_INLINE VALUE
jac_utf8_string_within(const uint8_t *s, size_t n, bool ascii, size_t readable)
{
#ifdef JAC_STRING_IN_SLOT
    VALUE string;
    char *to;

    if (JAC_LIKELY(n <= JAC_SLOT_BYTES && jac_slots.strings)) {
        if (JAC_SHORT_OBJECTS && n <= JAC_SHORT_BYTES &&
            jac_slots.short_string[ascii] != 0) {
            string =
                jac_short_object(rb_cString, jac_slots.short_string[ascii]);
        }
        else {
            string = rb_str_buf_new((long)n);
            RB_FL_SET_RAW(string, jac_slots.string_flags[ascii]);
        }
        RSTRING(string)->len = (long)n;
        to = RSTRING(string)->as.embed.ary;
        if (n <= JAC_SHORT_BYTES && JAC_LIKELY(readable > JAC_SHORT_BYTES)) {
            memcpy(to, s, JAC_SHORT_BYTES + 1);
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

/*
 * The Integer of this magnitude, which no Fixnum holds, and sign; Qundef where
 * Ruby must make it.
 */
JAC_INLINE VALUE
jac_wide_integer(uint64_t magnitude, bool negative)
{
#ifdef JAC_SHORT_INTEGERS
    const VALUE flags = jac_slots.short_integer[negative];
    VALUE integer;

    if (JAC_LIKELY(flags != 0)) {
        integer = jac_short_object(rb_cInteger, flags);
        memcpy((char *)integer + sizeof(struct RBasic), &magnitude, 8);
        return integer;
    }
#endif
    return Qundef;
}

#endif
