#include "ruby/ivar_words.h"

#if JAC_COMPILED(JAC_IVARS)
enum { HEADER_WORDS = 2, ATTEMPTS_MAX = 16 };

/* A new object that gets the same variables as another one. */
typedef struct {
    VALUE model;
    ID names[JAC_IVARS_MAX];
    size_t count;
} model_t;

/* Returns a value that differs for each variable and occurs nowhere else. */
static VALUE
sentinel(size_t i)
{
    return LONG2FIX((long)(0x5b2e00 + 7 * i));
}

/* Called for each variable of an object: sets it in the model. */
static int
set_sentinel(ID name, VALUE value, st_data_t data)
{
    model_t *m = (model_t *)data;

    if (m->count == JAC_IVARS_MAX) return ST_STOP;
    rb_ivar_set(m->model, name, sentinel(m->count));
    m->names[m->count++] = name;
    return ST_CONTINUE;
}

/* Returns the index of the word with a variable, or 0. A word is read only if
   all words before it are variables, so none is outside the slot. */
static uint8_t
find_word(const model_t *m, ID name)
{
    const VALUE *words = (const VALUE *)m->model + HEADER_WORDS;
    size_t i;

    for (i = 0; i < m->count && words[i] == sentinel(i); i++) {
        if (m->names[i] == name) return (uint8_t)(HEADER_WORDS + i);
    }
    return 0;
}

/* Finds the words for the shape of an object in a new object. Returns NULL if
   Ruby's functions must be used. */
static const jac_ivar_words_t *
learn(const jac_ivars_t *ivars, VALUE object)
{
    model_t m = {rb_obj_alloc(rb_obj_class(object)), {0}, 0};
    jac_ivar_words_t words = {RBASIC(object)->flags & JAC_IVAR_FLAGS,
                              {0},
                              ivars->all},
                     *kept;
    int i;

    rb_ivar_foreach(object, set_sentinel, (st_data_t)&m);
    if ((RBASIC(m.model)->flags & JAC_IVAR_FLAGS) != words.flags) return NULL;
    for (i = 0; i < JAC_IVAR_NAMES && ivars->names[i] != 0; i++) {
        words.at[i] = find_word(&m, ivars->names[i]);
        if (words.at[i] == 0) return NULL;
    }
    RB_GC_GUARD(m.model);
    kept = ALLOC(jac_ivar_words_t);
    *kept = words;
    return kept;
}

const jac_ivar_words_t *
jac_ivar_find(jac_ivars_t *ivars, VALUE object)
{
    const VALUE flags = RBASIC(object)->flags & JAC_IVAR_FLAGS;
    const jac_ivar_words_t *words;

    if (!JAC_ON(JAC_IVARS) || (flags & T_MASK) != T_OBJECT) return NULL;
    for (words = ivars->all; words != NULL; words = words->next) {
        if (words->flags == flags) return ivars->latest = words;
    }
    if (ivars->attempts >= ATTEMPTS_MAX) return NULL;
    ivars->attempts++;
    words = learn(ivars, object);
    if (words != NULL) ivars->latest = ivars->all = words;
    return words;
}

/* True if the variables have the same values as by Ruby's functions, before and
   after they are set. */
static bool
same_variables(jac_ivars_t *ivars, VALUE object)
{
    int i;

    for (i = 0; ivars->names[i] != 0; i++) {
        const VALUE before = rb_ivar_get(object, ivars->names[i]);

        if (jac_ivar_get(ivars, object, i) != before) return false;
        jac_ivar_set(ivars, object, i, LONG2FIX(i));
        if (rb_ivar_get(object, ivars->names[i]) != LONG2FIX(i)) return false;
        jac_ivar_set(ivars, object, i, before);
    }
    return true;
}

/* Returns a new object with the variables names[0] to names[count - 1], set in
   this order or in reverse. */
static VALUE
probe_object(VALUE klass, const ID *names, size_t count, bool reverse)
{
    VALUE object = rb_obj_alloc(klass);
    size_t i;

    for (i = 0; i < count; i++) {
        rb_ivar_set(object, names[reverse ? count - 1 - i : i],
                    LONG2FIX((long)(100 + i)));
    }
    return object;
}

static bool
ivars_work(void)
{
    const VALUE klass = rb_class_new(rb_cObject);
    jac_ivars_t ivars = {{0}, NULL, NULL, 0};
    ID names[JAC_IVARS_MAX];
    VALUE object;
    char name[16];
    size_t i;

    for (i = 0; i < JAC_IVARS_MAX; i++) {
        snprintf(name, sizeof(name), "@probe%u", (unsigned)i);
        names[i] = rb_intern(name);
    }
    ivars.names[0] = names[1];
    ivars.names[1] = names[2];
    for (i = 1; i <= JAC_IVARS_MAX; i += i < 8 ? 1 : 8) {
        if (!same_variables(&ivars, probe_object(klass, names, i, false)) ||
            !same_variables(&ivars, probe_object(klass, names, i, true))) {
            return false;
        }
    }
    ivars.attempts = 0;
    object = probe_object(klass, names, 3, false);
    if (!same_variables(&ivars, object)) return false;
    if (jac_ivar_find(&ivars, object) == NULL) return false;
    rb_obj_remove_instance_variable(object, rb_id2sym(names[0]));
    if (!same_variables(&ivars, object)) return false;
    /* the class has so many shapes that the object above has no words */
    object = probe_object(klass, names, 3, false);
    rb_obj_freeze(object);
    return jac_ivar_word(&ivars, object, 0) == NULL;
}
#endif

void
jac_prove_ivars(void)
{
#if JAC_COMPILED(JAC_IVARS)
    jac_internals_prove(JAC_IVARS, ivars_work);
#endif
}
