#include "hash_layout.h"

#include <ruby/version.h>

/*
 * Ruby 3.3 and newer keep up to 8 pairs in the Hash's own slot:
 *
 *   word   0      1      2        3      4     5       6     7
 *          flags  class  default  hints  key0  value0  key1  value1 ...
 *
 * and more in a table of 3-word entries (hash, key, record), whose struct
 * st_table follows word 2. Older ones keep both outside, and get no templates.
 * The numbers are not written here but found by searching for values that
 * were put in.
 */
enum {
    JAC_SMALL_MAX = 8,
    JAC_SMALL_WORDS = 20, /* the slot of a Hash with 8 pairs, at least */
    JAC_PROBE_MAX = 100
};

static struct {
    bool usable;
    size_t small_offset, small_stride; /* in words, from the Hash */
    size_t table_offset;               /* in bytes, from the Hash */
    size_t large_offset, large_stride; /* in words, from the entries */
    bool marks[JAC_MARKED_MAX + 1];    /* by size: see jac_hash_marks */
} layout;

/* By size: frozen Hashes of any keys, to copy. */
static VALUE blanks[JAC_MARKED_MAX + 1];

jac_small_hash_t jac_small_hash;

static VALUE
probe_value(size_t i)
{
    return LONG2FIX(0x5A17000 + (long)i);
}

/* size pairs of Strings and probe values. */
static void
probe_pairs(VALUE keys, VALUE *pairs, size_t size)
{
    char name[24];
    size_t i;

    for (i = 0; i < size; i++) {
        snprintf(name, sizeof(name), "probe %u", (unsigned)i);
        pairs[2 * i] = rb_obj_freeze(rb_str_new_cstr(name));
        pairs[2 * i + 1] = probe_value(i);
        rb_ary_push(keys, pairs[2 * i]);
    }
}

static VALUE
probe_hash(const VALUE *pairs, size_t size)
{
    VALUE hash = rb_hash_new();

    rb_hash_bulk_insert((long)(2 * size), pairs, hash);
    return hash;
}

static struct st_table *
layout_table(VALUE hash)
{
    return (struct st_table *)((char *)hash + layout.table_offset);
}

/*
 * A small Hash is one slot, made last: until its values are written nothing
 * is allocated, so no collection can have seen it, and there is nothing to
 * tell the write barrier. A large one is followed by the allocation of its
 * table, which may start an incremental marking that passes it; whether any
 * collection began is a matter of their count.
 */
VALUE
jac_hash_from_template(VALUE template, const VALUE *pairs, size_t size)
{
    const VALUE *end = pairs + 2 * size;
    const size_t collections = rb_gc_count();
    VALUE hash = rb_hash_dup(template), *slot;
    size_t stride = layout.small_stride;

    if (JAC_LIKELY(size <= JAC_SMALL_MAX)) {
        slot = (VALUE *)hash + layout.small_offset;
    }
    else {
        slot = (VALUE *)(void *)layout_table(hash)->entries;
        slot += layout.large_offset;
        stride = layout.large_stride;
        if (JAC_UNLIKELY(rb_gc_count() != collections)) {
            for (pairs++; pairs < end; pairs += 2) {
                RB_OBJ_WRITE(hash, slot, *pairs);
                slot += stride;
            }
            return hash;
        }
    }
    for (pairs++; pairs < end; pairs += 2) {
        *slot = *pairs;
        slot += stride;
    }
    return hash;
}

bool
jac_hash_marks(size_t size)
{
    return size <= JAC_MARKED_MAX && layout.marks[size];
}

/* Value 0 of a Hash; its key lies before it. */
static VALUE *
first_value(VALUE hash, size_t size)
{
    if (size <= JAC_SMALL_MAX) return (VALUE *)hash + layout.small_offset;
    return (VALUE *)(void *)layout_table(hash)->entries + layout.large_offset;
}

/* A small Hash has a byte for each key, of 8 that may be, before key 0. */
static uint8_t *
small_marks(VALUE hash)
{
    return (uint8_t *)(first_value(hash, 1) - 1) - JAC_SMALL_MAX;
}

st_index_t
jac_hash_mark(VALUE hash, size_t size, size_t i)
{
    if (size <= JAC_SMALL_MAX) return small_marks(hash)[i];
    return first_value(hash, size)[i * layout.large_stride - 2];
}

/*
 * Enters the i-th entry into the bins of a table with open addressing, as st.c
 * does: from the hash value's bin on along the sequence
 *
 *     perturb = perturb >> 11, bin = 5 * bin + perturb + 1
 *
 * the first empty one. A bin holds an entry's index plus 2, in a byte as long
 * as there are few.
 */
static void
enter_in_bins(uint8_t *bins, st_index_t mask, st_index_t hash, size_t i)
{
    st_index_t bin = hash & mask, perturb = hash;

    while (bins[bin] != 0) {
        perturb >>= 11;
        bin = (5 * bin + perturb + 1) & mask;
    }
    bins[bin] = (uint8_t)(i + 2);
}

/* As jac_hash_from_template; a key is stored, too, and no less a value. */
VALUE
jac_hash_from_marks(const VALUE *pairs, const st_index_t *marks, size_t size)
{
    const size_t collections = rb_gc_count();
    VALUE hash = rb_hash_dup(blanks[size]);
    VALUE *slot = first_value(hash, size);
    struct st_table *table;
    st_index_t mask;
    uint8_t *bins;
    size_t i;

    if (size <= JAC_SMALL_MAX) {
        uint8_t *bytes = small_marks(hash);

        for (i = 0; i < size; i++) {
            bytes[i] = (uint8_t)marks[i];
            slot[-1] = pairs[2 * i];
            slot[0] = pairs[2 * i + 1];
            slot += layout.small_stride;
        }
        return hash;
    }
    table = layout_table(hash);
    bins = (uint8_t *)table->bins;
    mask = ((st_index_t)1 << table->bin_power) - 1;
    memset(bins, 0, (size_t)mask + 1);
    for (i = 0; i < size; i++) {
        enter_in_bins(bins, mask, marks[i], i);
        slot[-2] = marks[i];
        slot[-1] = pairs[2 * i];
        slot[0] = pairs[2 * i + 1];
        slot += layout.large_stride;
    }
    if (JAC_UNLIKELY(rb_gc_count() != collections)) {
        for (i = 0; i < 2 * size; i++) RB_OBJ_WRITTEN(hash, Qundef, pairs[i]);
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

/* A copy of the template with these values reads back as just these pairs. */
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

    if (!layout.usable || size == 0) return Qfalse;
    probes = ALLOCV_N(VALUE, hold, 2 * size);
    for (i = 0; i < size; i++) {
        probes[2 * i] = pairs[2 * i];
        probes[2 * i + 1] = Qnil;
    }
    template = probe_hash(probes, size);
    rb_obj_freeze(template);
    if (rb_hash_size_num(template) == size) {
        for (i = 0; i < size; i++) probes[2 * i + 1] = probe_value(i);
        if (!template_works(template, probes, size)) template = Qfalse;
    }
    else {
        template = Qfalse;
    }
    ALLOCV_END(hold);
    return template;
}

/* Whether a large Hash's bins are there, are bytes, and begin its entries. */
static bool
bins_are_bytes(VALUE hash)
{
    const struct st_table *table = layout_table(hash);

    return table->bins != NULL && table->size_ind == 0 &&
           table->bin_power < 8 && table->entries_start == 0;
}

static bool
same_bins(VALUE a, VALUE b)
{
    const struct st_table *one = layout_table(a), *other = layout_table(b);

    return one->bin_power == other->bin_power && bins_are_bytes(a) &&
           memcmp(one->bins, other->bins, (size_t)1 << one->bin_power) == 0;
}

/*
 * Whether a Hash of these pairs that is made of their marks is the same, word
 * for word, as one that Ruby makes, and Ruby finds each key in it and no other.
 */
static bool
marks_work(const VALUE *pairs, size_t size, VALUE other)
{
    const size_t words = size <= JAC_SMALL_MAX ? layout.small_stride * size + 1
                                               : layout.large_stride * size;
    const size_t before = size <= JAC_SMALL_MAX ? 2 : layout.large_offset;
    VALUE theirs = probe_hash(pairs, size), ours;
    st_index_t marks[JAC_MARKED_MAX];
    bool works;
    size_t i;

    if (size > JAC_SMALL_MAX && !bins_are_bytes(theirs)) return false;
    for (i = 0; i < size; i++) marks[i] = jac_hash_mark(theirs, size, i);
    ours = jac_hash_from_marks(pairs, marks, size);
    works = memcmp(first_value(ours, size) - before,
                   first_value(theirs, size) - before,
                   words * sizeof(VALUE)) == 0 &&
            (size <= JAC_SMALL_MAX || same_bins(ours, theirs)) &&
            rb_hash_size_num(ours) == size &&
            rb_hash_lookup2(ours, other, Qundef) == Qundef;
    for (i = 0; i < size && works; i++) {
        works = rb_hash_lookup2(ours, pairs[2 * i], Qundef) == pairs[2 * i + 1];
    }
    RB_GC_GUARD(theirs);
    return works;
}

/* A blank's keys are from the end of the pairs, those tried from the front. */
static void
marks_find(const VALUE *pairs)
{
    size_t size;

    for (size = 1; size <= JAC_MARKED_MAX; size++) {
        blanks[size] = jac_hash_template(
            pairs + 2 * (JAC_PROBE_MAX - JAC_MARKED_MAX), size);
        if (!blanks[size]) return;
        rb_gc_register_mark_object(blanks[size]);
        layout.marks[size] =
            marks_work(pairs, size, pairs[2 * (JAC_PROBE_MAX - 1)]) &&
            marks_work(pairs + 40, size, pairs[0]);
    }
}

#if RUBY_API_VERSION_CODE >= 30300
/*
 * Where probe_value(0), (1), ... (size - 1) lie among the words: at offset,
 * offset + stride, ...; false when they do not, or one appears twice.
 */
static bool
probe_find(const VALUE *words, size_t count, size_t size, size_t *offset,
           size_t *stride)
{
    size_t at[2] = {0, 0}, i, w, found = 0;

    for (w = 0; w < count; w++) {
        for (i = 0; i < size; i++) {
            if (words[w] != probe_value(i)) continue;
            if (i < 2) at[i] = w;
            found++;
        }
    }
    if (found != size || at[0] >= at[1]) return false;
    *offset = at[0];
    *stride = at[1] - at[0];
    for (i = 0; i < size; i++) {
        w = *offset + i * *stride;
        if (w >= count || words[w] != probe_value(i)) return false;
    }
    return true;
}

static bool
layout_find(const VALUE *pairs)
{
    VALUE small = probe_hash(pairs, JAC_SMALL_MAX);
    VALUE large = probe_hash(pairs, JAC_PROBE_MAX), other;
    const struct st_table *table;
    size_t table_offset;

    if (!probe_find((const VALUE *)small, JAC_SMALL_WORDS, JAC_SMALL_MAX,
                    &layout.small_offset, &layout.small_stride)) {
        return false;
    }
    table = RHASH_TBL(large);
    table_offset = (size_t)((const char *)table - (const char *)large);
    if (table_offset >= JAC_SMALL_WORDS * sizeof(VALUE)) return false;
    layout.table_offset = table_offset;
    other = probe_hash(pairs, JAC_SMALL_MAX + 1);
    if (layout_table(other)->num_entries != JAC_SMALL_MAX + 1) return false;
    RB_GC_GUARD(small);
    RB_GC_GUARD(other);
    RB_GC_GUARD(large);
    return probe_find((const VALUE *)(const void *)table->entries,
                      3 * JAC_PROBE_MAX, JAC_PROBE_MAX, &layout.large_offset,
                      &layout.large_stride);
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

    for (size = 1; size <= JAC_SMALL_MAX; size++) {
        hash = probe_hash(pairs, size);
        inside |= RBASIC(hash)->flags;
    }
    for (size = JAC_SMALL_MAX + 1; size <= 2 * JAC_SMALL_MAX; size++) {
        hash = probe_hash(pairs, size);
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
        hash = probe_hash(pairs, size);
        if (!slots_hold(hash, pairs, size, pairs[0])) return false;
        if (size == 1) continue; /* an empty Hash is not read */
        rb_hash_delete(hash, pairs[0]);
        if (!slots_hold(hash, pairs, size - 1, Qundef)) return false;
    }
    hash = probe_hash(pairs, JAC_PROBE_MAX);
    return !jac_hash_small_slots(hash, JAC_SMALL_HASH_MAX);
}

static void
small_hash_find(const VALUE *pairs)
{
    jac_small_hash.first_key = layout.small_offset - 1;
    jac_small_hash.stride = layout.small_stride;
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
    layout.usable = layout_find(pairs);
    for (size = 1; layout.usable && size <= JAC_PROBE_MAX; size++) {
        if (!jac_hash_template(pairs, size)) layout.usable = false;
    }
    if (layout.usable) {
        small_hash_find(pairs);
        marks_find(pairs);
    }
    RB_GC_GUARD(keys);
    return layout.usable;
}
