/* Types, compiler hints and the debug assertion. Without Ruby, so core/ can
   be built alone for sanitizers and fuzzers. */
#ifndef JAC_BASE_H
#define JAC_BASE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define JAC_INLINE static inline __attribute__((always_inline, unused))
#define JAC_NOINLINE __attribute__((noinline))
#define JAC_COLD __attribute__((noinline, cold))
#define JAC_UNUSED __attribute__((unused))
#define JAC_THREAD_LOCAL __thread
#define JAC_PREFETCH(p) __builtin_prefetch(p)
#define JAC_LIKELY(x) __builtin_expect(!!(x), 1)
#define JAC_UNLIKELY(x) __builtin_expect(!!(x), 0)
#elif defined(_MSC_VER)
#define JAC_INLINE static __forceinline
#define JAC_NOINLINE __declspec(noinline)
#define JAC_COLD __declspec(noinline)
#define JAC_UNUSED
#define JAC_THREAD_LOCAL __declspec(thread)
#define JAC_PREFETCH(p) ((void)(p))
#define JAC_LIKELY(x) (x)
#define JAC_UNLIKELY(x) (x)
#else
#define JAC_INLINE static inline
#define JAC_NOINLINE
#define JAC_COLD
#define JAC_UNUSED
#define JAC_THREAD_LOCAL _Thread_local
#define JAC_PREFETCH(p) ((void)(p))
#define JAC_LIKELY(x) (x)
#define JAC_UNLIKELY(x) (x)
#endif

/* Inside an if: keeps the compiler from replacing the branch by a
   conditional move, which would wait for the condition. */
#if defined(__GNUC__) || defined(__clang__)
#define JAC_BRANCH() __asm__ volatile("")
#else
#define JAC_BRANCH() ((void)0)
#endif

/* Asserts an internal invariant, never a property of input. Aborts in debug
   builds (-DJACINTH_DEBUG); compiled to nothing otherwise. */
#ifdef JACINTH_DEBUG
#include <stdio.h>
#include <stdlib.h>
#define JAC_ASSERT(x)                                                          \
    ((x) ? (void)0                                                             \
         : (fprintf(stderr, "%s:%d: jacinth invariant broken: %s\n", __FILE__, \
                    __LINE__, #x),                                             \
            abort()))
#else
#define JAC_ASSERT(x) ((void)0)
#endif

/* Asserts it in debug builds; in others, the compiler can rely on it. */
#if !defined(JACINTH_DEBUG) && (defined(__GNUC__) || defined(__clang__))
#define JAC_ASSUME(x) ((x) ? (void)0 : __builtin_unreachable())
#else
#define JAC_ASSUME(x) JAC_ASSERT(x)
#endif

/*
 * Loads the cache line 2 KiB after p, where output is written soon. The memory
 * of a large result is rarely in the caches, so the stores would wait. The line
 * can be beyond the buffer: a prefetch never faults.
 */
JAC_INLINE void
jac_prefetch_output(const uint8_t *p)
{
    JAC_PREFETCH((const void *)((uintptr_t)p + 2048));
}

#endif
