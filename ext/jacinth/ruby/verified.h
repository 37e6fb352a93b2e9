/*
 * The optimizations of the CRuby-internals layer, and the Rubies for which each
 * was verified (docs/internals/ruby-objects.md explains how). Other Rubies, in
 * particular newer ones, use the portable implementation.
 *
 * An optimization is compiled if the table includes this Ruby. It is on if it
 * also passed its proof at load (internals.h).
 */
#ifndef JAC_VERIFIED_H
#define JAC_VERIFIED_H

#include "ruby/compat.h"

/* A release with all patch levels; the versions before the first release. */
#define JAC_RELEASE(major, minor) (((major)*100 + (minor)) * 10 + 1)
#define JAC_DEV(major, minor) (((major)*100 + (minor)) * 10)

/* This Ruby. Tests define it as an unknown one. To verify a new Ruby, define
   it as the last one of the table. */
#ifndef JAC_RUBY
#ifdef JAC_RUBY_IS_DEV
#define JAC_RUBY JAC_DEV(RUBY_API_VERSION_MAJOR, RUBY_API_VERSION_MINOR)
#else
#define JAC_RUBY JAC_RELEASE(RUBY_API_VERSION_MAJOR, RUBY_API_VERSION_MINOR)
#endif
#endif

/* 1: by --disable-internals of extconf.rb. */
#ifndef JAC_INTERNALS_DISABLED
#define JAC_INTERNALS_DISABLED 0
#endif

/* The optimizations, with their names in JACINTH_INTERNALS. */
#define JAC_INTERNALS_LIST(X)                 \
    X(JAC_ARRAYS, "arrays")                   \
    X(JAC_STRINGS, "strings")                 \
    X(JAC_FLOATS, "floats")                   \
    X(JAC_SHARED_POOL, "shared_pool")         \
    X(JAC_HASH_WALK, "hash_walk")             \
    X(JAC_HASH_READING, "hash_reading")       \
    X(JAC_HASH_TEMPLATES, "hash_templates")   \
    X(JAC_HASH_FILLING, "hash_filling")       \
    X(JAC_TABLE_TEMPLATES, "table_templates") \
    X(JAC_HASHED_KEYS, "hashed_keys")         \
    X(JAC_STRUCTS, "structs")                 \
    X(JAC_STRUCT_FILLING, "struct_filling")   \
    X(JAC_TIMES, "times")

/* The table: the first and the last verified Ruby. */
#define JAC_ARRAYS_FIRST JAC_RELEASE(3, 3)
#define JAC_ARRAYS_LAST JAC_DEV(4, 1)
#define JAC_STRINGS_FIRST JAC_RELEASE(3, 3)
#define JAC_STRINGS_LAST JAC_DEV(4, 1)
#define JAC_FLOATS_FIRST JAC_RELEASE(3, 1)
#define JAC_FLOATS_LAST JAC_DEV(4, 1)
#define JAC_SHARED_POOL_FIRST JAC_RELEASE(3, 1)
#define JAC_SHARED_POOL_LAST JAC_RELEASE(4, 0)
#define JAC_HASH_WALK_FIRST JAC_RELEASE(3, 1)
#define JAC_HASH_WALK_LAST JAC_DEV(4, 1)
#define JAC_HASH_READING_FIRST JAC_RELEASE(3, 3)
#define JAC_HASH_READING_LAST JAC_DEV(4, 1)
#define JAC_HASH_TEMPLATES_FIRST JAC_RELEASE(3, 3)
#define JAC_HASH_TEMPLATES_LAST JAC_DEV(4, 1)
#define JAC_HASH_FILLING_FIRST JAC_RELEASE(3, 3)
#define JAC_HASH_FILLING_LAST JAC_DEV(4, 1)
#define JAC_TABLE_TEMPLATES_FIRST JAC_RELEASE(3, 3)
#define JAC_TABLE_TEMPLATES_LAST JAC_DEV(4, 1)
#define JAC_HASHED_KEYS_FIRST JAC_RELEASE(3, 3)
#define JAC_HASHED_KEYS_LAST JAC_DEV(4, 1)
#define JAC_STRUCTS_FIRST JAC_RELEASE(3, 3)
#define JAC_STRUCTS_LAST JAC_RELEASE(4, 0)
#define JAC_STRUCT_FILLING_FIRST JAC_RELEASE(3, 3)
#define JAC_STRUCT_FILLING_LAST JAC_RELEASE(4, 0)
#define JAC_TIMES_FIRST JAC_RELEASE(3, 3)
#define JAC_TIMES_LAST JAC_RELEASE(4, 0)

/* Requirements on the platform. Hashes were verified on 64 bits only. */
#define JAC_ARRAYS_HERE 1
#define JAC_STRINGS_HERE 1
#define JAC_FLOATS_HERE (USE_FLONUM && SIZEOF_VALUE == 8)
#define JAC_SHARED_POOL_HERE 1
#ifdef HAVE_RB_HASH_STLIKE_FOREACH
#define JAC_HASH_WALK_HERE 1
#else
#define JAC_HASH_WALK_HERE 0
#endif
#define JAC_HASH_READING_HERE (SIZEOF_VALUE == 8)
#define JAC_HASH_TEMPLATES_HERE (SIZEOF_VALUE == 8)
#define JAC_HASH_FILLING_HERE (SIZEOF_VALUE == 8)
#define JAC_TABLE_TEMPLATES_HERE (SIZEOF_VALUE == 8)
#define JAC_HASHED_KEYS_HERE (SIZEOF_VALUE == 8)
#define JAC_STRUCTS_HERE 1
#define JAC_STRUCT_FILLING_HERE (SIZEOF_VALUE == 8)
#define JAC_TIMES_HERE (SIZEOF_LONG == 8)

#define JAC_VERIFIED(id) (id##_FIRST <= JAC_RUBY && JAC_RUBY <= id##_LAST)

/* 1 or 0, also for #if. */
#define JAC_COMPILED(id) \
    (!JAC_INTERNALS_DISABLED && id##_HERE && JAC_VERIFIED(id))

#endif
