#include "generate/walk_stack.h"

#include "generate/object_methods.h"
#include "ruby/hash_layout.h"
#include "ruby/pool.h"

#include <stdarg.h>

static void
workspace_mark(void *ptr)
{
    const jac_workspace_t *ws = ptr;
    size_t i;

    /* both pin: the walk holds addresses */
    if (ws->stack) {
        rb_gc_mark_locations(ws->stack, ws->stack + ws->used);
    }
    for (i = 0; i < JAC_KEY_SLOTS; i++) {
        if (ws->keys[i].era == ws->era) rb_gc_mark(ws->keys[i].key);
    }
    rb_gc_mark_locations(ws->key_orders.keys,
                         ws->key_orders.keys + ws->key_orders.used);
}

#ifdef JACINTH_DEBUG
static void
shadows_free(jac_workspace_t *ws)
{
    free(ws->shadows);
    ws->shadows = NULL;
}

static void
shadows_grow(jac_workspace_t *ws, size_t kept)
{
    ws->shadows = realloc(ws->shadows, ws->capacity * sizeof(jac_shadow_t));
    if (!ws->shadows) abort();
    memset(ws->shadows + kept, 0, (ws->capacity - kept) * sizeof(jac_shadow_t));
}

void
jac_walk_shadow(const jac_walk_t *w)
{
    size_t i;

    if (!w->used) return;
    for (i = w->frame; i < w->top; i++) {
        if (i == w->frame + JAC_WALK_NEXT || i == w->frame + JAC_WALK_LINK) {
            continue;
        }
        jac_shadow_keep(&w->workspace->shadows[i], w->stack[i]);
    }
}

void
jac_walk_check(const jac_walk_t *w, size_t at)
{
    if (!w->used || w->workspace->shadows[at].not_value == 0) return;
    jac_shadow_check(&w->workspace->shadows[at], w->stack[at],
                     "the stack of a walk");
}
#else
#define shadows_free(ws) ((void)0)
#define shadows_grow(ws, kept) ((void)0)
#endif

static void
workspace_free(void *ptr)
{
    jac_workspace_t *ws = ptr;

    xfree(ws->stack);
    shadows_free(ws);
    xfree(ws);
}

static size_t
workspace_memsize(const void *ptr)
{
    const jac_workspace_t *ws = ptr;

    return sizeof(*ws) + ws->capacity * sizeof(VALUE);
}

/* Not RUBY_TYPED_WB_PROTECTED: stack and table are written too often, and
   jac_written_key_t relies on being marked again. */
static const rb_data_type_t workspace_type =
    JAC_DATA_TYPE("Jacinth/generator workspace", workspace_mark, workspace_free,
                  workspace_memsize, 0);

/* The largest stack that goes back to the pool, in VALUEs. */
#define KEPT_CAPACITY ((size_t)1 << 16)

static jac_pool_t pool;

/* Takes a workspace for this walk alone: nested walks and other threads get
   others. */
void
jac_walk_take_workspace(jac_walk_t *w)
{
    VALUE object = jac_pool_take(&pool);

    if (JAC_LIKELY(object != 0)) {
        w->workspace = RTYPEDDATA_DATA(object);
    }
    else {
        object = TypedData_Make_Struct(0, jac_workspace_t, &workspace_type,
                                       w->workspace);
    }
    w->workspace_object = object;
    if (!w->tickets) w->tickets = &w->workspace->tickets;
    jac_walk_exit_to_ruby(w);
}

void
jac_walk_clear(jac_walk_t *w)
{
    MEMZERO(w->local_stack, VALUE, JAC_WALK_LOCAL);
    jac_c_stack_clear();
}

void
jac_walk_keep_workspace(jac_walk_t *w)
{
    jac_workspace_t *ws = w->workspace;

    jac_walk_exit_to_ruby(w);
    ws->used = 0;
    if (ws->capacity > KEPT_CAPACITY) {
        xfree(ws->stack);
        ws->stack = NULL;
        ws->capacity = 0;
        shadows_free(ws);
    }
    if (w->tickets == &ws->tickets) w->tickets = NULL;
    w->workspace = NULL;
    jac_pool_give(&pool, w->workspace_object);
}

JAC_NOINLINE void
jac_walk_grow(jac_walk_t *w, size_t count)
{
    jac_workspace_t *ws;
    size_t capacity = w->capacity * 2;

    if (!w->workspace) {
        jac_walk_take_workspace(w);
    }
    ws = w->workspace;
    if (count > SIZE_MAX / sizeof(VALUE) / 4) {
        rb_raise(rb_eNoMemError, "a Hash of %" PRIuSIZE " VALUEs", count);
    }
    if (capacity < w->top + count) {
        capacity = w->top + count;
    }
    if (ws->capacity < capacity) {
        /* `used` limits the GC's marking meanwhile */
        REALLOC_N(ws->stack, VALUE, capacity);
        ws->capacity = capacity;
    }
    shadows_grow(ws, w->used ? w->capacity : 0);
    if (!w->used) {
        memcpy(ws->stack, w->stack, w->top * sizeof(VALUE));
        ws->used = w->top;
        w->used = &ws->used;
    }
    w->stack = ws->stack;
    w->capacity = ws->capacity;
}

typedef struct {
    VALUE *next, *end;
    unsigned kinds;
} copy_pairs_t;

static int
copy_pair(VALUE key, VALUE value, VALUE arg)
{
    copy_pairs_t *copy = (copy_pairs_t *)arg;

    if (JAC_UNLIKELY(copy->next == copy->end)) {
        return ST_STOP;
    }
    copy->next[0] = key;
    copy->next[1] = value;
    copy->next += 2;
    copy->kinds |= jac_key_kind(key);
    return ST_CONTINUE;
}

/* Copies the `size` pairs of a Hash from its slot or table. Returns the kinds
   of its keys, or 0 if the Hash must be iterated instead. */
static unsigned
copy_slots(VALUE *to, VALUE hash, size_t size)
{
    size_t stride;
    const VALUE *slot = jac_hash_slots(hash, size, &stride);
    const VALUE *const end = to + 2 * size;
    unsigned kinds = 0;

    if (!slot) {
        return 0;
    }
    for (; to < end; to += 2, slot += stride) {
        const VALUE key = slot[0];

        if (JAC_UNLIKELY(key == Qundef)) {
            return 0;
        }
        to[0] = key;
        to[1] = slot[1];
        kinds |= jac_key_kind(key);
    }
    return kinds;
}

bool
jac_walk_open_hash(jac_walk_t *w, VALUE hash, size_t size)
{
    const size_t pairs = 2 * size;
    VALUE *frame =
        jac_walk_push(w, hash, JAC_WALK_FRAME_SIZE + pairs, JAC_LINK_HASH);
    VALUE *const first = frame + JAC_WALK_FRAME_SIZE;
    const size_t at = w->frame + JAC_WALK_FRAME_SIZE;
    unsigned kinds = copy_slots(first, hash, size);
    size_t top = at + pairs;

    frame[JAC_WALK_NEXT] = at;
    if (JAC_UNLIKELY(!kinds)) {
        copy_pairs_t copy = {first, first + pairs, 0};

        jac_walk_set_top(w, at);
        jac_hash_each(hash, copy_pair, (VALUE)&copy);
        kinds = copy.kinds;
        top = (size_t)(copy.next - w->stack);
    }
    jac_walk_set_top(w, top);
    jac_walk_shadow(w);
    return jac_same_kind_p(kinds);
}

/* Up to this depth each container is compared with all containers around it. */
#define CYCLE_CHECK_ALWAYS 64

/*
 * Detects cycles, after Brent ("An improved Monte Carlo factorization
 * algorithm", 1980), at depths that are powers of two. In a cycle, from some
 * depth on, each open container is open twice; the next power of two finds it,
 * at less than twice the depth of the data.
 *
 * Three containers are compared with all frames: the new one; the innermost
 * frame's, because the new one can be a side branch of the cycle; and that at
 * half the depth, because the branch can be deep. Beyond CYCLE_CHECK_ALWAYS a
 * search waits until half as many containers were opened as it compares, so the
 * total time is linear.
 */
static void
search_cycle(jac_walk_t *w, VALUE container)
{
    const size_t depth = (size_t)w->depth;
    VALUE innermost = Qundef, middle = Qundef;
    size_t at = w->frame, i;

    w->opened++;
    if ((depth & (depth - 1)) != 0 ||
        (depth > CYCLE_CHECK_ALWAYS && w->opened - w->searched < depth / 2)) {
        return;
    }
    w->searched = w->opened;
    for (i = 0; at != JAC_WALK_NO_FRAME; i++) {
        const VALUE *frame = w->stack + at;
        const VALUE open = frame[JAC_WALK_CONTAINER];

        if (open == container || open == innermost || open == middle) {
            jac_raise_circular(jac_walk_path(w), w->owner);
        }
        if (i == 0) innermost = open;
        if (i == depth / 2) middle = open;
        at = jac_frame_outer(frame);
    }
}

static bool
empty_p(VALUE container)
{
    return (RB_TYPE_P(container, T_ARRAY) && RARRAY_LEN(container) == 0) ||
           (RB_TYPE_P(container, T_HASH) && RHASH_SIZE(container) == 0);
}

JAC_COLD void
jac_walk_check_cycle(jac_walk_t *w, VALUE container)
{
    if (w->options.max_nesting) {
        if (w->options.empty_deeper && empty_p(container)) return;
        jac_walk_fail_nesting(w, 1);
    }
    search_cycle(w, container);
}

static VALUE
frame_element(const jac_walk_t *w, size_t at)
{
    const VALUE *frame = w->stack + at;
    const size_t next = frame[JAC_WALK_NEXT];

    if (jac_walk_hash_p(frame)) {
        return next > at + JAC_WALK_FRAME_SIZE ? w->stack[next - 1] : Qundef;
    }
    if (frame[JAC_WALK_LINK] & JAC_LINK_EACH) {
        return Qundef;
    }
    return next > 0 && next <= (size_t)RARRAY_LEN(frame[JAC_WALK_CONTAINER])
               ? RARRAY_AREF(frame[JAC_WALK_CONTAINER], (long)next - 1)
               : Qundef;
}

/* Limits from depth ENDLESS_DEPTH on: open occurrences of one object, and
   nested results of as_json. */
enum { ENDLESS_DEPTH = 1024, OBJECTS_OPEN = 128, RESULTS_OPEN = 100000 };

/* True if sort_keys is a Proc of the caller, which returns new Hashes. */
static bool
hashes_replaced_p(const jac_walk_t *w)
{
    const VALUE sort_keys = w->options.sort_keys;

    return sort_keys && !w->options.rfc8785 &&
           !jac_option_sorts_by_key(sort_keys);
}

/*
 * as_json can return a new container each time, so no container is open twice,
 * but the converted object is. An object with state can still end, hence the
 * generous limit. If it is new each time, too, the number of results is
 * limited.
 */
JAC_COLD void
jac_walk_check_endless(jac_walk_t *w, VALUE object)
{
    size_t at = w->frame, often = 0, results = 0, done;
    VALUE inside = object;
    bool hashes;

    done = w->opened + ++w->conversions_made;
    if (w->depth < ENDLESS_DEPTH || done < w->next_endless_check) {
        return;
    }
    /* odd, so two alternating objects are both sampled */
    w->next_endless_check = done + ((size_t)w->depth | 1);
    hashes = hashes_replaced_p(w);
    while (at != JAC_WALK_NO_FRAME) {
        const VALUE *frame = w->stack + at;
        const VALUE element = frame_element(w, at);

        if (element == object) often++;
        /* a container that is not the element of the frame around it is a
           result */
        if (element != inside || (hashes && jac_walk_hash_p(frame))) results++;
        if (often > OBJECTS_OPEN || results > RESULTS_OPEN) {
            jac_walk_fail_nesting(w, 1);
        }
        inside = frame[JAC_WALK_CONTAINER];
        at = jac_frame_outer(frame);
    }
}

JAC_COLD uint8_t *
jac_walk_grow_buffer(jac_walk_t *w, uint8_t *pos, size_t need)
{
    w->buffer.pos = pos;
    if (w->buffer.io) {
        jac_ticket_t ticket = jac_walk_exit_to_ruby(w);

        jac_buffer_grow(&w->buffer, need);
        rb_thread_check_ints();
        jac_walk_reenter(w, ticket);
    }
    else {
        jac_buffer_grow(&w->buffer, need);
    }
    return w->buffer.pos;
}

JAC_COLD uint8_t *
jac_walk_stop(jac_walk_t *w, uint8_t *pos)
{
    jac_ticket_t ticket;

    if ((size_t)(w->buffer.end - pos) < JAC_MEMBER_SPACE) {
        return jac_walk_grow_buffer(w, pos, JAC_MEMBER_SPACE);
    }
    w->buffer.pos = pos;
    ticket = jac_walk_exit_to_ruby(w);
    rb_thread_check_ints();
    jac_walk_reenter(w, ticket);
    jac_buffer_set_stop(&w->buffer);
    return w->buffer.pos;
}

static VALUE
key_text(VALUE key)
{
    return rb_check_funcall(key, rb_intern("to_s"), 0, NULL);
}

static VALUE
no_text(VALUE unused, VALUE error)
{
    return Qundef;
}

VALUE
jac_walk_path_step(VALUE key)
{
    if (RB_TYPE_P(key, T_STRING) || RB_SYMBOL_P(key)) {
        return key;
    }
    key = rb_rescue2(key_text, key, no_text, Qnil, rb_eStandardError, (VALUE)0);
    return key == Qundef ? Qnil : key;
}

VALUE
jac_walk_path(const jac_walk_t *w)
{
    VALUE path = rb_ary_new();
    size_t at = w->frame;

    while (at != JAC_WALK_NO_FRAME) {
        const VALUE *frame = w->stack + at;
        const size_t next = frame[JAC_WALK_NEXT];
        const size_t outer = jac_frame_outer(frame);

        if (!jac_walk_hash_p(frame)) {
            rb_ary_push(path, SIZET2NUM(next ? next - 1 : 0));
        }
        else if (next > at + JAC_WALK_FRAME_SIZE) {
            rb_ary_push(path, jac_walk_path_step(w->stack[next - 2]));
        }
        at = outer;
    }
    path = rb_ary_reverse(path);
    return w->outer_path ? rb_ary_concat(w->outer_path(w), path) : path;
}

int
jac_walk_coderange(const jac_walk_t *w)
{
    if (w->unknown) {
        return RUBY_ENC_CODERANGE_UNKNOWN;
    }
    if (!w->non_ascii || w->options.ascii_only) {
        return RUBY_ENC_CODERANGE_7BIT;
    }
    /* the non-ASCII text may have been only U+2028 and U+2029, now escaped */
    return w->options.script_safe || (jac_walk_escapes(w) & JAC_ESC_SEPARATORS)
               ? RUBY_ENC_CODERANGE_UNKNOWN
               : RUBY_ENC_CODERANGE_VALID;
}

static void
before_error(const jac_walk_t *w)
{
    if (w->rules && w->rules->before_error) w->rules->before_error(w);
}

JAC_COLD void
jac_walk_fail_nesting(const jac_walk_t *w, long more)
{
    before_error(w);
    jac_raise_nesting(w->depth + more, jac_walk_path(w), w->owner);
}

void
jac_walk_fail(const jac_walk_t *w, VALUE invalid, const char *format, ...)
{
    va_list arguments;
    VALUE message;

    before_error(w);
    va_start(arguments, format);
    message = rb_enc_vsprintf(rb_utf8_encoding(), format, arguments);
    va_end(arguments);
    jac_raise_generator(message, invalid, jac_walk_path(w), w->owner);
}

jac_ticket_t
jac_walk_exit_to_ruby(jac_walk_t *w)
{
    jac_workspace_t *ws = w->workspace;

    w->plain_symbols = false;
    if (ws) {
        if (++ws->era == 0) {
            /* after 65,536 eras: clear the entries of the previous round */
            memset(ws->keys, 0, sizeof(ws->keys));
            ws->era = 1;
        }
        ws->changeable = false;
        jac_walk_clear_orders(w);
    }
    return w->tickets ? jac_ticket_take(w->tickets) : 0;
}

void
jac_walk_reenter(jac_walk_t *w, jac_ticket_t ticket)
{
    if (JAC_UNLIKELY(jac_walk_went_on(w, ticket))) jac_raise_second_return();
    if (w->buffer.owner) jac_buffer_resume(&w->buffer);
}

VALUE
jac_walk_call(jac_walk_t *w, VALUE receiver, ID method, int argc,
              const VALUE *argv)
{
    const jac_ticket_t ticket = jac_walk_exit_to_ruby(w);
    const VALUE result = rb_funcallv(receiver, method, argc, argv);

    jac_walk_reenter(w, ticket);
    return result;
}

void
jac_init_walk(void)
{
    jac_pool_init(&pool);
}
