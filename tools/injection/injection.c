/*
 * Makes one allocation of a call fail. This shared object is loaded twice: with
 * LD_PRELOAD it replaces the C library's malloc, calloc and realloc, and as a
 * Ruby extension it chooses the allocation that fails.
 *
 *   Injection.failing(n, least) { ... }
 *                                  the n-th allocation in the block (from 1)
 *                                  of jacinth.so, itself or through Ruby's
 *                                  functions, fails. Allocations of less than
 *                                  `least` bytes are not counted. Returns the
 *                                  block's value
 *   Injection.failed?              true if that block had an n-th allocation
 *   Injection.heap_bytes           the bytes that malloc has given out
 *
 * When an allocation fails, Ruby collects garbage and tries again, so a second
 * attempt of the same size fails, too. No other allocation does, because the
 * exception itself needs memory. The collector's own allocations and the pages
 * of new objects never fail: Ruby would end the process, or raise while it
 * holds the lock of its VM, for which Ruby 3.1 then waits forever. Only the
 * thread that runs the block is affected. Works with glibc, whose functions
 * have other names, too.
 */
#include <ruby.h> /* first: it enables glibc's own declarations */

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

/* Not looked up by a call that might itself allocate. */
#define THREAD_OWN static __thread __attribute__((tls_model("initial-exec")))

/* How many of Ruby's functions may stand between the library and malloc. */
enum { NEAR = 14 };

THREAD_OWN int armed;
THREAD_OWN long countdown; /* this many until the one that fails */
THREAD_OWN size_t refused; /* the size that is refused once more, or 0 */
THREAD_OWN int failed;
THREAD_OWN size_t least; /* the smallest that counts */

static uintptr_t from, to; /* the addresses of jacinth.so */

static int
note_library(struct dl_phdr_info *info, size_t size, void *unused)
{
    int i;

    (void)size;
    (void)unused;
    if (strstr(info->dlpi_name, "/jacinth.so") == NULL) return 0;
    from = info->dlpi_addr;
    for (i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];

        if (part->p_type == PT_LOAD) {
            to = from + part->p_vaddr + part->p_memsz;
        }
    }
    return 1;
}

/* True if an address is in one of Ruby's functions that make an object. */
static int
makes_object(const void *address)
{
    Dl_info info;

    return dladdr(address, &info) != 0 && info.dli_sname != NULL &&
           strstr(info.dli_sname, "_newobj") != NULL;
}

/* True if jacinth.so is among the nearest callers, and no page for objects is
 * being made. */
static int
is_for_library(void)
{
    void *callers[NEAR];
    int i, count, found = 0;

    armed = 0; /* what these functions allocate */
    count = backtrace(callers, NEAR);
    for (i = 0; i < count && !found && !makes_object(callers[i]); i++) {
        found = (uintptr_t)callers[i] - from < to - from;
    }
    armed = 1;
    return found;
}

static int
is_refused(size_t size)
{
    if (!armed || rb_during_gc()) return 0;
    if (failed) {
        if (refused != size) return 0;
        armed = 0;
    }
    else if (size < least || !is_for_library()) {
        return 0;
    }
    else {
        if (--countdown != 0) return 0;
        failed = 1;
        refused = size;
    }
    errno = ENOMEM;
    return 1;
}

void *
malloc(size_t size)
{
    return is_refused(size) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
    return is_refused(count * size) ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *memory, size_t size)
{
    /* no caller expects that a smaller size fails */
    if (armed && malloc_usable_size(memory) < size && is_refused(size)) {
        return NULL;
    }
    return __libc_realloc(memory, size);
}

static VALUE
yield_armed(VALUE n)
{
    VALUE result;

    if (to == 0) dl_iterate_phdr(note_library, NULL);
    if (to == 0) rb_bug("jacinth.so has not been loaded");
    failed = 0;
    refused = 0;
    countdown = (long)n;
    armed = 1;
    result = rb_yield(Qnil);
    armed = 0;
    return result;
}

static VALUE
disarm(VALUE unused)
{
    (void)unused;
    armed = 0;
    return Qnil;
}

static VALUE
injection_failing(VALUE self, VALUE n, VALUE bytes)
{
    (void)self;
    least = NUM2SIZET(bytes);
    return rb_ensure(yield_armed, (VALUE)NUM2LONG(n), disarm, Qnil);
}

static VALUE
injection_failed_p(VALUE self)
{
    (void)self;
    return failed ? Qtrue : Qfalse;
}

static VALUE
injection_heap_bytes(VALUE self)
{
    struct mallinfo2 info = mallinfo2();

    (void)self;
    return SIZET2NUM(info.uordblks + info.hblkhd);
}

/* No variable of Ruby's, only functions: found when they are called, so that
 * programs without a Ruby in them can be started with this library, too. */
RUBY_FUNC_EXPORTED void
Init_injection(void)
{
    VALUE module = rb_define_module("Injection");

    rb_define_module_function(module, "failing", injection_failing, 2);
    rb_define_module_function(module, "failed?", injection_failed_p, 0);
    rb_define_module_function(module, "heap_bytes", injection_heap_bytes, 0);
}
