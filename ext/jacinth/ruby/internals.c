#include "ruby/internals.h"

#include "ruby/flonum.h"
#include "ruby/hash_layout.h"
#include "ruby/ivar_words.h"
#include "ruby/pool.h"
#include "ruby/slot_objects.h"
#include "ruby/struct_slots.h"
#include "ruby/time_fields.h"

#include <stdlib.h>

bool jac_internals_on[JAC_INTERNALS_COUNT];

static bool left_out[JAC_INTERNALS_COUNT];

typedef struct {
    const char *name;
    bool available, verified;
} internal_t;

#define INTERNAL(id, name) {name, JAC_AVAILABLE(id), JAC_VERIFIED(id)},
static const internal_t internals[] = {JAC_INTERNALS_LIST(INTERNAL)};
#undef INTERNAL

static bool
compiled(size_t i)
{
    return !JAC_INTERNALS_DISABLED && internals[i].available &&
           internals[i].verified;
}

bool
jac_internals_prove(jac_internal_t id, bool (*proof)(void))
{
    if (compiled(id) && !left_out[id]) {
        jac_internals_on[id] = true;
        jac_internals_on[id] = proof();
    }
    return jac_internals_on[id];
}

static const char *
state(size_t i)
{
    if (jac_internals_on[i]) return "on";
    if (JAC_INTERNALS_DISABLED) return "disabled";
    if (!internals[i].verified) return "unverified";
    if (!internals[i].available) return "unavailable";
    return left_out[i] ? "off" : "unproved";
}

VALUE
jac_internals_info(void)
{
    VALUE info = rb_hash_new();
    size_t i;

    for (i = 0; i < JAC_INTERNALS_COUNT; i++) {
        rb_hash_aset(info, ID2SYM(rb_intern(internals[i].name)),
                     rb_obj_freeze(rb_utf8_str_new_cstr(state(i))));
    }
    return rb_obj_freeze(info);
}

static bool
leave_out(const char *word, size_t size)
{
    size_t i;

    for (i = 0; i < JAC_INTERNALS_COUNT; i++) {
        if (size == strlen(internals[i].name) + 1 && word[0] == '-' &&
            memcmp(word + 1, internals[i].name, size - 1) == 0) {
            left_out[i] = true;
            return true;
        }
    }
    return false;
}

static void
leave_out_dependents(void)
{
    left_out[JAC_TABLE_READING] |= left_out[JAC_HASH_READING];
    left_out[JAC_HASH_FILLING] |= left_out[JAC_HASH_TEMPLATES];
    left_out[JAC_STRUCT_FILLING] |= left_out[JAC_STRUCTS];
}

static void
read_environment(const char *words)
{
    size_t size;

    if (strcmp(words, "off") == 0) {
        memset(left_out, true, sizeof(left_out));
        return;
    }
    for (; *words != 0; words += size + (words[size] == ',')) {
        size = strcspn(words, ",");
        if (!leave_out(words, size)) {
            rb_warn("JACINTH_INTERNALS: neither \"off\" nor an optimization to "
                    "leave "
                    "out: %.*s",
                    (int)size, words);
        }
    }
    leave_out_dependents();
}

void
jac_init_internals(void)
{
    const char *words = getenv("JACINTH_INTERNALS");

    if (words != NULL) read_environment(words);
    jac_prove_flonums();
    jac_prove_slot_objects();
    jac_prove_pool();
    jac_prove_hashes();
    jac_prove_structs();
    jac_prove_times();
    jac_prove_ivars();
}
