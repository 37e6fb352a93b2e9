#include "generate/key_order.h"

#include "generate/convert.h"
#include "generate/duplicate_texts.h"
#include "generate/object_methods.h"
#include "generate/text_kind.h"
#include "core/bits.h"
#include "ruby/hash_layout.h"

/* Up to this many pairs are sorted by insertion, on the C stack. */
enum { FEW_PAIRS = 32 };

/* A pair, the start of its key, and its index in the Hash. Equal prefixes need
   a full comparison. */
typedef struct {
    uint64_t prefix;
    VALUE key, value;
    size_t index;
} entry_t;

/*
 * Maps a byte of UTF-8 to its rank in the order of UTF-16 code units. It is
 * that of the bytes, except that U+E000 to U+FFFF (led by 0xEE and 0xEF) come
 * after the surrogate pairs (led by 0xF0 to 0xF4).
 */
JAC_INLINE uint8_t
utf16_rank(uint8_t byte)
{
    return byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte;
}

JAC_INLINE VALUE
key_text(VALUE key)
{
    return RB_SYMBOL_P(key) ? rb_sym2str(key) : key;
}

JAC_INLINE uint64_t
text_prefix(VALUE text, bool utf16)
{
    const uint8_t *s = (const uint8_t *)RSTRING_PTR(text);
    size_t size = (size_t)RSTRING_LEN(text), i;
    uint64_t prefix = 0;

    for (i = 0; i < 8; i++) {
        uint8_t byte = i < size ? s[i] : 0;

        prefix = prefix << 8 | (utf16 ? utf16_rank(byte) : byte);
    }
    return prefix;
}

static int
compare_texts(VALUE a, VALUE b, bool utf16)
{
    const uint8_t *s = (const uint8_t *)RSTRING_PTR(a);
    const uint8_t *t = (const uint8_t *)RSTRING_PTR(b);
    size_t m = (size_t)RSTRING_LEN(a), n = (size_t)RSTRING_LEN(b);
    size_t least = m < n ? m : n, i = 0;

    if (!utf16) {
        int order = memcmp(s, t, least);

        return order ? order : (m > n) - (m < n);
    }
    while (i < least && s[i] == t[i]) i++;
    return i < least ? utf16_rank(s[i]) - utf16_rank(t[i]) : (m > n) - (m < n);
}

int
jac_key_compare_utf16(VALUE a, VALUE b)
{
    return compare_texts(a, b, true);
}

JAC_INLINE int
compare(const entry_t *a, const entry_t *b, bool utf16)
{
    if (JAC_LIKELY(a->prefix != b->prefix)) {
        return a->prefix < b->prefix ? -1 : 1;
    }
    if (RB_FIXNUM_P(a->key)) {
        return 0;
    }
    return compare_texts(key_text(a->key), key_text(b->key), utf16);
}

static int
compare_bytes(const void *a, const void *b)
{
    return compare(a, b, false);
}

static int
compare_utf16(const void *a, const void *b)
{
    return compare(a, b, true);
}

JAC_INLINE void
insert(entry_t *entries, size_t n, bool utf16)
{
    const entry_t entry = entries[n];

    while (n > 0 && compare(&entry, &entries[n - 1], utf16) < 0) {
        entries[n] = entries[n - 1];
        n--;
    }
    entries[n] = entry;
}

typedef enum { NO_KIND, KIND_STRING, KIND_SYMBOL, KIND_FIXNUM } kind_t;

JAC_INLINE kind_t
kind_of(VALUE key)
{
    if (RB_FIXNUM_P(key)) {
        return KIND_FIXNUM;
    }
    if (RB_SYMBOL_P(key)) {
        return KIND_SYMBOL;
    }
    return !RB_SPECIAL_CONST_P(key) && RB_BUILTIN_TYPE(key) == T_STRING &&
                   RBASIC_CLASS(key) == rb_cString
               ? KIND_STRING
               : NO_KIND;
}

static bool
plain_comparison_p(kind_t kind)
{
    VALUE klass = kind == KIND_STRING   ? rb_cString
                  : kind == KIND_SYMBOL ? rb_cSymbol
                                        : rb_cInteger;

    return rb_method_basic_definition_p(klass, rb_intern("<=>"));
}

JAC_INLINE bool
fill(entry_t *entries, const VALUE *pairs, size_t n, bool utf16)
{
    const kind_t first = kind_of(pairs[0]);
    size_t i;

    if (first == NO_KIND || (!utf16 && !plain_comparison_p(first))) {
        return false;
    }
    for (i = 0; i < n; i++, pairs += 2) {
        const VALUE key = pairs[0];
        const kind_t kind = kind_of(key);

        if (utf16) {
            if (kind != KIND_STRING && kind != KIND_SYMBOL) return false;
            if (jac_text_kind(key_text(key)) == JAC_TEXT_OTHER) return false;
        }
        else if (kind != first) {
            return false;
        }
        entries[i].prefix = kind == KIND_FIXNUM
                                ? (uint64_t)FIX2LONG(key) ^ (uint64_t)1 << 63
                                : text_prefix(key_text(key), utf16);
        entries[i].key = key;
        entries[i].value = pairs[1];
        entries[i].index = i;
    }
    return true;
}

/* Returns the index of the order of keys for a Hash of n pairs. */
JAC_INLINE size_t
order_index(VALUE first, VALUE last, size_t n)
{
    const size_t hash = ((size_t)first >> 3) + 5 * ((size_t)last >> 3) + n;

    return (hash ^ hash >> 8) & (JAC_ORDERS - 1);
}

/* Stores the sorted order of the keys of n pairs, if there are at most
   JAC_ORDER_PAIRS. */
static void
keep_order(const jac_walk_t *w, entry_t *entries, const VALUE *pairs, size_t n)
{
    jac_key_orders_t *orders;
    size_t at, i;

    if (!w->workspace || n - 1 >= JAC_ORDER_PAIRS) return;
    orders = &w->workspace->key_orders;
    if (JAC_ORDERED_KEYS - orders->used < n) jac_walk_clear_orders(w);
    at = order_index(pairs[0], pairs[2 * n - 2], n);
    orders->orders[at].first = (uint16_t)orders->used;
    orders->orders[at].size = (uint16_t)n;
    for (i = 0; i < n; i++) {
        orders->keys[orders->used + i] = pairs[2 * i];
        JAC_SHADOW_KEEP(&orders->shadows[orders->used + i], pairs[2 * i]);
        orders->places[orders->used + entries[i].index] = (uint8_t)i;
    }
    orders->used += n;
}

bool
jac_key_order_open(jac_walk_t *w, VALUE hash)
{
    const size_t n = (size_t)RHASH_SIZE(hash);
    const jac_key_orders_t *orders;
    const VALUE *slot, *keys;
    const uint8_t *places;
    VALUE *frame, *pairs;
    size_t stride, at, i;

    if (!w->workspace || n - 1 >= JAC_ORDER_PAIRS ||
        RBASIC_CLASS(hash) != rb_cHash || jac_walk_at_limit(w)) {
        return false;
    }
    orders = &w->workspace->key_orders;
    slot = orders->used > 0 ? jac_hash_slots(hash, n, &stride) : NULL;
    if (!slot) return false;
    at = order_index(slot[0], slot[(n - 1) * stride], n);
    if (orders->orders[at].size != n) return false;
    at = orders->orders[at].first;
    keys = orders->keys + at;
    for (i = 0; i < n; i++) {
        JAC_SHADOW_CHECK(&orders->shadows[at + i], keys[i],
                         "the keys that were sorted");
        if (JAC_UNLIKELY(slot[i * stride] != keys[i])) return false;
    }
    jac_walk_check_depth(w, hash);
    frame = jac_walk_push(w, hash, JAC_WALK_FRAME_SIZE + 2 * n, JAC_LINK_HASH);
    frame[JAC_WALK_NEXT] = w->frame + JAC_WALK_FRAME_SIZE;
    pairs = frame + JAC_WALK_FRAME_SIZE;
    places = orders->places + at;
    for (i = 0; i < n; i++, slot += stride) {
        VALUE *to = pairs + 2 * (size_t)places[i];

        to[0] = slot[0];
        to[1] = slot[1];
    }
    jac_walk_set_top(w, w->frame + JAC_WALK_FRAME_SIZE + 2 * n);
    jac_walk_shadow(w);
    RB_GC_GUARD(hash);
    return true;
}

JAC_INLINE bool
sort(const jac_walk_t *w, entry_t *entries, VALUE *pairs, size_t n, bool utf16)
{
    size_t i;

    if (!fill(entries, pairs, n, utf16)) {
        return false;
    }
    if (n <= FEW_PAIRS) {
        for (i = 1; i < n; i++) insert(entries, i, utf16);
    }
    else {
        qsort(entries, n, sizeof(*entries),
              utf16 ? compare_utf16 : compare_bytes);
    }
    for (i = 1; i < n; i++) {
        if (compare(&entries[i - 1], &entries[i], utf16) == 0) return false;
    }
    keep_order(w, entries, pairs, n);
    for (i = 0; i < n; i++) {
        pairs[2 * i] = entries[i].key;
        pairs[2 * i + 1] = entries[i].value;
    }
    return true;
}

bool
jac_key_order_p(const jac_walk_t *w, VALUE hash)
{
    if (RBASIC_CLASS(hash) != rb_cHash || jac_walk_at_limit(w)) {
        return false;
    }
    return w->options.rfc8785 ||
           (jac_option_sorts_by_key(w->options.sort_keys) &&
            rb_method_basic_definition_p(rb_cHash, rb_intern("sort")));
}

static bool
sort_here(jac_walk_t *w)
{
    const size_t first = w->frame + JAC_WALK_FRAME_SIZE;
    const size_t n = (w->top - first) / 2;
    const bool utf16 = w->options.rfc8785;
    entry_t few[FEW_PAIRS], *many;
    VALUE buffer;
    bool sorted;

    if (jac_text_keys_p(w) && RB_FIXNUM_P(w->stack[first])) {
        return false;
    }
    if (JAC_LIKELY(n <= FEW_PAIRS)) {
        return sort(w, few, w->stack + first, n, utf16);
    }
    many = ALLOCV_N(entry_t, buffer, n);
    sorted = sort(w, many, w->stack + first, n, utf16);
    ALLOCV_END(buffer);
    return sorted;
}

void
jac_key_order_apply(jac_walk_t *w)
{
    VALUE hash = w->stack[w->frame + JAC_WALK_CONTAINER];

    if (JAC_LIKELY(sort_here(w))) {
        jac_walk_shadow(w);
        return;
    }
    hash = jac_convert_order(w, hash);
    jac_walk_close(w);
    if (!jac_walk_open_hash(w, hash, (size_t)RHASH_SIZE(hash))) {
        w->rules ? w->rules->check_keys(w) : jac_check_duplicates(w);
    }
}

bool
jac_omitted_p(const jac_walk_t *w, VALUE value)
{
    if (NIL_P(value)) return w->options.omit_nil || w->options.omit_empty;
    if (!w->options.omit_empty || RB_SPECIAL_CONST_P(value)) return false;
    switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING:
        return RSTRING_LEN(value) == 0;
    case T_ARRAY:
        return RARRAY_LEN(value) == 0;
    case T_HASH:
        return RHASH_SIZE(value) == 0;
    default:
        return false;
    }
}

void
jac_omit_members(jac_walk_t *w)
{
    size_t to = w->frame + JAC_WALK_FRAME_SIZE, from;

    for (from = to; from < w->top; from += 2) {
        if (jac_omitted_p(w, w->stack[from + 1])) continue;
        w->stack[to] = w->stack[from];
        w->stack[to + 1] = w->stack[from + 1];
        to += 2;
    }
    jac_walk_set_top(w, to);
    jac_walk_shadow(w);
}
