/*
 * Going down a document that comes in chunks without building it: events for
 * a handler, single values out of it, or its text in another layout. What is
 * passed by is checked as the parser checks it, but for keys that come twice.
 */
#ifndef JAC_DESCENT_H
#define JAC_DESCENT_H

#include "document/layout_buffer.h"
#include "document/pointer.h"
#include "stream/chunked.h"

/*
 * What a handler of events may have a method for: each end behind its start.
 */
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
 * Containers that are gone into have frames on the parser's own stack. In an
 * object's frame there are its last key and, behind that key's value, a nil;
 * of all its keys where an object's keys must be told apart. In an array's
 * frame there is the index alone. A value that is built has a root frame of
 * its own above them:
 *
 *   text     {"items": [{"id": 1}, {"id":
 *   frames   root  { head 0  [ head 1  root head 2  { head 2
 *   values         "items"   1                      "id"
 */
typedef struct {
    jac_chunked_t *chunked;
    const jac_pointer_t *at;     /* what is wanted; of no steps: the whole */
    VALUE handler;               /* 0 without events */
    bool answers[JAC_EVENTS];    /* all false without a handler */
    jac_layout_buffer_t *layout; /* what text is laid out in; or NULL */
    bool selects;                /* only what `at` leads to is laid out */
    bool whole;     /* the text is one document: blank text is an error, and a
                   selection stops after its last value */
    bool first;     /* of equal keys, only the first one leads anywhere */
    size_t certain; /* so many steps, the first, each lead to one value only */
    bool exhausted; /* no more values will be found in this document */
    bool found;     /* there was one that is laid out */
    bool laying;    /* what is read now is laid out */
    size_t around;  /* levels around the value that is laid out */
    bool follows;   /* something is before it in its container */
    bool in_string; /* a part of a string is laid out already */
    /* Values are parsed from their text, as the options `into` and `only` say,
       rather than built. */
    bool capture;
    /* The projection of the option `only`, or 0. Marked by the stream. */
    VALUE projection;
    /* Values that are captured can be read where they lie in the buffer. */
    bool direct;
    /* Keys must be told apart: without allow_duplicate_key, where nothing is
       looked for, and in what is laid out. */
    bool unique;
    bool checks;                /* what is not laid out, too */
    bool begun;                 /* start_document was called */
    bool building;              /* the machine is in the midst of a value */
    jac_parser_options_t inner; /* for values that are built */
    /* So many frames are around the container that nothing in is wanted; 0
       where there is none. */
    size_t silent;
    uint64_t captured; /* offset of the value being captured, whose text must
                          stay; or JAC_OFFSET_NONE */
    uint64_t placed;   /* offset of the value captured last, whose place is */
    jac_place_t place; /* this one; where that is not 0 */
    VALUE value;       /* that was wanted and has been found; or Qundef */
} jac_descent_t;

typedef enum {
    JAC_DESCENT_MORE,  /* the text ends first */
    JAC_DESCENT_VALUE, /* a value was found: `value`; or none will be */
    JAC_DESCENT_FULL,  /* there is a piece of layout to be flushed */
    JAC_DESCENT_END    /* the document is at its end; perhaps `value` */
} jac_descent_status_t;

/* For the options of chunked, which must be there. */
void jac_descent_init(jac_descent_t *d, jac_chunked_t *chunked);

/* Before a document, and after one that failed. */
void jac_descent_begin(jac_descent_t *d);

/*
 * Has it call the handler's methods for events, as far as it has public ones
 * now, in the place of looking for values.
 */
void jac_descent_handle(jac_descent_t *d, VALUE handler);

/*
 * Writes each document into the buffer instead of looking for values: numbers
 * and strings as they are written, without comments. whole: the text is one
 * document, which must end where the last chunk does; the errors are those of a
 * parse of the whole text.
 */
void jac_descent_lay_out(jac_descent_t *d, jac_layout_buffer_t *layout,
                         bool whole);

/*
 * Writes only the values that `at` leads to, a line break after each. `found`
 * is set if there are any. Without allow_duplicate_key the first of equal keys
 * leads to them, and a whole text need not be read further once the descent is
 * `exhausted`. check: read all of the document, and treat equal keys as an
 * error everywhere, not only in the values that are written.
 */
void jac_descent_select(jac_descent_t *d, jac_layout_buffer_t *layout,
                        bool whole, bool check);

/*
 * Reads the document that begins at the cursor where it lies in the buffer, if
 * it can be read so and is good: then *done is true, the cursor is after it,
 * and `value` is its value. Returns 0, or the state for rb_jump_tag if Ruby
 * code raised.
 */
int jac_descent_direct(jac_descent_t *d, bool *done);

/* Goes on; under jac_chunked_run. Raises, and what the handler raises. */
jac_descent_status_t jac_descent_run(jac_descent_t *d);

void jac_init_descent(void);

#endif
