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
    size_t first, last; /* its chunks */
} jac_moved_t;

/* A part of the output, and the index of the chunk after it in the sorted
   output. */
typedef struct {
    size_t at, size, next;
} jac_chunk_t;

/* The members of an object, output[at, end), that the chunks from first to last
   replace. Chunks are linked, and copied once at the end, because the members
   of deep objects would be moved again for each object around them. */
typedef struct {
    size_t at, end, first, last;
} jac_sorted_t;

typedef struct {
    jac_parser_t *parser;
    const jac_layout_t *layout;
    jac_layout_buffer_t out;
    VALUE layers_held, members_held, chunks_held, sorted_held;
    jac_layer_t *layers;
    size_t depth, layers_capa;
    jac_moved_t *members;
    size_t count, members_capa;
    jac_chunk_t *chunks;
    size_t chunk_count, chunks_capa;
    jac_sorted_t *sorted; /* in the order of the output, without inner ones */
    size_t sorted_count, sorted_capa;
    VALUE names; /* decoded keys of the sorted object */
} jac_reformat_t;

static void
open_layer(jac_reformat_t *r, bool object)
{
    r->layers = jac_memory_with_space(&r->layers_held, r->layers, r->depth,
                                      &r->layers_capa, sizeof(jac_layer_t));
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
    r->members = jac_memory_with_space(&r->members_held, r->members, r->count,
                                       &r->members_capa, sizeof(jac_moved_t));
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

static size_t
new_chunk(jac_reformat_t *r, size_t at, size_t size)
{
    r->chunks =
        jac_memory_with_space(&r->chunks_held, r->chunks, r->chunk_count,
                              &r->chunks_capa, sizeof(jac_chunk_t));
    r->chunks[r->chunk_count].at = at;
    r->chunks[r->chunk_count].size = size;
    return r->chunk_count++;
}

/* Appends the text output[at, end) to the chunk `last`, which ends there or is
   followed by a new one. Returns the last chunk. */
static size_t
link_text(jac_reformat_t *r, size_t last, size_t at, size_t end)
{
    size_t next;

    if (r->chunks[last].at + r->chunks[last].size == at) {
        r->chunks[last].size += end - at;
        return last;
    }
    next = new_chunk(r, at, end - at);
    r->chunks[last].next = next;
    return next;
}

/* Appends output[at, end), in which the sorted objects from *inner on, of
   `count`, are replaced. Returns the last chunk. Advances *inner. */
static size_t
link_sorted(jac_reformat_t *r, size_t last, size_t at, size_t end,
            size_t *inner, size_t count)
{
    for (; *inner < count && r->sorted[*inner].at < end; ++*inner) {
        const jac_sorted_t *sorted = &r->sorted[*inner];

        last = link_text(r, last, at, sorted->at);
        r->chunks[last].next = sorted->first;
        last = sorted->last;
        at = sorted->end;
    }
    return link_text(r, last, at, end);
}

/* Links the members, which are not in the order of their names. */
static void
link_members(jac_reformat_t *r, jac_moved_t *members, size_t n)
{
    const size_t count = r->sorted_count, start = members[0].at;
    /* the text between two members is always the same */
    const size_t gap_at = start + members[0].size;
    const size_t gap_end = members[1].at;
    jac_sorted_t *sorted;
    size_t inner = count, i, last;

    while (inner > 0 && r->sorted[inner - 1].at >= start) inner--;
    r->sorted_count = inner;
    for (i = 0; i < n; i++) {
        const size_t at = members[i].at;

        members[i].first = new_chunk(r, at, 0);
        members[i].last = link_sorted(r, members[i].first, at,
                                      at + members[i].size, &inner, count);
    }
    qsort(members, n, sizeof(*members), by_name);
    last = members[0].last;
    for (i = 1; i < n; i++) {
        last = link_text(r, last, gap_at, gap_end);
        r->chunks[last].next = members[i].first;
        last = members[i].last;
    }
    r->sorted =
        jac_memory_with_space(&r->sorted_held, r->sorted, r->sorted_count,
                              &r->sorted_capa, sizeof(jac_sorted_t));
    sorted = &r->sorted[r->sorted_count++];
    sorted->at = start;
    sorted->end = r->out.size;
    sorted->first = members[0].first;
    sorted->last = last;
}

static void
sort_members(jac_reformat_t *r)
{
    const size_t from = r->layers[r->depth - 1].members, n = r->count - from;
    jac_moved_t *members = r->members + from;
    jac_members_t m;
    bool in_order = true;
    VALUE name;
    size_t i;

    rb_ary_clear(r->names);
    for (i = 0; i < n; i++) {
        m.index = 0;
        jac_lazy_read_key(r->parser, &m, members[i].key);
        name = jac_lazy_key(r->parser, &m);
        rb_ary_push(r->names, SYMBOL_P(name) ? rb_sym2str(name) : name);
        members[i].names = r->names;
        members[i].name = (long)i;
        in_order &= i == 0 || by_name(&members[i - 1], &members[i]) < 0;
    }
    r->count = from;
    if (!in_order) link_members(r, members, n);
}

/* Copies the output in the order of the chunks. */
static void
sort_output(jac_reformat_t *r)
{
    jac_layout_buffer_t text = r->out; /* not const, for RB_GC_GUARD */
    size_t inner = 0, chunk = new_chunk(r, 0, 0), last;

    last = link_sorted(r, chunk, 0, text.size, &inner, r->sorted_count);
    jac_layout_init(&r->out, text.pretty, text.size);
    for (;; chunk = r->chunks[chunk].next) {
        jac_layout_put(&r->out, text.bytes + r->chunks[chunk].at,
                       r->chunks[chunk].size);
        if (chunk == last) break;
    }
    JAC_ASSERT(r->out.size == text.size);
    RB_GC_GUARD(text.out);
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

            jac_layout_flush(out, out->size, r->layout->io);
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
    jac_chunk_t chunks[JAC_REFORMAT_LEVELS];
    jac_sorted_t sorted[JAC_REFORMAT_LEVELS];
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
    r.chunks = chunks;
    r.chunks_capa = JAC_REFORMAT_LEVELS;
    r.sorted = sorted;
    r.sorted_capa = JAC_REFORMAT_LEVELS;
    r.names = rb_obj_hide(rb_ary_new());
    parser->cursor = parser->start;
    format_tokens(&r);
    jac_parser_end(parser);
    if (r.sorted_count > 0) sort_output(&r);
    if (!NIL_P(layout->io)) {
        jac_layout_flush(&r.out, r.out.size, layout->io);
        return layout->io;
    }
    return jac_layout_finish(&r.out);
}
