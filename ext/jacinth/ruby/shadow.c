#include "ruby/shadow.h"

#ifdef JACINTH_DEBUG

#include <inttypes.h>
#include <ruby/debug.h>
#include <ruby/thread_native.h>

/* The numbers of kept objects by address: a hash table with open addressing,
   in memory unknown to Ruby, because the GC reads it. */
typedef struct {
    VALUE value;
    uint64_t number;
} numbered_t;

static numbered_t *numbered;
static size_t capacity, count; /* capacity is a power of two */
static uint64_t last_number;
static rb_nativethread_lock_t lock;

static size_t
place_of(VALUE value)
{
    return (size_t)((uint64_t)value * UINT64_C(0x9E3779B97F4A7C15) >> 20) &
           (capacity - 1);
}

static numbered_t *
find(VALUE value)
{
    size_t i = place_of(value);

    while (numbered[i].value != 0 && numbered[i].value != value) {
        i = (i + 1) & (capacity - 1);
    }
    return &numbered[i];
}

static void
grow(void)
{
    numbered_t *old = numbered;
    const size_t size = capacity;
    size_t i;

    capacity = size ? 2 * size : 1024;
    numbered = calloc(capacity, sizeof(*numbered));
    if (numbered == NULL) abort();
    for (i = 0; i < size; i++) {
        if (old[i].value != 0) *find(old[i].value) = old[i];
    }
    free(old);
}

static uint64_t
number_of(VALUE value)
{
    numbered_t *place;
    uint64_t number;

    rb_native_mutex_lock(&lock);
    if (2 * count >= capacity) grow();
    place = find(value);
    if (place->value == 0) {
        place->value = value;
        place->number = ++last_number;
        count++;
    }
    number = place->number;
    rb_native_mutex_unlock(&lock);
    return number;
}

static uint64_t
known_number(VALUE value)
{
    uint64_t number;

    rb_native_mutex_lock(&lock);
    number = capacity > 0 ? find(value)->number : 0;
    rb_native_mutex_unlock(&lock);
    return number;
}

/* Removes the value and moves later entries (Knuth, The Art of Computer
   Programming, volume 3, algorithm 6.4 R). */
static void
forget(VALUE value)
{
    const size_t mask = capacity - 1;
    size_t hole, i;

    if (capacity == 0) return;
    hole = (size_t)(find(value) - numbered);
    if (numbered[hole].value == 0) return;
    count--;
    for (i = (hole + 1) & mask; numbered[i].value != 0; i = (i + 1) & mask) {
        const size_t home = place_of(numbered[i].value);

        if (((i - home) & mask) >= ((i - hole) & mask)) {
            numbered[hole] = numbered[i];
            hole = i;
        }
    }
    numbered[hole].value = 0;
    numbered[hole].number = 0;
}

/* An event of the GC: it must not allocate objects. */
static void
freed(VALUE tracepoint, void *data)
{
    const VALUE value =
        rb_tracearg_object(rb_tracearg_from_tracepoint(tracepoint));

    rb_native_mutex_lock(&lock);
    forget(value);
    rb_native_mutex_unlock(&lock);
}

static uint64_t
print_of(VALUE value, bool frozen)
{
    const enum ruby_value_type type = RB_BUILTIN_TYPE(value);
    uint64_t print = (uint64_t)type << 1 | frozen;

    if (type == T_DATA && RTYPEDDATA_P(value)) {
        return print ^ (uint64_t)(uintptr_t)RTYPEDDATA_TYPE(value) << 8;
    }
    if (!frozen) return print;
    if (type == T_STRING) {
        print ^= (uint64_t)rb_memhash(RSTRING_PTR(value), RSTRING_LEN(value))
                     << 8 ^
                 (uint64_t)RSTRING_LEN(value) << 40;
    }
    else if (type == T_HASH) {
        print ^= (uint64_t)RHASH_SIZE(value) << 8;
    }
    return print;
}

static bool
vacant_p(VALUE value)
{
    switch ((int)RB_BUILTIN_TYPE(value)) {
    case T_NONE:
    case T_MOVED:
    case T_ZOMBIE:
        return true;
    default:
        return false;
    }
}

NORETURN(static void fail(const char *what, const jac_shadow_t *shadow,
                          VALUE value, const char *fault));

static void
fail(const char *what, const jac_shadow_t *shadow, VALUE value,
     const char *fault)
{
    fprintf(stderr,
            "jacinth: stale VALUE in %s: %s\n"
            "  kept %#" PRIxVALUE ", object no. %" PRIu64
            ", of type %#x, print %#" PRIx64 "\n"
            "  here %#" PRIxVALUE ", object no. %" PRIu64,
            what, fault, (VALUE)~shadow->not_value, shadow->number,
            (unsigned)(shadow->print >> 1) & RUBY_T_MASK, shadow->print, value,
            RB_SPECIAL_CONST_P(value) ? 0 : known_number(value));
    if (!RB_SPECIAL_CONST_P(value)) {
        fprintf(stderr, ", of type %#x", (unsigned)RB_BUILTIN_TYPE(value));
    }
    fputc('\n', stderr);
    abort();
}

void
jac_shadow_keep(jac_shadow_t *shadow, VALUE value)
{
    shadow->not_value = ~value;
    shadow->number = shadow->print = 0;
    shadow->frozen = false;
    if (value == 0 || value == Qundef || RB_SPECIAL_CONST_P(value)) return;
    if (vacant_p(value)) fail("what is to be kept", shadow, value, "no object");
    shadow->number = number_of(value);
    shadow->frozen = OBJ_FROZEN_RAW(value);
    shadow->print = print_of(value, shadow->frozen);
}

void
jac_shadow_check(const jac_shadow_t *shadow, VALUE value, const char *what)
{
    if (value != (VALUE)~shadow->not_value) {
        fail(what, shadow, value, "not what was kept");
    }
    if (shadow->number == 0) return;
    if (known_number(value) != shadow->number) {
        fail(what, shadow, value, "the object was freed");
    }
    if (vacant_p(value)) fail(what, shadow, value, "no object is there");
    if (shadow->frozen && !OBJ_FROZEN_RAW(value)) {
        fail(what, shadow, value, "another object, which is not frozen");
    }
    if (print_of(value, shadow->frozen) != shadow->print) {
        fail(what, shadow, value, "another object, or a changed one");
    }
}

void
jac_shadow_check_alive(VALUE value, const char *what)
{
    jac_shadow_t shadow;

    if (known_number(value) != 0 && !vacant_p(value)) return;
    memset(&shadow, 0, sizeof(shadow));
    shadow.not_value = ~value;
    fail(what, &shadow, value, "the object was freed");
}

void
jac_shadow_check_text(const jac_shadow_t *shadow, const uint8_t *from,
                      const uint8_t *to, const char *what)
{
    const VALUE string = ~shadow->not_value;
    const uint8_t *bytes;

    if (shadow->number == 0) return;
    jac_shadow_check(shadow, string, what);
    bytes = (const uint8_t *)RSTRING_PTR(string);
    if (from < bytes || to > bytes + RSTRING_LEN(string)) {
        fail(what, shadow, string, "its bytes are elsewhere");
    }
}

/* Before Ruby 3.3 the GC's events crash when a Ractor starts, because one is
   sent for a thread without a frame. */
static bool
may_watch_p(void)
{
    return RUBY_API_VERSION_CODE >= 30300 ||
           getenv("JACINTH_SHADOW_FREES") != NULL;
}

void
jac_init_shadow(void)
{
    VALUE tracepoint;

    rb_native_mutex_initialize(&lock);
    if (!may_watch_p()) return;
    tracepoint = rb_tracepoint_new(0, RUBY_INTERNAL_EVENT_FREEOBJ, freed, NULL);
    rb_gc_register_mark_object(tracepoint);
    rb_tracepoint_enable(tracepoint);
}

#endif
