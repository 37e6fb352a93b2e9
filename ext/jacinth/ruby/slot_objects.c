#include "ruby/slot_objects.h"

#include "ruby/errors.h"

jac_slots_t jac_slots;
int jac_string_encoding;

static bool
same_kind(VALUE a, VALUE b)
{
    return RBASIC(a)->flags == RBASIC(b)->flags &&
           RBASIC_CLASS(a) == RBASIC_CLASS(b);
}

/* Whether Arrays of each size made here are those that Ruby makes. */
static bool
arrays_work(void)
{
    VALUE values[JAC_SLOT_VALUES], theirs, ours;
    size_t n;

    for (n = 0; n < JAC_SLOT_VALUES; n++) values[n] = LONG2FIX((long)n);
    for (n = 0; n <= JAC_SLOT_VALUES; n++) {
        theirs = rb_ary_new_from_values((long)n, values);
        if (!RB_FL_TEST_RAW(theirs, RARRAY_EMBED_FLAG)) return false;
        ours = rb_ary_new_capa((long)n);
        if (!RB_FL_TEST_RAW(ours, RARRAY_EMBED_FLAG)) return false;
        ours = jac_array_new(values, n);
        if (!same_kind(ours, theirs) || !RTEST(rb_equal(ours, theirs))) {
            return false;
        }
    }
    return true;
}

#ifdef JAC_STRING_IN_SLOT
/* The same for Strings, 7-bit or not known to be: an empty one always is. */
static bool
strings_work(bool ascii)
{
    const size_t least = ascii ? 0 : 1;
    uint8_t text[JAC_SLOT_BYTES + 1];
    VALUE theirs, ours;
    size_t n;

    memset(text, 'x', sizeof(text));
    for (n = least; n <= JAC_SLOT_BYTES; n++) {
        theirs = jac_utf8_string_plain(text, n, ascii);
        ours = rb_str_buf_new((long)n);
        if (RB_FL_TEST_RAW(theirs, RSTRING_NOEMBED) ||
            RB_FL_TEST_RAW(ours, RSTRING_NOEMBED)) {
            return false;
        }
        /* those of the least must do for all */
        if (n == least) {
            jac_slots.string_flags[ascii] =
                RBASIC(theirs)->flags & ~RBASIC(ours)->flags;
        }
        ours = jac_utf8_string_within(text, n, ascii, sizeof(text));
        if (!same_kind(ours, theirs) || !RTEST(rb_str_equal(ours, theirs)) ||
            RSTRING_PTR(ours)[n] != 0) {
            return false;
        }
    }
    return true;
}
#endif

#ifdef HAVE_RB_NEWOBJ_OF
/* Whether the smallest slot has the words that short objects need. */
static bool
slot_is_short(void)
{
    static const char *const names[] = {"RVALUE_SIZE", "BASE_SLOT_SIZE"};
    const VALUE gc = rb_path2class("GC");
    const ID name = rb_intern("INTERNAL_CONSTANTS");
    VALUE facts, size = Qnil;
    size_t i;

    if (!rb_const_defined(gc, name)) return false;
    facts = rb_const_get(gc, name);
    for (i = 0; i < 2 && NIL_P(size); i++) {
        size = rb_hash_lookup(facts, ID2SYM(rb_intern(names[i])));
    }
    return FIXNUM_P(size) &&
           FIX2LONG(size) >= (long)(JAC_SHORT_WORDS * sizeof(VALUE));
}

#define JAC_UNPROVED(flags) memset(flags, 0, sizeof(flags))

/* What rb_newobj_of is to be given for an object like this one. */
static VALUE
flags_like(VALUE object)
{
    return RBASIC(object)->flags | RUBY_FL_WB_PROTECTED;
}

#ifdef JAC_SHORT_INTEGERS
static bool
short_integers_work(bool negative)
{
    const uint64_t samples[] = {
        (uint64_t)FIXNUM_MAX + 1 + negative, UINT64_C(0x7FFFFFFFFFFFFFFF),
        UINT64_C(0x8000000000000000), UINT64_C(0xFEDCBA9876543210), UINT64_MAX};
    VALUE theirs, ours;
    size_t i;

    for (i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        theirs = ULL2NUM(samples[i]);
        if (negative) theirs = rb_funcall(theirs, rb_intern("-@"), 0);
        /* those of the least must do for all */
        if (i == 0) jac_slots.short_integer[negative] = flags_like(theirs);
        ours = jac_wide_integer(samples[i], negative);
        if (!same_kind(ours, theirs) || !RTEST(rb_big_eq(ours, theirs))) {
            return false;
        }
    }
    return true;
}
#endif

/* Of all sizes, since short ones are made where longer ones are, too. */
static void
prove_short_arrays(void)
{
    const VALUE values[JAC_SHORT_VALUES] = {Qnil, Qnil, Qnil};
    size_t n;

    for (n = 0; n <= JAC_SHORT_VALUES; n++) {
        jac_slots.short_array[n] =
            flags_like(rb_ary_new_from_values((long)n, values));
    }
    if (!arrays_work()) JAC_UNPROVED(jac_slots.short_array);
}

#ifdef JAC_STRING_IN_SLOT
static void
prove_short_strings(void)
{
    const uint8_t *text = (const uint8_t *)"x";

    jac_slots.short_string[0] = flags_like(jac_utf8_string_plain(text, 1, 0));
    jac_slots.short_string[1] = flags_like(jac_utf8_string_plain(text, 1, 1));
    if (!strings_work(false) || !strings_work(true)) {
        JAC_UNPROVED(jac_slots.short_string);
    }
}
#endif

static void
prove_short(void)
{
    if (!slot_is_short()) return;
    if (jac_slots.arrays) prove_short_arrays();
#ifdef JAC_STRING_IN_SLOT
    if (jac_slots.strings) prove_short_strings();
#endif
#ifdef JAC_SHORT_INTEGERS
    if (!short_integers_work(false) || !short_integers_work(true)) {
        JAC_UNPROVED(jac_slots.short_integer);
    }
#endif
}
#endif

/* Set first, since the trial is made with the functions that ask. */
static void
prove(void)
{
    jac_slots.arrays = true;
    jac_slots.arrays = arrays_work();
#ifdef JAC_STRING_IN_SLOT
    jac_slots.strings = true;
    jac_slots.strings = strings_work(false) && strings_work(true);
#endif
#ifdef HAVE_RB_NEWOBJ_OF
    prove_short();
#endif
}

void
jac_init_slot_objects(void)
{
    const char *wish = getenv("JACINTH_SLOTS");

    jac_string_encoding = rb_utf8_encindex();
    jac_slots.wanted = wish == NULL || strcmp(wish, "off") != 0;
    if (jac_slots.wanted) prove();
}

static void
list_if(bool proved, VALUE list, const char *name)
{
    if (proved) rb_ary_push(list, ID2SYM(rb_intern(name)));
}

void
jac_define_slots(VALUE mJacinth)
{
    const jac_slots_t *slots = &jac_slots;
    VALUE proved = rb_ary_new();

    list_if(slots->arrays, proved, "arrays");
    list_if(slots->hashes, proved, "hashes");
    list_if(slots->strings, proved, "strings");
    list_if(slots->short_array[0] != 0, proved, "short_arrays");
    list_if(slots->short_integer[0] != 0, proved, "short_integers");
    list_if(slots->short_string[0] != 0, proved, "short_strings");
    rb_define_const(mJacinth, "SLOTS", rb_ary_freeze(proved));
    jac_private_constant(mJacinth, "SLOTS");
}
