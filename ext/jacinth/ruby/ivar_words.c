#include "ruby/ivar_words.h"

#include <ruby/atomic.h>

#if JAC_COMPILED(JAC_IVARS)
enum { HEADER_WORDS = 2, SHAPES_MAX = 16 };

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

/* Finds the words for the shape of an object in a new object. */
static jac_ivar_words_t
find_words(const jac_ivars_t *ivars, VALUE object)
{
    model_t m = {rb_obj_alloc(rb_obj_class(object)), {0}, 0};
    jac_ivar_words_t words = {
        RBASIC(object)->flags & JAC_IVAR_FLAGS, {0}, false, ivars->all};
    int i;

    rb_ivar_foreach(object, set_sentinel, (st_data_t)&m);
    words.found = (RBASIC(m.model)->flags & JAC_IVAR_FLAGS) == words.flags;
    for (i = 0; i < JAC_IVAR_NAMES && ivars->names[i] != 0; i++) {
        if (words.found) words.at[i] = find_word(&m, ivars->names[i]);
        if (words.at[i] == 0) words.found = false;
    }
    RB_GC_GUARD(m.model);
    return words;
}

/* Returns the node for these flags, or NULL. */
static const jac_ivar_words_t *
known(const jac_ivars_t *ivars, VALUE flags)
{
    const jac_ivar_words_t *words = ivars->all;

    while (words != NULL && words->flags != flags) words = words->next;
    return words;
}

const jac_ivar_words_t *
jac_ivar_find(jac_ivars_t *ivars, VALUE object)
{
    const VALUE flags = RBASIC(object)->flags & JAC_IVAR_FLAGS;
    const jac_ivar_words_t *words;

    if (!JAC_ON(JAC_IVARS) || (flags & T_MASK) != T_OBJECT) return NULL;
    words = known(ivars, flags);
    if (words == NULL && ivars->shapes < SHAPES_MAX) {
        jac_ivar_words_t *node = ALLOC(jac_ivar_words_t);

        ivars->shapes++;
        *node = find_words(ivars, object);
        RUBY_ATOMIC_PTR_EXCHANGE(ivars->all, node);
        words = node;
    }
    if (words == NULL || !words->found) return NULL;
    return ivars->latest = words;
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

/* True if the variables of both objects are read and set as by Ruby. Freezes
   `frozen`. names[1] and names[2] are the names in *ivars. */
static bool
ivars_of_objects_work(jac_ivars_t *ivars, VALUE object, VALUE frozen,
                      const ID *names, size_t count)
{
    if (!same_variables(ivars, object)) return false;
    if (count == 3 && jac_ivar_word(ivars, object, 0) == NULL) return false;
    rb_obj_freeze(frozen);
    if (jac_ivar_word(ivars, frozen, 0) != NULL) return false;
    rb_obj_remove_instance_variable(object, rb_id2sym(names[0]));
    return same_variables(ivars, object);
}

/* True if the variables of objects of a new class with `count` variables are
   read and set as by Ruby. */
static bool
ivars_of_class_work(const ID *names, size_t count, bool reverse)
{
    const VALUE klass = rb_class_new(rb_cObject);
    const VALUE object = probe_object(klass, names, count, reverse);
    const VALUE frozen = probe_object(klass, names, count, reverse);
    jac_ivars_t ivars = {{names[1], names[2]}, NULL, NULL, 0};
    const bool work =
        ivars_of_objects_work(&ivars, object, frozen, names, count);

    while (ivars.all != NULL) {
        const jac_ivar_words_t *const words = ivars.all;

        ivars.all = words->next;
        xfree((void *)words);
    }
    return work;
}

static bool
ivars_work(void)
{
    ID names[JAC_IVARS_MAX];
    char name[16];
    size_t i;

    for (i = 0; i < JAC_IVARS_MAX; i++) {
        snprintf(name, sizeof(name), "@probe%u", (unsigned)i);
        names[i] = rb_intern(name);
    }
    for (i = 3; i <= JAC_IVARS_MAX; i += i < 8 ? 1 : 8) {
        if (!ivars_of_class_work(names, i, false) ||
            !ivars_of_class_work(names, i, true)) {
            return false;
        }
    }
    return true;
}
#endif

void
jac_prove_ivars(void)
{
#if JAC_COMPILED(JAC_IVARS)
    jac_internals_prove(JAC_IVARS, ivars_work);
#endif
}
