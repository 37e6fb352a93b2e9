/*
 * The options of a parse, as a struct and as Jacinth::Parser::Config.
 */
#ifndef JAC_PARSER_OPTIONS_H
#define JAC_PARSER_OPTIONS_H

#include "ruby/compat.h"

/*
 * Alive and in place: on the C stack by itself; in an object by its marking,
 * which pins. Stale: never, since an object's options are read once; a parse
 * refers to them for as long as it runs, and holds on to the object.
 */
typedef struct {
    /* 0 where not given. */
    VALUE on_load;
    VALUE object_class, array_class;
    VALUE decimal_class;
    VALUE only; /* pointers to what is to be built */
    VALUE into; /* a Jacinth::Type */
    ID decimal_method;
    int max_nesting; /* 0: no limit */
    bool allow_nan;
    bool allow_duplicate_key;
    bool allow_trailing_comma;
    bool allow_comments;
    bool allow_control_characters;
    bool allow_invalid_escape;
    bool symbolize_names;
    bool freeze;
    bool validate_encoding;
    /* Some of the four classes and callbacks above is given. */
    bool hooks;
    /* jac_parser_options_initialize has run: nothing changes any more. */
    bool initialized;
} jac_parser_options_t;

/* Which option names a Hash may hold. */
typedef enum {
    JAC_NAMES_PARSER, /* those of Parser.parse and ResumableParser */
    JAC_NAMES_MODULE  /* besides: object_class, array_class, only, into */
} jac_option_names_t;

/* The defaults. */
JAC_INLINE void
jac_parser_options_init(jac_parser_options_t *config)
{
    static const jac_parser_options_t defaults = {.max_nesting = 100};

    *config = defaults;
}

/*
 * Reads the Hash (or nil) options over what config, on the C stack, holds.
 * Raises ArgumentError for an unknown name, TypeError for a bad value. What
 * json 2.x took and every parse does by now is accepted and means nothing:
 * quirks_mode, and create_additions that is false or nil.
 */
void jac_parser_options_read(jac_parser_options_t *config, VALUE options,
                             jac_option_names_t names);

/*
 * The same for the data of an object, owner, from its initialize: all at once,
 * after all Ruby code that reading may run; TypeError the second time, since a
 * parse may be running by it.
 */
void jac_parser_options_initialize(jac_parser_options_t *config, VALUE options,
                                   jac_option_names_t names, VALUE owner);

/* Marks the VALUEs (pinned: a running parse holds copies). */
void jac_parser_options_mark(const jac_parser_options_t *config);

/* The struct of a Jacinth::Parser::Config; TypeError for anything else. */
const jac_parser_options_t *jac_parser_options_of(VALUE self);

/* Defines Config under the class Jacinth::Parser. */
VALUE jac_init_parser_options(VALUE cParser);

#endif
