#include "ruby/hash_layout.h"

jac_hash_layout_t jac_layout;
jac_small_hash_t jac_small_hash;

/* Portable implementation: hashes each key. */
static VALUE
hash_of_pairs(const VALUE *pairs, size_t size)
{
    VALUE hash = jac_hash_new(size);

    rb_hash_bulk_insert((long)(2 * size), pairs, hash);
    return hash;
}

#if JAC_COMPILED(JAC_HASH_TEMPLATES)
/* Returns a small Hash of these pairs, except for its hints. Nothing is
   allocated before it is filled, so it is young and needs no write barrier. */
JAC_INLINE VALUE
filled_hash(const VALUE *pairs, size_t size)
{
    VALUE hash = rb_hash_new();

    RB_FL_SET_RAW(hash, jac_layout.small_flags[size]);
    memcpy(jac_layout_small(hash) - 1, pairs, 2 * size * sizeof(*pairs));
    return hash;
}

/* The same. If small Hashes cannot be filled in their slot, copies `model`, a
   Hash of this size, which takes three times as many instructions. */
JAC_INLINE VALUE
small_hash(VALUE model, const VALUE *pairs, size_t size)
{
    VALUE hash, *slot;
    size_t i;

    if (JAC_LIKELY(JAC_ON(JAC_HASH_FILLING))) return filled_hash(pairs, size);
    hash = rb_hash_dup(model);
    slot = jac_layout_small(hash);
    for (i = 0; i < size; i++) {
        slot[-1] = pairs[2 * i];
        slot[0] = pairs[2 * i + 1];
        slot += jac_layout.small_stride;
    }
    return hash;
}
#endif

#if JAC_COMPILED(JAC_TABLE_TEMPLATES)
/*
 * True if no GC began since the Hash was made: the allocation of its table can
 * start an incremental marking. Each Ractor has its own count from Ruby 4.1 on,
 * so there the write barrier is used.
 */
JAC_INLINE bool
still_young(size_t collections)
{
    return JAC_RUBY <= JAC_RELEASE(4, 0) &&
           JAC_LIKELY(rb_gc_count() == collections);
}

static JAC_NOINLINE VALUE
large_hash(VALUE template, const VALUE *pairs, size_t size)
{
    const VALUE *end = pairs + 2 * size;
    const size_t collections = rb_gc_count();
    VALUE hash = rb_hash_dup(template), *slot = jac_layout_large(hash);

    if (!still_young(collections)) {
        for (pairs++; pairs < end; pairs += 2) {
            RB_OBJ_WRITE(hash, slot, *pairs);
            slot += jac_layout.large_stride;
        }
        return hash;
    }
    for (pairs++; pairs < end; pairs += 2) {
        *slot = *pairs;
        slot += jac_layout.large_stride;
    }
    return hash;
}
#endif

#if JAC_COMPILED(JAC_HASHED_KEYS)
/* Notifies the GC of pairs that were stored without a write barrier. */
static JAC_COLD void
note_stored(VALUE hash, const VALUE *pairs, size_t size)
{
    size_t i;

    for (i = 0; i < 2 * size; i++) RB_OBJ_WRITTEN(hash, Qundef, pairs[i]);
}

st_index_t
jac_key_hash_value(VALUE key)
{
    return jac_layout.type->hash((st_data_t)key);
}

VALUE
jac_hash_from_keys(const VALUE *pairs, const st_index_t *hashes, size_t size)
{
    const size_t collections = rb_gc_count();
    VALUE hash, *slot;
    uint8_t *hints;
    size_t i;

    if (size <= JAC_SMALL_HASH_MAX) {
        hash = filled_hash(pairs, size);
        hints = jac_layout_hints(hash);
        for (i = 0; i < size; i++) hints[i] = (uint8_t)hashes[i];
        return hash;
    }
    hash = rb_hash_dup(jac_layout.blanks[size]);
    slot = jac_layout_large(hash);
    for (i = 0; i < size; i++) {
        slot[-2] = hashes[i];
        slot[-1] = pairs[2 * i];
        slot[0] = pairs[2 * i + 1];
        slot += jac_layout.large_stride;
    }
    if (!still_young(collections)) note_stored(hash, pairs, size);
    return hash;
}

/* Hash and comparison functions for st_insert2(), which receives the address
   of a jac_hashed_key_t and stores the result of stored_key(). */
static st_index_t
known_hash(st_data_t key)
{
    return ((const jac_hashed_key_t *)key)->hash;
}

static int
other_key_p(st_data_t key, st_data_t stored)
{
    return ((const jac_hashed_key_t *)key)->key != (VALUE)stored;
}

static st_data_t
stored_key(st_data_t key)
{
    return (st_data_t)((const jac_hashed_key_t *)key)->key;
}

void
jac_hash_table_begin(jac_hash_table_t *t, size_t size)
{
    static const struct st_hash_type type = {other_key_p, known_hash};

    t->collections = rb_gc_count();
    t->hash = rb_obj_hide(jac_hash_new(size));
    /* RHASH_TBL() would disable the write barrier of the Hash */
    t->table = jac_layout_table(t->hash);
    t->type = t->table->type;
    t->table->type = &type;
}

bool
jac_hash_table_add(jac_hash_table_t *t, const jac_hashed_key_t *key,
                   VALUE value)
{
    return !st_insert2(t->table, (st_data_t)key, value, stored_key);
}

VALUE
jac_hash_table_end(jac_hash_table_t *t, const VALUE *pairs, size_t size)
{
    t->table->type = t->type;
    if (!still_young(t->collections)) note_stored(t->hash, pairs, size);
    return rb_obj_reveal(t->hash, rb_cHash);
}
#else
st_index_t
jac_key_hash_value(VALUE key)
{
    return 0;
}

VALUE
jac_hash_from_keys(const VALUE *pairs, const st_index_t *hashes, size_t size)
{
    return Qundef;
}

void
jac_hash_table_begin(jac_hash_table_t *t, size_t size)
{
}

bool
jac_hash_table_add(jac_hash_table_t *t, const jac_hashed_key_t *key,
                   VALUE value)
{
    return false;
}

VALUE
jac_hash_table_end(jac_hash_table_t *t, const VALUE *pairs, size_t size)
{
    return Qundef;
}
#endif

VALUE
jac_hash_from_template(VALUE template, const VALUE *pairs, size_t size)
{
#if JAC_COMPILED(JAC_HASH_TEMPLATES)
    if (JAC_LIKELY(size <= JAC_SMALL_HASH_MAX)) {
        VALUE hash = small_hash(template, pairs, size);

        memcpy(jac_layout_hints(hash), jac_layout_hints(template),
               JAC_SMALL_HASH_MAX);
        return hash;
    }
#endif
#if JAC_COMPILED(JAC_TABLE_TEMPLATES)
    if (size > JAC_SMALL_HASH_MAX) return large_hash(template, pairs, size);
#endif
    return hash_of_pairs(pairs, size);
}

VALUE
jac_probe_hash(const VALUE *pairs, size_t size)
{
    VALUE hash = rb_hash_new();
    size_t i;

    for (i = 0; i < 2 * size; i += 2) {
        rb_hash_aset(hash, pairs[i], pairs[i + 1]);
    }
    return hash;
}

typedef struct {
    const VALUE *pairs;
    size_t seen;
    bool same;
} probe_check_t;

static int
probe_check(VALUE key, VALUE value, VALUE data)
{
    probe_check_t *check = (probe_check_t *)data;
    const VALUE *pair = check->pairs + 2 * check->seen++;

    check->same = check->same && pair[0] == key && pair[1] == value;
    return ST_CONTINUE;
}

static bool
template_works(VALUE template, const VALUE *pairs, size_t size)
{
    probe_check_t check = {pairs, 0, true};
    VALUE copy = jac_hash_from_template(template, pairs, size);

    rb_hash_foreach(copy, probe_check, (VALUE)&check);
    return check.same && check.seen == size && rb_hash_size_num(copy) == size &&
           rb_hash_lookup2(copy, pairs[2 * size - 2], Qundef) ==
               pairs[2 * size - 1];
}

VALUE
jac_hash_template(const VALUE *pairs, size_t size)
{
    VALUE template, hold, *probes;
    size_t i;

    if (size == 0 || !jac_hash_templates(size)) return Qfalse;
    probes = ALLOCV_N(VALUE, hold, 2 * size);
    for (i = 0; i < size; i++) {
        probes[2 * i] = pairs[2 * i];
        probes[2 * i + 1] = Qnil;
    }
    template = jac_probe_hash(probes, size);
    rb_obj_freeze(template);
    if (rb_hash_size_num(template) == size) {
        for (i = 0; i < size; i++) probes[2 * i + 1] = jac_probe_value(i);
        if (!template_works(template, probes, size)) template = Qfalse;
    }
    else {
        template = Qfalse;
    }
    ALLOCV_END(hold);
    return template;
}
