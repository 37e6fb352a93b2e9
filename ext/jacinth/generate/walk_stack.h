/*
 * The walk over an object graph: which containers are open, and where in
 * each the walk stands. It does not recurse, so depth costs heap, not C stack,
 * and the path to any value can be told.
 *
 * One stack of VALUEs holds a frame for each open container, innermost on
 * top. A hash's pairs are copied out first: then no to_json can disturb the
 * walk by changing the hash, and no lock on the hash must be undone when
 * something raises.
 *
 *   array   | container | next index | link |
 *   hash    | container | next slot  | link | key 0 | value 0 | key 1 | ...
 *                         (counted from the stack's start, also in `link`)
 *   link = outer frame's place * 8 + JAC_LINK_HASH, JAC_LINK_CHECKED or
 *   JAC_LINK_EACH
 *
 * The stack begins in the C frame that starts the walk (Ruby's GC scans it)
 * and moves into a workspace, a Ruby object that marks it, when it outgrows
 * that. Workspaces are kept for the walks that follow, in a pool.
 */
#ifndef JAC_WALK_STACK_H
#define JAC_WALK_STACK_H

#include "core/kernels.h"
#include "generate/buffer.h"
#include "generate/state.h"
#include "ruby/c_stack.h"
#include "ruby/errors.h"
#include "ruby/ticket.h"

/* Classes of which a walk remembers that they have no to_json of their own. */
#define JAC_WALK_GENERIC 4

/* VALUEs of stack that begin on the C stack. */
#define JAC_WALK_LOCAL 160

enum { JAC_WALK_CONTAINER, JAC_WALK_NEXT, JAC_WALK_LINK, JAC_WALK_FRAME_SIZE };

/*
 * Bits of a link: a hash; one that was searched for duplicate keys; an
 * Enumerator, whose frame is an array's.
 */
enum {
    JAC_LINK_HASH = 1,
    JAC_LINK_CHECKED = 2,
    JAC_LINK_EACH = 4,
    JAC_LINK_BITS = 3
};

/* The link of the outermost frame: no frame lies outside. */
#define JAC_WALK_NO_FRAME (SIZE_MAX >> JAC_LINK_BITS)

/*
 * An escaped key that was written already: Hash keys repeat by identity.
 * `offset` counts from the buffer's start. Valid while `era` is the walk's.
 *
 * Who keeps it alive, and in place: the workspace marks the keys of its era,
 * with rb_gc_mark, which pins. So from the moment that a key stands here until
 * the era ends no other object can come to lie at its address. The workspace
 * is alive, since the walk's C frame refers to it; it has no write barrier, so
 * each minor collection marks it again, and an incremental one again at its
 * end: a key that is put here in between is marked, too.
 *
 * What makes it stale: Ruby code, which may change a key (compare_by_identity
 * leaves Strings unfrozen), the options or the buffer. jac_walk_exit_to_ruby,
 * which comes before all Ruby code, begins a new era. A key stands here only
 * if its own text was written, not the answer of one of its methods. So where
 * all keys of an era are frozen Strings and static Symbols, not `changeable`,
 * and the buffer is not touched, Ruby code may run without a new era: a writer
 * of many pieces keeps it from one to the next.
 */
typedef struct {
    VALUE key;
    uint32_t offset;
    uint16_t size; /* bytes, with quotes and colon: at most JAC_KEY_COPY */
    uint16_t era;
#ifdef JACINTH_DEBUG
    jac_shadow_t shadow;
#endif
} jac_written_key_t;

#define JAC_KEY_COPY 32
#define JAC_KEY_SLOTS 1024 /* a power of two */

typedef struct {
    VALUE *stack;
    size_t capacity;
    size_t used;          /* high-water mark, for marking */
    jac_ticket_t tickets; /* of the walks' calls of Ruby code */
    uint16_t era;
    bool changeable; /* a key of this era may get another text: see above */
    jac_written_key_t keys[JAC_KEY_SLOTS];
#ifdef JACINTH_DEBUG
    jac_shadow_t *shadows; /* of what is on the stack */
#endif
} jac_workspace_t;

typedef struct jac_walk {
    jac_buffer_t buffer;
    jac_generator_options_t options;
    VALUE *stack;
    size_t top, capacity; /* of stack */
    VALUE *room;  /* the first stack: JAC_WALK_LOCAL VALUEs of the caller */
    size_t frame; /* place of the innermost frame, or JAC_WALK_NO_FRAME */
    size_t base;  /* the frame at which the walk ends: that of an enumerator
                     whose element is written, else JAC_WALK_NO_FRAME */
    long depth;   /* open containers, those of options.depth included */
    /* Where max_nesting is 0: containers opened, now and at the last search
       for a cycle; objects that as_json was asked about, and what these and
       `opened` come to at the next search for answers without an end. */
    size_t opened, searched, asked, ask_again;
    jac_workspace_t *workspace; /* NULL until needed */
    VALUE workspace_object;
    /* The workspace's counter, or that of a walk that is on the heap. NULL: all
       of the walk is on the C stack, and a continuation that returns into it
       restores it. */
    jac_ticket_t *tickets;
    size_t *used; /* of the workspace, once the stack lies there, or NULL */
    VALUE state;  /* State that to_json received, or Qfalse */
    jac_generator_options_t
        *state_options;  /* NULL: it is (also) the json gem's */
    jac_json_gem_t told; /* what it knows then */
    VALUE pending;       /* waits for a protected walk; or Qundef */
    VALUE answers;       /* class whose objects have a to_json, or Qfalse */
    /* Classes whose objects have none, or the one that all objects have, and
       how many were put there */
    VALUE generic[JAC_WALK_GENERIC];
    unsigned generics;
#ifdef JACINTH_DEBUG
    jac_shadow_t answers_shadow, generic_shadow[JAC_WALK_GENERIC];
#endif
    unsigned escapes; /* JAC_ESC_* beyond those of the options */
    const struct jac_object_rules *rules; /* convert_object.h; or NULL */
    struct jac_conversions *conversions;  /* a Coder's types, or NULL */
    /* Where in a larger document the walk begins, as jac_walk_path; or NULL */
    VALUE (*outer_path)(const struct jac_walk *w);
    struct jac_fit *fit; /* what lays lines out to a width (fit.h), or NULL */
    VALUE fit_object;    /* that owns it */
    jac_ticket_t fit_ticket; /* as it was when the walk stood there last */
    bool one_line;       /* line breaks of what is spliced in become spaces */
    bool protected_p;    /* whether errors come back to this walk */
    bool in_to_json;     /* whether a to_json of this walk is running */
    jac_ticket_t called; /* *tickets then */
    int keys_written;    /* counted until the walk gets a workspace */
    bool non_ascii;      /* a byte >= 0x80 was written */
    bool unknown;        /* text was spliced in that may not be UTF-8 */
} jac_walk_t;

/* What a walk's caller provides on its C stack, uninitialized. */
typedef struct {
    uint8_t bytes[JAC_BUFFER_STACK];
    VALUE stack[JAC_WALK_LOCAL];
} jac_walk_room_t;

/*
 * Begins a walk with a copy of *options, writing to `io`, or to a String when
 * io is nil or false. `room` outlives it.
 */
JAC_INLINE void
jac_walk_init(jac_walk_t *w, jac_walk_room_t *room,
              const jac_generator_options_t *options, VALUE io)
{
    jac_buffer_init(&w->buffer, room->bytes, io,
                    options->buffer_initial_length);
    w->options = *options;
    w->stack = w->room = room->stack;
    w->top = 0;
    w->capacity = JAC_WALK_LOCAL;
    w->frame = w->base = JAC_WALK_NO_FRAME;
    w->depth = options->depth;
    w->opened = w->searched = w->asked = w->ask_again = 0;
    w->workspace = NULL;
    w->workspace_object = Qfalse;
    w->tickets = NULL;
    w->used = NULL;
    w->state = Qfalse;
    w->pending = Qundef;
    w->answers = Qfalse;
    w->generics = 0;
    w->escapes = JAC_ESC_PLAIN;
    w->rules = NULL;
    w->conversions = NULL;
    w->outer_path = NULL;
    w->fit = NULL;
    w->fit_object = Qfalse;
    w->one_line = false;
    w->protected_p = false;
    w->in_to_json = false;
    w->keys_written = 0;
    w->non_ascii = false;
    w->unknown = false;
}

/* What of HTML is escaped: a sum of JAC_ESC_HTML and JAC_ESC_SEPARATORS. */
JAC_INLINE unsigned
jac_walk_escapes(const jac_walk_t *w)
{
    return w->options.html_safe ? JAC_ESC_HTML | JAC_ESC_SEPARATORS
                                : w->escapes;
}

/*
 * Whether nothing stands between the tokens, and no option changes how a
 * value is written.
 */
JAC_INLINE bool
jac_walk_plain_p(const jac_walk_t *w)
{
    const jac_generator_options_t *o = &w->options;
    VALUE text = o->indent | o->space | o->space_before | o->object_nl |
                 o->array_nl | o->sort_keys;

    return !text && !o->rfc8785 && !o->safe_integers && !o->ascii_only &&
           !o->script_safe && !jac_walk_escapes(w);
}

/* Keeps the workspace for the next walk. */
void jac_walk_keep_workspace(jac_walk_t *w);

/* Clears the references of a walk that are left on the C stack. */
void jac_walk_clear(jac_walk_t *w);

/* Ends a walk. One that raises need not be ended: the GC has what it used. */
JAC_INLINE void
jac_walk_finish(jac_walk_t *w)
{
    if (w->workspace) {
        jac_walk_keep_workspace(w);
    }
    if (JAC_UNLIKELY(w->buffer.end - w->buffer.start >=
                     JAC_C_STACK_CLEARED_FROM)) {
        jac_walk_clear(w);
    }
}

/* Makes room for `count` more VALUEs above top. May raise NoMemoryError. */
void jac_walk_grow(jac_walk_t *w, size_t count);

/* Makes w->workspace. */
void jac_walk_take_workspace(jac_walk_t *w);

/* Whether one more container would be too deep. */
JAC_INLINE bool
jac_walk_at_limit(const jac_walk_t *w)
{
    return w->depth >= w->options.max_nesting && w->options.max_nesting;
}

/*
 * For a container about to be opened, where depth has come to max_nesting or
 * knows none. Raises NestingError where it is too deep, or found inside itself.
 */
void jac_walk_look_deep(jac_walk_t *w, VALUE container);

/* Raises NestingError for a container inside the innermost frame. */
NORETURN(void jac_walk_fail_nesting(const jac_walk_t *w));

/* As jac_walk_look_deep, for any container. */
JAC_INLINE void
jac_walk_check_depth(jac_walk_t *w, VALUE container)
{
    if (JAC_UNLIKELY(w->depth >= w->options.max_nesting)) {
        jac_walk_look_deep(w, container);
    }
}

/*
 * For an object that as_json, types or sort_keys are about to be asked about,
 * where depth knows no limit. Raises NestingError where objects stand for each
 * other without end, or answers without end for what is in answers.
 */
void jac_walk_look_asked(jac_walk_t *w, VALUE object);

/*
 * Pushes a frame, and room for `size` VALUEs in all; `kind` is JAC_LINK_HASH,
 * JAC_LINK_EACH or 0. Returns the frame.
 */
JAC_INLINE VALUE *
jac_walk_push(jac_walk_t *w, VALUE container, size_t size, size_t kind)
{
    VALUE *frame;

    if (JAC_UNLIKELY(w->capacity - w->top < size)) {
        jac_walk_grow(w, size);
    }
    frame = w->stack + w->top;
    frame[JAC_WALK_CONTAINER] = container;
    frame[JAC_WALK_LINK] = w->frame << JAC_LINK_BITS | kind;
    w->frame = w->top;
    w->depth++;
    return frame;
}

#ifdef JACINTH_DEBUG
/*
 * The innermost container, and its pairs, are others than before. Frames are
 * shadowed that are opened when the stack lies in the workspace.
 */
void jac_walk_shadow(const jac_walk_t *w);
/* Aborts unless what is at this place of the stack is what was put there. */
void jac_walk_check(const jac_walk_t *w, size_t at);
#else
#define jac_walk_shadow(w) ((void)0)
#define jac_walk_check(w, at) ((void)0)
#endif

/* After a push: the workspace marks what lies below the new top. */
JAC_INLINE void
jac_walk_set_top(jac_walk_t *w, size_t top)
{
    w->top = top;
    if (w->used && *w->used < top) {
        *w->used = top;
    }
}

/* Opens an array, to go on with the element at `next`. */
JAC_INLINE void
jac_walk_open_array(jac_walk_t *w, VALUE array, size_t next)
{
    VALUE *frame = jac_walk_push(w, array, JAC_WALK_FRAME_SIZE, 0);

    frame[JAC_WALK_NEXT] = next;
    jac_walk_set_top(w, w->frame + JAC_WALK_FRAME_SIZE);
    jac_walk_shadow(w);
}

/*
 * Opens a hash of `size` > 0: its pairs are copied onto the stack. Returns
 * whether all keys are Strings or all are static Symbols: then no two have
 * the same text (unless the hash compares by identity).
 */
bool jac_walk_open_hash(jac_walk_t *w, VALUE hash, size_t size);

JAC_INLINE bool
jac_walk_hash_p(const VALUE *frame)
{
    return frame[JAC_WALK_LINK] & JAC_LINK_HASH;
}

/* The place of the frame around a frame, or JAC_WALK_NO_FRAME. */
JAC_INLINE size_t
jac_frame_outer(const VALUE *frame)
{
    return frame[JAC_WALK_LINK] >> JAC_LINK_BITS;
}

/* Closes the innermost container. */
JAC_INLINE void
jac_walk_close(jac_walk_t *w)
{
    w->top = w->frame;
    w->frame = jac_frame_outer(w->stack + w->frame);
    w->depth--;
}

/* As jac_buffer_grow, for a walk that stands at `pos`; returns the new pos. */
uint8_t *jac_walk_grow_buffer(jac_walk_t *w, uint8_t *pos, size_t need);

/* Room for `need` bytes at the pos returned; with an IO, Ruby code may run. */
JAC_INLINE uint8_t *
jac_walk_reserve(jac_walk_t *w, uint8_t *pos, size_t need)
{
    if (JAC_UNLIKELY((size_t)(w->buffer.end - pos) < need)) {
        pos = jac_walk_grow_buffer(w, pos, need);
    }
    return pos;
}

/*
 * Behind buffer.stop: makes room for a member, or looks at interrupts. Any Ruby
 * code may run: that of a trap or of other threads, which may change whatever
 * is being written, and it may raise. Returns the new pos.
 */
uint8_t *jac_walk_stop(jac_walk_t *w, uint8_t *pos);

/* Before a member: room for it, and a turn for other threads. */
JAC_INLINE uint8_t *
jac_walk_reserve_member(jac_walk_t *w, uint8_t *pos)
{
    return JAC_UNLIKELY(pos > w->buffer.stop) ? jac_walk_stop(w, pos) : pos;
}

/*
 * The coderange of what the walk has written: ENC_CODERANGE_UNKNOWN where text
 * was spliced in.
 */
int jac_walk_coderange(const jac_walk_t *w);

/* The step of a path by which a key stands in it; may run Ruby code. */
VALUE jac_walk_path_step(VALUE key);

/* Where the walk stands: an Array of Integers and Strings, outermost first. */
VALUE jac_walk_path(const jac_walk_t *w);

/*
 * Raises GeneratorError with the path of where the walk stands. The format is
 * rb_sprintf's; `invalid` is the object that cannot be generated.
 */
NORETURN(void jac_walk_fail(const jac_walk_t *w, VALUE invalid,
                            const char *format, ...));

/*
 * Around each call into Ruby that can run anything: what was known by
 * identity is forgotten (a key may have been freed and its address used
 * again). The first returns a ticket that the second checks (ruby/ticket.h).
 */
jac_ticket_t jac_walk_exit_to_ruby(jac_walk_t *w);
void jac_walk_reenter(jac_walk_t *w, jac_ticket_t ticket);

/* Between the two: what a method of any object's gives. */
VALUE jac_walk_call(jac_walk_t *w, VALUE receiver, ID method, int argc,
                    const VALUE *argv);

/* Whether the walk went on since it gave the ticket. */
JAC_INLINE bool
jac_walk_went_on(const jac_walk_t *w, jac_ticket_t ticket)
{
    return w->tickets != NULL && *w->tickets != ticket;
}

void jac_init_walk(void);

#endif
