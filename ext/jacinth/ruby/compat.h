/* Includes ruby.h and encoding.h, and hides the differences between Rubies (3.1
   and newer) and compilers. Code outside ruby/ never tests a Ruby version. */
#ifndef JAC_COMPAT_H
#define JAC_COMPAT_H

#include "core/base.h"

#include <ruby.h>
#include <ruby/encoding.h>
#include <ruby/version.h>
#include <ruby/ractor.h>

/* Embeds the struct in the object's slot (Ruby 3.3 and newer). */
#if defined(HAVE_CONST_RUBY_TYPED_EMBEDDABLE)
#define JAC_TYPED_EMBEDDABLE RUBY_TYPED_EMBEDDABLE
#else
#define JAC_TYPED_EMBEDDABLE 0
#endif

/* The initializer of an rb_data_type_t: its name, functions, and flags besides
   RUBY_TYPED_FREE_IMMEDIATELY. */
#define JAC_DATA_TYPE(name, mark, free, memsize, more)                      \
    {                                                                       \
        .wrap_struct_name = (name),                                         \
        .function = {.dmark = (mark), .dfree = (free), .dsize = (memsize)}, \
        .flags = RUBY_TYPED_FREE_IMMEDIATELY | (more)                       \
    }

/* Returns an object with `size` bytes of memory, of which the first `zeros` are
   zero. The mark function must not read the rest before it is initialized. */
JAC_INLINE VALUE
jac_data_new(VALUE klass, const rb_data_type_t *type, size_t size, size_t zeros)
{
    const VALUE object = rb_data_typed_object_wrap(klass, NULL, type);
    void *const memory = ruby_xmalloc(size);

    memset(memory, 0, zeros);
    RTYPEDDATA_DATA(object) = memory;
    return object;
}

JAC_INLINE void *
jac_typed_data(VALUE object)
{
#if defined(HAVE_CONST_RUBY_TYPED_EMBEDDABLE)
    return RTYPEDDATA_GET_DATA(object);
#else
    return RTYPEDDATA_DATA(object);
#endif
}

/* Returns the struct of an object of `type` and of `klass` or a subclass,
   which is slower. Raises TypeError for other objects. */
JAC_INLINE void *
jac_typed_struct(VALUE object, VALUE klass, const rb_data_type_t *type)
{
    if (JAC_LIKELY(!RB_SPECIAL_CONST_P(object) &&
                   RBASIC_CLASS(object) == klass)) {
        return jac_typed_data(object);
    }
    return rb_check_typeddata(object, type);
}

/* Returns an empty Hash, with this capacity if Ruby supports it. */
JAC_INLINE VALUE
jac_hash_new(size_t size)
{
#ifdef HAVE_RB_HASH_NEW_CAPA
    return rb_hash_new_capa((long)size);
#else
    return rb_hash_new();
#endif
}

/* Stores a value. Returns false if the Hash had the key, whose value is
   replaced. Calls `hash` and `eql?` of the key. */
JAC_INLINE bool
jac_hash_add(VALUE hash, VALUE key, VALUE value)
{
    const size_t size = RHASH_SIZE(hash);

    rb_hash_aset(hash, key, value);
    return RHASH_SIZE(hash) != size;
}

/* True if a Hash with several keys compares them by identity, so that two can
   be equal, or redefines `compare_by_identity?`. Runs no Ruby code. */
JAC_INLINE bool
jac_hash_identity_p(VALUE hash)
{
    const ID name = rb_intern("compare_by_identity?");

    return RHASH_SIZE(hash) > 1 &&
           (!rb_method_basic_definition_p(CLASS_OF(hash), name) ||
            RTEST(rb_funcallv(hash, name, 0, NULL)));
}

/* For rb_hash_foreach(): adds a pair to the Array `pairs`. */
JAC_INLINE int
jac_push_pair(VALUE key, VALUE value, VALUE pairs)
{
    rb_ary_push(pairs, key);
    rb_ary_push(pairs, value);
    return ST_CONTINUE;
}

/* Returns a hidden String that owns `size` bytes. Keep it on the C stack.
   Compute a sum or product for `size` in 64 bits, because 32 bits can
   overflow. */
JAC_INLINE VALUE
jac_memory_new(uint64_t size)
{
    if (JAC_UNLIKELY(size > LONG_MAX)) {
        rb_raise(rb_eNoMemError, "failed to allocate memory");
    }
    return rb_obj_hide(rb_str_new(NULL, (long)size));
}

/* Returns a copy of from[0..size) in memory of twice the size, and stores
   the String that owns it in *held. */
JAC_INLINE void *
jac_memory_doubled(VALUE *held, const void *from, size_t size)
{
    *held = jac_memory_new(size * 2);
    return memcpy(RSTRING_PTR(*held), from, size);
}

/* Returns the memory `from` of *capa elements of this size, or a larger copy if
   all of them are used. */
JAC_INLINE void *
jac_memory_with_space(VALUE *held, void *from, size_t count, size_t *capa,
                      size_t size)
{
    void *larger;

    if (count < *capa) return from;
    larger = jac_memory_doubled(held, from, count * size);
    *capa *= 2;
    return larger;
}

#endif
