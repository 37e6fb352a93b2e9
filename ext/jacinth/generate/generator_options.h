/*
 * The generator's options: one struct, filled from a Hash, with the meaning
 * and the defaults of json 3.1.
 */
#ifndef JAC_GENERATOR_OPTIONS_H
#define JAC_GENERATOR_OPTIONS_H

#include "ruby/compat.h"

/*
 * VALUE members are never nil: a String option that is empty, and a Proc that
 * is not given, is Qfalse. Strings are frozen.
 */
typedef struct {
    VALUE indent;               /* once per level, before each member */
    VALUE space;                /* after ':' */
    VALUE space_before;         /* before ':' */
    VALUE object_nl;            /* around the members of an object */
    VALUE array_nl;             /* around the members of an array */
    VALUE as_json;              /* Proc, strict mode only */
    VALUE sort_keys;            /* Proc: Hash -> Hash in the order to write */
    long max_nesting;           /* levels; 0: no limit */
    long depth;                 /* levels that are open already; 0 to INT_MAX */
    long buffer_initial_length; /* bytes, a hint */
    bool allow_duplicate_key;
    bool allow_nan;
    bool ascii_only;
    bool script_safe;
    bool strict;
    bool rfc8785;
} jac_options_t;

#define JAC_OPTIONS_DEFAULT                               \
    {                                                     \
        .max_nesting = 100, .buffer_initial_length = 1024 \
    }

/*
 * Sets what `config`, a Hash, names. `owner` is the Ruby object that holds
 * *options, for the write barrier, or Qfalse when *options lies on the C
 * stack. Raises TypeError for a value of the wrong type or a config that is no
 * Hash (false and nil are an empty one), ArgumentError for an unknown key or
 * options that exclude each other.
 */
void jac_options_configure(jac_options_t *options, VALUE owner, VALUE config);

/* Raises ArgumentError where rfc8785 is joined by what it excludes. */
void jac_options_check(const jac_options_t *options);

/*
 * One option's value as given -> as kept. They raise TypeError, or
 * ArgumentError for a depth that is negative or beyond INT_MAX.
 */
VALUE jac_option_string(VALUE given);
VALUE jac_option_as_json(VALUE given);
VALUE jac_option_sort_keys(VALUE given);
/* Whether what is kept of sort_keys is that of `true`. */
bool jac_option_sorts_by_key(VALUE sort_keys);
long jac_option_long(VALUE given);
long jac_option_depth(VALUE given);
/* As `kept` where the given length is not positive. */
long jac_option_length(VALUE given, long kept);

/* Marking and moving, for the object that holds a jac_options_t. */
void jac_options_mark(const jac_options_t *options);
void jac_options_compact(jac_options_t *options);
/* Write barrier for all members at once, after a copy into `owner`. */
void jac_options_written(const jac_options_t *options, VALUE owner);

void jac_init_options(VALUE mJacinth);

#endif
