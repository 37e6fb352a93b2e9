#include "ruby/slot_objects.h"

int jac_utf8_index;

#if JAC_COMPILED(JAC_ARRAYS) || JAC_COMPILED(JAC_STRINGS)
static bool
same_kind(VALUE a, VALUE b)
{
    return RBASIC(a)->flags == RBASIC(b)->flags &&
           RBASIC_CLASS(a) == RBASIC_CLASS(b);
}
#endif

#if JAC_COMPILED(JAC_ARRAYS)
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

#endif

#if JAC_COMPILED(JAC_STRINGS)
VALUE jac_string_flags[2];

static bool
strings_of_kind_work(bool ascii)
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
        /* the flags of the smallest must fit all */
        if (n == least) {
            jac_string_flags[ascii] =
                RBASIC(theirs)->flags & ~RBASIC(ours)->flags;
        }
        ours = jac_utf8_string_within(text, n, ascii, sizeof(text));
        if (!same_kind(ours, theirs) || !RTEST(rb_str_equal(ours, theirs)) ||
            RSTRING_PTR(ours)[n] != 0 ||
            rb_str_capacity(ours) < JAC_SLOT_BYTES_LEAST) {
            return false;
        }
    }
    return true;
}
static bool
strings_work(void)
{
    return strings_of_kind_work(false) && strings_of_kind_work(true);
}
#endif

void
jac_prove_slot_objects(void)
{
    jac_utf8_index = rb_utf8_encindex();
#if JAC_COMPILED(JAC_ARRAYS)
    jac_internals_prove(JAC_ARRAYS, arrays_work);
#endif
#if JAC_COMPILED(JAC_STRINGS)
    jac_internals_prove(JAC_STRINGS, strings_work);
#endif
}
