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

#if defined(HAVE_RB_EXT_RACTOR_SAFE)
#include <ruby/ractor.h>
#define JAC_TYPED_FROZEN_SHAREABLE RUBY_TYPED_FROZEN_SHAREABLE
#else
#define JAC_TYPED_FROZEN_SHAREABLE 0
#endif

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

/*
 * A short String's length and bytes lie in its slot as struct RString says:
 * Ruby 3.3 and newer. 3.2 can be built in two ways, older ones keep the length
 * in the flags.
 */
#if RUBY_API_VERSION_CODE >= 30300
#define JAC_STRING_IN_SLOT 1
#endif

/*
 * rb_hash_foreach runs the walk under rb_ensure for each hash, to unlock the
 * hash when the callback raises. A callback that only copies pairs cannot
 * raise, so it needs none of that. libruby exports the plain walk (3.1 to 3.4
 * checked) and declares it in no public header.
 */
#ifdef HAVE_RB_HASH_STLIKE_FOREACH
int rb_hash_stlike_foreach(VALUE hash,
                           int (*func)(st_data_t, st_data_t, st_data_t),
                           st_data_t arg);
#endif

#endif
