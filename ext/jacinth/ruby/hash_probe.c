#include "ruby/hash_layout.h"

/* Proofs of hash_layout.c's optimizations, in the order of dependence. */

#if JAC_COMPILED(JAC_HASH_READING) || JAC_COMPILED(JAC_HASH_TEMPLATES) || \
    JAC_COMPILED(JAC_TABLE_READING) || JAC_COMPILED(JAC_TABLE_TEMPLATES)
/* JAC_PROBE_MAX pairs for all proofs. */
static const VALUE *pairs;

static void
probe_pairs(VALUE keys, VALUE *made, size_t size)
{
    char name[24];
    size_t i;

    for (i = 0; i < size; i++) {
        snprintf(name, sizeof(name), "probe %u", (unsigned)i);
        made[2 * i] = rb_obj_freeze(rb_str_new_cstr(name));
        made[2 * i + 1] = jac_probe_value(i);
        rb_ary_push(keys, made[2 * i]);
    }
}

/*
 * Returns the next size to prove, up to `most`. Ruby allocates a table for a
 * power of two of pairs: beyond JAC_UNBINNED_MAX, only the powers of two, the
 * sizes next to them, and the largest one are proved.
 */
static size_t
next_size(size_t size, size_t most)
{
    do {
        size++;
    } while (size > JAC_UNBINNED_MAX && size < most && (size & (size - 1)) &&
             ((size - 1) & (size - 2)) && (size & (size + 1)));
    return size;
}

/* Searches jac_probe_value(0) to (size - 1) at offset, offset + stride, ....
   Returns false if they are elsewhere, or one appears twice. */
static bool
probe_find(const VALUE *words, size_t count, size_t size, size_t *offset,
           size_t *stride)
{
    size_t at[2] = {0, 0}, i, w, found = 0;

    for (w = 0; w < count; w++) {
        for (i = 0; i < size; i++) {
            if (words[w] != jac_probe_value(i)) continue;
            if (i < 2) at[i] = w;
            found++;
        }
    }
    if (found != size || at[0] >= at[1]) return false;
    *offset = at[0];
    *stride = at[1] - at[0];
    for (i = 0; i < size; i++) {
        w = *offset + i * *stride;
        if (w >= count || words[w] != jac_probe_value(i)) return false;
    }
    return true;
}

static bool
small_find(void)
{
    VALUE small = jac_probe_hash(pairs, JAC_SMALL_HASH_MAX);
    bool found =
        probe_find((const VALUE *)small, JAC_SMALL_WORDS, JAC_SMALL_HASH_MAX,
                   &jac_layout.small_offset, &jac_layout.small_stride);

    RB_GC_GUARD(small);
    return found;
}
#endif

#if JAC_COMPILED(JAC_HASH_TEMPLATES)
static bool
templates_work(size_t least, size_t most)
{
    size_t size;

    for (size = least; size <= most; size = next_size(size, most)) {
        if (!jac_hash_template(pairs, size)) return false;
    }
    return true;
}

static bool
small_templates_work(void)
{
    return small_find() && templates_work(1, JAC_SMALL_HASH_MAX);
}

static bool
same_small_words(VALUE a, VALUE b, size_t size)
{
    return memcmp(jac_layout_hints(a), jac_layout_hints(b), size) == 0 &&
           memcmp(jac_layout_small(a) - 1, jac_layout_small(b) - 1,
                  jac_layout.small_stride * size * sizeof(VALUE)) == 0;
}
#endif

#if JAC_COMPILED(JAC_HASH_FILLING)
/* True if small Hashes that are filled in their slot equal Ruby's, in flags
   and words. small_find() has shown that a slot has the capacity. */
static bool
small_fill_works(void)
{
    VALUE empty, theirs, ours;
    size_t size;

    if (jac_layout.small_stride != 2) return false;
    for (size = 1; size <= JAC_SMALL_HASH_MAX; size++) {
        empty = rb_hash_new();
        theirs = jac_probe_hash(pairs, size);
        jac_layout.small_flags[size] =
            RBASIC(theirs)->flags & ~RBASIC(empty)->flags;
        ours = jac_hash_from_template(theirs, pairs, size);
        if (RBASIC(ours)->flags != RBASIC(theirs)->flags ||
            RBASIC_CLASS(ours) != RBASIC_CLASS(theirs) ||
            !same_small_words(ours, theirs, size)) {
            return false;
        }
        RB_GC_GUARD(theirs);
    }
    return true;
}

#endif

#if JAC_COMPILED(JAC_TABLE_READING) || JAC_COMPILED(JAC_TABLE_TEMPLATES)
static bool
large_find(void)
{
    VALUE large = jac_probe_hash(pairs, JAC_PROBE_MAX);
    VALUE other = jac_probe_hash(pairs, JAC_SMALL_HASH_MAX + 1);
    const struct st_table *table = RHASH_TBL(large);
    bool found = false;

    jac_layout.table_offset =
        (size_t)((const char *)table - (const char *)large);
    if (jac_layout.table_offset < JAC_SMALL_WORDS * sizeof(VALUE) &&
        jac_layout_table(other)->num_entries == JAC_SMALL_HASH_MAX + 1) {
        found = probe_find((const VALUE *)(const void *)table->entries,
                           3 * JAC_PROBE_MAX, JAC_PROBE_MAX,
                           &jac_layout.large_offset, &jac_layout.large_stride);
    }
    RB_GC_GUARD(large);
    RB_GC_GUARD(other);
    return found;
}
#endif

#if JAC_COMPILED(JAC_TABLE_TEMPLATES)
static bool
large_templates_work(void)
{
    return large_find() &&
           templates_work(JAC_SMALL_HASH_MAX + 1, JAC_PROBE_MAX);
}
#endif

#if JAC_COMPILED(JAC_HASH_READING)
/* Returns the flags that all Hashes with a table have and small ones lack. */
static VALUE
probe_table_flag(void)
{
    VALUE outside = ~(VALUE)0, inside = 0, hash = Qnil, last = Qnil;
    size_t size;

    for (size = 1; size <= JAC_SMALL_HASH_MAX; size++) {
        hash = jac_probe_hash(pairs, size);
        inside |= RBASIC(hash)->flags;
    }
    for (size = JAC_SMALL_HASH_MAX + 1; size <= 2 * JAC_SMALL_HASH_MAX;
         size++) {
        hash = jac_probe_hash(pairs, size);
        outside &= RBASIC(hash)->flags;
        while (RHASH_SIZE(hash) > 2) {
            last = rb_funcall(hash, rb_intern("shift"), 0);
        }
        outside &= RBASIC(hash)->flags;
    }
    hash = rb_funcall(rb_hash_new(), rb_intern("compare_by_identity"), 0);
    rb_hash_aset(hash, pairs[0], pairs[1]);
    outside &= RBASIC(hash)->flags;
    RB_GC_GUARD(hash);
    RB_GC_GUARD(last);
    return outside & ~inside;
}

static bool
slots_hold(VALUE hash, size_t size, VALUE first)
{
    size_t stride, i;
    const VALUE *slot = jac_hash_slots(hash, size, &stride);

    for (i = 0; slot && i < size; i++) {
        if (slot[0] != (i == 0 ? first : pairs[2 * i]) ||
            (slot[0] != Qundef && slot[1] != pairs[2 * i + 1])) {
            return false;
        }
        slot += stride;
    }
    return slot != NULL;
}

/* True if small Hashes read back, deleted pairs are seen, and a Hash that
   was large keeps its table. */
static bool
small_hash_works(void)
{
    VALUE hash;
    size_t size, stride;

    for (size = 1; size <= JAC_SMALL_HASH_MAX; size++) {
        hash = jac_probe_hash(pairs, size);
        if (!slots_hold(hash, size, pairs[0])) return false;
        if (size == 1) continue; /* an empty Hash is never read */
        rb_hash_delete(hash, pairs[0]);
        if (!slots_hold(hash, size - 1, Qundef)) return false;
    }
    hash = jac_probe_hash(pairs, JAC_PROBE_MAX);
    return !jac_hash_slots(hash, JAC_PROBE_MAX, &stride);
}

static bool
reading_works(void)
{
    if (!small_find()) return false;
    jac_small_hash.first_key = jac_layout.small_offset - 1;
    jac_small_hash.stride = jac_layout.small_stride;
    jac_small_hash.table_flag = probe_table_flag();
    return jac_small_hash.table_flag != 0 && small_hash_works();
}
#endif

#if JAC_COMPILED(JAC_TABLE_READING)
/* True if the pairs of larger Hashes are found, also after the first one was
   deleted, and if jac_hash_slots() returns NULL after another was deleted. */
static bool
large_hash_works(void)
{
    VALUE hash;
    size_t size, stride;
    const VALUE *slot;

    if (!large_find()) return false;
    for (size = JAC_SMALL_HASH_MAX + 1; size <= JAC_PROBE_MAX;
         size = next_size(size, JAC_PROBE_MAX)) {
        hash = jac_probe_hash(pairs, size);
        if (!slots_hold(hash, size, pairs[0])) return false;
        rb_hash_delete(hash, pairs[0]);
        slot = jac_hash_slots(hash, size - 1, &stride);
        if (!slot || slot[0] != pairs[2] || slot[1] != pairs[3]) return false;
        rb_hash_delete(hash, pairs[4]);
        if (jac_hash_slots(hash, size - 2, &stride)) return false;
    }
    return true;
}
#endif

#if JAC_COMPILED(JAC_HASH_WALK)
typedef struct {
    VALUE hash;
    size_t seen, size;
    bool same;
} walk_check_t;

static int
walk_check(VALUE key, VALUE value, VALUE data)
{
    walk_check_t *check = (walk_check_t *)data;

    check->same =
        check->same && rb_hash_lookup2(check->hash, key, Qundef) == value;
    return ++check->seen == check->size ? ST_STOP : ST_CONTINUE;
}

/* True if an iteration shows `most` pairs of a Hash of `size`, or all pairs. */
static bool
walk_shows(size_t size, size_t most)
{
    walk_check_t check = {rb_hash_new(), 0, most, true};
    size_t i;

    for (i = 0; i < size; i++) {
        rb_hash_aset(check.hash, LONG2FIX((long)i), jac_probe_value(i));
    }
    jac_hash_each(check.hash, walk_check, (VALUE)&check);
    RB_GC_GUARD(check.hash);
    return check.same && check.seen == (most < size ? most : size);
}

static bool
walk_works(void)
{
    return walk_shows(0, 1) && walk_shows(5, 9) && walk_shows(5, 2) &&
           walk_shows(40, 99) && walk_shows(40, 20);
}
#endif

#if JAC_COMPILED(JAC_HASHED_KEYS)
static VALUE
hash_of_hashed_keys(const VALUE *these, size_t size)
{
    jac_hashed_key_t keys[JAC_PROBE_MAX];
    st_index_t hashes[JAC_PROBE_MAX];
    jac_hash_table_t table;
    size_t i;

    for (i = 0; i < size; i++) {
        keys[i].key = these[2 * i];
        keys[i].hash = hashes[i] = jac_key_hash_value(keys[i].key);
    }
    if (size <= JAC_HASHED_KEYS_MAX) {
        return jac_hash_from_keys(these, hashes, size);
    }
    jac_hash_table_begin(&table, size);
    for (i = 0; i < size; i++) {
        if (!jac_hash_table_add(&table, &keys[i], these[2 * i + 1]) ||
            jac_hash_table_add(&table, &keys[i], Qtrue)) {
            return Qundef;
        }
        /* the duplicate replaced the value */
        jac_hash_table_add(&table, &keys[i], these[2 * i + 1]);
    }
    return jac_hash_table_end(&table, these, size);
}

/* True if such a Hash has these pairs, in this order, and no other key. */
static bool
hashed_keys_find(const VALUE *these, size_t size, VALUE other)
{
    VALUE hash = hash_of_hashed_keys(these, size);
    size_t i;

    if (hash == Qundef || rb_hash_size_num(hash) != size ||
        RBASIC_CLASS(hash) != rb_cHash ||
        rb_hash_lookup2(hash, other, Qundef) != Qundef ||
        !RTEST(rb_equal(hash, jac_probe_hash(these, size)))) {
        return false;
    }
    for (i = 0; i < size; i++) {
        if (rb_hash_lookup2(hash, these[2 * i], Qundef) != these[2 * i + 1]) {
            return false;
        }
    }
    return true;
}

/* True if Hashes are made from keys with known hash values. They are copies of
   Hashes with other keys. */
static bool
hashed_keys_work(void)
{
    const VALUE *const last = pairs + 2 * (JAC_PROBE_MAX - JAC_UNBINNED_MAX);
    VALUE large = jac_probe_hash(pairs, JAC_PROBE_MAX);
    size_t size;

    jac_layout.type = RHASH_TBL(large)->type;
    for (size = JAC_SMALL_HASH_MAX + 1; size <= JAC_UNBINNED_MAX; size++) {
        VALUE *const blank = &jac_layout.blanks[size];

        *blank = jac_hash_template(last, size);
        if (!*blank) return false;
        rb_gc_register_mark_object(*blank);
    }
    for (size = 1; size < JAC_PROBE_MAX;
         size = next_size(size, JAC_PROBE_MAX - 1)) {
        if (!hashed_keys_find(pairs, size, pairs[2 * size])) return false;
    }
    RB_GC_GUARD(large);
    return true;
}
#endif

static void
prove_layouts(void)
{
#if JAC_COMPILED(JAC_HASH_READING) || JAC_COMPILED(JAC_HASH_TEMPLATES) || \
    JAC_COMPILED(JAC_TABLE_READING) || JAC_COMPILED(JAC_TABLE_TEMPLATES)
    VALUE keys = rb_ary_new(), made[2 * JAC_PROBE_MAX];
    bool small = false; /* all optimizations that hashed_keys needs are on */

    probe_pairs(keys, made, JAC_PROBE_MAX);
    pairs = made;
#if JAC_COMPILED(JAC_HASH_READING)
    if (jac_internals_prove(JAC_HASH_READING, reading_works)) {
        jac_internals_prove(JAC_TABLE_READING, large_hash_works);
    }
#endif
#if JAC_COMPILED(JAC_HASH_TEMPLATES)
    small = jac_internals_prove(JAC_HASH_TEMPLATES, small_templates_work);
#endif
#if JAC_COMPILED(JAC_HASH_FILLING)
    small = small && jac_internals_prove(JAC_HASH_FILLING, small_fill_works);
#endif
#if JAC_COMPILED(JAC_TABLE_TEMPLATES)
    small =
        jac_internals_prove(JAC_TABLE_TEMPLATES, large_templates_work) && small;
#endif
#if JAC_COMPILED(JAC_HASHED_KEYS)
    if (small) jac_internals_prove(JAC_HASHED_KEYS, hashed_keys_work);
#endif
    (void)small;
    pairs = NULL;
    RB_GC_GUARD(keys);
#endif
}

void
jac_prove_hashes(void)
{
#if JAC_COMPILED(JAC_HASH_WALK)
    jac_internals_prove(JAC_HASH_WALK, walk_works);
#endif
    prove_layouts();
}
