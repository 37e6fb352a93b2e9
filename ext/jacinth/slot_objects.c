#include "slot_objects.h"

#include "errors.h"

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
/* The same for Strings, 7-bit or not known to be. */
static bool
strings_work(bool ascii)
{
    uint8_t text[JAC_SLOT_BYTES];
    VALUE theirs, ours;
    size_t n;

    memset(text, 'x', sizeof(text));
    for (n = 0; n <= JAC_SLOT_BYTES; n++) {
        theirs = jac_utf8_string_plain(text, n, ascii);
        ours = rb_str_buf_new((long)n);
        if (RB_FL_TEST_RAW(theirs, RSTRING_NOEMBED) ||
            RB_FL_TEST_RAW(ours, RSTRING_NOEMBED)) {
            return false;
        }
        jac_slots.string_flags[ascii] =
            RBASIC(theirs)->flags & ~RBASIC(ours)->flags;
        ours = jac_utf8_string(text, n, ascii);
        if (!same_kind(ours, theirs) || !RTEST(rb_str_equal(ours, theirs)) ||
            RSTRING_PTR(ours)[n] != 0) {
            return false;
        }
    }
    return true;
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
}

void
jac_init_slot_objects(void)
{
    const char *wish = getenv("JACINTH_SLOTS");

    jac_string_encoding = rb_utf8_encindex();
    jac_slots.wanted = wish == NULL || strcmp(wish, "off") != 0;
    if (jac_slots.wanted) prove();
}

void
jac_define_slots(VALUE mJacinth)
{
    VALUE proved = rb_ary_new();

    if (jac_slots.arrays) rb_ary_push(proved, ID2SYM(rb_intern("arrays")));
    if (jac_slots.hashes) rb_ary_push(proved, ID2SYM(rb_intern("hashes")));
    if (jac_slots.strings) rb_ary_push(proved, ID2SYM(rb_intern("strings")));
    rb_define_const(mJacinth, "SLOTS", rb_ary_freeze(proved));
    jac_private_constant(mJacinth, "SLOTS");
}
