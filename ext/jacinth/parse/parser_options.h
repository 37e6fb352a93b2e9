/* The options of a parse, as a struct and as Jacinth::Parser::Config. */
#ifndef JAC_PARSER_OPTIONS_H
#define JAC_PARSER_OPTIONS_H

#include "parse/parser_option_list.h"
#include "parse/place.h"
#include "ruby/compat.h"

/* The position of the source in a larger text, for errors: the amount of
   text before it, and the Array of the keys and indexes that lead to it. */
typedef struct {
    jac_place_t place;
    VALUE steps;
} jac_origin_t;

typedef bool jac_parser_option_BOOL_t, jac_parser_option_REPLACE_t;
typedef int jac_parser_option_LEVELS_t;
typedef size_t jac_parser_option_LIMIT_t;
typedef VALUE jac_parser_option_OBJECT_t, jac_parser_option_DECIMAL_t;

/*
 * A member for each option; a VALUE is 0 if the option is not given.
 *
 * The VALUEs are kept alive and pinned by the C stack, or by the marking of the
 * object that contains the struct. Invalidated never: the options of an object
 * are read once, and a parse keeps the object alive.
 */
typedef struct {
    /* An option that applies to each value is given: on_load, object_class,
       array_class, decimal_class, or a limit for values. Keys, and the integers
       of arrays, have a test of their own: token_options_p() of machine.c. */
    bool value_options;
    /* A limit other than max_document_bytes is given. */
    bool limits;
    /* relaxed (also by json5) or invalid is given: see source_text.h. */
    bool changes_text;
    /* into or json5 is given: jac_parse() calls another function. */
    bool indirect;
    /* jac_parser_options_initialize() has run: the options are final. */
    bool initialized;
#define MEMBER(kind, name, access) jac_parser_option_##kind##_t name;
    JAC_PARSER_OPTIONS(MEMBER)
#undef MEMBER
    ID decimal_method;          /* of decimal_class */
    const jac_origin_t *origin; /* not an option; on the C stack, or NULL */
    /* Not an option: the owner of the errors (ruby/errors.h), or 0. If it is
       not an Integer, the struct must be on the C stack, which keeps the owner
       alive and pins it. */
    VALUE owner;
    /* Not an option: the JSON5 from which the text was rewritten, for the
       places of errors; or 0. */
    VALUE json5_source;
} jac_parser_options_t;

/* The set of option names that a Hash can contain: parser_option_list.h. */
typedef enum {
    JAC_NAMES_TYPE,
    JAC_NAMES_PARSER,
    JAC_NAMES_DOCUMENT,
    JAC_NAMES_CODER,
    JAC_NAMES_MODULE
} jac_option_names_t;

/* The defaults. A parse without options uses them directly, without a copy.
   jacinth/json2 changes them when it is loaded. */
extern jac_parser_options_t jac_parser_defaults;

JAC_INLINE void
jac_parser_options_init(jac_parser_options_t *options)
{
    *options = jac_parser_defaults;
}

/*
 * Reads the Hash (or nil) `given` into *options, which is on the C stack, or in
 * an object that marks it and has no write barriers. Raises ArgumentError for
 * an unknown name, TypeError for a bad value. Ignores options of json 2.x that
 * name the present behaviour: quirks_mode, and create_additions or escape that
 * is false or nil.
 *
 * extra: 0, or an additional option of the caller, a Symbol, which the error
 * for an unknown name can suggest.
 */
void jac_parser_options_read(jac_parser_options_t *options, VALUE given,
                             jac_option_names_t names, VALUE extra);

/* Raises ArgumentError if a limit is given that a Type does not support. */
void jac_parser_options_refuse_limits(const jac_parser_options_t *options);

/*
 * jac_parser_options_read() for the data of an object, `owner`, in its
 * initialize. Stores all options at once, after all Ruby code that reading can
 * run. Raises TypeError the second time, since a parse can be using them.
 */
void jac_parser_options_initialize(jac_parser_options_t *options, VALUE given,
                                   jac_option_names_t names, VALUE owner);

/* Returns the options for a text that jac_parser_whole_text() has returned. */
jac_parser_options_t jac_parser_options_prepared(
    const jac_parser_options_t *options);

VALUE jac_parser_options_names(jac_option_names_t names);

/* Returns a frozen Parser::Config with the options in a Hash. Empty Hashes
   share one Config. Returns `given` itself if it is not a Hash. */
VALUE jac_parser_config(VALUE given, jac_option_names_t names);

/* Returns a frozen Parser::Config with these options. */
VALUE jac_parser_config_of(const jac_parser_options_t *options);

/* Marks and pins the VALUEs, since a running parse has copies of them. */
void jac_parser_options_mark(const jac_parser_options_t *options);
/* Runs the write barrier for all VALUEs, after a copy into `owner`. */
void jac_parser_options_written(const jac_parser_options_t *options,
                                VALUE owner);

const jac_parser_options_t *jac_parser_options_of(VALUE self);

/* Sets the defaults of json 2 for all later calls. */
void jac_parser_use_json2_defaults(void);

VALUE jac_init_parser_options(VALUE cParser);

#endif
