/* Atomic accesses with a weak memory order, which Ruby's atomic.h lacks.
   They cost no more than plain accesses. */
#ifndef JAC_ATOMICS_H
#define JAC_ATOMICS_H

#include "ruby/compat.h"

#include <ruby/atomic.h>

/* Returns the current or a recent value of *place. */
JAC_INLINE VALUE
jac_load_relaxed(const VALUE *place)
{
#if defined(__GNUC__)
    return __atomic_load_n(place, __ATOMIC_RELAXED);
#else
    return *(const volatile VALUE *)place;
#endif
}

JAC_INLINE size_t
jac_hint_load(const size_t *place)
{
#if defined(__GNUC__)
    return __atomic_load_n(place, __ATOMIC_RELAXED);
#else
    return *(const volatile size_t *)place;
#endif
}

JAC_INLINE void
jac_hint_store(size_t *place, size_t value)
{
#if defined(__GNUC__)
    __atomic_store_n(place, value, __ATOMIC_RELAXED);
#else
    *(volatile size_t *)place = value;
#endif
}

/* Stores value; a thread that loads it also sees all stores before it. */
JAC_INLINE void
jac_store_release(VALUE *place, VALUE value)
{
#if defined(__GNUC__)
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
#else
    RUBY_ATOMIC_VALUE_EXCHANGE(*place, value);
#endif
}

#endif
