/*
 * Shadows of kept VALUEs, in debug builds only. For each VALUE that is kept
 * after a call, or during one that can run Ruby code or the GC, a shadow
 * identifies the object. A use of the VALUE aborts if another object is at its
 * address.
 *
 *   kept     value 7f..20   object no. 41, a frozen String, its bytes' hash
 *   freed    no. 41 is gone
 *   reused   value 7f..20   object no. 58           <- a use of no. 41 aborts
 *
 * An object gets its number when it is first kept, and loses it when the GC
 * frees it (the internal event FREEOBJ of ruby/debug.h). There is no event for
 * a move, nor for frees in the GC of another Ractor than the first. Before Ruby
 * 3.3, the event does not work with Ractors: JACINTH_SHADOW_FREES=1 in the
 * environment switches it on for programs without them. Without the event, only
 * the object's type and its constant contents are compared.
 *
 * A shadow stores the complement of the VALUE, so that it is no reference and
 * objects are freed as in any other build.
 */
#ifndef JAC_SHADOW_H
#define JAC_SHADOW_H

#include "ruby/compat.h"

#ifdef JACINTH_DEBUG

typedef struct {
    VALUE not_value;
    uint64_t number; /* 0: no object of the heap, or nothing was kept */
    uint64_t print;  /* hash of the object's constant contents */
    bool frozen;
} jac_shadow_t;

/* Also for a VALUE that moved and was updated. It can be 0 or Qundef. */
void jac_shadow_keep(jac_shadow_t *shadow, VALUE value);

/*
 * Aborts with both objects in the message unless value is the kept VALUE and
 * still the same object. `what` names the cache.
 */
void jac_shadow_check(const jac_shadow_t *shadow, VALUE value,
                      const char *what);

/*
 * Aborts unless value was kept and has not been freed, for an object that has
 * no shadow because its place can have another one.
 */
void jac_shadow_check_alive(VALUE value, const char *what);

/*
 * Aborts unless [from, to) is still memory of the kept String. Does nothing if
 * no String was kept.
 */
void jac_shadow_check_text(const jac_shadow_t *shadow, const uint8_t *from,
                           const uint8_t *to, const char *what);

/* Once, at load, before anything is kept. */
void jac_init_shadow(void);

#define JAC_SHADOW_KEEP(shadow, value) jac_shadow_keep(shadow, value)
#define JAC_SHADOW_CHECK(shadow, value, what) \
    jac_shadow_check(shadow, value, what)
#define JAC_SHADOW_CHECK_ALIVE(value, what) jac_shadow_check_alive(value, what)
#define JAC_SHADOW_CHECK_TEXT(shadow, from, to, what) \
    jac_shadow_check_text(shadow, from, to, what)
#define JAC_SHADOW_KEEP_ALIVE(value)      \
    do {                                  \
        jac_shadow_t unused_;             \
        jac_shadow_keep(&unused_, value); \
    } while (0)

#else

#define JAC_SHADOW_KEEP(shadow, value) ((void)0)
#define JAC_SHADOW_CHECK(shadow, value, what) ((void)0)
#define JAC_SHADOW_CHECK_ALIVE(value, what) ((void)0)
#define JAC_SHADOW_CHECK_TEXT(shadow, from, to, what) ((void)0)
#define JAC_SHADOW_KEEP_ALIVE(value) ((void)0)
#define jac_init_shadow() ((void)0)

#endif

#endif
