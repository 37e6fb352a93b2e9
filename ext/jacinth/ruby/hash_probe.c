#include <ruby/version.h>

#include "ruby/hash_layout.h"
#include "ruby/slot_objects.h"

jac_hash_layout_t jac_layout;
jac_small_hash_t jac_small_hash;

/* size pairs of Strings and probe values. */
static void
probe_pairs(VALUE keys, VALUE *pairs, size_t size)
{
    char name[24];
    size_t i;

    for (i = 0; i < size; i++) {
        snprintf(name, sizeof(name), "probe %u", (unsigned)i);
        pairs[2 * i] = rb_obj_freeze(rb_str_new_cstr(name));
        pairs[2 * i + 1] = jac_probe_value(i);
        rb_ary_push(keys, pairs[2 * i]);
    }
}

#if RUBY_API_VERSION_CODE >= 30300
/*
 * Where jac_probe_value(0), (1), ... (size - 1) lie among the words: at offset,
 * offset + stride, ...; false when they do not, or one appears twice.
 */
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
layout_find(const VALUE *pairs)
{
    VALUE small = jac_probe_hash(pairs, JAC_SMALL_HASH_MAX);
    VALUE large = jac_probe_hash(pairs, JAC_PROBE_MAX), other;
    const struct st_table *table;
    size_t table_offset;

    if (!probe_find((const VALUE *)small, JAC_SMALL_WORDS, JAC_SMALL_HASH_MAX,
                    &jac_layout.small_offset, &jac_layout.small_stride)) {
        return false;
    }
    table = RHASH_TBL(large);
    table_offset = (size_t)((const char *)table - (const char *)large);
    if (table_offset >= JAC_SMALL_WORDS * sizeof(VALUE)) return false;
    jac_layout.table_offset = table_offset;
    other = jac_probe_hash(pairs, JAC_SMALL_HASH_MAX + 1);
    if (jac_layout_table(other)->num_entries != JAC_SMALL_HASH_MAX + 1)
        return false;
    RB_GC_GUARD(small);
    RB_GC_GUARD(other);
    RB_GC_GUARD(large);
    return probe_find((const VALUE *)(const void *)table->entries,
                      3 * JAC_PROBE_MAX, JAC_PROBE_MAX,
                      &jac_layout.large_offset, &jac_layout.large_stride);
}

/*
 * The flags that every Hash with a table outside has, large or shrunk or
 * comparing by identity, and no small one.
 */
static VALUE
probe_table_flag(const VALUE *pairs)
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

/* Whether the slots of this Hash hold these pairs, the first key aside. */
static bool
slots_hold(VALUE hash, const VALUE *pairs, size_t size, VALUE first)
{
    const VALUE *slot = jac_hash_small_slots(hash, size);
    size_t i;

    for (i = 0; slot && i < size; i++) {
        if (slot[0] != (i == 0 ? first : pairs[2 * i]) ||
            (slot[0] != Qundef && slot[1] != pairs[2 * i + 1])) {
            return false;
        }
        slot += jac_small_hash.stride;
    }
    return slot != NULL;
}

/*
 * A small Hash reads back pair by pair, one with a gap shows it, and one that
 * was large keeps its table.
 */
static bool
small_hash_works(const VALUE *pairs)
{
    VALUE hash;
    size_t size;

    for (size = 1; size <= JAC_SMALL_HASH_MAX; size++) {
        hash = jac_probe_hash(pairs, size);
        if (!slots_hold(hash, pairs, size, pairs[0])) return false;
        if (size == 1) continue; /* an empty Hash is not read */
        rb_hash_delete(hash, pairs[0]);
        if (!slots_hold(hash, pairs, size - 1, Qundef)) return false;
    }
    hash = jac_probe_hash(pairs, JAC_PROBE_MAX);
    return !jac_hash_small_slots(hash, JAC_SMALL_HASH_MAX);
}

/*
 * Whether two small Hashes of so many pairs keep them alike, word for word.
 * What their marks are beyond the pairs is chance.
 */
static bool
same_words(VALUE a, VALUE b, size_t size)
{
    return memcmp(jac_layout_marks(a), jac_layout_marks(b), size) == 0 &&
           memcmp(jac_layout_values(a, size) - 1,
                  jac_layout_values(b, size) - 1,
                  2 * size * sizeof(VALUE)) == 0;
}

/*
 * Whether a small Hash of each size that is filled in its slot is the same as
 * one that Ruby makes, flags and words.
 */
static bool
small_fill_works(const VALUE *pairs)
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
            !same_words(ours, theirs, size)) {
            return false;
        }
        RB_GC_GUARD(theirs);
    }
    return true;
}

/* Set first, since the trial is made with the functions that ask. */
static void
small_fill_find(const VALUE *pairs)
{
    if (!jac_slots.wanted) return;
    jac_slots.hashes = true;
    jac_slots.hashes = small_fill_works(pairs);
}

static void
small_hash_find(const VALUE *pairs)
{
    jac_small_hash.first_key = jac_layout.small_offset - 1;
    jac_small_hash.stride = jac_layout.small_stride;
    jac_small_hash.table_flag = probe_table_flag(pairs);
    if (!small_hash_works(pairs)) {
        jac_small_hash.table_flag = 0;
    }
}
#else
static bool
layout_find(const VALUE *pairs)
{
    return false;
}

static void
small_fill_find(const VALUE *pairs)
{
}

static void
small_hash_find(const VALUE *pairs)
{
}
#endif

bool
jac_hash_layout_init(void)
{
    VALUE keys = rb_ary_new(), pairs[2 * JAC_PROBE_MAX];
    size_t size;

    probe_pairs(keys, pairs, JAC_PROBE_MAX);
    jac_layout.usable = layout_find(pairs);
    if (jac_layout.usable) small_fill_find(pairs);
    for (size = 1; jac_layout.usable && size <= JAC_PROBE_MAX; size++) {
        if (!jac_hash_template(pairs, size)) jac_layout.usable = false;
    }
    if (jac_layout.usable) small_hash_find(pairs);
    RB_GC_GUARD(keys);
    return jac_layout.usable;
}
