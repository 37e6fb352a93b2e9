#include "generate/buffer.h"

#include "ruby/atomics.h"
#include "ruby/slot_objects.h"
#include "ruby/ticket.h"

#include <ruby/io.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#define CHUNK_SIZE (64 * 1024)
#define FIRST_SIZE_MIN (8 * 1024)
#define FIRST_SIZE_MAX (16 * 1024 * 1024)
/* Added to the hint; also the most unused capacity that a result keeps. */
#define SLACK(size) ((size) / 8 + 128)
#define STOP_SIZE (256 * 1024)
/* The size of the first part. If the document is much smaller than its String,
   at most this much is populated in vain. */
#define FIRST_PART (64 * 1024)
/* Populating fewer bytes is not worth a call. */
#define POPULATE_MIN (8 * 1024)
/* The number of short parts that are written without mincore() after malloc has
   reused memory: mincore() takes as long as 3 KB of output. */
#define UNCHECKED_PARTS 16

static ID id_write;

/*
 * Sizes of the last two documents that outgrew the C stack. The smaller one is
 * the hint for the first String, so equal documents never grow the buffer and
 * mixed ones waste little memory. Ractors write it without a lock: any value is
 * a valid hint.
 */
static size_t recent_size[2];

#ifdef MADV_POPULATE_WRITE /* Linux 5.14, glibc 2.35 */
/* Short parts left until the next mincore(). */
static size_t unchecked_parts;

/*
 * Populates the pages of [pos, stop) by one call, instead of by a page fault
 * for each (decision 0050). If the last page is present, malloc has reused
 * memory, and no call is made. After an error, pages come by faults; the kernel
 * can be older than the C library.
 */
static void
populate_pages(const jac_buffer_t *b)
{
    const ptrdiff_t size = b->stop - b->pos;
    uintptr_t page, first, end;
    unsigned char present;

    if (size < POPULATE_MIN) return;
    if (size < FIRST_PART) {
        const size_t left = jac_hint_load(&unchecked_parts);

        if (b->io) return; /* most of a chunk can stay unused */
        if (left > 0) {
            jac_hint_store(&unchecked_parts, left - 1);
            return;
        }
    }
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
    first = (uintptr_t)b->pos & -page;
    end = (uintptr_t)b->stop & -page;
    if (first == end) return; /* a large page */
    if (mincore((void *)(end - page), page, &present) != 0) return;
    if ((present & 1) ||
        madvise((void *)first, end - first, MADV_POPULATE_WRITE) != 0) {
        jac_hint_store(&unchecked_parts, UNCHECKED_PARTS);
    }
    else {
        jac_hint_store(&unchecked_parts, 0);
    }
}
#else
#define populate_pages(b) ((void)0)
#endif

void
jac_buffer_set_stop(jac_buffer_t *b)
{
    const size_t written = (size_t)(b->pos - b->start);
    const size_t memory = (size_t)(b->end - b->pos);
    const size_t part = written < FIRST_PART ? FIRST_PART : STOP_SIZE;

    b->stop = memory > part + JAC_MEMBER_SPACE ? b->pos + part
                                               : b->end - JAC_MEMBER_SPACE;
    populate_pages(b);
}

/* A String as IO is usually meant as a file name. */
static JAC_COLD void
check_no_path(VALUE io)
{
    if (!RB_TYPE_P(io, T_STRING) || rb_respond_to(io, id_write)) return;
    rb_funcall(rb_path2class("Jacinth::DumpArguments"), rb_intern("no_io!"), 1,
               io);
}

void
jac_buffer_init(jac_buffer_t *b, uint8_t *memory, VALUE io, long initial_length)
{
    b->start = b->pos = memory;
    b->end = memory + JAC_BUFFER_STACK;
    b->stop = b->end - JAC_MEMBER_SPACE;
    b->owner = b->io = Qfalse;
    b->initial_length = initial_length;
    b->chunk = CHUNK_SIZE;
    b->flushed = 0;
    if (RTEST(io)) {
        b->io = io;
        check_no_path(io);
    }
}

/* Debug check: aborts if [start, pos) is not in the buffer's String. */
#define check_owner(b)                                                  \
    ((b)->owner ? JAC_SHADOW_CHECK_TEXT(&(b)->owner_shadow, (b)->start, \
                                        (b)->start, "the output")       \
                : (void)0)

static void
locate(jac_buffer_t *b, size_t used)
{
    b->start = (uint8_t *)RSTRING_PTR(b->owner);
    b->pos = b->start + used;
    b->end = b->start + rb_str_capacity(b->owner);
    JAC_SHADOW_KEEP(&b->owner_shadow, b->owner);
    jac_buffer_set_stop(b);
}

static VALUE
new_string(size_t capacity)
{
    if (capacity > LONG_MAX) {
        rb_raise(rb_eArgError, "the document is too large for a String");
    }
    return rb_obj_hide(rb_str_buf_new((long)capacity));
}

/* Returns a String for the output to an IO. */
static VALUE
chunk_string(size_t capacity)
{
    VALUE string = new_string(capacity);

    rb_enc_associate_index(string, rb_utf8_encindex());
    return string;
}

/* Labels a new binary String as UTF-8. No check is needed. */
static VALUE
label(VALUE string, int coderange)
{
    RB_ENCODING_SET_INLINED(string, rb_utf8_encindex());
    RB_ENC_CODERANGE_SET(string, coderange);
    return string;
}

static bool
basic_io_p(VALUE io, ID method)
{
    return RB_TYPE_P(io, T_FILE) &&
           rb_method_basic_definition_p(CLASS_OF(io), method);
}

/* True if `io` can transcode, and so count other bytes than it received. */
static bool
converting_p(VALUE io)
{
    VALUE encoding =
        rb_check_funcall(io, rb_intern("external_encoding"), 0, NULL);

    return encoding != Qundef && RTEST(encoding) &&
           rb_to_encoding(encoding) != rb_utf8_encoding();
}

void
jac_write_chunk(VALUE io, VALUE chunk)
{
    long size = RSTRING_LEN(chunk);
    VALUE written = rb_funcallv(io, id_write, 1, &chunk);

    if (RB_INTEGER_TYPE_P(written) && NUM2LONG(written) < size &&
        !converting_p(io)) {
        rb_raise(rb_eIOError, "short write: %" PRIsVALUE " of %ld bytes",
                 written, size);
    }
}

/*
 * Writes the contents as a String with this coderange. Then has at least `need`
 * bytes of capacity, or no buffer if `need` is 0.
 *
 * Objects with their own `write` can keep the String, so they get a copy. An IO
 * can wait while other threads run, and ObjectSpace shows them the String. So
 * the IO gets the buffer's String for good, frozen because most Rubies copy an
 * unfrozen one. If allocation fails, the buffer is unchanged.
 */
static void
flush(jac_buffer_t *b, size_t need, int coderange)
{
    const bool basic = basic_io_p(b->io, id_write);
    size_t size = (size_t)(b->pos - b->start);
    VALUE chunk;

    if (size == 0) {
        return;
    }
    if (!basic || !b->owner || (need > 0 && size < b->chunk / 4)) {
        /* or small enough that a copy is cheaper than a new buffer */
        chunk = rb_utf8_str_new((const char *)b->start, (long)size);
        b->pos = b->start;
    }
    else {
        VALUE next = Qfalse;

        if (need > 0) next = chunk_string(need < b->chunk ? b->chunk : need);

        chunk = b->owner;
        rb_str_set_len(chunk, (long)size);
        b->owner = next;
        b->start = b->pos = b->end = NULL;
        if (next) {
            locate(b, 0);
        }
        rb_obj_reveal(chunk, rb_cString);
    }
    b->flushed += size;
    RB_ENC_CODERANGE_SET(chunk, coderange);
    jac_write_chunk(b->io, basic ? rb_obj_freeze(chunk) : chunk);
}

static size_t
first_size(const jac_buffer_t *b, size_t need)
{
    size_t a = jac_hint_load(&recent_size[0]);
    size_t c = jac_hint_load(&recent_size[1]);
    size_t hint = a < c ? a : c;
    size_t size = (size_t)b->initial_length;
    const size_t most = b->io ? b->chunk : FIRST_SIZE_MAX;

    hint += SLACK(hint);
    if (size < hint) {
        size = hint;
    }
    if (size > most) {
        size = most;
    }
    if (size < FIRST_SIZE_MIN) {
        size = FIRST_SIZE_MIN;
    }
    return size < need ? need + need / 2 : size;
}

static void
leave_stack(jac_buffer_t *b, size_t used, size_t need)
{
    const size_t size = first_size(b, used + need);
    VALUE string = b->io ? chunk_string(size) : new_string(size);

    memcpy(RSTRING_PTR(string), b->start, used);
    b->owner = string;
    locate(b, used);
}

/*
 * Doubles the capacity, so each byte is copied twice at most on average. From
 * 64 MB on it grows by half, so that both Strings together stay below 2.1 times
 * the output. For an IO, a String smaller than a chunk becomes a chunk.
 */
static void
enlarge(jac_buffer_t *b, size_t used, size_t need)
{
    size_t capacity = (size_t)(b->end - b->start);
    size_t more = capacity < ((size_t)64 << 20) ? capacity : capacity / 2;

    if (b->io && capacity < b->chunk) more = b->chunk - capacity;
    if (more < need) {
        more = need;
    }
    if (more > (size_t)LONG_MAX - capacity) {
        rb_raise(rb_eArgError, "the document is too large for a String");
    }
    rb_str_set_len(b->owner, (long)used);
    rb_str_modify_expand(b->owner, (long)(capacity + more - used));
    locate(b, used);
}

void
jac_buffer_open(jac_buffer_t *b, VALUE io, long initial_length, size_t chunk)
{
    jac_buffer_init(b, NULL, io, initial_length);
    b->chunk = chunk;
    b->owner = b->io ? chunk_string(chunk) : new_string(first_size(b, 0));
    locate(b, 0);
}

void
jac_buffer_flush(jac_buffer_t *b)
{
    flush(b, b->chunk, RUBY_ENC_CODERANGE_UNKNOWN);
}

JAC_COLD void
jac_buffer_grow(jac_buffer_t *b, size_t need)
{
    size_t used = (size_t)(b->pos - b->start);

    check_owner(b);
    if (need > (size_t)LONG_MAX / 2) {
        rb_raise(rb_eArgError, "the document is too large for a String");
    }
    if (b->io && b->owner && (size_t)(b->end - b->start) >= b->chunk) {
        flush(b, need, RUBY_ENC_CODERANGE_UNKNOWN);
        used = 0;
        if ((size_t)(b->end - b->start) >= need) {
            jac_buffer_set_stop(b);
            return;
        }
    }
    if (b->owner) {
        enlarge(b, used, need);
    }
    else {
        leave_stack(b, used, need);
    }
}

void
jac_flush_io(VALUE io)
{
    if (basic_io_p(io, rb_intern("flush"))) {
        rb_io_flush(io);
    }
    else {
        rb_check_funcall(io, rb_intern("flush"), 0, NULL);
    }
}

static void
keep_size(size_t size)
{
    jac_hint_store(&recent_size[1], jac_hint_load(&recent_size[0]));
    jac_hint_store(&recent_size[0], size);
}

/* The coderange is that of the whole document. Without it, a StringIO would
   check the characters. */
JAC_COLD static VALUE
finish_io(jac_buffer_t *b, int coderange)
{
    const bool whole = b->flushed == 0;

    if (b->owner) keep_size(whole ? (size_t)(b->pos - b->start) : b->chunk);
    flush(b, 0, whole ? coderange : RUBY_ENC_CODERANGE_UNKNOWN);
    jac_flush_io(b->io);
    return b->io;
}

VALUE
jac_buffer_finish(jac_buffer_t *b, int coderange)
{
    size_t size = (size_t)(b->pos - b->start);
    VALUE string = b->owner;

    check_owner(b);
    if (b->io) {
        return finish_io(b, coderange);
    }
    if (!string) {
        string = jac_utf8_string(b->start, size, false);
        RB_ENC_CODERANGE_SET(string, coderange);
        return string;
    }
    keep_size(size);
    rb_str_set_len(string, (long)size);
    /* A String with little unused capacity keeps it, because glibc shrinks a
       large block by taking new pages from the system. */
    if ((size_t)(b->end - b->start) - size > SLACK(size)) {
        rb_str_resize(string, (long)size);
    }
    return label(rb_obj_reveal(string, rb_cString), coderange);
}

void
jac_buffer_resume(jac_buffer_t *b)
{
    if (RBASIC_CLASS(b->owner) != 0) {
        jac_raise_second_return();
    }
    if (b->start != (uint8_t *)RSTRING_PTR(b->owner)) {
        locate(b, (size_t)(b->pos - b->start));
    }
}

void
jac_init_buffer(void)
{
    id_write = rb_intern("write");
}
