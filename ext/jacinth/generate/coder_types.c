#include "generate/coder_types.h"

#include "core/time_text.h"
#include "generate/convert.h"
#include "generate/duplicate_texts.h"
#include "generate/emit_time.h"
#include "generate/enumerate.h"
#include "generate/object_methods.h"
#include "ruby/errors.h"
#include "ruby/time_fields.h"

/* More conversions of one value than this raise GeneratorError. */
enum { MOST_STEPS = 100 };

void (*jac_conversion_write_typed)(jac_walk_t *w, VALUE type, VALUE value);

static VALUE mConversions, sym_iso8601;
static ID id_iso8601;
static rb_ractor_local_key_t last_key;

/* True if strict mode writes the value without a call of Ruby code. */
static bool
written_p(VALUE value, bool key)
{
    VALUE klass;

    if (RB_SYMBOL_P(value)) return true;
    if (RB_SPECIAL_CONST_P(value)) return !key;
    klass = RBASIC_CLASS(value);
    if (klass == rb_cString || klass == jac_cFragment) return true;
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
        result = rb_funcallv(by, rb_intern("_key_text"), 1, &object);
    }
    jac_walk_reenter(w, ticket);
    return result;
}

/* True if Time#iso8601 is Ruby's own: in C from Ruby 3.4 on, else in the
   library `time`. */
static bool
iso8601_basic_p(jac_walk_t *w)
{
    return jac_time_basic_p() &&
           (rb_method_basic_definition_p(rb_cTime, id_iso8601) ||
            RTEST(jac_walk_call(w, mConversions, rb_intern("iso8601?"), 0,
                                NULL)));
}

static bool
time_p(VALUE value)
{
    return !RB_SPECIAL_CONST_P(value) && RBASIC_CLASS(value) == rb_cTime;
}

uint8_t *
jac_conversions_emit_time(jac_walk_t *w, uint8_t *p, VALUE value)
{
    return w->conversions->iso8601 > 0 && time_p(value)
               ? jac_emit_iso8601(w, p, value)
               : NULL;
}

/* Writes the value by a Type. Returns false without writing it if MOST_STEPS
   nested Types are already writing at this depth: the conversion has no end. */
static bool
write_typed(jac_walk_t *w, VALUE by, VALUE value)
{
    jac_conversions_t *c = w->conversions;
    const long depth = c->typed_depth;
    const int steps = c->typed_steps;

    if (depth == w->depth && steps == MOST_STEPS) return false;
    c->typed_steps = depth == w->depth ? steps + 1 : 1;
    c->typed_depth = w->depth;
    jac_conversion_write_typed(w, by, value);
    c->typed_steps = steps;
    c->typed_depth = depth;
    return true;
}

jac_object_t
jac_conversions_apply(jac_walk_t *w, VALUE *value, bool key)
{
    jac_conversions_t *c = w->conversions;
    const VALUE object = *value;
    uint8_t *p;
    int steps;
    VALUE by;

    for (steps = 0; steps < MOST_STEPS; steps++) {
        if (steps > 0 && written_p(*value, key)) return JAC_OBJECT_AGAIN;
        by = entry_of(c, *value);
        if (by == Qundef) {
            c->iso8601 = 0; /* to_json or as_json is called */
            return JAC_OBJECT_CALLS;
        }
        if (!key && !RB_SYMBOL_P(by) && !rb_obj_is_proc(by)) {
            if (!write_typed(w, by, *value)) break;
            c->iso8601 = 0;
            return JAC_OBJECT_NONE;
        }
        if (!key && c->iso8601 == 0 && by == sym_iso8601 && time_p(*value)) {
            c->iso8601 = iso8601_basic_p(w) ? 1 : -1;
            p = jac_walk_reserve(w, w->buffer.pos, JAC_TIME_TEXT_MAX + 2);
            p = jac_conversions_emit_time(w, p, *value);
            if (p != NULL) {
                w->buffer.pos = jac_walk_reserve(w, p, JAC_MEMBER_SPACE);
                return JAC_OBJECT_NONE;
            }
        }
        *value = convert(w, by, *value, key);
        c->iso8601 = 0;
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

typedef struct {
    VALUE other; /* a Hash to look up classes in */
    bool holds;
} comparison_t;

static int
compare_entry(VALUE klass, VALUE by, VALUE arg)
{
    comparison_t *c = (comparison_t *)arg;

    c->holds = rb_hash_lookup2(c->other, klass, Qundef) == by;
    return c->holds ? ST_CONTINUE : ST_STOP;
}

/* Compares `types` with its table. */
static int
find_proc(VALUE klass, VALUE by, VALUE arg)
{
    comparison_t *c = (comparison_t *)arg;

    /* a declared class can get another type */
    c->holds =
        RB_SYMBOL_P(by) ||
        (rb_hash_lookup2(c->other, klass, Qundef) == by && !rb_obj_is_proc(by));
    return c->holds ? ST_CONTINUE : ST_STOP;
}

/*
 * The last table of each Ractor is kept, as programs pass the same types with
 * each call, and making a table takes longer than a small document. Tables with
 * a Proc are not: they would keep alive what it uses.
 */
VALUE
jac_conversions_table(VALUE given)
{
    VALUE last = rb_ractor_local_storage_value(last_key), table, copy;
    const bool plain =
        RB_TYPE_P(given, T_HASH) && RBASIC_CLASS(given) == rb_cHash;
    comparison_t same = {Qnil, true};

    if (plain && !NIL_P(last)) {
        same.other = RARRAY_AREF(last, 0);
        same.holds = RHASH_SIZE(given) == RHASH_SIZE(same.other);
        if (same.holds) rb_hash_foreach(given, compare_entry, (VALUE)&same);
        if (same.holds) return RARRAY_AREF(last, 1);
    }
    if (!plain) return rb_funcall(mConversions, rb_intern("table"), 1, given);
    /* the table is made of the copy, as another thread can change `given` */
    copy = rb_hash_dup(given);
    rb_funcall(copy, rb_intern("default="), 1, Qnil); /* a block, too */
    rb_funcall(copy, rb_intern("compare_by_identity"), 0);
    table = rb_funcall(mConversions, rb_intern("table"), 1, copy);
    same.other = table;
    same.holds = true;
    rb_hash_foreach(copy, find_proc, (VALUE)&same);
    if (same.holds) {
        last = rb_obj_freeze(rb_assoc_new(rb_obj_freeze(copy), table));
        rb_ractor_local_storage_value_set(last_key, last);
    }
    return table;
}

static int
find_module(VALUE key, VALUE value, VALUE found)
{
    if (!RB_TYPE_P(key, T_MODULE)) return ST_CONTINUE;
    *(bool *)found = true;
    return ST_STOP;
}

/* The rules without strict mode: to_json and to_s write the objects that have
   no entry. */
static jac_object_t
convert_or_call(jac_walk_t *w, VALUE *value)
{
    if (!RB_SYMBOL_P(*value) && !jac_fragment_p(*value) &&
        !jac_enumerator_p(w, *value, true)) {
        const jac_object_t outcome = jac_conversions_apply(w, value, false);

        if (outcome != JAC_OBJECT_CALLS) return outcome;
    }
    return jac_convert_object(w, value, false);
}

static const jac_object_rules_t rules = {convert_or_call, jac_check_duplicates,
                                         false, NULL};

void
jac_conversions_begin(jac_walk_t *w, jac_conversions_t *c, VALUE table)
{
    memset(c, 0, sizeof(*c));
    c->table = table;
    rb_hash_foreach(table, find_module, (VALUE)&c->modules);
    w->conversions = c;
    if (!w->options.strict) w->rules = &rules;
}

void
jac_conversions_mark(const jac_conversions_t *c)
{
    size_t i;

    rb_gc_mark(c->table);
    for (i = 0; i < JAC_CONVERSIONS_KEPT; i++) {
        rb_gc_mark(c->found[i].klass);
        if (c->found[i].by != Qundef) rb_gc_mark(c->found[i].by);
    }
}

void
jac_init_conversions(VALUE mJacinth)
{
    id_iso8601 = rb_intern("iso8601");
    sym_iso8601 = ID2SYM(id_iso8601);
    mConversions = jac_constant(mJacinth, "CoderConversions");
    jac_private_constant(mJacinth, "CoderConversions");
    last_key = rb_ractor_local_storage_value_newkey();
}
