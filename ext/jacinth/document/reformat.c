#include "document/reformat.h"

#include "document/layout_buffer.h"
#include "document/lazy.h"
#include "parse/token_check.h"

#include <stdlib.h>

/* Initial capacities on the C stack: open containers, and members to sort. */
enum { JAC_REFORMAT_LEVELS = 64 };

typedef struct {
    bool object;
    size_t members; /* index of its first member in the list, if sorted */
} jac_layer_t;

typedef struct {
    const uint8_t *key;
    size_t at; /* offset of the member in the output */
    size_t size;
    size_t number;
    VALUE names; /* an Array with its decoded key */
    long name;
} jac_moved_t;

typedef struct {
    jac_parser_t *parser;
    const jac_layout_t *layout;
    jac_layout_buffer_t out;
    VALUE layers_held, members_held;
    jac_layer_t *layers;
    size_t depth, layers_capa;
    jac_moved_t *members;
    size_t count, members_capa;
    VALUE names; /* decoded keys of the sorted object */
} jac_reformat_t;

static void
open_layer(jac_reformat_t *r, bool object)
{
    if (r->depth == r->layers_capa) {
        r->layers = jac_memory_doubled(&r->layers_held, r->layers,
                                       r->depth * sizeof(jac_layer_t));
        r->layers_capa *= 2;
    }
    r->layers[r->depth].object = object;
    r->layers[r->depth++].members = r->count;
}

static bool
sorts(const jac_reformat_t *r)
{
    return r->layout->sort_keys && r->depth > 0 &&
           r->layers[r->depth - 1].object;
}

static void
open_member(jac_reformat_t *r, const uint8_t *p)
{
    jac_moved_t *member;

    if (!sorts(r)) return;
    if (r->count == r->members_capa) {
        r->members = jac_memory_doubled(&r->members_held, r->members,
                                        r->count * sizeof(jac_moved_t));
        r->members_capa *= 2;
    }
    member = &r->members[r->count];
    member->key = p;
    member->at = r->out.size;
    member->number = r->count++;
}

static void
close_member(jac_reformat_t *r)
{
    jac_moved_t *member;

    if (!sorts(r) || r->count == r->layers[r->depth - 1].members) return;
    member = &r->members[r->count - 1];
    member->size = r->out.size - member->at;
}

static int
by_name(const void *a, const void *b)
{
    const jac_moved_t *one = a, *other = b;
    const int order = rb_str_cmp(RARRAY_AREF(one->names, one->name),
                                 RARRAY_AREF(other->names, other->name));

    if (order != 0) return order;
    return one->number < other->number ? -1 : 1;
}

static void
sort_members(jac_reformat_t *r)
{
    const size_t from = r->layers[r->depth - 1].members, n = r->count - from;
    jac_moved_t *members = r->members + from;
    jac_members_t m;
    size_t i, start, at, gap, gap_at;
    bool sorted = true;
    VALUE copy, name;

    rb_ary_clear(r->names);
    for (i = 0; i < n; i++) {
        m.index = 0;
        jac_lazy_read_key(r->parser, &m, members[i].key);
        name = jac_lazy_key(r->parser, &m);
        rb_ary_push(r->names, SYMBOL_P(name) ? rb_sym2str(name) : name);
        members[i].names = r->names;
        members[i].name = (long)i;
        sorted &= i == 0 || by_name(&members[i - 1], &members[i]) < 0;
    }
    r->count = from;
    if (sorted) return;
    start = members[0].at;
    /* the text between two members is always the same */
    gap_at = members[0].size;
    gap = members[1].at - start - gap_at;
    copy =
        rb_str_new((char *)r->out.bytes + start, (long)(r->out.size - start));
    qsort(members, n, sizeof(*members), by_name);
    at = start;
    for (i = 0; i < n; i++) {
        if (i > 0) {
            memcpy(r->out.bytes + at, RSTRING_PTR(copy) + gap_at, gap);
            at += gap;
        }
        memcpy(r->out.bytes + at, RSTRING_PTR(copy) + (members[i].at - start),
               members[i].size);
        at += members[i].size;
    }
    JAC_ASSERT(at == r->out.size);
    RB_GC_GUARD(copy);
}

static const uint8_t *
string_after(const jac_parser_t *parser, const uint8_t *p)
{
    uint32_t high = 0;

    for (p++;; p += *p == '\\' ? 2 : 1) {
        p = jac_scan_text(p, parser->end, &high);
        if (*p == '"') return p + 1;
    }
}

static const uint8_t *
scalar_after(const jac_parser_t *parser, const uint8_t *p)
{
    while (p < parser->end && (*p > ' ') && *p != ',' && *p != ']' &&
           *p != '}' && *p != '/') {
        p++;
    }
    return p;
}

/* The text is valid, so the first character determines a token. */
static void
format_tokens(jac_reformat_t *r)
{
    jac_parser_t *const parser = r->parser;
    jac_layout_buffer_t *const out = &r->out;
    const bool flushes = !NIL_P(r->layout->io) && !r->layout->sort_keys;
    const uint8_t *p = parser->start, *q;
    bool key = false;
    int c;

    while ((c = jac_lazy_next(parser, &p)) != JAC_END) {
        q = p + 1;
        switch (c) {
        case '{':
        case '[':
            c = jac_lazy_next(parser, &q);
            if (c == *p + 2) {
                jac_layout_put(out, c == '}' ? "{}" : "[]", 2);
                q++;
                break;
            }
            jac_layout_put(out, p, 1);
            open_layer(r, *p == '{');
            jac_layout_line(out, r->depth);
            key = *p == '{';
            break;
        case '}':
        case ']':
            close_member(r);
            if (sorts(r)) sort_members(r);
            r->depth--;
            jac_layout_line(out, r->depth);
            jac_layout_put(out, p, 1);
            break;
        case ',':
            c = jac_lazy_next(parser, &q);
            if (c == '}' || c == ']') break; /* allowed: the text is valid */
            close_member(r);
            jac_layout_comma(out, r->depth);
            key = r->layers[r->depth - 1].object;
            break;
        case ':':
            jac_layout_colon(out);
            break;
        case '"':
            if (key) open_member(r, p);
            key = false;
            q = string_after(parser, p);
            jac_layout_put(out, p, (size_t)(q - p));
            break;
        default:
            q = scalar_after(parser, p);
            jac_layout_put(out, p, (size_t)(q - p));
        }
        p = q;
        if (flushes && out->size >= JAC_LAYOUT_CHUNK) {
            const jac_left_t left = jac_parser_leave(parser);

            jac_layout_flush(out, r->layout->io);
            jac_parser_enter(parser, left);
        }
        jac_check_interrupts(parser, p);
    }
}

VALUE
jac_reformat(jac_parser_t *parser, const jac_layout_t *layout)
{
    jac_layer_t layers[JAC_REFORMAT_LEVELS];
    jac_moved_t members[JAC_REFORMAT_LEVELS];
    jac_reformat_t r = {0};

    r.parser = parser;
    r.layout = layout;
    jac_layout_init(&r.out, layout->pretty,
                    NIL_P(layout->io)
                        ? (size_t)(parser->end - parser->start) + 64
                        : 2 * JAC_LAYOUT_CHUNK);
    r.layers = layers;
    r.layers_capa = JAC_REFORMAT_LEVELS;
    r.members = members;
    r.members_capa = JAC_REFORMAT_LEVELS;
    r.names = rb_obj_hide(rb_ary_new());
    parser->cursor = parser->start;
    format_tokens(&r);
    jac_parser_end(parser);
    if (!NIL_P(layout->io)) {
        jac_layout_flush(&r.out, layout->io);
        return layout->io;
    }
    return jac_layout_finish(&r.out);
}
