/*
 * Reads a document in chunks without building it: calls a handler for events,
 * finds single values, or formats the text. Skipped values are checked like
 * those that are parsed; finds_duplicates says when that includes their keys.
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
    bool whole;                  /* the text is one document: blank text is an
                                    error, and a selection stops after its last
                                    value */
    bool follows_first;          /* only the first of equal keys is followed */
    size_t certain;  /* number of first steps that lead to one value only */
    bool exhausted;  /* the document has no more wanted values */
    bool elements;   /* the last step of `at` leads to elements, not members */
    bool found;      /* a value was formatted, or the array of `elements` was
                        found */
    bool formatting; /* the present text is formatted */
    size_t around;   /* levels around the formatted value */
    bool follows;    /* a member or element precedes it in its container */
    bool in_string;  /* a part of a string has been written */
    /* Values are parsed from their text, as the options `into` and `only` say,
       rather than built. */
    bool capture;
    /* The projection of the option `only`, or, after the first document, of
       `at` without `*`; or 0. Both VALUEs are marked by the stream. */
    VALUE projection;
    /* A buffered document or captured container, which is in the buffer
       completely, is read by the reader of types or of projections, not token
       by token. */
    bool reads_buffered;
    uint64_t buffered_until; /* documents that begin before this offset seem to
                                be in the buffer completely */
    uint64_t refused; /* offset of a document that must be read in chunks */
    /* Duplicate keys must be found: without allow_duplicate_key, for events and
       in formatted text. */
    bool finds_duplicates;
    bool finds_in_all; /* finds_duplicates, also in skipped text */
    bool begun;
    bool building;
    jac_parser_options_t inner; /* those for a value that is wanted */
    /* The depth of the container in which nothing is wanted, or 0. */
    size_t silent;
    uint64_t captured; /* offset of the value being captured, whose text must
                          stay in the buffer, or JAC_OFFSET_NONE */
    uint64_t placed;   /* offset of the value captured last, or 0 */
    jac_place_t place;
    VALUE value;
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
 * and strings as they are written, without comments. whole: the text is one
 * document, which must end where the last chunk does; the errors are those of a
 * parse of the whole text.
 */
void jac_descent_format(jac_descent_t *d, jac_layout_buffer_t *layout,
                        bool whole);

/*
 * Writes only the values that `at` leads to, a line break after each. `found`
 * is set if there are any. Without allow_duplicate_key the first of equal keys
 * leads to them, and a whole text need not be read further once the descent is
 * `exhausted`. check: read all of the document, and treat equal keys as an
 * error everywhere, not only in the values that are written. elements: the last
 * step, a `*`, leads only to the elements of arrays, and an empty array is
 * `found`, too.
 */
void jac_descent_select(jac_descent_t *d, jac_layout_buffer_t *layout,
                        bool whole, bool check, bool elements);

/* Called after text was appended to the buffer, n bytes: searches its last line
   end. */
void jac_descent_appended(jac_descent_t *d, size_t n);

/*
 * Returns the position of the document at or after the cursor if it can be read
 * as a buffered one, because its end seems to be in the buffer, and moves the
 * cursor there. Returns NULL if it must be read in chunks.
 */
const uint8_t *jac_descent_find_buffered(jac_descent_t *d);

/*
 * Reads the document at p, a result of jac_descent_find_buffered(), and calls
 * `take` with its value, or with Qundef if `at` leads to none; then the next
 * one, if `take` returns another such result. `take` must call
 * jac_descent_end_buffered() first. If this raises, call jac_descent_refuse().
 */
void jac_descent_read_buffered(const jac_descent_t *d, const uint8_t *p,
                               jac_take_value_t *take, void *data);

/* Moves the cursor after the document that the parser has read, and
   stores its value. */
void jac_descent_end_buffered(jac_descent_t *d, const jac_parser_t *parser,
                              VALUE value);

/* Reads one buffered document. Returns false if it must be read in chunks. If
   this raises, call jac_descent_refuse(). */
bool jac_descent_read_one(jac_descent_t *d);

/*
 * Called after an exception with the state of rb_protect(); before:
 * rb_errinfo() before that. Returns true, and clears the error, if this
 * read failed at text that is invalid or incomplete: reading it in chunks
 * raises the error with its place and context.
 */
bool jac_descent_refuse(jac_descent_t *d, int state, VALUE before);

jac_descent_status_t jac_descent_run(jac_descent_t *d);

void jac_init_descent(void);

#endif
