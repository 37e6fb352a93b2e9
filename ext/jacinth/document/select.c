#include "document/select.h"

#include "parse/build.h"

/*
 * A walk goes down as far as the longest pointer. At each level it has a list
 * of the pointers that lead to where it is; those whose next step is a member
 * are the list of the level below. The lists lie one behind the other in one
 * piece of memory, which is a String's.
 */
typedef struct {
    jac_select_t *select; /* NULL: build a projection */
    jac_parser_t *parser;
    const jac_pointer_t *pointers;
    uint32_t *list; /* (steps of the longest + 1) * pointers */
    size_t count;
} jac_run_t;

static VALUE run(jac_run_t *r, size_t level, uint32_t *list, size_t n,
                 size_t depth);

/* The pointers of list[0..n) whose next step is this member, in below. */
static size_t
choose(const jac_run_t *r, const jac_members_t *m, size_t level,
       const uint32_t *list, size_t n, uint32_t *below)
{
    size_t i, chosen = 0;

    for (i = 0; i < n; i++) {
        const jac_step_t *step = &r->pointers[list[i]].steps[level];

        if (step->any ||
            (m->object ? jac_lazy_key_is(r->parser, m, step->name, step->size)
                       : step->index == m->index)) {
            below[chosen++] = list[i];
        }
    }
    return chosen;
}

/*
 * How many members can be of interest: all, where one step is `*`; else no
 * more than there are steps, or up to the last index.
 */
static size_t
most_wanted(const jac_run_t *r, bool object, size_t level, const uint32_t *list,
            size_t n)
{
    size_t i, most = 0;

    for (i = 0; i < n; i++) {
        const jac_step_t *step = &r->pointers[list[i]].steps[level];

        if (step->any) return SIZE_MAX;
        if (object) {
            most++;
        }
        else if (step->index != JAC_NO_INDEX && step->index >= most) {
            most = step->index + 1;
        }
    }
    return most;
}

/* Adds what a member's value is in the projection to that of `start`. */
static void
project_member(VALUE result, const jac_run_t *r, const jac_members_t *m,
               VALUE value, const uint8_t *start)
{
    VALUE key;
    size_t before;

    if (!m->object) {
        if (value == Qundef) value = Qnil;
        rb_ary_store(result, (long)m->index, value);
    }
    else if (value != Qundef) {
        before = RHASH_SIZE(result);
        key = jac_lazy_key(r->parser, m);
        rb_hash_aset(result, key, value);
        if (RHASH_SIZE(result) == before) {
            jac_parser_fail_duplicate_at(r->parser, start, key);
        }
    }
}

/* Of an object in which keys may come again: the last of each counts. */
static void
run_last_members(jac_run_t *r, const uint8_t *start, size_t level,
                 const uint32_t *list, size_t n, size_t depth, VALUE result)
{
    jac_parser_t *const parser = r->parser;
    uint32_t *const below = (uint32_t *)list + r->count;
    const uint8_t *end;
    VALUE places = rb_funcall(jac_lazy_members(parser, start, depth, &end),
                              rb_intern("values"), 0);
    jac_members_t m;
    size_t chosen;
    VALUE value;
    long i;

    m.object = true;
    m.index = 0;
    for (i = 0; i < RARRAY_LEN(places); i++) {
        jac_lazy_read_key(parser, &m,
                          parser->start + NUM2SIZET(RARRAY_AREF(places, i)));
        chosen = choose(r, &m, level, list, n, below);
        if (chosen == 0) continue;
        parser->cursor = m.value;
        value = run(r, level + 1, below, chosen, depth + 1);
        if (result != Qundef) project_member(result, r, &m, value, start);
    }
    parser->cursor = end;
    RB_GC_GUARD(places);
}

/* A container at p, for the pointers of list[0..n), which all go on. */
static VALUE
run_container(jac_run_t *r, const uint8_t *p, size_t level, uint32_t *list,
              size_t n, size_t depth)
{
    jac_parser_t *const parser = r->parser;
    const bool object = *p == '{', project = r->select == NULL;
    const uint8_t *const start = p;
    size_t left = most_wanted(r, object, level, list, n), chosen;
    uint32_t *const below = list + r->count;
    VALUE result = Qundef, value;
    jac_members_t m;
    bool more;

    if (project) result = object ? rb_hash_new() : rb_ary_new();
    if (object && parser->options->allow_duplicate_key) {
        run_last_members(r, p, level, list, n, depth, result);
        if (project && parser->options->freeze) RB_OBJ_FREEZE(result);
        return result;
    }
    more = jac_lazy_enter(parser, &m, p, depth);
    p = m.value;
    while (more && left > 0) {
        chosen = choose(r, &m, level, list, n, below);
        if (chosen > 0) {
            parser->cursor = m.value;
            value = run(r, level + 1, below, chosen, depth + 1);
            p = parser->cursor;
            if (project) project_member(result, r, &m, value, start);
            if (object && left != SIZE_MAX) left -= chosen;
        }
        else {
            p = jac_lazy_skip(parser, m.value);
        }
        if (!object && left != SIZE_MAX) left--;
        if (left > 0) more = jac_lazy_on(parser, &m, p);
    }
    parser->cursor = more ? jac_lazy_leave(parser, p) : m.value;
    if (project && parser->options->freeze) RB_OBJ_FREEZE(result);
    return result;
}

static VALUE
run(jac_run_t *r, size_t level, uint32_t *list, size_t n, size_t depth)
{
    jac_parser_t *const parser = r->parser;
    const uint8_t *p = parser->cursor;
    size_t i, on = 0;

    for (i = 0; i < n; i++) {
        if (r->pointers[list[i]].count > level) {
            list[on++] = list[i];
        }
        else if (r->select == NULL) {
            return jac_parser_value(parser, depth);
        }
        else {
            parser->cursor = p;
            r->select->found(r->select, list[i], depth);
        }
    }
    parser->cursor = p;
    if ((on > 0 || r->select == NULL) && (*p == '{' || *p == '[')) {
        return run_container(r, p, level, list, on, depth);
    }
    parser->cursor = jac_lazy_skip(parser, p);
    return Qundef;
}

static VALUE
begin(jac_run_t *r, const jac_pointers_t *set, size_t depth)
{
    size_t longest = 0, i;
    VALUE room, result;

    for (i = 0; i < set->count; i++) {
        if (set->pointers[i].count > longest) longest = set->pointers[i].count;
    }
    r->pointers = set->pointers;
    r->count = set->count;
    room =
        rb_str_new(NULL, (long)((longest + 1) * set->count * sizeof(uint32_t)));
    r->list = (uint32_t *)RSTRING_PTR(room);
    for (i = 0; i < set->count; i++) r->list[i] = (uint32_t)i;
    result = run(r, 0, r->list, set->count, depth);
    RB_GC_GUARD(room);
    return result;
}

void
jac_select(jac_select_t *select, size_t depth)
{
    jac_run_t r = {select, select->parser, NULL, NULL, 0};

    begin(&r, select->set, depth);
}

VALUE
jac_project(jac_parser_t *parser, jac_pointers_t *set, size_t depth)
{
    jac_run_t r = {NULL, parser, NULL, NULL, 0};
    VALUE result = begin(&r, set, depth);

    return result == Qundef ? Qnil : result;
}
