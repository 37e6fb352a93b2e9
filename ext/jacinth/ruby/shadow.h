/*
 * Debug builds: a shadow identifies the object of a kept VALUE. Use of the
 * VALUE aborts if its address has another object.
 *
 *   kept     value 7f..20   object no. 41, a frozen String, its bytes' hash
 *   freed    no. 41 is gone
 *   reused   value 7f..20   object no. 58           <- a use of no. 41 aborts
 *
 * An object gets its number when it is first kept, and loses it when the GC
 * frees it (the event FREEOBJ of ruby/debug.h). There is no event for moves,
 * nor for the GC of other Ractors. Before Ruby 3.3 the event fails with
 * Ractors; JACINTH_SHADOW_FREES=1 enables it for programs without them. Without
 * the event, only type and constant contents are compared.
 *
 * A shadow stores the complement of the VALUE, so it is not a reference.
 */
#ifndef JAC_SHADOW_H
#define JAC_SHADOW_H

#include "ruby/compat.h"

#ifdef JACINTH_DEBUG

typedef struct {
    VALUE not_value;
    uint64_t number; /* 0: not a heap object, or nothing was kept */
    uint64_t print;  /* hash of the object's constant contents */
    bool frozen;
} jac_shadow_t;

/* Keeps a VALUE, which can be 0 or Qundef. Called again after a move. */
void jac_shadow_keep(jac_shadow_t *shadow, VALUE value);

/* Aborts unless value is the kept VALUE and the same object. `what` names
   the cache in the message. */
void jac_shadow_check(const jac_shadow_t *shadow, VALUE value,
                      const char *what);

/* Aborts unless value was kept and has not been freed. For objects without a
   shadow. */
void jac_shadow_check_alive(VALUE value, const char *what);

/* Aborts unless [from, to) is memory of the kept String, if any. */
void jac_shadow_check_text(const jac_shadow_t *shadow, const uint8_t *from,
                           const uint8_t *to, const char *what);

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
