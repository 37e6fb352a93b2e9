/*
 * Reads a document in chunks without building it: calls a handler for events,
 * finds single values, or formats the text. Skipped values are checked as a
 * parse checks them; if finds_duplicates is set, their keys, too.
 */
#ifndef JAC_DESCENT_H
#define JAC_DESCENT_H

#include "document/layout_buffer.h"
#include "document/pointer.h"
#include "parse/machine.h"
#include "stream/chunked.h"

typedef enum {
    JAC_EVENT_START_DOCUMENT,
    JAC_EVENT_END_DOCUMENT,
    JAC_EVENT_START_OBJECT,
    JAC_EVENT_END_OBJECT,
    JAC_EVENT_START_ARRAY,
    JAC_EVENT_END_ARRAY,
    JAC_EVENT_KEY,
    JAC_EVENT_VALUE,
    JAC_EVENTS
} jac_event_t;

/*
 * Entered containers have frames on the parser's stack. The values of an
 * object's frame are its last key and, after the value of that key, nil; if
 * duplicate keys must be found, all of its keys. The value of an array's frame
 * is the index. A value that is built has its own root frame above them:
 *
 *   text     {"items": [{"id": 1}, {"id":
 *   frames   root  { head 0  [ head 1  root head 2  { head 2
 *   values         "items"   1                      "id"
 */
typedef struct {
    jac_chunked_t *chunked;
    const jac_pointer_t *at; /* the wanted values; without steps: all */
    VALUE pointer;           /* its text, a frozen String, or nil */
    VALUE handler;           /* 0 without events */
    bool handles[JAC_EVENTS];
    jac_layout_buffer_t *layout; /* receives the formatted text, or NULL */
    bool selects;                /* formats only the values of `at` */
    bool single;                 /* the text is one document: blank text is an
                                    error, and a selection stops after its last
                                    value */
    bool follows_first;          /* only the first of equal keys is followed */
    size_t certain;      /* the number of steps of `at` before the first `*` */
    bool exhausted;      /* the document has no more wanted values */
    bool elements;       /* the last step of `at` leads to elements only */
    bool found;          /* a value was formatted, or the array of `elements`
                            was found */
    bool formatting;     /* the present text is formatted */
    size_t outer_levels; /* levels around the formatted value */
    bool needs_comma;    /* a member or element precedes the next one */
    bool in_string;      /* a part of a string has been written */
    /* The text of a value is copied, and parsed with `into` or `only`. */
    bool capture;
    /* The projection of the option `only`, or, after the first document, of
       `at` without `*`; or 0. Both VALUEs are marked by the stream. */
    VALUE projection;
    /* If the end of a document or of a captured container is in the buffer, the
       parser, the reader of types or the reader of projections reads it as a
       whole, without the frames for documents in chunks. */
    bool reads_whole;
    uint64_t whole_until; /* documents that begin before this offset are
                             probably whole */
    uint64_t retried;     /* offset of a document that is invalid, and so must
                             be read in chunks; or JAC_OFFSET_NONE */
    /* Duplicate keys must be found: without allow_duplicate_key, for events and
       in formatted text. */
    bool finds_duplicates;
    bool finds_in_all; /* finds_duplicates, also in skipped text */
    bool begun;
    bool building;
    jac_parser_options_t inner; /* the options for a wanted value */
    /* The options for the text around wanted values. Only events pass keys to
       on_load: the other readers compare them with `at`, or drop them. */
    const jac_parser_options_t *outer;
    VALUE outer_memory;   /* of `outer`, if on_load is set */
    size_t skipped_depth; /* of the container that is only checked, or 0 */
    uint64_t captured;    /* offset of the value being captured, whose text must
                             stay in the buffer, or JAC_OFFSET_NONE */
    uint64_t last_captured; /* offset of the value captured last, or 0 */
    jac_place_t last_place; /* its line and column */
    VALUE value;            /* found by the last run, or Qundef */
} jac_descent_t;

typedef enum {
    JAC_DESCENT_MORE,  /* the chunk has ended */
    JAC_DESCENT_VALUE, /* `value` was found, or no more values can be found */
    JAC_DESCENT_FULL,  /* the layout buffer must be flushed */
    JAC_DESCENT_END    /* the document has ended; `value` can be set */
} jac_descent_status_t;

/* Initializes by the options of chunked, which must be set. */
void jac_descent_init(jac_descent_t *d, jac_chunked_t *chunked,
                      const jac_pointer_t *at, VALUE pointer);

void jac_descent_begin(jac_descent_t *d);

/*
 * Calls the handler's public methods for events, instead of looking for values.
 */
void jac_descent_handle(jac_descent_t *d, VALUE handler);

/*
 * Writes each document into the buffer instead of looking for values: numbers
 * and strings as they are written, without comments. single: the text is one
 * document, which must end where the last chunk does; the errors are those of a
 * parse of the whole text.
 */
void jac_descent_format(jac_descent_t *d, jac_layout_buffer_t *layout,
                        bool single);

/*
 * Called after jac_descent_format(): writes only the values that `at` leads to,
 * with a line break after each. `found` is set if there are any. Without
 * allow_duplicate_key the first of equal keys leads to them, and a single text
 * need not be read further once the descent is `exhausted`. check: reads all of
 * the document, and equal keys are an error everywhere, not only in the values
 * that are written. elements: the last step, a `*`, leads only to the elements
 * of arrays, and an empty array is `found`, too.
 */
void jac_descent_select(jac_descent_t *d, bool check, bool elements);

/* Called after n bytes were appended to the buffer: sets whole_until by the
   last end of a line. */
void jac_descent_appended(jac_descent_t *d, size_t n);

/*
 * Moves the cursor to the next document, and returns its position, if it is
 * probably whole. Returns NULL if it must be read in chunks.
 */
const uint8_t *jac_descent_find_whole(jac_descent_t *d);

/*
 * Reads the document at p, a result of jac_descent_find_whole(), and calls
 * `take` with its value, or with Qundef if `at` leads to none; then the next
 * one, if `take` returns another such result. `take` must call
 * jac_descent_end_whole() first. If this raises, call
 * jac_descent_clear_error().
 */
void jac_descent_read_whole(const jac_descent_t *d, const uint8_t *p,
                            jac_take_value_t *take, void *data);

/* Moves the cursor after the document that the parser has read, and
   stores its value. */
void jac_descent_end_whole(jac_descent_t *d, const jac_parser_t *parser,
                           VALUE value);

/* Reads one whole document. Returns false if it must be read in chunks. If this
   raises, call jac_descent_clear_error(). */
bool jac_descent_read_one(jac_descent_t *d);

/*
 * Called after an exception with the state of rb_protect(). before:
 * rb_errinfo() before that call. Returns true, and clears the error, if a
 * document that was read as a whole one is invalid or incomplete: reading it in
 * chunks raises the error with its place and context.
 */
bool jac_descent_clear_error(jac_descent_t *d, int state, VALUE before);

jac_descent_status_t jac_descent_run(jac_descent_t *d);

void jac_init_descent(void);

#endif
