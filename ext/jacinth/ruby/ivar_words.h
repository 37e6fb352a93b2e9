/*
 * Reads and sets the instance variables of an object in its slot. Ruby's
 * functions search the name in the object's shape each time.
 *
 * Assumed: objects with the same flags, which contain the shape, have each
 * instance variable in the same word; the variables follow the header in the
 * order of rb_ivar_foreach().
 *
 * Proved at load: variables of objects with different shapes are read and set
 * as by Ruby's functions. For each shape, the words are found in a new object,
 * whose variables get values that occur nowhere else.
 *
 * Portable implementation: rb_ivar_get and rb_ivar_set.
 */
#ifndef JAC_IVAR_WORDS_H
#define JAC_IVAR_WORDS_H

#include "ruby/internals.h"

/* The maximum of names in a jac_ivars_t, and of variables of an object. */
enum { JAC_IVAR_NAMES = 4, JAC_IVARS_MAX = 32 };

/* The words of the variables in objects with these flags, if `found`. Never
   changed or freed. */
typedef struct jac_ivar_words {
    VALUE flags;
    uint8_t at[JAC_IVAR_NAMES];
    bool found; /* false: Ruby's functions must be used */
    const struct jac_ivar_words *next;
} jac_ivar_words_t;

/* Names of instance variables, and the words for the first shapes that objects
   had. Ractors can change `latest` and `all` at the same time. */
typedef struct {
    ID names[JAC_IVAR_NAMES];             /* the last ones can be 0 */
    const jac_ivar_words_t *latest, *all; /* latest: one that was found */
    int shapes;
} jac_ivars_t;

/* The flags that determine an object's type and shape, if it is frozen, and if
   its variables are in its slot. */
#define JAC_IVAR_FLAGS \
    ((VALUE)T_MASK | (VALUE)FL_FREEZE | (~(VALUE)0 << FL_USHIFT))

/* Returns the words of an object's variables, or NULL if Ruby's functions must
   be used. */
const jac_ivar_words_t *jac_ivar_find(jac_ivars_t *ivars, VALUE object);

/* Returns the address of variable i of an object, or NULL if Ruby's functions
   must be used. The object must not be a special constant. */
JAC_INLINE VALUE *
jac_ivar_word(jac_ivars_t *ivars, VALUE object, int i)
{
#if JAC_COMPILED(JAC_IVARS)
    const jac_ivar_words_t *words = ivars->latest;

    if (JAC_UNLIKELY(words == NULL || (RBASIC(object)->flags &
                                       JAC_IVAR_FLAGS) != words->flags)) {
        words = jac_ivar_find(ivars, object);
    }
    return words == NULL ? NULL : (VALUE *)object + words->at[i];
#else
    return NULL;
#endif
}

JAC_INLINE VALUE
jac_ivar_get(jac_ivars_t *ivars, VALUE object, int i)
{
    const VALUE *word = jac_ivar_word(ivars, object, i);

    return word != NULL ? *word : rb_ivar_get(object, ivars->names[i]);
}

JAC_INLINE void
jac_ivar_set(jac_ivars_t *ivars, VALUE object, int i, VALUE value)
{
    VALUE *word = jac_ivar_word(ivars, object, i);

    if (word != NULL)
        RB_OBJ_WRITE(object, word, value);
    else
        rb_ivar_set(object, ivars->names[i], value);
}

void jac_prove_ivars(void);

#endif
