#include "generate/pretty_printer.h"

#include "generate/format.h"
#include "core/bits.h"

/* Columns of a text with a line feed: more than any width. */
#define NEVER ((uint64_t)1 << 32)
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

typedef struct jac_printer {
    jac_printer_state_t now;
    jac_buffer_t out;
    jac_generator_options_t options;
    part_t nl[JAC_LINES], indent, space;
    /* Line breaks with their indentation, for depths below prepared_depths */
    uint8_t line[JAC_LINES][JAC_LINE_SIZE];
    size_t prepared_depths[JAC_LINES];
    uint64_t width, start; /* start: first column of the document */
    bool transactional;
    /* The queue: tokens[head..now.count). `base` is the number of tokens[0]. */
    token_t *tokens;
    size_t head, capa;
    uint64_t base;
    /* the numbers of the BEGIN tokens of open containers */
    uint64_t *open;
    size_t open_capa;
    size_t printed;  /* offset into the walk's buffer */
    uint64_t column; /* column of the next text to format */
    long flat;       /* depth of the container on one line, or -1 */
    jac_ticket_t tickets;
} printer_t;

static void
printer_mark(void *ptr)
{
    const printer_t *printer = ptr;

    /* pins all: C code holds the addresses */
    rb_gc_mark(printer->out.owner);
    rb_gc_mark(printer->out.io);
    jac_options_pin(&printer->options);
}

static void
printer_free(void *ptr)
{
    printer_t *printer = ptr;

    xfree(printer->tokens);
    xfree(printer->open);
    xfree(printer);
}

static size_t
printer_memsize(const void *ptr)
{
    const printer_t *printer = ptr;

    return sizeof(*printer) + printer->capa * sizeof(token_t) +
           printer->open_capa * sizeof(*printer->open);
}

/* Not RUBY_TYPED_WB_PROTECTED, so each minor collection marks its VALUEs. */
static const rb_data_type_t printer_type = JAC_DATA_TYPE(
    "Jacinth/line width", printer_mark, printer_free, printer_memsize, 0);

/* Returns the number of continuation bytes of UTF-8 in a word. */
JAC_INLINE uint64_t
continuation_bytes(uint64_t word)
{
    const uint64_t ones = UINT64_MAX / 0xFF;

    return (word >> 7 & ~(word >> 6) & ones) * ones >> 56;
}

static uint64_t
count_columns(const uint8_t *p, const uint8_t *end)
{
    uint64_t n = (uint64_t)(end - p);

    for (; end - p >= 8; p += 8) n -= continuation_bytes(jac_load64(p));
    return n - continuation_bytes(jac_load64_part(p, (size_t)(end - p)));
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

static size_t
part_size(const part_t *p)
{
    return p->text ? (size_t)RSTRING_LEN(p->text) : 0;
}

/* Returns the column after a line break, or after none without object_nl. */
static uint64_t
line_column(const printer_t *printer, int kind, long depth)
{
    return (printer->nl[kind].text ? printer->nl[kind].columns
                                   : printer->column) +
           printer->indent.columns * (uint64_t)depth;
}

JAC_COLD static void
grow_buffer(jac_walk_t *w, size_t need)
{
    printer_t *printer = w->printer;
    const jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    const jac_ticket_t mine = jac_ticket_take(&printer->tickets);

    if ((size_t)(printer->out.end - printer->out.pos) < need) {
        jac_buffer_grow(&printer->out, need);
    }
    /* the formatting of a Writer's chunk must not be interrupted */
    if (!printer->transactional) rb_thread_check_ints();
    jac_ticket_check(&printer->tickets, mine);
    w->printer_ticket = mine;
    jac_walk_reenter(w, ticket);
    jac_buffer_set_stop(&printer->out);
}

/* `from` must not move while Ruby code runs. */
static void
append(jac_walk_t *w, const void *from, size_t size)
{
    jac_buffer_t *out = &w->printer->out;

    if (JAC_UNLIKELY((size_t)(out->end - out->pos) < size ||
                     out->pos > out->stop)) {
        grow_buffer(w, size);
    }
    memcpy(out->pos, from, size);
    out->pos += size;
}

static void
append_part(jac_walk_t *w, const part_t *p)
{
    if (p->text) append(w, RSTRING_PTR(p->text), (size_t)RSTRING_LEN(p->text));
}

/* Starts a line. Without object_nl or array_nl, no line precedes an end. */
static void
append_line(jac_walk_t *w, const token_t *t)
{
    printer_t *printer = w->printer;
    const part_t *nl = &printer->nl[t->kind], *indent = &printer->indent;
    const uint64_t column = line_column(printer, t->kind, t->depth);
    long i;

    if (t->place == END && !nl->text) return;
    if (JAC_LIKELY((size_t)t->depth < printer->prepared_depths[t->kind])) {
        append(w, printer->line[t->kind],
               part_size(nl) + part_size(indent) * (size_t)t->depth);
    }
    else {
        append_part(w, nl);
        for (i = 0; i < t->depth; i++) append_part(w, indent);
    }
    printer->column = column;
}

static uint64_t
column_after(const printer_t *printer, const token_t *t)
{
    return t->columns >= NEVER ? t->tail : printer->column + t->columns;
}

/* True if the container that begins here fits on one line. Sets *known to
   false if more text is needed to decide. */
static bool
fits(const printer_t *printer, const token_t *t, bool *known)
{
    const uint64_t column = column_after(printer, t);
    const uint64_t rest = t->known ? t->rest : printer->now.total - t->from;
    const bool fits_so_far =
        column <= printer->width && rest <= printer->width - column;

    *known = t->known || !fits_so_far;
    return fits_so_far;
}

static void
move_down(jac_walk_t *w)
{
    printer_t *printer = w->printer;
    jac_buffer_t *b = &w->buffer;
    const size_t used = (size_t)(b->pos - b->start);

    if (printer->head > 0 &&
        (printer->head == printer->now.count || printer->head > GONE_TOKENS)) {
        if (printer->head < printer->now.count &&
            printer->head < printer->now.count / 2)
            return;
        memmove(printer->tokens, printer->tokens + printer->head,
                (printer->now.count - printer->head) * sizeof(token_t));
        printer->base += printer->head;
        printer->now.count -= printer->head;
        printer->head = 0;
    }
    if (printer->printed > GONE_BYTES && printer->printed > used / 2) {
        memmove(b->start, b->start + printer->printed, used - printer->printed);
        b->pos -= printer->printed;
        printer->now.scanned -= printer->printed;
        printer->printed = 0;
        jac_walk_exit_to_ruby(w); /* invalidates the cached keys */
    }
}

void
jac_printer_print(jac_walk_t *w)
{
    printer_t *printer = w->printer;

    printer->now.prints++;
    while (printer->head < printer->now.count) {
        const token_t t = printer->tokens[printer->head];
        bool flat = printer->flat >= 0, known = true;

        if (t.place == BEGIN && !flat && fits(printer, &t, &known)) {
            if (!known) break;
            flat = true;
            printer->flat = t.depth;
        }
        append(w, w->buffer.start + printer->printed, t.size);
        printer->printed += t.size;
        printer->column = column_after(printer, &t);
        printer->head++;
        if (t.place == OUTSIDE) continue;
        if (!flat) {
            append_line(w, &t);
        }
        else if (t.place == BETWEEN) {
            append_part(w, &printer->space);
            printer->column += printer->space.columns;
        }
        else if (t.place == END && t.depth < printer->flat) {
            printer->flat = -1;
        }
    }
    move_down(w);
}

static token_t *
push_token(printer_t *printer)
{
    if (printer->now.count == printer->capa) {
        const size_t capa = printer->capa ? 2 * printer->capa : 64;

        REALLOC_N(printer->tokens, token_t, capa);
        printer->capa = capa;
    }
    return &printer->tokens[printer->now.count];
}

static void
push_open(printer_t *printer)
{
    if (printer->now.opened == printer->open_capa) {
        const size_t capa = printer->open_capa ? 2 * printer->open_capa : 64;

        REALLOC_N(printer->open, uint64_t, capa);
        printer->open_capa = capa;
    }
    printer->open[printer->now.opened++] = printer->base + printer->now.count;
}

static void
resolve(printer_t *printer)
{
    if (printer->now.ended != NONE &&
        printer->now.ended >= printer->base + printer->head) {
        token_t *begin = &printer->tokens[printer->now.ended - printer->base];

        begin->rest = printer->now.total - begin->from;
        begin->known = true;
    }
    printer->now.ended = NONE;
}

static void
add_token(jac_walk_t *w, place_t place, int kind, long depth)
{
    printer_t *printer = w->printer;
    token_t *t;

    jac_ticket_check(&printer->tickets, w->printer_ticket);
    w->printer_ticket = jac_ticket_take(&printer->tickets);
    t = push_token(printer);
    if (place == BEGIN) push_open(printer);
    t->size = (size_t)(w->buffer.pos - w->buffer.start) - printer->now.scanned;
    t->columns = measure(w->buffer.start + printer->now.scanned, w->buffer.pos,
                         &t->tail);
    t->place = (uint8_t)place;
    t->kind = (uint8_t)kind;
    t->depth = depth;
    t->known = false;
    printer->now.scanned += t->size;
    printer->now.total += t->columns;
    /* a comma can follow the result of a to_json */
    if (place == OUTSIDE && printer->options.column) printer->now.total++;
    resolve(printer);
    t->from = printer->now.total;
    /* spaces between members count if they are on one line */
    if (place == BETWEEN) printer->now.total += printer->space.columns;
    if (place == END) {
        JAC_ASSERT(printer->now.opened > 0);
        printer->now.ended = printer->open[--printer->now.opened];
    }
    printer->now.depth = depth;
    printer->now.count++;
}

static uint8_t *
scan_and_print(jac_walk_t *w, uint8_t *pos, place_t place, int kind, long depth)
{
    printer_t *printer = w->printer;

    w->buffer.pos = pos;
    add_token(w, place, kind, depth);
    if (!printer->transactional ||
        (printer->out.io && printer->now.scanned > WAITING_BYTES)) {
        jac_printer_print(w);
    }
    return w->buffer.pos;
}

uint8_t *
jac_printer_line(jac_walk_t *w, uint8_t *pos, int kind, long depth)
{
    const long before = w->printer->now.depth;

    return scan_and_print(w, pos,
                          depth > before    ? BEGIN
                          : depth == before ? BETWEEN
                                            : END,
                          kind, depth);
}

uint8_t *
jac_printer_end(jac_walk_t *w, uint8_t *pos)
{
    return scan_and_print(w, pos, OUTSIDE, JAC_LINE_ARRAY,
                          w->printer->now.depth);
}

void
jac_printer_begin(jac_walk_t *w, bool transactional, size_t chunk)
{
    const jac_generator_options_t *o = &w->options;
    printer_t *printer;
    VALUE object;
    int kind;

    if (!o->object_nl && !o->array_nl) return;
    object = TypedData_Make_Struct(0, printer_t, &printer_type, printer);
    printer->options = *o;
    printer->nl[JAC_LINE_OBJECT] = part(o->object_nl);
    printer->nl[JAC_LINE_ARRAY] = part(o->array_nl);
    printer->indent = part(o->indent);
    printer->space = part(o->space);
    for (kind = 0; kind < JAC_LINES; kind++) {
        printer->prepared_depths[kind] = jac_format_prepare_line(
            printer->line[kind], printer->nl[kind].text, o->indent);
    }
    printer->width = o->width < INT_MAX ? (uint64_t)o->width : INT_MAX;
    printer->start = o->column ? (uint64_t)o->column
                               : printer->indent.columns * (uint64_t)o->depth;
    printer->column = printer->start;
    printer->now.depth = o->depth;
    printer->flat = -1;
    printer->now.ended = NONE;
    printer->transactional = transactional;
    jac_buffer_open(&printer->out, w->buffer.io, o->buffer_initial_length,
                    chunk ? chunk : w->buffer.chunk);
    w->buffer.io = Qfalse;
    w->printer_ticket = printer->tickets;
    w->printer_object = object;
    w->printer = printer;
    RB_GC_GUARD(object);
}

void
jac_printer_flush(jac_walk_t *w)
{
    w->printer->now.prints++;
    jac_buffer_flush(&w->printer->out);
}

VALUE
jac_printer_finish(jac_walk_t *w)
{
    printer_t *printer = w->printer;
    VALUE result;

    add_token(w, OUTSIDE, JAC_LINE_ARRAY, printer->now.depth);
    jac_printer_print(w);
    JAC_ASSERT(printer->now.count == 0 &&
               printer->printed == (size_t)(w->buffer.pos - w->buffer.start));
    jac_ticket_take(
        &printer->tickets); /* a continuation that returns here later
                                       raises */
    printer->now.prints++;
    result = jac_buffer_finish(&printer->out, jac_walk_coderange(w));
    RB_GC_GUARD(w->printer_object);
    return result;
}

int
jac_printer_column(const jac_walk_t *w)
{
    const printer_t *printer = w->printer;
    uint64_t tail, column, text;

    text =
        measure(w->buffer.start + printer->now.scanned, w->buffer.pos, &tail);
    column = printer->now.opened == 0
                 ? printer->start
                 : printer->nl[JAC_LINE_ARRAY].columns +
                       printer->indent.columns * (uint64_t)printer->now.depth;
    column = text >= NEVER ? tail : column + text;
    return column < INT_MAX ? (int)column : INT_MAX;
}

void
jac_printer_keep_options(jac_walk_t *w)
{
    const jac_generator_options_t *o = &w->printer->options;

    w->options.indent = o->indent;
    w->options.space = o->space;
    w->options.space_before = o->space_before;
    w->options.object_nl = o->object_nl;
    w->options.array_nl = o->array_nl;
    w->options.width = o->width;
    jac_options_derive(&w->options);
}

jac_printer_state_t
jac_printer_save(const jac_walk_t *w)
{
    return w->printer->now;
}

bool
jac_printer_restore(jac_walk_t *w, const jac_printer_state_t *state)
{
    printer_t *printer = w->printer;

    if (printer->now.prints != state->prints) return false;
    printer->now = *state;
    if (printer->now.ended != NONE &&
        printer->now.ended >= printer->base + printer->head) {
        printer->tokens[printer->now.ended - printer->base].known = false;
    }
    return true;
}

size_t
jac_printer_used(const jac_walk_t *w)
{
    return (size_t)(w->printer->out.pos - w->printer->out.start);
}

VALUE
jac_printer_text(const jac_walk_t *w)
{
    const printer_t *printer = w->printer;
    const uint8_t *p = w->buffer.start + printer->printed;
    VALUE text = rb_utf8_str_new((const char *)printer->out.start,
                                 (long)jac_printer_used(w));
    size_t i;

    for (i = printer->head; i < printer->now.count; i++) {
        const token_t *t = &printer->tokens[i];

        rb_str_cat(text, (const char *)p, (long)t->size);
        if (t->place == BETWEEN && printer->space.text) {
            rb_str_cat(text, RSTRING_PTR(printer->space.text),
                       RSTRING_LEN(printer->space.text));
        }
        p += t->size;
    }
    return rb_str_cat(text, (const char *)p, (long)(w->buffer.pos - p));
}
