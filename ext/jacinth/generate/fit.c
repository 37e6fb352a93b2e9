#include "generate/fit.h"

#include "generate/format.h"

/* Columns of a text with a line feed: more than any width. */
#define NEVER ((uint64_t)1 << 32)
/* The number of no token. */
#define NONE UINT64_MAX
/* Waiting text or tokens are moved when this much before them is unused. */
enum { GONE_BYTES = 4096, GONE_TOKENS = 256 };
/* With an IO, a Writer's chunk of at most this size can wait and be undone. */
enum { WAITING_BYTES = 1 << 20 };

typedef enum {
    BEGIN,
    BETWEEN,
    END,
    OUTSIDE /* after a document: no line break */
} place_t;

typedef struct {
    size_t size;
    uint64_t columns;
    uint64_t tail;
    /* BEGIN: columns of all tokens up to here, and the columns to the first
       possible line break after the container if `known` */
    uint64_t from, rest;
    long depth;
    uint8_t place, kind;
    bool known;
} token_t;

typedef struct {
    VALUE text;
    uint64_t columns;
} part_t;

typedef struct jac_fit {
    jac_buffer_t out;
    jac_generator_options_t options;
    part_t nl[JAC_LINES], indent, space;
    uint64_t width, start; /* start: first column of the document */
    bool pieces;
    /* The queue: tokens[head..count). `base` is the number of tokens[0]. */
    token_t *tokens;
    size_t head, count, room;
    uint64_t base;
    /* the numbers of the BEGIN tokens of open containers */
    uint64_t *open;
    size_t opened, open_room;
    uint64_t ended; /* BEGIN of the container that ended last, or NONE */
    uint64_t total; /* columns of all tokens so far */
    long depth;
    /* offsets into the walk's buffer */
    size_t printed, scanned;
    uint64_t column; /* column of the next text to format */
    long flat;       /* depth of the container on one line, or -1 */
    unsigned long prints;
    jac_ticket_t tickets;
} fit_t;

static void
fit_mark(void *ptr)
{
    const fit_t *fit = ptr;

    /* pins all: C code holds the addresses */
    rb_gc_mark(fit->out.owner);
    rb_gc_mark(fit->out.io);
    jac_options_pin(&fit->options);
}

static void
fit_free(void *ptr)
{
    fit_t *fit = ptr;

    xfree(fit->tokens);
    xfree(fit->open);
    xfree(fit);
}

static size_t
fit_memsize(const void *ptr)
{
    const fit_t *fit = ptr;

    return sizeof(*fit) + fit->room * sizeof(token_t) +
           fit->open_room * sizeof(*fit->open);
}

/* Not RUBY_TYPED_WB_PROTECTED, so each minor collection marks its VALUEs. */
static const rb_data_type_t fit_type = {
    .wrap_struct_name = "Jacinth/line width",
    .function = {.dmark = fit_mark, .dfree = fit_free, .dsize = fit_memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static uint64_t
count_columns(const uint8_t *p, const uint8_t *end)
{
    uint64_t n = 0;

    for (; p < end; p++) n += (*p & 0xC0) != 0x80;
    return n;
}

/*
 * Returns the columns of a text. Sets *tail to those after its last line feed.
 */
static uint64_t
measure(const uint8_t *p, const uint8_t *end, uint64_t *tail)
{
    const uint8_t *last = end;

    if (p == end || !memchr(p, '\n', (size_t)(end - p))) {
        return *tail = count_columns(p, end);
    }
    while (last[-1] != '\n') last--;
    *tail = count_columns(last, end);
    return NEVER + *tail;
}

static part_t
part(VALUE text)
{
    part_t made = {text, 0};

    if (text) {
        const uint8_t *p = (const uint8_t *)RSTRING_PTR(text);

        measure(p, p + RSTRING_LEN(text), &made.columns);
    }
    return made;
}

/* Returns the column after a line break, or after none without object_nl. */
static uint64_t
line_column(const fit_t *fit, int kind, long depth)
{
    return (fit->nl[kind].text ? fit->nl[kind].columns : fit->column) +
           fit->indent.columns * (uint64_t)depth;
}

JAC_COLD static void
make_room(jac_walk_t *w, size_t need)
{
    fit_t *fit = w->fit;
    const jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    const jac_ticket_t mine = jac_ticket_take(&fit->tickets);

    if ((size_t)(fit->out.end - fit->out.pos) < need) {
        jac_buffer_grow(&fit->out, need);
    }
    /* the formatting of a Writer's chunk must not be interrupted */
    if (!fit->pieces) rb_thread_check_ints();
    jac_ticket_check(&fit->tickets, mine);
    w->fit_ticket = mine;
    jac_walk_reenter(w, ticket);
    jac_buffer_set_stop(&fit->out);
}

/* `from` must not move while Ruby code runs. */
static void
put(jac_walk_t *w, const void *from, size_t size)
{
    jac_buffer_t *out = &w->fit->out;

    if (JAC_UNLIKELY((size_t)(out->end - out->pos) < size ||
                     out->pos > out->stop)) {
        make_room(w, size);
    }
    memcpy(out->pos, from, size);
    out->pos += size;
}

static void
put_part(jac_walk_t *w, const part_t *p)
{
    if (p->text) put(w, RSTRING_PTR(p->text), (size_t)RSTRING_LEN(p->text));
}

/* Starts a line. Without object_nl or array_nl, no line precedes an end. */
static void
put_line(jac_walk_t *w, const token_t *t)
{
    fit_t *fit = w->fit;
    const uint64_t column = line_column(fit, t->kind, t->depth);
    long i;

    if (t->place == END && !fit->nl[t->kind].text) return;
    put_part(w, &fit->nl[t->kind]);
    for (i = 0; i < t->depth; i++) put_part(w, &fit->indent);
    fit->column = column;
}

static uint64_t
column_behind(const fit_t *fit, const token_t *t)
{
    return t->columns >= NEVER ? t->tail : fit->column + t->columns;
}

/* True if the container that begins here fits on one line. Sets *known to
   false if more text is needed to decide. */
static bool
fits(const fit_t *fit, const token_t *t, bool *known)
{
    const uint64_t column = column_behind(fit, t);
    const uint64_t rest = t->known ? t->rest : fit->total - t->from;
    const bool fit_so_far = column <= fit->width && rest <= fit->width - column;

    *known = t->known || !fit_so_far;
    return fit_so_far;
}

static void
move_down(jac_walk_t *w)
{
    fit_t *fit = w->fit;
    jac_buffer_t *b = &w->buffer;
    const size_t used = (size_t)(b->pos - b->start);

    if (fit->head > 0 && (fit->head == fit->count || fit->head > GONE_TOKENS)) {
        if (fit->head < fit->count && fit->head < fit->count / 2) return;
        memmove(fit->tokens, fit->tokens + fit->head,
                (fit->count - fit->head) * sizeof(token_t));
        fit->base += fit->head;
        fit->count -= fit->head;
        fit->head = 0;
    }
    if (fit->printed == used ||
        (fit->printed > GONE_BYTES && fit->printed > used / 2)) {
        memmove(b->start, b->start + fit->printed, used - fit->printed);
        b->pos -= fit->printed;
        fit->scanned -= fit->printed;
        fit->printed = 0;
        jac_walk_exit_to_ruby(w); /* invalidates the cached keys */
    }
}

static void
print(jac_walk_t *w)
{
    fit_t *fit = w->fit;

    fit->prints++;
    while (fit->head < fit->count) {
        const token_t t = fit->tokens[fit->head];
        bool flat = fit->flat >= 0, known = true;

        if (t.place == BEGIN && !flat && fits(fit, &t, &known)) {
            if (!known) break;
            flat = true;
            fit->flat = t.depth;
        }
        put(w, w->buffer.start + fit->printed, t.size);
        fit->printed += t.size;
        fit->column = column_behind(fit, &t);
        fit->head++;
        if (t.place == OUTSIDE) continue;
        if (!flat) {
            put_line(w, &t);
        }
        else if (t.place == BETWEEN) {
            put_part(w, &fit->space);
            fit->column += fit->space.columns;
        }
        else if (t.place == END && t.depth < fit->flat) {
            fit->flat = -1;
        }
    }
    move_down(w);
}

static token_t *
push_token(fit_t *fit)
{
    if (fit->count == fit->room) {
        const size_t room = fit->room ? 2 * fit->room : 64;

        REALLOC_N(fit->tokens, token_t, room);
        fit->room = room;
    }
    return &fit->tokens[fit->count];
}

static void
push_open(fit_t *fit)
{
    if (fit->opened == fit->open_room) {
        const size_t room = fit->open_room ? 2 * fit->open_room : 64;

        REALLOC_N(fit->open, uint64_t, room);
        fit->open_room = room;
    }
    fit->open[fit->opened++] = fit->base + fit->count;
}

static void
resolve(fit_t *fit)
{
    if (fit->ended != NONE && fit->ended >= fit->base + fit->head) {
        token_t *begin = &fit->tokens[fit->ended - fit->base];

        begin->rest = fit->total - begin->from;
        begin->known = true;
    }
    fit->ended = NONE;
}

/* Makes a token of the text between the last token and w->buffer.pos. */
static void
scan(jac_walk_t *w, place_t place, int kind, long depth)
{
    fit_t *fit = w->fit;
    token_t *t;

    jac_ticket_check(&fit->tickets, w->fit_ticket);
    w->fit_ticket = jac_ticket_take(&fit->tickets);
    t = push_token(fit);
    if (place == BEGIN) push_open(fit);
    t->size = (size_t)(w->buffer.pos - w->buffer.start) - fit->scanned;
    t->columns =
        measure(w->buffer.start + fit->scanned, w->buffer.pos, &t->tail);
    t->place = (uint8_t)place;
    t->kind = (uint8_t)kind;
    t->depth = depth;
    t->known = false;
    fit->scanned += t->size;
    fit->total += t->columns;
    /* a comma can follow the result of a to_json */
    if (place == OUTSIDE && fit->options.column) fit->total++;
    resolve(fit);
    t->from = fit->total;
    /* spaces between members count if they are on one line */
    if (place == BETWEEN) fit->total += fit->space.columns;
    if (place == END) {
        JAC_ASSERT(fit->opened > 0);
        fit->ended = fit->open[--fit->opened];
    }
    fit->depth = depth;
    fit->count++;
}

static uint8_t *
scan_and_print(jac_walk_t *w, uint8_t *pos, place_t place, int kind, long depth)
{
    fit_t *fit = w->fit;

    w->buffer.pos = pos;
    scan(w, place, kind, depth);
    if (!fit->pieces || (fit->out.io && fit->scanned > WAITING_BYTES)) {
        print(w);
    }
    return w->buffer.pos;
}

uint8_t *
jac_fit_line(jac_walk_t *w, uint8_t *pos, int kind, long depth)
{
    const long before = w->fit->depth;

    return scan_and_print(w, pos,
                          depth > before    ? BEGIN
                          : depth == before ? BETWEEN
                                            : END,
                          kind, depth);
}

uint8_t *
jac_fit_end(jac_walk_t *w, uint8_t *pos)
{
    return scan_and_print(w, pos, OUTSIDE, JAC_LINE_ARRAY, w->fit->depth);
}

void
jac_fit_begin(jac_walk_t *w, bool pieces, size_t chunk)
{
    const jac_generator_options_t *o = &w->options;
    fit_t *fit;
    VALUE object;

    if (!o->object_nl && !o->array_nl) return;
    object = TypedData_Make_Struct(0, fit_t, &fit_type, fit);
    fit->options = *o;
    fit->nl[JAC_LINE_OBJECT] = part(o->object_nl);
    fit->nl[JAC_LINE_ARRAY] = part(o->array_nl);
    fit->indent = part(o->indent);
    fit->space = part(o->space);
    fit->width = o->width < INT_MAX ? (uint64_t)o->width : INT_MAX;
    fit->start = o->column ? (uint64_t)o->column
                           : fit->indent.columns * (uint64_t)o->depth;
    fit->column = fit->start;
    fit->depth = o->depth;
    fit->flat = -1;
    fit->ended = NONE;
    fit->pieces = pieces;
    jac_buffer_open(&fit->out, w->buffer.io, o->buffer_initial_length,
                    chunk ? chunk : w->buffer.chunk);
    w->buffer.io = Qfalse;
    w->fit_ticket = fit->tickets;
    w->fit_object = object;
    w->fit = fit;
    RB_GC_GUARD(object);
}

void
jac_fit_print(jac_walk_t *w)
{
    print(w);
}

void
jac_fit_flush(jac_walk_t *w)
{
    w->fit->prints++;
    jac_buffer_flush(&w->fit->out);
}

VALUE
jac_fit_finish(jac_walk_t *w)
{
    fit_t *fit = w->fit;
    VALUE result;

    scan(w, OUTSIDE, JAC_LINE_ARRAY, fit->depth);
    print(w);
    JAC_ASSERT(fit->count == 0 && fit->printed == 0);
    jac_ticket_take(&fit->tickets); /* a continuation that returns here later
                                       raises */
    fit->prints++;
    result = jac_buffer_finish(&fit->out, jac_walk_coderange(w));
    RB_GC_GUARD(w->fit_object);
    return result;
}

long
jac_fit_column(const jac_walk_t *w)
{
    const fit_t *fit = w->fit;
    uint64_t tail, column, text;

    text = measure(w->buffer.start + fit->scanned, w->buffer.pos, &tail);
    column = fit->opened == 0 ? fit->start
                              : fit->nl[JAC_LINE_ARRAY].columns +
                                    fit->indent.columns * (uint64_t)fit->depth;
    column = text >= NEVER ? tail : column + text;
    return column < INT_MAX ? (long)column : INT_MAX;
}

void
jac_fit_keep_options(jac_walk_t *w)
{
    const jac_generator_options_t *o = &w->fit->options;

    w->options.indent = o->indent;
    w->options.space = o->space;
    w->options.space_before = o->space_before;
    w->options.object_nl = o->object_nl;
    w->options.array_nl = o->array_nl;
    w->options.width = o->width;
}

void
jac_fit_mark(const jac_walk_t *w, jac_fit_mark_t *mark)
{
    const fit_t *fit = w->fit;

    mark->count = fit->count;
    mark->opened = fit->opened;
    mark->scanned = fit->scanned;
    mark->total = fit->total;
    mark->ended = fit->ended;
    mark->depth = fit->depth;
    mark->prints = fit->prints;
}

bool
jac_fit_restore(jac_walk_t *w, const jac_fit_mark_t *mark)
{
    fit_t *fit = w->fit;

    if (fit->prints != mark->prints) return false;
    fit->count = mark->count;
    fit->opened = mark->opened;
    fit->scanned = mark->scanned;
    fit->total = mark->total;
    fit->ended = mark->ended;
    fit->depth = mark->depth;
    if (fit->ended != NONE && fit->ended >= fit->base + fit->head) {
        fit->tokens[fit->ended - fit->base].known = false;
    }
    return true;
}

size_t
jac_fit_used(const jac_walk_t *w)
{
    return (size_t)(w->fit->out.pos - w->fit->out.start);
}

VALUE
jac_fit_text(const jac_walk_t *w)
{
    const fit_t *fit = w->fit;
    const uint8_t *p = w->buffer.start + fit->printed;
    VALUE text =
        rb_utf8_str_new((const char *)fit->out.start, (long)jac_fit_used(w));
    size_t i;

    for (i = fit->head; i < fit->count; i++) {
        const token_t *t = &fit->tokens[i];

        rb_str_cat(text, (const char *)p, (long)t->size);
        if (t->place == BETWEEN && fit->space.text) {
            rb_str_cat(text, RSTRING_PTR(fit->space.text),
                       RSTRING_LEN(fit->space.text));
        }
        p += t->size;
    }
    return rb_str_cat(text, (const char *)p, (long)(w->buffer.pos - p));
}
