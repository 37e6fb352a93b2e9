#include "document/select.h"

#include "check/validate.h"
#include "parse/build.h"
#include "parse/duplicate_keys.h"
#include "parse/frame.h"
#include "parse/token_check.h"

enum {
    JAC_SELECT_LEVELS = 4,  /* levels from the root that cache keys of
                               objects */
    JAC_SELECT_NAMES = 8,   /* the most children of a node of such a level */
    JAC_SELECT_KEYS = 64,   /* the most cached keys of an object */
    JAC_SELECT_TEXT = 40,   /* the most bytes of a cached key */
    JAC_SELECT_PAIRS = 8,   /* the most members of a template for projections */
    JAC_SELECT_LEARNED = 16 /* the most templates that are made of a level */
};

/* A key as written in the source, from the end of the last value, or of the
   bracket, up to its own value. */
typedef struct {
    jac_pointer_node_t *child;     /* to which it leads, or NULL */
    uint64_t mask;                 /* as for jac_key_at() */
    uint8_t text[JAC_SELECT_TEXT]; /* zeros follow */
    uint8_t size;                  /* 0: an empty entry, equal to no text */
    uint8_t name, name_end;        /* where the name is in the text */
    bool escaped;
} jac_known_key_t;

/*
 * A cache for the objects of a level, which are alike in most documents: the
 * keys by their index, and those of the last projected object.
 *
 * Kept alive and pinned by the C stack, with all that it refers to, or marked
 * with a projection. Not valid for another node.
 */
typedef struct {
    const jac_pointer_node_t *node; /* NULL: nothing is cached */
    size_t used;
    jac_known_key_t known[JAC_SELECT_KEYS];
    VALUE names[JAC_SELECT_NAMES]; /* keys of the node's children, or 0 */
    VALUE keys[JAC_SELECT_PAIRS];
    size_t count;
    /* with those keys; Qundef: not tried; Qfalse: none */
    VALUE template;
    unsigned learned;
} jac_level_t;

/*
 * A search descends as far as the longest pointer. Each level has a list of the
 * tree's nodes that match the path there, without duplicates; those of their
 * children that match a member are the list of the next level. All lists are
 * one after the other in the tree's list.
 */
typedef struct {
    jac_select_t *select; /* NULL: build a projection */
    bool alone;           /* or only the value to which the one pointer leads */
    jac_parser_t *parser;
    jac_pointer_tree_t tree;
    size_t objects; /* number of objects; `object` of a node is one of these */
    bool simple;
    bool strict;                  /* skipped text is checked */
    const uint8_t *interrupts_at; /* position of the last interrupt check */
    jac_level_t levels[JAC_SELECT_LEVELS];
} jac_run_t;

static VALUE search(jac_run_t *r, size_t level, jac_pointer_node_t **list,
                    size_t n, size_t depth);

/*
 * jac_check_interrupts() for a search, which counts from the last check and not
 * from the cursor: the cursor moves with each result. If p is before the last
 * check, the difference is a large number, and a check is made.
 */
JAC_INLINE void
check_interrupts(jac_run_t *r, const uint8_t *p)
{
    if (JAC_UNLIKELY((size_t)(p - r->interrupts_at) > JAC_CHECK_BYTES)) {
        jac_check_interrupts_now(r->parser, p);
        r->interrupts_at = p;
    }
}

static const uint8_t *
skip(const jac_run_t *r, const uint8_t *p, size_t depth)
{
    const int max = r->parser->options->max_nesting;
    size_t levels = SIZE_MAX;
    const uint8_t *end;

    if (!r->strict || (*p != '{' && *p != '[')) {
        return jac_lazy_skip(r->parser, p);
    }
    if (max != 0) levels = max > (int)depth ? (size_t)max - depth : 0;
    end = jac_validate_value(r->parser, p, levels);
    if (end == NULL) jac_parser_fail(r->parser, p, JAC_TEXT_TOKEN);
    return end;
}

static jac_pointer_node_t *
indexed_child(const jac_run_t *r, const jac_pointer_node_t *node, size_t index)
{
    jac_pointer_node_t *child = node->child;

    if (JAC_UNLIKELY(node->children > JAC_POINTER_FEW)) {
        return jac_pointer_node_indexed(&r->tree, node, index);
    }
    while (child != NULL && child->step->index != index) child = child->next;
    return child;
}

/* The same as named_child() for a node with many children. */
static JAC_NOINLINE jac_pointer_node_t *
named_child_of_many(const jac_run_t *r, const jac_pointer_node_t *node,
                    const jac_members_t *m)
{
    VALUE key;
    jac_pointer_node_t *child;

    if (!m->escaped) {
        return jac_pointer_node_named(&r->tree, node, m->key,
                                      (size_t)(m->key_end - m->key));
    }
    key = jac_key_decoded(m->key, m->key_end, r->parser->options);
    child = jac_pointer_node_named(&r->tree, node,
                                   (const uint8_t *)RSTRING_PTR(key),
                                   (size_t)RSTRING_LEN(key));
    RB_GC_GUARD(key);
    return child;
}

JAC_INLINE jac_pointer_node_t *
named_child(const jac_run_t *r, const jac_pointer_node_t *node,
            const jac_members_t *m)
{
    const size_t size = (size_t)(m->key_end - m->key);
    jac_pointer_node_t *child;

    if (JAC_UNLIKELY(node->children > JAC_POINTER_FEW)) {
        return named_child_of_many(r, node, m);
    }
    for (child = node->child; child != NULL; child = child->next) {
        const jac_step_t *step = child->step;

        if (JAC_UNLIKELY(m->escaped)
                ? jac_lazy_key_is(r->parser, m, step->name, step->size)
                : step->size == size && memcmp(step->name, m->key, size) == 0) {
            break;
        }
    }
    return child;
}

/* Stores the children of list[0..n) that match the member; returns how many. */
static size_t
choose(const jac_run_t *r, const jac_members_t *m,
       jac_pointer_node_t *const *list, size_t n, jac_pointer_node_t **below)
{
    size_t i, chosen = 0;

    for (i = 0; i < n; i++) {
        jac_pointer_node_t *const node = list[i];
        jac_pointer_node_t *const child =
            m->object ? named_child(r, node, m)
                      : indexed_child(r, node, m->index);

        if (node->any != NULL) below[chosen++] = node->any;
        if (child != NULL) below[chosen++] = child;
    }
    return chosen;
}

/* True if the next step of one of list[0..n) is `*`. */
static bool
any_wanted(jac_pointer_node_t *const *list, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++) {
        if (list[i]->any != NULL) return true;
    }
    return false;
}

/*
 * Returns the largest number of members that can be wanted: all, if one step is
 * `*`; else the number of steps, or of elements up to the last index.
 */
static size_t
most_wanted(jac_frame_type_t type, jac_pointer_node_t *const *list, size_t n)
{
    size_t i, most = 0;

    if (any_wanted(list, n)) return SIZE_MAX;
    for (i = 0; i < n; i++) {
        if (type == JAC_FRAME_OBJECT) {
            most += list[i]->children;
        }
        else if (list[i]->elements > most) {
            most = list[i]->elements;
        }
    }
    return most;
}

static jac_level_t *
level_for(jac_run_t *r, size_t level, jac_pointer_node_t *const *list, size_t n)
{
    jac_level_t *cache = &r->levels[level];

    if (level >= JAC_SELECT_LEVELS || n != 1 ||
        list[0]->children > JAC_SELECT_NAMES ||
        r->parser->options
            ->limits) { /* not supported by jac_short_scalar_end() */
        return NULL;
    }
    if (cache->node != list[0]) {
        memset(cache->names, 0, list[0]->children * sizeof(VALUE));
        cache->node = list[0];
        cache->used = cache->count = 0;
        cache->template = Qundef;
        cache->learned = 0;
    }
    return cache;
}

/* Caches the key of a member, and the node to which it leads. p: the end of the
   last member, or of the bracket. */
static void
note_key(jac_level_t *cache, const jac_members_t *m, const uint8_t *p,
         jac_pointer_node_t *child)
{
    const size_t size = (size_t)(m->value - p);
    jac_known_key_t *known;

    if (m->index >= JAC_SELECT_KEYS) return;
    while (cache->used <= m->index) {
        cache->known[cache->used++] = (jac_known_key_t){.text = "?"};
    }
    if (size > JAC_SELECT_TEXT) return;
    known = &cache->known[m->index];
    *known = (jac_known_key_t){
        .child = child,
        .mask = jac_key_mask(size),
        .size = (uint8_t)size,
        .name = (uint8_t)(m->key - p),
        .name_end = (uint8_t)(m->key_end - p),
        .escaped = m->escaped,
    };
    memcpy(known->text, p, size);
}

/* Returns the address of the value of the cached key if it comes next after p,
   the end of a member or a bracket. Returns NULL for another key. */
JAC_INLINE const uint8_t *
after_known(const jac_known_key_t *known, const uint8_t *p, const uint8_t *end)
{
    if (JAC_UNLIKELY(end - p < JAC_SELECT_TEXT + 8) ||
        !jac_key_at(p, SIZE_MAX, known->text, known->size,
                    jac_load64(known->text), known->mask)) {
        return NULL;
    }
    p += known->size;
    return JAC_LIKELY(*p > ' ' && *p != '/') ? p : NULL;
}

/*
 * Skips the members after *at, the end of m, while their keys are cached and
 * not wanted. If the key after them is cached and wanted, moves m to its
 * member, and returns the node to which it leads. Otherwise returns NULL, and
 * sets the index of m to that of the last skipped member. Moves *at after the
 * skipped members.
 */
JAC_INLINE jac_pointer_node_t *
next_known(jac_run_t *r, const jac_level_t *cache, jac_members_t *m,
           const uint8_t **at, size_t depth)
{
    const uint8_t *const end = r->parser->end, *p = *at, *value;
    const jac_known_key_t *known = cache->known + (m->index + 1);
    const jac_known_key_t *const stop = cache->known + cache->used;
    jac_pointer_node_t *child = NULL;

    for (; known < stop; known++) {
        value = after_known(known, p, end);
        if (value == NULL) break;
        child = known->child;
        if (child != NULL) {
            m->key = p + known->name;
            m->key_end = p + known->name_end;
            m->escaped = known->escaped;
            m->value = value;
            known++;
            break;
        }
        p = jac_short_scalar_end(value, end);
        if (p == NULL) {
            p = skip(r, value, depth);
            check_interrupts(r, p);
        }
    }
    m->index = (size_t)(known - cache->known) - 1;
    *at = p;
    return child;
}

static VALUE
wanted_key(const jac_run_t *r, jac_level_t *cache, const jac_members_t *m,
           const jac_pointer_node_t *child)
{
    VALUE *name;

    if (cache == NULL || child->step->any) return jac_lazy_key(r->parser, m);
    name = &cache->names[child->number];
    if (*name == 0) *name = jac_lazy_key(r->parser, m);
    return *name;
}

typedef struct {
    VALUE hash; /* Qundef: they are in pairs */
    size_t count;
    VALUE pairs[2 * JAC_SELECT_PAIRS];
} jac_projected_t;

static void
insert(jac_parser_t *parser, VALUE hash, VALUE key, VALUE value,
       const uint8_t *start)
{
    if (!jac_hash_add(hash, key, value)) {
        jac_refuse_duplicate_at(parser, start, key);
    }
}

static VALUE
projected_hash(jac_parser_t *parser, jac_projected_t *members,
               const uint8_t *start)
{
    size_t i;

    if (members->hash != Qundef) return members->hash;
    members->hash = rb_hash_new();
    for (i = 0; i < members->count; i++) {
        insert(parser, members->hash, members->pairs[2 * i],
               members->pairs[2 * i + 1], start);
    }
    return members->hash;
}

static void
project_pair(jac_parser_t *parser, jac_projected_t *members, VALUE key,
             VALUE value, const uint8_t *start)
{
    if (members->hash == Qundef && members->count < JAC_SELECT_PAIRS) {
        members->pairs[2 * members->count] = key;
        members->pairs[2 * members->count++ + 1] = value;
    }
    else {
        insert(parser, projected_hash(parser, members, start), key, value,
               start);
    }
}

static bool
alike(const jac_level_t *cache, const jac_projected_t *members)
{
    size_t i;

    if (cache->count != members->count) return false;
    for (i = 0; i < members->count; i++) {
        if (cache->keys[i] != members->pairs[2 * i]) return false;
    }
    return true;
}

/* Returns the Hash of all members: a copy of a template if the objects are
   alike. */
static VALUE
projected(jac_parser_t *parser, jac_level_t *cache, jac_projected_t *members,
          const uint8_t *start)
{
    const size_t count = members->count;
    VALUE hash;
    size_t i;

    if (cache == NULL || members->hash != Qundef || count == 0 ||
        !jac_hash_templates(count)) {
        return projected_hash(parser, members, start);
    }
    if (!alike(cache, members)) {
        for (i = 0; i < count; i++) cache->keys[i] = members->pairs[2 * i];
        cache->count = count;
        cache->template = Qundef;
        return projected_hash(parser, members, start);
    }
    if (cache->template == Qundef && cache->learned < JAC_SELECT_LEARNED) {
        cache->learned++;
        hash = projected_hash(parser, members, start);
        cache->template = jac_hash_template(members->pairs, count);
        return hash;
    }
    if (cache->template == Qfalse || cache->template == Qundef) {
        return projected_hash(parser, members, start);
    }
    return jac_hash_from_template(cache->template, members->pairs, count);
}

/* Returns the scalar at p if it needs no setup of the parser, with the
   cursor after it; else Qundef, with the cursor undefined. */
static VALUE
simple_value(jac_parser_t *parser, const uint8_t *p)
{
    const size_t left = (size_t)(parser->end - p);
    jac_checked_t string;
    jac_fault_t fault;
    jac_number_t number;
    VALUE value = Qundef;
    const uint8_t *q;

    switch (*p) {
    case '"':
        q = jac_check_string(parser, p + 1, false, &string, &fault);
        if (q == NULL || string.escaped || q - p > JAC_SLOT_BYTES) break;
        parser->cursor = q + 1;
        return jac_build_string(parser, p + 1, (size_t)(q - p - 1), string.high,
                                left - 1);
    case JAC_NUMBER_START:
        q = jac_number_at(parser, p, &number);
        if (q == parser->end || number.kind == JAC_NUMBER_INVALID) break;
        parser->cursor = q;
        return jac_build_number(parser, &number, p, (size_t)(q - p));
    case 'n':
        if (left > 4 && memcmp(p, "null", 4) == 0) value = Qnil;
        q = p + 4;
        break;
    case 't':
        if (left > 4 && memcmp(p, "true", 4) == 0) value = Qtrue;
        q = p + 4;
        break;
    case 'f':
        if (left > 5 && memcmp(p, "false", 5) == 0) value = Qfalse;
        q = p + 5;
        break;
    default:
        break;
    }
    if (value != Qundef) parser->cursor = q;
    return value;
}

static VALUE
whole_value(const jac_run_t *r, size_t depth)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *const p = parser->cursor;
    VALUE value = Qundef;

    if (r->simple) value = simple_value(parser, p);
    if (value != Qundef) return value;
    parser->cursor = p; /* an interrupt check can have moved it */
    return jac_parser_value(parser, depth);
}

/* Searches all members of an object: the last of equal keys counts. If all keys
   are wanted, a duplicate raises ParserError without allow_duplicate_key. */
static void
run_last_members(jac_run_t *r, const uint8_t *start, size_t level,
                 jac_pointer_node_t **list, size_t n, size_t depth,
                 VALUE result)
{
    jac_parser_t *const parser = r->parser;
    jac_pointer_node_t **const below = list + n;
    const uint8_t *end;
    VALUE members = jac_lazy_members(parser, start, depth, &end);
    jac_members_t m;
    size_t chosen;
    VALUE value;
    long i;

    m.object = true;
    m.index = 0;
    for (i = 1; i < RARRAY_LEN(members); i += 2) {
        jac_lazy_read_key(parser, &m,
                          parser->start + NUM2SIZET(RARRAY_AREF(members, i)));
        chosen = choose(r, &m, list, n, below);
        if (chosen == 0) continue;
        check_interrupts(r, m.value);
        parser->cursor = m.value;
        value = search(r, level + 1, below, chosen, depth + 1);
        if (result != Qundef && value != Qundef) {
            insert(parser, result, jac_lazy_key(parser, &m), value, start);
        }
    }
    parser->cursor = end;
    RB_GC_GUARD(members);
}

/* Searches the array at p for the nodes of list[0..n), which all have
   children. */
static VALUE
run_array(jac_run_t *r, const uint8_t *p, size_t level,
          jac_pointer_node_t **list, size_t n, size_t depth)
{
    jac_parser_t *const parser = r->parser;
    const bool project = r->select == NULL;
    size_t left = most_wanted(JAC_FRAME_ARRAY, list, n), chosen;
    jac_pointer_node_t **const below = list + n;
    VALUE result = project && !r->alone ? rb_ary_new() : Qundef, value;
    jac_members_t m;
    bool more = jac_lazy_enter(parser, &m, p, depth);

    p = m.value;
    while (more && left > 0) {
        chosen = choose(r, &m, list, n, below);
        if (chosen > 0) {
            parser->cursor = m.value;
            value = search(r, level + 1, below, chosen, depth + 1);
            p = parser->cursor;
            if (r->alone) {
                result = value;
            }
            else if (project) {
                if (value == Qundef) value = Qnil;
                rb_ary_store(result, (long)m.index, value);
            }
        }
        else {
            p = skip(r, m.value, depth + 1);
        }
        check_interrupts(r, p);
        if (left != SIZE_MAX) left--;
        if (left > 0) more = jac_lazy_on(parser, &m, p);
    }
    if (more && !r->strict) {
        m.value = jac_lazy_leave(parser, p);
        more = false;
    }
    if (more && p == m.value) p = skip(r, p, depth + 1);
    while (more && jac_lazy_on(parser, &m, p)) {
        p = skip(r, m.value, depth + 1);
        check_interrupts(r, p);
    }
    parser->cursor = m.value;
    return result;
}

/*
 * Moves m to the next member of the object at `start`. *at is the end of the
 * value before it; for the first member, the byte after the bracket. Skips
 * members whose keys are cached and not wanted. Stores the *chosen nodes of the
 * member's key after list[0..n). Returns false at the end of the object.
 */
JAC_INLINE bool
next_member(jac_run_t *r, jac_level_t *keys, jac_members_t *m,
            const uint8_t *start, const uint8_t **at, jac_pointer_node_t **list,
            size_t n, size_t depth, size_t *chosen)
{
    jac_parser_t *const parser = r->parser;
    jac_pointer_node_t **const below = list + n;

    below[0] = keys != NULL ? next_known(r, keys, m, at, depth + 1) : NULL;
    *chosen = 1;
    if (below[0] != NULL) return true;
    if (keys != NULL && m->index != SIZE_MAX && *at < parser->end &&
        **at == '}') {
        m->value = *at + 1;
        return false;
    }
    if (!(m->index == SIZE_MAX ? jac_lazy_enter(parser, m, start, depth)
                               : jac_lazy_on(parser, m, *at))) {
        return false;
    }
    *chosen = choose(r, m, list, n, below);
    if (keys != NULL) note_key(keys, m, *at, *chosen > 0 ? below[0] : NULL);
    return true;
}

/*
 * Searches the object at p up to the last wanted member. In a projection, a
 * duplicate before that raises ParserError. Elsewhere the first of equal keys
 * counts, or the last with allow_duplicate_key.
 */
static VALUE
run_object(jac_run_t *r, const uint8_t *p, size_t level,
           jac_pointer_node_t **list, size_t n, size_t depth)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *const start = p;
    const size_t object = ++r->objects;
    size_t left = most_wanted(JAC_FRAME_OBJECT, list, n), chosen;
    const bool named = left != SIZE_MAX;
    jac_pointer_node_t **const below = list + n;
    jac_level_t *const cache = level_for(r, level, list, n);
    jac_projected_t members;
    jac_level_t *const keys =
        named && !jac_lazy_at_limit(parser, depth) ? cache : NULL;
    jac_members_t m = {.object = true, .index = SIZE_MAX};
    VALUE value, found = Qundef;

    members.hash = Qundef;
    members.count = 0;
    p++;
    while (left > 0 || r->strict) {
        if (!next_member(r, keys, &m, start, &p, list, n, depth, &chosen)) {
            goto end;
        }
        if (chosen == 0 || (left == 0 && !r->alone)) {
            p = skip(r, m.value, depth + 1);
        }
        else if (named && below[0]->object == object) {
            if (r->select == NULL) {
                jac_refuse_duplicate_at(parser, start,
                                        jac_lazy_key(parser, &m));
            }
            p = skip(r, m.value, depth + 1);
        }
        else {
            below[0]->object = object;
            parser->cursor = m.value;
            value = r->select == NULL && below[0]->end > 0
                        ? whole_value(r, depth + 1)
                        : search(r, level + 1, below, chosen, depth + 1);
            p = parser->cursor;
            if (r->alone) {
                found = value;
            }
            else if (value != Qundef) {
                project_pair(parser, &members,
                             wanted_key(r, cache, &m, below[0]), value, start);
            }
            if (left != SIZE_MAX) left -= chosen;
        }
        check_interrupts(r, p);
    }
    m.value = jac_lazy_leave(parser, p);
end:
    parser->cursor = m.value;
    return r->select == NULL && !r->alone
               ? projected(parser, cache, &members, start)
               : found;
}

/* Searches the container at p for the nodes of list[0..n), which all have
   children. */
static VALUE
run_container(jac_run_t *r, const uint8_t *p, size_t level,
              jac_pointer_node_t **list, size_t n, size_t depth)
{
    jac_parser_t *const parser = r->parser;
    VALUE result;

    if (*p == '[') {
        result = run_array(r, p, level, list, n, depth);
    }
    else if (!jac_duplicates_refused(parser->options) ||
             (r->select != NULL && any_wanted(list, n))) {
        result = r->select == NULL ? rb_hash_new() : Qundef;
        run_last_members(r, p, level, list, n, depth, result);
    }
    else {
        result = run_object(r, p, level, list, n, depth);
    }
    if (result != Qundef && parser->options->freeze && !r->alone) {
        RB_OBJ_FREEZE(result);
    }
    return result;
}

static VALUE
search(jac_run_t *r, size_t level, jac_pointer_node_t **list, size_t n,
       size_t depth)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *p = parser->cursor;
    size_t i, end, on = 0;

    for (i = 0; i < n; i++) {
        jac_pointer_node_t *const node = list[i];

        if (node->end > 0 && r->select == NULL) return whole_value(r, depth);
        for (end = node->end; end > 0; end = r->tree.next_end[end - 1]) {
            parser->cursor = p;
            r->select->found(r->select, end - 1, depth);
        }
        if (node->child != NULL || node->any != NULL) list[on++] = node;
    }
    parser->cursor = p;
    if ((on > 0 || r->select == NULL) && (*p == '{' || *p == '[')) {
        return run_container(r, p, level, list, on, depth);
    }
    parser->cursor = skip(r, p, depth);
    return Qundef;
}

static void
forget(jac_run_t *r)
{
    size_t i;

    for (i = 0; i < JAC_SELECT_LEVELS; i++) r->levels[i].node = NULL;
}

static void
prepare(jac_run_t *r, const jac_pointers_t *set)
{
    jac_pointer_tree_build(&r->tree, set);
    r->objects = 0;
    forget(r);
}

typedef enum { JAC_SKIP_UNCHECKED, JAC_SKIP_CHECKED } jac_skip_mode_t;

/* Searches the value at the parser's cursor, inside `depth` containers. */
static VALUE
begin(jac_run_t *r, jac_parser_t *parser, size_t depth, jac_skip_mode_t mode)
{
    r->strict = mode == JAC_SKIP_CHECKED;
    r->parser = parser;
    r->simple = !parser->options->value_options && !parser->options->freeze;
    r->interrupts_at = parser->cursor;
    r->tree.list[0] = r->tree.root;
    return search(r, 0, r->tree.list, 1, depth);
}

/* Searches with a jac_run_t on the C stack. It is larger than the part of the
   stack that the caller cleared, so another part is cleared below it. */
static VALUE
begin_once(jac_select_t *select, jac_parser_t *parser,
           const jac_pointers_t *set, size_t depth)
{
    jac_run_t r;
    VALUE result;

    prepare(&r, set);
    r.select = select;
    r.alone = false;
    jac_c_stack_clear_for((uint64_t)(parser->end - parser->start));
    result = begin(&r, parser, depth, JAC_SKIP_UNCHECKED);
    RB_GC_GUARD(r.tree.memory);
    return result == Qundef ? Qnil : result;
}

void
jac_select(jac_select_t *select, size_t depth)
{
    begin_once(select, select->parser, select->set, depth);
}

VALUE
jac_project(jac_parser_t *parser, jac_pointers_t *set, size_t depth)
{
    return begin_once(NULL, parser, set, depth);
}

/* Projections of many values. Its levels refer to no text. */
typedef struct {
    jac_pointers_t set;
    jac_run_t search;
} jac_projection_t;

static void
projection_mark(void *data)
{
    const jac_projection_t *projection = data;
    size_t i, j;

    rb_gc_mark(projection->set.memory);
    if (projection->search.tree.memory != 0) {
        rb_gc_mark(projection->search.tree.memory);
    }
    for (i = 0; i < JAC_SELECT_LEVELS; i++) {
        const jac_level_t *cache = &projection->search.levels[i];

        if (cache->node == NULL) continue;
        for (j = 0; j < cache->node->children; j++) {
            if (cache->names[j] != 0) rb_gc_mark(cache->names[j]);
        }
        for (j = 0; j < cache->count; j++) rb_gc_mark(cache->keys[j]);
        if (cache->template != Qundef) rb_gc_mark(cache->template);
    }
}

static size_t
projection_memsize(const void *data)
{
    return sizeof(jac_projection_t);
}

/* Not write-barrier protected, because the levels change with each object. */
static const rb_data_type_t projection_type =
    JAC_DATA_TYPE("Jacinth/projection", projection_mark,
                  RUBY_TYPED_DEFAULT_FREE, projection_memsize, 0);

VALUE
jac_projection_new(VALUE only)
{
    VALUE self = jac_data_new(0, &projection_type, sizeof(jac_projection_t),
                              offsetof(jac_projection_t, search.levels));
    jac_projection_t *const projection = RTYPEDDATA_DATA(self);

    forget(&projection->search);
    if (!RB_TYPE_P(only, T_ARRAY)) only = rb_ary_new_from_args(1, only);
    only = rb_ary_dup(only);
    jac_pointers_compile(&projection->set, RARRAY_LEN(only),
                         RARRAY_CONST_PTR(only));
    prepare(&projection->search, &projection->set);
    RB_GC_GUARD(only);
    RB_GC_GUARD(self);
    return self;
}

VALUE
jac_projection_of_value(VALUE pointer)
{
    const VALUE self = jac_projection_new(pointer);
    jac_projection_t *const projection = RTYPEDDATA_DATA(self);

    projection->search.alone = true;
    return self;
}

bool
jac_projection_reads(const jac_parser_options_t *options)
{
    return !options->limits && jac_duplicates_refused(options) &&
           !options->allow_comments && options->on_load == 0;
}

void
jac_projection_read(VALUE projection, const jac_parser_options_t *options,
                    VALUE source, const uint8_t *p, const uint8_t *end,
                    jac_take_value_t *take, void *data)
{
    jac_projection_t *self = RTYPEDDATA_DATA(projection);
    jac_parser_t parser;
    VALUE result;

    jac_parser_range(&parser, options, source, p, end);
    do {
        parser.start = parser.cursor = p;
        result = begin(&self->search, &parser, 0, JAC_SKIP_CHECKED);
        if (result == Qundef && !self->search.alone) result = Qnil;
        jac_c_stack_clear_for((uint64_t)(parser.cursor - p));
        p = take(data, &parser, result);
    } while (p != NULL);
    jac_parser_end_after(&parser, 0);
    RB_GC_GUARD(projection);
}

bool
jac_projection_p(VALUE only)
{
    return rb_typeddata_is_kind_of(only, &projection_type);
}

VALUE
jac_project_again(jac_parser_t *parser, VALUE projection)
{
    jac_projection_t *self = RTYPEDDATA_DATA(projection);
    VALUE result;

    forget(&self->search); /* the caches can refer to another source */
    result = begin(&self->search, parser, 0, JAC_SKIP_UNCHECKED);
    forget(&self->search);
    RB_GC_GUARD(projection);
    return result == Qundef ? Qnil : result;
}
