/*
 * ruby.h and encoding.h, and what differs between the Rubies we support
 * (3.1 and newer) and between compilers: nothing above this file asks for a
 * Ruby version.
 */
#ifndef JAC_COMPAT_H
#define JAC_COMPAT_H

#include "core/base.h"

#include <ruby.h>
#include <ruby/encoding.h>
#include <ruby/version.h>
#include <ruby/ractor.h>

/* The struct lives in the object's own slot: Ruby 3.3 and newer. */
#if defined(HAVE_CONST_RUBY_TYPED_EMBEDDABLE)
#define JAC_TYPED_EMBEDDABLE RUBY_TYPED_EMBEDDABLE
#else
#define JAC_TYPED_EMBEDDABLE 0
#endif

/* The struct of an object whose type is known. */
JAC_INLINE void *
jac_typed_data(VALUE object)
{
#if defined(HAVE_CONST_RUBY_TYPED_EMBEDDABLE)
    return RTYPEDDATA_GET_DATA(object);
#else
    return RTYPEDDATA_DATA(object);
#endif
}

/*
 * The struct of an object of `type`, whose class is `klass` or below. Most are
 * of that class itself and need no walk over their types. TypeError for any
 * other object.
 */
JAC_INLINE void *
jac_typed_struct(VALUE object, VALUE klass, const rb_data_type_t *type)
{
    if (JAC_LIKELY(!RB_SPECIAL_CONST_P(object) &&
                   RBASIC_CLASS(object) == klass)) {
        return jac_typed_data(object);
    }
    return rb_check_typeddata(object, type);
}

/* An empty Hash with room for `size` pairs, where Ruby can make one. */
JAC_INLINE VALUE
jac_hash_new(size_t size)
{
#ifdef HAVE_RB_HASH_NEW_CAPA
    return rb_hash_new_capa((long)size);
#else
    return rb_hash_new();
#endif
}

/*
 * Memory for `size` bytes that the GC frees: that of a String which ObjectSpace
 * does not show, so that no Ruby code can change it. Keep it on the C stack.
 */
JAC_INLINE VALUE
jac_room_new(size_t size)
{
    return rb_obj_hide(rb_str_new(NULL, (long)size));
}

/*
 * Memory of twice the size, with a copy of the bytes from[0..size). *held
 * becomes its String.
 */
JAC_INLINE void *
jac_room_twice(VALUE *held, const void *from, size_t size)
{
    *held = jac_room_new(size * 2);
    return memcpy(RSTRING_PTR(*held), from, size);
}

#endif
