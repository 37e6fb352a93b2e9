/*
 * The generator's options: one struct, filled from a Hash, with the meaning
 * and the defaults of json 3.1.
 */
#ifndef JAC_GENERATOR_OPTIONS_H
#define JAC_GENERATOR_OPTIONS_H

#include "generate/generator_option_list.h"
#include "ruby/compat.h"

/* The C types of the kinds. */
typedef VALUE jac_option_STRING_t, jac_option_AS_JSON_t, jac_option_SORT_KEYS_t;
typedef long jac_option_LONG_t, jac_option_DEPTH_t, jac_option_LENGTH_t,
    jac_option_WIDTH_t;
typedef bool jac_option_BOOL_t, jac_option_ARRAY_t, jac_option_REPLACE_t;

/* What is done with Integers that a double cannot tell from others. */
typedef enum {
    JAC_INTEGERS_ANY, /* nothing */
    JAC_INTEGERS_RAISE,
    JAC_INTEGERS_STRING
} jac_integers_t;

typedef jac_integers_t jac_option_INTEGERS_t;

/*
 * A member for each option. VALUE members are never nil: a String option that
 * is empty, and a Proc that is not given, is Qfalse. Strings are frozen.
 */
typedef struct {
#define MEMBER(kind, name, access) jac_option_##kind##_t name;
    JAC_GENERATOR_OPTIONS(MEMBER)
#undef MEMBER
    /* of the State that a to_json receives, with a width: the column at which
       its text is going to stand */
    long column;
    bool empty_deeper; /* empty containers can be a level deeper, as for load */
} jac_generator_options_t;

/* The options by number: JAC_OPTION_indent and so on. */
typedef enum {
#define NUMBER(kind, name, access) JAC_OPTION_##name,
    JAC_GENERATOR_OPTIONS(NUMBER)
#undef NUMBER
        JAC_OPTION_COUNT
} jac_option_t;

#define JAC_OPTIONS_DEFAULT                               \
    {                                                     \
        .max_nesting = 100, .buffer_initial_length = 1024 \
    }

/* An option's value as its reader in Ruby gives it. */
VALUE jac_options_get(const jac_generator_options_t *options,
                      jac_option_t option);

/*
 * Sets an option. `owner` is the Ruby object that holds *options, for the
 * write barrier, or Qfalse when *options lies on the C stack; the caller keeps
 * it in its place. Reading `given` may run Ruby code (to_int, to_proc). Raises
 * TypeError, ArgumentError for a depth below 0 or beyond INT_MAX, and
 * FrozenError, with the option unchanged.
 */
void jac_options_set(jac_generator_options_t *options, VALUE owner,
                     jac_option_t option, VALUE given);

/*
 * Sets what `config`, a Hash, names; `owner` as above. Raises as
 * jac_options_set does, TypeError for a config that is no Hash (false and nil
 * are an empty one), ArgumentError for an unknown key or options that exclude
 * each other.
 */
void jac_options_configure(jac_generator_options_t *options, VALUE owner,
                           VALUE config);

/*
 * The same for a method that takes other options: `names` gives a new Array of
 * those that it does, from which the error for an unknown key suggests one.
 */
void jac_options_configure_by(jac_generator_options_t *options, VALUE owner,
                              VALUE config, VALUE (*names)(void));

/* The names of all options: a new Array of Symbols. */
VALUE jac_options_names(void);

/* Raises ArgumentError where rfc8785 is joined by what it excludes. */
void jac_options_check(const jac_generator_options_t *options);

/* Whether what is kept of sort_keys is that of `true`. */
bool jac_option_sorts_by_key(VALUE sort_keys);

/* Every option by its Symbol: a new Hash. */
VALUE jac_options_to_h(const jac_generator_options_t *options);

/* Whether all options are the same, Strings and Procs by identity. */
bool jac_options_equal(const jac_generator_options_t *a,
                       const jac_generator_options_t *b);

/* Marks and pins the VALUEs: a running walk holds copies. */
void jac_options_pin(const jac_generator_options_t *options);
/* Write barrier for all members at once, after a copy into `owner`. */
void jac_options_written(const jac_generator_options_t *options, VALUE owner);

void jac_init_options(VALUE mJacinth);

#endif
