/*
 * Objects written by their own methods: to_json, to_s, or as_json in strict
 * mode.
 *
 * Each function can run any Ruby code unless its comment says otherwise. So the
 * caller stores its position in w->buffer.pos before and reloads it after the
 * call.
 */
#ifndef JAC_OBJECT_METHODS_H
#define JAC_OBJECT_METHODS_H

#include "generate/walk_stack.h"

/* How to write an object that has no JSON type, or whose class can define
   to_json. */
typedef enum {
    JAC_OBJECT_SPLICE, /* *value is a String of JSON text to splice in */
    JAC_OBJECT_NATIVE, /* write *value by its built-in type */
    JAC_OBJECT_AGAIN,  /* *value is the result of as_json: write it instead */
    JAC_OBJECT_NONE,   /* the object is already written */
    JAC_OBJECT_EACH,   /* write *value, an Enumerator, as an array */
    JAC_OBJECT_CALLS   /* to_json or each must be called, which needs a
                          protected walk */
} jac_object_t;

/*
 * Rules that replace those of json for the objects of one walk. A product with
 * its own rules embeds this struct as the first member of its struct, which
 * lives on the C stack of the walk's caller.
 */
typedef struct jac_object_rules {
    jac_object_t (*convert)(jac_walk_t *w, VALUE *value);
    void (*check_keys)(jac_walk_t *w);
    /* Each key is written as the result of its to_s; as_json is not called.
       sort_keys: true compares these texts, so any keys can be sorted. */
    bool text_keys;
    /* Called before the walk raises an error about a value, and can raise
       another one. NULL for none. It is not called for errors that other code
       raises, such as as_json or a signal handler. */
    void (*before_error)(const jac_walk_t *w);
} jac_object_rules_t;

/* True if the walk writes each key as the result of its to_s. */
JAC_INLINE bool
jac_text_keys_p(const jac_walk_t *w)
{
    return w->rules && w->rules->text_keys;
}

/*
 * The option `rails`. Set by rails/, which this folder must not include.
 *
 * begin: reads the settings of Active Support, makes w->rails_object, and sets
 * w->escapes. Raises ArgumentError without Active Support.
 *
 * write: writes a value at w->buffer.pos as Active Support's encoder does, in a
 * walk that has no open frame of its own, and calls `begin` unless that is
 * done. Nothing is written to the IO meanwhile. `document` is the number of the
 * document: methods are examined again for another one. Raises GeneratorError,
 * NestingError, and the errors of as_json.
 */
typedef struct {
    void (*begin)(jac_walk_t *w);
    void (*write)(jac_walk_t *w, VALUE value, size_t document);
} jac_rails_t;

extern jac_rails_t jac_rails;

/*
 * Chooses how to write an object. Returns JAC_OBJECT_EACH for Ruby's own
 * Enumerators if they are written as arrays. In strict mode it calls as_json,
 * unless `coerced`, the result of as_json. Otherwise it uses to_json if
 * defined, the built-in type, or to_s. Raises GeneratorError, TypeError and the
 * errors of the methods.
 */
jac_object_t jac_convert_object(jac_walk_t *w, VALUE *value, bool coerced);

extern VALUE jac_cFragment; /* Jacinth::Fragment */

/* Returns the String of JSON text in a Fragment. Raises TypeError if its text
   is no String. Runs no Ruby code. */
VALUE jac_fragment_text(VALUE fragment);

/* True for a Fragment, also one of the json gem. */
bool jac_fragment_p(VALUE object);

/* True if the walk knows that objects of this class have no own to_json. */
bool jac_generic_object_p(const jac_walk_t *w, VALUE klass);

/* Prepends the path of the walk to the path of a GeneratorError from a part
   of the document. */
void jac_convert_path(const jac_walk_t *w, VALUE error);

/* Same as jac_convert_path(), for an error raised in a to_json of this walk. */
void jac_convert_error(const jac_walk_t *w, VALUE error);

/* Calls as_json of strict mode. `key_p` is Qtrue for a key, else Qfalse. */
VALUE jac_call_as_json(jac_walk_t *w, VALUE object, VALUE key_p);

/*
 * jac_convert_key() for a key whose text has a singleton class or is of a
 * subclass of String. Calls to_json, or as_json in strict mode, as for a value.
 * The result must be a String, Symbol or Fragment.
 */
VALUE jac_convert_key_text(jac_walk_t *w, VALUE text, bool *json);

void jac_init_convert_object(VALUE mJacinth);

#endif
