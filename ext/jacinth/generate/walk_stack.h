/*
 * The stack of the walk over an object graph: the open containers, and the
 * position in each. The walk does not recurse, so depth costs heap and not C
 * stack, and errors know the path to each value.
 *
 * One stack of VALUEs has a frame for each open container, the innermost on
 * top. The pairs of a hash are copied to it first. So a to_json that changes
 * the hash cannot disturb the walk, and no lock on the hash must be released
 * after an error.
 *
 *   array   | container | next index | link |
 *   hash    | container | next slot  | link | key 0 | value 0 | key 1 | ...
 *                         (counted from the stack's start, also in `link`)
 *   link = outer frame's place * 8 + JAC_LINK_HASH, JAC_LINK_SEARCHED or
 *   JAC_LINK_EACH
 *
 * The stack begins in the C frame that starts the walk, which the GC scans.
 * When it is full, it moves into a workspace, a Ruby object that marks it. A
 * pool keeps workspaces for the next walks.
 */
#ifndef JAC_WALK_STACK_H
#define JAC_WALK_STACK_H

#include "core/kernels.h"
#include "generate/buffer.h"
#include "generate/state.h"
#include "ruby/c_stack.h"
#include "ruby/errors.h"
#include "ruby/ticket.h"

#define JAC_WALK_GENERIC 4

#define JAC_WALK_LOCAL 160

enum { JAC_WALK_CONTAINER, JAC_WALK_NEXT, JAC_WALK_LINK, JAC_WALK_FRAME_SIZE };

/* Bits of a link: a hash; a hash that was searched for duplicate keys; an
   Enumerator, which has a frame like an array. */
enum {
    JAC_LINK_HASH = 1,
    JAC_LINK_SEARCHED = 2,
    JAC_LINK_EACH = 4,
    JAC_LINK_BITS = 3
};

#define JAC_WALK_NO_FRAME (SIZE_MAX >> JAC_LINK_BITS)

/*
 * An escaped key that is already in the buffer, since Hash keys repeat by
 * identity. `offset` counts from the buffer's start. Valid while `era` equals
 * the era of the workspace.
 *
 * Kept alive and pinned by the workspace, which marks the keys of its era. So
 * no other object can get the address of a key during the era. The walk's C
 * frame keeps the workspace alive. The workspace has no write barrier, so each
 * minor collection marks it again, and an incremental one at its end: a key
 * that is stored in between is marked, too.
 *
 * Invalidated by Ruby code, which can change a key (compare_by_identity leaves
 * Strings unfrozen), the options or the buffer. jac_walk_exit_to_ruby(), called
 * before all Ruby code, begins a new era. A key is stored only if its own text
 * was written, not the result of a method. So if no key of an era is
 * `changeable` (all are frozen Strings and static Symbols) and the buffer
 * stays, Ruby code can run without a new era. A Writer uses this between its
 * calls.
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
#define JAC_KEY_SLOTS 1024

/*
 * The orders of the keys of Hashes that were sorted: the Hashes of a document
 * often have identical keys. An order is looked up by the number of pairs, the
 * first key and the last one, and is valid for a Hash with identical keys.
 *
 * The keys are kept alive and pinned by the workspace, like written keys.
 * All orders are invalidated when Ruby code runs, which can change a key or a
 * comparison, by jac_walk_clear_orders().
 */
enum { JAC_ORDERS = 256, JAC_ORDER_PAIRS = 64, JAC_ORDERED_KEYS = 1024 };

typedef struct {
    size_t used; /* elements of keys and of places */
    struct {
        uint16_t first, size; /* of keys; size 0: no order */
    } orders[JAC_ORDERS];
    VALUE keys[JAC_ORDERED_KEYS];     /* in the order of the Hash */
    uint8_t places[JAC_ORDERED_KEYS]; /* of the keys, after sorting */
#ifdef JACINTH_DEBUG
    jac_shadow_t shadows[JAC_ORDERED_KEYS];
#endif
} jac_key_orders_t;

typedef struct {
    VALUE *stack;
    size_t capacity;
    size_t used;          /* high-water mark, for marking */
    jac_ticket_t tickets; /* of the walks' calls of Ruby code */
    uint16_t era;
    bool changeable; /* a key of this era can change its text: see above */
    jac_written_key_t keys[JAC_KEY_SLOTS];
    jac_key_orders_t key_orders;
#ifdef JACINTH_DEBUG
    jac_shadow_t *shadows;
#endif
} jac_workspace_t;

typedef struct jac_walk {
    jac_buffer_t buffer;
    jac_generator_options_t options;
    VALUE *stack;
    size_t frame; /* index of the innermost frame, or JAC_WALK_NO_FRAME */
    size_t base;  /* the frame at which the walk ends: that of an enumerator
                     whose element is written, or JAC_WALK_NO_FRAME */
    size_t capacity;
    long depth;    /* open containers, including options.depth */
    VALUE pending; /* the value to write in a protected walk, or Qundef */
    VALUE owner;   /* the owner of the errors (ruby/errors.h): the Writer, the
                    State that the caller passed, or else the whole value.
                    jac_convert_path() stores it in an error about the State of
                    a to_json. */
    VALUE
    *local_stack; /* the first stack: JAC_WALK_LOCAL VALUEs of the caller */
    /* The members that begin as zero. The compiler sets several at once. */
    size_t top;
    /* With max_nesting 0: containers opened, now and at the last search for a
       cycle; calls of as_json; and the sum of these and `opened` at the next
       search for endless results of as_json. */
    size_t opened, searched, conversions_made, next_endless_check;
    jac_workspace_t *workspace;
    VALUE workspace_object;
    /* The workspace's counter, or that of a walk that is on the heap. NULL: all
       of the walk is on the C stack, and a continuation that returns into it
       restores it. */
    jac_ticket_t *tickets;
    size_t *used; /* of the workspace, if the stack is there, or NULL */
    VALUE state;  /* the State that to_json received, or Qfalse */
    VALUE
    converting_class; /* a class whose objects have a to_json, or Qfalse */
    const struct jac_object_rules *rules; /* object_methods.h; or NULL */
    struct jac_conversions *conversions;  /* a Coder's types, or NULL */
    /* returns this walk's path in a larger document; NULL if it is in none */
    VALUE (*outer_path)(const struct jac_walk *w);
    struct jac_printer
        *printer; /* fits lines to a width (pretty_printer.h), or NULL */
    VALUE printer_object;
    unsigned escapes;  /* JAC_ESC_* beyond those of the options */
    unsigned generics; /* number of classes stored in `generic` */
    int keys_written;  /* counted until the walk gets a workspace */
    bool one_line;     /* spliced text gets spaces for line breaks */
    bool protected_p;  /* errors return to this walk */
    bool in_to_json;
    bool rails_begun;   /* rails_object is set */
    bool plain_symbols; /* Symbols are written without a call, until the next
                           call of Ruby code */
    bool non_ascii;     /* a byte >= 0x80 was written */
    bool unknown;       /* spliced text can be invalid UTF-8 */
    /* The members that are not initialized. */
    VALUE generic[JAC_WALK_GENERIC]; /* classes whose objects have no to_json,
                                        or that of Object */
#ifdef JACINTH_DEBUG
    jac_shadow_t converting_class_shadow, generic_shadow[JAC_WALK_GENERIC];
#endif
    jac_generator_options_t
        *state_options;          /* NULL: the State is one of the json gem */
    jac_json_gem_t json_gem;     /* the depth last set in that State */
    jac_ticket_t printer_ticket; /* its ticket at the last write */
    jac_ticket_t called;         /* *tickets at the call of a to_json */
    VALUE rails_object; /* keeps the rules of Active Support alive and pinned;
                           set if rails_begun */
} jac_walk_t;

/* Memory that the caller of a walk provides on its C stack, uninitialized. */
typedef struct {
    uint8_t bytes[JAC_BUFFER_STACK];
    VALUE stack[JAC_WALK_LOCAL];
} jac_walk_memory_t;

/* Begins a walk with a copy of *options that writes to `io`, or to a String
   if io is nil or false. `memory` must outlive the walk. */
JAC_INLINE void
jac_walk_init(jac_walk_t *w, jac_walk_memory_t *memory,
              const jac_generator_options_t *options, VALUE io, VALUE owner)
{
    jac_buffer_init(&w->buffer, memory->bytes, io,
                    options->buffer_initial_length);
    w->options = *options;
    w->stack = w->local_stack = memory->stack;
    w->frame = w->base = JAC_WALK_NO_FRAME;
    w->capacity = JAC_WALK_LOCAL;
    w->depth = options->depth;
    w->pending = Qundef;
    w->owner = owner;
    w->top = 0;
    w->opened = w->searched = w->conversions_made = w->next_endless_check = 0;
    w->workspace = NULL;
    w->workspace_object = Qfalse;
    w->tickets = NULL;
    w->used = NULL;
    w->state = Qfalse;
    w->converting_class = Qfalse;
    w->rules = NULL;
    w->conversions = NULL;
    w->outer_path = NULL;
    w->printer = NULL;
    w->printer_object = Qfalse;
    w->escapes = JAC_ESC_PLAIN;
    w->generics = 0;
    w->keys_written = 0;
    w->one_line = false;
    w->protected_p = false;
    w->in_to_json = false;
    w->rails_begun = false;
    w->plain_symbols = false;
    w->non_ascii = false;
    w->unknown = false;
}

/* Returns the escapes for HTML: a sum of JAC_ESC_HTML, JAC_ESC_SEPARATORS. */
JAC_INLINE unsigned
jac_walk_escapes(const jac_walk_t *w)
{
    return w->options.html_safe ? JAC_ESC_HTML | JAC_ESC_SEPARATORS
                                : w->escapes;
}

/* True if there is no white space between tokens and no option for values. */
JAC_INLINE bool
jac_walk_compact_p(const jac_walk_t *w)
{
    return !w->options.formatted && !w->escapes;
}

void jac_walk_keep_workspace(jac_walk_t *w);

void jac_walk_clear(jac_walk_t *w);

/* Ends a walk. After an exception, the GC frees the memory instead. */
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

/* Grows the capacity by `count` VALUEs. Can raise NoMemoryError. */
void jac_walk_grow(jac_walk_t *w, size_t count);

void jac_walk_take_workspace(jac_walk_t *w);

JAC_INLINE bool
jac_walk_at_limit(const jac_walk_t *w)
{
    return w->depth >= w->options.max_nesting && w->options.max_nesting;
}

/* Slow path of jac_walk_check_depth(). Raises NestingError if the container
   is nested too deeply, or contains itself. */
void jac_walk_check_cycle(jac_walk_t *w, VALUE container);

/* Raises NestingError for a value `more` levels inside the innermost frame. */
NORETURN(void jac_walk_fail_nesting(const jac_walk_t *w, long more));

JAC_INLINE void
jac_walk_check_depth(jac_walk_t *w, VALUE container)
{
    if (JAC_UNLIKELY(w->depth >= w->options.max_nesting)) {
        jac_walk_check_cycle(w, container);
    }
}

/*
 * Called with max_nesting 0 before as_json, types or sort_keys are called for
 * an object. Raises NestingError if objects convert to each other endlessly, or
 * nest endlessly.
 */
void jac_walk_check_endless(jac_walk_t *w, VALUE object);

/* Pushes and returns a frame with capacity for `size` VALUEs. `kind` is
   JAC_LINK_HASH, JAC_LINK_EACH or 0. */
JAC_INLINE VALUE *
jac_walk_push(jac_walk_t *w, VALUE container, size_t size, size_t kind)
{
    /* locals: for the compiler, a store to the frame can change *w */
    const size_t top = w->top, outer = w->frame;
    VALUE *frame;

    if (JAC_UNLIKELY(w->capacity - top < size)) {
        jac_walk_grow(w, size);
    }
    frame = w->stack + top;
    w->frame = top;
    w->depth++;
    frame[JAC_WALK_CONTAINER] = container;
    frame[JAC_WALK_LINK] = outer << JAC_LINK_BITS | kind;
    return frame;
}

#ifdef JACINTH_DEBUG
/* Debug: notes that the innermost container and its pairs have changed. Only
   frames in a workspace have shadows. */
void jac_walk_shadow(const jac_walk_t *w);
void jac_walk_check(const jac_walk_t *w, size_t at);
#else
#define jac_walk_shadow(w) ((void)0)
#define jac_walk_check(w, at) ((void)0)
#endif

/* Sets top after a push, so that the workspace marks all values below it. */
JAC_INLINE void
jac_walk_set_top(jac_walk_t *w, size_t top)
{
    w->top = top;
    if (w->used && *w->used < top) {
        *w->used = top;
    }
}

JAC_INLINE void
jac_walk_open_array(jac_walk_t *w, VALUE array, size_t next)
{
    const size_t top = w->top + JAC_WALK_FRAME_SIZE;
    VALUE *frame = jac_walk_push(w, array, JAC_WALK_FRAME_SIZE, 0);

    frame[JAC_WALK_NEXT] = next;
    jac_walk_set_top(w, top);
    jac_walk_shadow(w);
}

/* Bits for the kinds of keys, to be combined for a Hash. */
enum { JAC_KEYS_STRING = 1, JAC_KEYS_STATIC_SYMBOL = 2, JAC_KEYS_OTHER = 4 };

JAC_INLINE unsigned
jac_key_kind(VALUE key)
{
    if (!RB_SPECIAL_CONST_P(key)) {
        return RB_BUILTIN_TYPE(key) == T_STRING ? JAC_KEYS_STRING
                                                : JAC_KEYS_OTHER;
    }
    return RB_STATIC_SYM_P(key) ? JAC_KEYS_STATIC_SYMBOL : JAC_KEYS_OTHER;
}

/* True if keys of these kinds are all Strings or all static Symbols. Then no
   two have the same text, unless the Hash compares by identity. */
JAC_INLINE bool
jac_same_kind_p(unsigned kinds)
{
    return kinds == JAC_KEYS_STRING || kinds == JAC_KEYS_STATIC_SYMBOL;
}

/*
 * Opens a hash of `size` > 0 pairs and copies the pairs to the stack. Returns
 * jac_same_kind_p() of its keys.
 */
bool jac_walk_open_hash(jac_walk_t *w, VALUE hash, size_t size);

JAC_INLINE bool
jac_walk_hash_p(const VALUE *frame)
{
    return frame[JAC_WALK_LINK] & JAC_LINK_HASH;
}

JAC_INLINE size_t
jac_frame_outer(const VALUE *frame)
{
    return frame[JAC_WALK_LINK] >> JAC_LINK_BITS;
}

JAC_INLINE void
jac_walk_close(jac_walk_t *w)
{
    w->top = w->frame;
    w->frame = jac_frame_outer(w->stack + w->frame);
    w->depth--;
}

/* jac_buffer_grow() for a walk at `pos`. Returns the new pos. */
uint8_t *jac_walk_grow_buffer(jac_walk_t *w, uint8_t *pos, size_t need);

/* Reserves `need` bytes and returns the new pos. An IO can run Ruby code. */
JAC_INLINE uint8_t *
jac_walk_reserve(jac_walk_t *w, uint8_t *pos, size_t need)
{
    if (JAC_UNLIKELY((size_t)(w->buffer.end - pos) < need)) {
        pos = jac_walk_grow_buffer(w, pos, need);
    }
    return pos;
}

/*
 * Called at buffer.stop: grows the capacity, or checks interrupts. Any Ruby
 * code can run, change the objects being written, and raise. Returns the new
 * pos.
 */
uint8_t *jac_walk_stop(jac_walk_t *w, uint8_t *pos);

/* Reserves capacity for a member, and checks interrupts if due. */
JAC_INLINE uint8_t *
jac_walk_reserve_member(jac_walk_t *w, uint8_t *pos)
{
    return JAC_UNLIKELY(pos > w->buffer.stop) ? jac_walk_stop(w, pos) : pos;
}

/* Returns the coderange of the output: ENC_CODERANGE_UNKNOWN after spliced
   text. */
int jac_walk_coderange(const jac_walk_t *w);

/* Returns the step for a key in the path of an error. Returns nil if the key's
   to_s raises, so that the first error is reported. Can run Ruby code. */
VALUE jac_walk_path_step(VALUE key);

/*
 * Returns the path of the current value: Integers and Strings, outermost first.
 */
VALUE jac_walk_path(const jac_walk_t *w);

/* Raises GeneratorError with the current path. `format` as in rb_sprintf();
   `invalid` is the object that cannot be generated. */
NORETURN(void jac_walk_fail(const jac_walk_t *w, VALUE invalid,
                            const char *format, ...));

/*
 * Must enclose each call that can run any Ruby code. The first invalidates the
 * cached keys, which can be freed, and returns a ticket that the second checks
 * (ruby/ticket.h).
 */
jac_ticket_t jac_walk_exit_to_ruby(jac_walk_t *w);
void jac_walk_reenter(jac_walk_t *w, jac_ticket_t ticket);

/* Invalidates the orders of sorted keys. jac_walk_exit_to_ruby() does, too. */
JAC_INLINE void
jac_walk_clear_orders(const jac_walk_t *w)
{
    jac_key_orders_t *orders = &w->workspace->key_orders;

    if (orders->used > 0) {
        orders->used = 0;
        memset(orders->orders, 0, sizeof(orders->orders));
    }
}

VALUE jac_walk_call(jac_walk_t *w, VALUE receiver, ID method, int argc,
                    const VALUE *argv);

/* True if the walk went on since it returned the ticket. */
JAC_INLINE bool
jac_walk_went_on(const jac_walk_t *w, jac_ticket_t ticket)
{
    return w->tickets != NULL && *w->tickets != ticket;
}

void jac_init_walk(void);

#endif
