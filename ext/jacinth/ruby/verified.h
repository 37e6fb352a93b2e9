/*
 * The uses of CRuby's internals in this folder, and the Rubies for which each
 * was verified (docs/internals/ruby-objects.md explains how). Any other Ruby,
 * in particular a newer one, uses the portable implementation next to it.
 *
 * A use is compiled if the table has this Ruby, and switched on if it also
 * passes its proof at load (internals.h).
 */
#ifndef JAC_VERIFIED_H
#define JAC_VERIFIED_H

#include "ruby/compat.h"

/* A release, all of its patch levels; what comes before a first release. */
#define JAC_RELEASE(major, minor) (((major)*100 + (minor)) * 10 + 1)
#define JAC_DEV(major, minor) (((major)*100 + (minor)) * 10)

/*
 * This Ruby. Tests define it as one that nobody knows; who verifies a new Ruby
 * defines it as the last one that the table has.
 */
#ifndef JAC_RUBY
#ifdef JAC_RUBY_IS_DEV
#define JAC_RUBY JAC_DEV(RUBY_API_VERSION_MAJOR, RUBY_API_VERSION_MINOR)
#else
#define JAC_RUBY JAC_RELEASE(RUBY_API_VERSION_MAJOR, RUBY_API_VERSION_MINOR)
#endif
#endif

/* 1: extconf.rb was told --disable-internals. */
#ifndef JAC_INTERNALS_DISABLED
#define JAC_INTERNALS_DISABLED 0
#endif

/* The pieces, with the names by which JACINTH_INTERNALS knows them. */
#define JAC_PIECES(X)                         \
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
    X(JAC_STRUCTS, "structs")

/* The table: the first and the last Ruby. */
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

/* What each needs of the platform. Hashes were looked into on 64 bits only. */
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

#define JAC_VERIFIED(piece) \
    (piece##_FIRST <= JAC_RUBY && JAC_RUBY <= piece##_LAST)

/* Whether the piece is compiled: 1 or 0, for #if, too. */
#define JAC_COMPILED(piece) \
    (!JAC_INTERNALS_DISABLED && piece##_HERE && JAC_VERIFIED(piece))

#endif
