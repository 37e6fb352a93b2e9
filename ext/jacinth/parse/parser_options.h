/*
 * The options of a parse, as a struct and as Jacinth::Parser::Config.
 */
#ifndef JAC_PARSER_OPTIONS_H
#define JAC_PARSER_OPTIONS_H

#include "parse/parser_option_list.h"
#include "parse/place.h"
#include "ruby/compat.h"

/*
 * Where the source lies in a larger text, for what errors say: how much text is
 * before it, and the keys and indexes on the way to it, in an Array.
 */
typedef struct {
    jac_place_t place;
    VALUE steps;
} jac_origin_t;

/* The C types of the kinds. */
typedef bool jac_parser_option_BOOL_t, jac_parser_option_REPLACE_t;
typedef int jac_parser_option_LEVELS_t;
typedef size_t jac_parser_option_LIMIT_t;
typedef VALUE jac_parser_option_OBJECT_t, jac_parser_option_DECIMAL_t;

/*
 * A member for each option, a VALUE 0 where it is not given.
 *
 * Alive and in place: on the C stack by itself; in an object by its marking,
 * which pins. Stale: never, since an object's options are read once; a parse
 * refers to them for as long as it runs, and holds on to the object.
 */
typedef struct {
    /* Some of on_load, object_class, array_class, decimal_class, or a limit
       within documents is given: each value is looked at. */
    bool hooks;
    /* Some of max_string_bytes, max_keys, max_elements, max_number_digits. */
    bool limits;
    /* Some of relaxed, invalid is given: see source_text.h. */
    bool changes_text;
    /* jac_parser_options_initialize has run: nothing changes any more. */
    bool initialized;
#define MEMBER(kind, name, access) jac_parser_option_##kind##_t name;
    JAC_PARSER_OPTIONS(MEMBER)
#undef MEMBER
    ID decimal_method;          /* of decimal_class */
    const jac_origin_t *origin; /* no option; on the C stack, or NULL */
} jac_parser_options_t;

/* Which option names a Hash may hold: parser_option_list.h. */
typedef enum {
    JAC_NAMES_TYPE,
    JAC_NAMES_PARSER,
    JAC_NAMES_DOCUMENT,
    JAC_NAMES_CODER,
    JAC_NAMES_MODULE
} jac_option_names_t;

/* The defaults. A parse without options uses them directly, without a copy. */
extern const jac_parser_options_t jac_parser_defaults;

JAC_INLINE void
jac_parser_options_init(jac_parser_options_t *options)
{
    *options = jac_parser_defaults;
}

/*
 * Reads the Hash (or nil) `given` over what *options, on the C stack, holds.
 * Raises ArgumentError for an unknown name, TypeError for a bad value. What
 * json 2.x took and every parse does by now is accepted and means nothing:
 * quirks_mode, and create_additions or escape that is false or nil.
 *
 * own: 0, or an option of the caller's, a Symbol, which it has taken out of
 * `given`: the error for an unknown name may suggest it.
 */
void jac_parser_options_read(jac_parser_options_t *options, VALUE given,
                             jac_option_names_t names, VALUE own);

/* Raises ArgumentError for a limit that a Type does not know. */
void jac_parser_options_refuse_limits(const jac_parser_options_t *options);

/*
 * As jac_parser_options_read, for the data of an object, owner, from its
 * initialize: all at once, after all Ruby code that reading may run; TypeError
 * the second time, since a parse may be running by it.
 */
void jac_parser_options_initialize(jac_parser_options_t *options, VALUE given,
                                   jac_option_names_t names, VALUE owner);

/* The names that `names` stands for: a new, frozen Array of Symbols. */
VALUE jac_parser_options_names(jac_option_names_t names);

/* A new, frozen Parser::Config with the options in a Hash. */
VALUE jac_parser_config(VALUE given, jac_option_names_t names);

/* Marks the VALUEs (pinned: a running parse holds copies). */
void jac_parser_options_mark(const jac_parser_options_t *options);

/* The struct of a Jacinth::Parser::Config; TypeError for anything else. */
const jac_parser_options_t *jac_parser_options_of(VALUE self);

/* Defines Config under the class Jacinth::Parser. */
VALUE jac_init_parser_options(VALUE cParser);

#endif
