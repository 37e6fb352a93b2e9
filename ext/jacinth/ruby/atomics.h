/*
 * What Ruby's atomic.h has no word for: an atomic access that orders little,
 * and so costs no more than a plain one. A locked instruction waits until all
 * that was stored before has left the processor's store buffer.
 */
#ifndef JAC_ATOMICS_H
#define JAC_ATOMICS_H

#include "ruby/compat.h"

#include <ruby/atomic.h>

/* What is at place now, or was a moment ago. */
JAC_INLINE VALUE
jac_load_relaxed(const VALUE *place)
{
#if defined(__GNUC__)
    return __atomic_load_n(place, __ATOMIC_RELAXED);
#else
    return *(const volatile VALUE *)place;
#endif
}

/* The same for a number that is no more than a hint; and to change it. */
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

/* Whoever takes value from place sees all that was stored before it. */
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
