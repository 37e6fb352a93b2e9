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
    X(JAC_TABLE_READING, "table_reading")     \
    X(JAC_HASH_TEMPLATES, "hash_templates")   \
    X(JAC_HASH_FILLING, "hash_filling")       \
    X(JAC_TABLE_TEMPLATES, "table_templates") \
    X(JAC_HASHED_KEYS, "hashed_keys")         \
    X(JAC_STRUCTS, "structs")                 \
    X(JAC_STRUCT_FILLING, "struct_filling")   \
    X(JAC_TIMES, "times")                     \
    X(JAC_IVARS, "instance_variables")

/* A Hash is verified on 64 bits only. */
#define JAC_64_BITS (SIZEOF_VALUE == 8)
#define JAC_FLONUMS (USE_FLONUM && SIZEOF_VALUE == 8)
#ifdef HAVE_RB_HASH_STLIKE_FOREACH
#define JAC_STLIKE 1
#else
#define JAC_STLIKE 0
#endif
/* 1 if rb_hash_new_capa() makes a Hash with a table for a number of pairs. */
#ifdef HAVE_RB_HASH_NEW_CAPA
#define JAC_CAPACITY JAC_64_BITS
#else
#define JAC_CAPACITY 0
#endif

/* The table: the version of the first verified release, the last verified Ruby,
   and the requirement on the platform. */
/* clang-format off */
#define JAC_ARRAYS_ROW(X)          X(3, 3, JAC_DEV(4, 1),     1)
#define JAC_STRINGS_ROW(X)         X(3, 3, JAC_DEV(4, 1),     1)
#define JAC_FLOATS_ROW(X)          X(3, 1, JAC_DEV(4, 1),     JAC_FLONUMS)
#define JAC_SHARED_POOL_ROW(X)     X(3, 1, JAC_RELEASE(4, 0), 1)
#define JAC_HASH_WALK_ROW(X)       X(3, 1, JAC_DEV(4, 1),     JAC_STLIKE)
#define JAC_HASH_READING_ROW(X)    X(3, 3, JAC_DEV(4, 1),     JAC_64_BITS)
#define JAC_TABLE_READING_ROW(X)   X(3, 3, JAC_DEV(4, 1),     JAC_64_BITS)
#define JAC_HASH_TEMPLATES_ROW(X)  X(3, 3, JAC_DEV(4, 1),     JAC_64_BITS)
#define JAC_HASH_FILLING_ROW(X)    X(3, 3, JAC_DEV(4, 1),     JAC_64_BITS)
#define JAC_TABLE_TEMPLATES_ROW(X) X(3, 3, JAC_DEV(4, 1),     JAC_64_BITS)
#define JAC_HASHED_KEYS_ROW(X)     X(3, 3, JAC_DEV(4, 1),     JAC_CAPACITY)
#define JAC_STRUCTS_ROW(X)         X(3, 3, JAC_RELEASE(4, 0), 1)
#define JAC_STRUCT_FILLING_ROW(X)  X(3, 3, JAC_RELEASE(4, 0), JAC_64_BITS)
#define JAC_TIMES_ROW(X)           X(3, 3, JAC_RELEASE(4, 0), SIZEOF_LONG == 8)
#define JAC_IVARS_ROW(X)           X(3, 3, JAC_RELEASE(4, 0), JAC_64_BITS)
/* clang-format on */

#define JAC_INCLUDES_RUBY(major, minor, last, available) \
    (JAC_RELEASE(major, minor) <= JAC_RUBY && JAC_RUBY <= (last))
#define JAC_PLATFORM(major, minor, last, available) (available)
#define JAC_VERIFIED(id) id##_ROW(JAC_INCLUDES_RUBY)
#define JAC_AVAILABLE(id) id##_ROW(JAC_PLATFORM)

/* 1 or 0, also for #if. */
#define JAC_COMPILED(id) \
    (!JAC_INTERNALS_DISABLED && JAC_AVAILABLE(id) && JAC_VERIFIED(id))

#endif
