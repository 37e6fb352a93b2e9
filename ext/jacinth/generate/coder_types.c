#include "generate/coder_types.h"

#include "generate/convert.h"

/* More conversions of one value than this raise GeneratorError. */
enum { MOST_STEPS = 100 };

void (*jac_conversion_write_typed)(jac_walk_t *w, VALUE type, VALUE value);

static VALUE cFragment;
static ID id_key_text;

/* True if strict mode writes the value without a call of Ruby code. */
static bool
written_p(VALUE value, bool key)
{
    VALUE klass;

    if (RB_SYMBOL_P(value)) return true;
    if (RB_SPECIAL_CONST_P(value)) return !key;
    klass = RBASIC_CLASS(value);
    if (klass == rb_cString || klass == cFragment) return true;
    return !key && (klass == rb_cHash || klass == rb_cArray ||
                    klass == rb_cFloat || klass == rb_cInteger);
}

static VALUE
find_among(VALUE table, VALUE ancestors)
{
    VALUE by = Qundef;
    long i;

    for (i = 0; i < RARRAY_LEN(ancestors) && by == Qundef; i++) {
        by = rb_hash_lookup2(table, RARRAY_AREF(ancestors, i), Qundef);
    }
    RB_GC_GUARD(ancestors);
    return by;
}

static VALUE
find(const jac_conversions_t *c, VALUE klass)
{
    VALUE by;

    if (c->modules) return find_among(c->table, rb_mod_ancestors(klass));
    for (klass = rb_class_real(klass); RTEST(klass);
         klass = rb_class_superclass(klass)) {
        by = rb_hash_lookup2(c->table, klass, Qundef);
        if (by != Qundef) return by;
    }
    return Qundef;
}

static VALUE
entry_of(jac_conversions_t *c, VALUE object)
{
    const VALUE klass = CLASS_OF(object);
    const size_t place =
        (klass >> 6 ^ klass >> 10) & (JAC_CONVERSIONS_KEPT - 1);

    if (c->found[place].klass != klass) {
        c->found[place].by = find(c, klass);
        c->found[place].klass = klass;
        JAC_SHADOW_KEEP(&c->found[place].class_shadow, klass);
        JAC_SHADOW_KEEP(&c->found[place].by_shadow, c->found[place].by);
    }
    JAC_SHADOW_CHECK(&c->found[place].class_shadow, klass, "a Coder's types");
    JAC_SHADOW_CHECK(&c->found[place].by_shadow, c->found[place].by,
                     "a Coder's types");
    return c->found[place].by;
}

static VALUE
convert(jac_walk_t *w, VALUE by, VALUE object, bool key)
{
    jac_ticket_t ticket;
    VALUE result;

    if (!w->options.max_nesting && !key) jac_walk_check_endless(w, object);
    ticket = jac_walk_exit_to_ruby(w);
    if (RB_SYMBOL_P(by)) {
        result = rb_funcallv_public(object, SYM2ID(by), 0, NULL);
    }
    else if (rb_obj_is_proc(by)) {
        result = rb_proc_call_with_block(by, 1, &object, Qnil);
    }
    else {
        result = rb_funcallv(by, id_key_text, 1, &object);
    }
    jac_walk_reenter(w, ticket);
    return result;
}

jac_conversion_t
jac_conversions_apply(jac_walk_t *w, VALUE *value, bool key)
{
    jac_conversions_t *c = w->conversions;
    const VALUE object = *value;
    int steps;
    VALUE by;

    for (steps = 0; steps < MOST_STEPS; steps++) {
        if (steps > 0 && written_p(*value, key)) return JAC_CONVERSION_DONE;
        by = entry_of(c, *value);
        if (by == Qundef) return JAC_CONVERSION_NONE;
        if (!key && !RB_SYMBOL_P(by) && !rb_obj_is_proc(by)) {
            jac_conversion_write_typed(w, by, *value);
            return JAC_CONVERSION_WRITTEN;
        }
        *value = convert(w, by, *value, key);
    }
    jac_walk_fail(w, object, "types convert %" PRIsVALUE " without end",
                  jac_shown(rb_obj_class(object)));
}

static int
add_pair(VALUE key, VALUE value, VALUE pairs)
{
    rb_ary_push(pairs, rb_assoc_new(key, value));
    return ST_CONTINUE;
}

VALUE
jac_conversions_pairs(jac_walk_t *w, VALUE hash)
{
    VALUE pairs = rb_ary_new();
    long i;

    rb_hash_foreach(hash, add_pair, pairs);
    if (w->conversions == NULL) return pairs;
    for (i = 0; i < RARRAY_LEN(pairs); i++) {
        VALUE pair = RARRAY_AREF(pairs, i), key = RARRAY_AREF(pair, 0);

        if (written_p(key, true)) continue;
        jac_conversions_apply(w, &key, true);
        rb_ary_store(pair, 0, key);
    }
    return pairs;
}

void
jac_init_conversions(VALUE mJacinth)
{
    id_key_text = rb_intern("_key_text");
    cFragment = jac_constant(mJacinth, "Fragment");
}
