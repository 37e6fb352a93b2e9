#include "document/pointer.h"

#include "ruby/errors.h"

static size_t
index_of(const uint8_t *name, size_t n)
{
    size_t index = 0, i;

    /* 18 digits fit in 64 bits, 9 in 32; no array has more elements */
    if (n == 0 || n > (sizeof(size_t) > 4 ? 18 : 9)) return JAC_NO_INDEX;
    if (n > 1 && name[0] == '0') return JAC_NO_INDEX;
    for (i = 0; i < n; i++) {
        if (name[i] < '0' || name[i] > '9') return JAC_NO_INDEX;
        index = index * 10 + (name[i] - '0');
    }
    return index;
}

NORETURN(static void fail(VALUE pointer, const char *why));

static void
fail(VALUE pointer, const char *why)
{
    rb_raise(rb_eArgError, "%s: %" PRIsVALUE, why, jac_inspected(pointer));
}

static void
compile_step(jac_step_t *step, VALUE pointer, const char *p, size_t n,
             uint8_t **to)
{
    size_t i;

    step->name = *to;
    step->any = n == 1 && *p == '*';
    for (i = 0; i < n; i++) {
        char c = p[i];

        if (c == '~') {
            c = i + 1 < n ? p[++i] : 0;
            if (c == '0') {
                c = '~';
            }
            else if (c == '1') {
                c = '/';
            }
            else if (c == '2') {
                c = '*';
            }
            else {
                fail(pointer, "invalid escape after ~ in a JSON pointer");
            }
        }
        *(*to)++ = (uint8_t)c;
    }
    step->size = (size_t)(*to - step->name);
    step->index = index_of(step->name, step->size);
}

static void
compile(jac_pointer_t *pointer, VALUE text, jac_step_t **steps, uint8_t **to)
{
    const char *p = RSTRING_PTR(text), *end = p + RSTRING_LEN(text), *slash;

    pointer->steps = *steps;
    pointer->count = 0;
    pointer->any = false;
    if (p < end && *p != '/') fail(text, "a JSON pointer must begin with /");
    while (p < end) {
        p++;
        slash = memchr(p, '/', (size_t)(end - p));
        if (slash == NULL) slash = end;
        if (pointer->count == JAC_POINTER_STEPS) {
            fail(text, "a JSON pointer can have at most 512 steps");
        }
        compile_step(*steps, text, p, (size_t)(slash - p), to);
        pointer->any |= (*steps)->any;
        pointer->count++;
        (*steps)++;
        p = slash;
    }
}

/* True if all pointers are Strings whose bytes can be read as UTF-8. Otherwise,
   text_of() can run Ruby code. */
static bool
texts_p(long argc, const VALUE *argv)
{
    long i;

    for (i = 0; i < argc; i++) {
        if (!RB_TYPE_P(argv[i], T_STRING)) return false;
        if (rb_enc_get_index(argv[i]) != rb_utf8_encindex() &&
            rb_enc_str_coderange(argv[i]) != ENC_CODERANGE_7BIT &&
            rb_enc_get_index(argv[i]) != rb_ascii8bit_encindex()) {
            return false;
        }
    }
    return true;
}

/* Returns the text of a pointer, frozen and in UTF-8. Can run Ruby code. */
static VALUE
text_of(VALUE pointer)
{
    StringValue(pointer);
    if (!texts_p(1, &pointer)) {
        pointer = rb_str_encode(
            pointer, rb_enc_from_encoding(rb_utf8_encoding()), 0, Qnil);
    }
    return rb_str_new_frozen(pointer);
}

void
jac_pointers_compile(jac_pointers_t *set, long argc, const VALUE *argv)
{
    VALUE texts = 0;
    /* In 64 bits: all pointers can be the same long String. */
    uint64_t bytes = 0, count = 0;
    jac_step_t *steps;
    uint8_t *names;
    long i, j;

    if (!texts_p(argc, argv)) {
        /* The Array is hidden from to_str. A second return from a to_str stores
           its text again, so nothing is computed before the last text is
           stored. */
        texts = rb_obj_hide(rb_ary_new_capa(argc));
        for (i = 0; i < argc; i++) rb_ary_store(texts, i, text_of(argv[i]));
        argv = RARRAY_CONST_PTR(texts);
    }
    for (i = 0; i < argc; i++) {
        const char *p = RSTRING_PTR(argv[i]);

        for (j = 0; j < RSTRING_LEN(argv[i]); j++) count += p[j] == '/';
        bytes += (size_t)RSTRING_LEN(argv[i]);
    }
    set->count = (size_t)argc;
    set->memory = jac_memory_new(set->count * (uint64_t)sizeof(jac_pointer_t) +
                                 count * sizeof(jac_step_t) + bytes);
    set->pointers = (jac_pointer_t *)RSTRING_PTR(set->memory);
    steps = (jac_step_t *)(set->pointers + set->count);
    names = (uint8_t *)(steps + count);
    for (i = 0; i < argc; i++) {
        compile(&set->pointers[i], argv[i], &steps, &names);
    }
    RB_GC_GUARD(texts);
}
