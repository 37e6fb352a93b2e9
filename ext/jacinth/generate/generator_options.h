/* The generator's options as a struct, with the meaning and defaults of json
   3.1. */
#ifndef JAC_GENERATOR_OPTIONS_H
#define JAC_GENERATOR_OPTIONS_H

#include "generate/generator_option_list.h"
#include "ruby/compat.h"

typedef VALUE jac_option_STRING_t, jac_option_AS_JSON_t, jac_option_SORT_KEYS_t,
    jac_option_TYPES_t;
typedef long jac_option_LONG_t, jac_option_DEPTH_t, jac_option_LENGTH_t,
    jac_option_WIDTH_t;
typedef bool jac_option_BOOL_t, jac_option_ARRAY_t, jac_option_REPLACE_t,
    jac_option_RAILS_t;

/* How to write Integers beyond 2**53 - 1. */
typedef enum {
    JAC_INTEGERS_ANY,
    JAC_INTEGERS_RAISE,
    JAC_INTEGERS_STRING
} jac_integers_t;

typedef uint8_t jac_option_INTEGERS_t; /* jac_integers_t, in less space */

/* One member per option. VALUE members are never nil: an empty String option
   and a missing Proc are Qfalse. Strings are frozen. With at most 128 bytes, a
   State fits a slot of 160. */
typedef struct {
#define MEMBER(kind, name, access) jac_option_##kind##_t name;
    JAC_GENERATOR_OPTIONS(MEMBER)
#undef MEMBER
    /* With the option `width`, in the State for a to_json: the column at which
       its result starts. */
    int column;
    bool empty_deeper; /* empty containers can exceed max_nesting by one, as in
                          load */
    /* These two are set by jac_options_derive(). */
    bool special;   /* jac_options_check() must check an option */
    bool formatted; /* an option changes the compact text */
} jac_generator_options_t;

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

/* The defaults of generate and State. jacinth/json2 changes them when it is
   loaded. */
extern jac_generator_options_t jac_generator_defaults;

/* True with jacinth/json2: a BINARY string that is valid UTF-8 is written, and
   escape_slash is script_safe. */
extern bool jac_json2;

VALUE jac_options_get(const jac_generator_options_t *options,
                      jac_option_t option);

/* Must be called after a member was set without jac_options_set(). */
void jac_options_derive(jac_generator_options_t *o);

/*
 * Sets an option. `owner` is the Ruby object that contains *options, for the
 * write barrier; the caller pins it. Qfalse if *options is on the C stack.
 * Reading `given` can run Ruby code (to_int, to_proc). Raises TypeError,
 * ArgumentError for a depth out of range, and FrozenError, without setting the
 * option.
 */
void jac_options_set(jac_generator_options_t *options, VALUE owner,
                     jac_option_t option, VALUE given);

/*
 * Sets the options of `config`, a Hash, nil or false. `owner` as above. Raises
 * like jac_options_set(), TypeError if config is not a Hash, and ArgumentError
 * for an unknown option or incompatible options.
 */
void jac_options_configure(jac_generator_options_t *options, VALUE owner,
                           VALUE config);

/* jac_options_configure() for a method with other option names. `names`
   returns them in a new Array, for the suggestion in the error. */
void jac_options_configure_by(jac_generator_options_t *options, VALUE owner,
                              VALUE config, VALUE (*names)(void));

VALUE jac_options_names(void);

/* Raises ArgumentError for options that cannot be combined. */
void jac_options_check(const jac_generator_options_t *options);

/* True if the value of sort_keys stands for `true`. */
bool jac_option_sorts_by_key(VALUE sort_keys);

VALUE jac_options_to_h(const jac_generator_options_t *options);

bool jac_options_equal(const jac_generator_options_t *a,
                       const jac_generator_options_t *b);

/* Marks and pins the VALUEs: a running walk has copies. */
void jac_options_pin(const jac_generator_options_t *options);
/* Write barrier for all members, after a copy into `owner`. */
void jac_options_written(const jac_generator_options_t *options, VALUE owner);

void jac_init_options(VALUE mJacinth);

#endif
