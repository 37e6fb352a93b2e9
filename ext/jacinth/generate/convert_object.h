/*
 * Objects that say themselves how they are written: by to_json, by to_s, or in
 * strict mode through as_json.
 *
 * Unless it says otherwise, each function may run any Ruby code: the caller's
 * copy of w->buffer.pos is stored before, and read again after.
 */
#ifndef JAC_CONVERT_OBJECT_H
#define JAC_CONVERT_OBJECT_H

#include "generate/walk_stack.h"

/*
 * What to do with an object that JSON has no type for, or whose class may
 * have a to_json.
 */
typedef enum {
    JAC_OBJECT_SPLICE, /* *value is a String of JSON text */
    JAC_OBJECT_NATIVE, /* write *value by its built-in type */
    JAC_OBJECT_AGAIN,  /* *value replaces the object; as_json was called */
    JAC_OBJECT_NONE,   /* nothing: it is written */
    JAC_OBJECT_EACH,   /* write *value, an Enumerator, as an array */
    JAC_OBJECT_CALLS   /* a to_json or an each is to be called: only in a
                          protected walk */
} jac_object_t;

/*
 * Rules that replace json's for the objects of one walk, for example those of
 * Active Support's encoder. The product that has such rules embeds this struct
 * as the first member of its own. It lives on the C stack of the walk's caller.
 */
typedef struct jac_object_rules {
    /* Replaces jac_convert_object(). */
    jac_object_t (*convert)(jac_walk_t *w, VALUE *value);
    /* Replaces jac_check_duplicates() of convert.h. */
    void (*check_keys)(jac_walk_t *w);
} jac_object_rules_t;

/*
 * EACH for an Enumerator of Ruby's own classes where those are to be arrays.
 * Else, outside strict mode: to_json where the object has one, its built-in
 * type where it has one, or its to_s. In strict mode as_json, unless `coerced`,
 * which tells that it was called for this value. Raises GeneratorError,
 * TypeError, and what the methods raise.
 */
jac_object_t jac_convert_object(jac_walk_t *w, VALUE *value, bool coerced);

/*
 * A GeneratorError about a part of this walk's document says where in the whole
 * that sits: the path to here is put before the path that the error has.
 */
void jac_convert_path(const jac_walk_t *w, VALUE error);

/* The same for an error that came out of a to_json of this walk. */
void jac_convert_error(const jac_walk_t *w, VALUE error);

/*
 * What the as_json of strict mode gives for an object, which is a key or is not
 * (Qtrue, Qfalse).
 */
VALUE jac_call_as_json(jac_walk_t *w, VALUE object, VALUE key_p);

/*
 * As jac_convert_key for a key whose text, a String of kind ASCII or UTF-8, is
 * of a subclass or has a singleton class: it is asked as a value is, to_json,
 * or in strict mode as_json. A String, Symbol or Fragment is taken from that.
 */
VALUE jac_convert_key_text(jac_walk_t *w, VALUE text, bool *json);

void jac_init_convert_object(VALUE mJacinth);

#endif
