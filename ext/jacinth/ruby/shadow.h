/*
 * The shadow of what is kept: a debug build notes of each VALUE that is kept
 * beyond a call, or across one that may run Ruby code or the GC, which object
 * it is, and aborts where it is used as if it still were that object and is
 * not. No other build has any of this.
 *
 *   kept     value 7f..20   object no. 41, a frozen String, its bytes' hash
 *   freed    no. 41 is gone
 *   reused   value 7f..20   object no. 58           <- a use of no. 41 aborts
 *
 * An object gets its number when it is kept first and loses it when the GC
 * frees it (the internal event FREEOBJ of ruby/debug.h). Some things tell no
 * difference: frees in the GC of a Ractor that is not the first one send no
 * event, nor does a move; and before Ruby 3.3, which does not stand the event
 * beside Ractors, JACINTH_SHADOW_FREES=1 in the environment asks for it where
 * there are none. Otherwise the object's type, and all of it that may not
 * change, speak alone.
 *
 * The VALUE itself is noted by its complement, so that the shadow is no
 * reference: what nobody else keeps alive is freed as in any other build.
 */
#ifndef JAC_SHADOW_H
#define JAC_SHADOW_H

#include "ruby/compat.h"

#ifdef JACINTH_DEBUG

typedef struct {
    VALUE not_value;
    uint64_t number; /* 0: no object of the heap, or nothing was kept */
    uint64_t print;  /* of what of the object may not change */
    bool frozen;
} jac_shadow_t;

/* Also for a VALUE that moved and was updated. 0 and Qundef may be kept. */
void jac_shadow_keep(jac_shadow_t *shadow, VALUE value);

/*
 * Aborts, and says what is there in place of what, unless value is what was
 * kept and still the same object. `what` names the cache.
 */
void jac_shadow_check(const jac_shadow_t *shadow, VALUE value,
                      const char *what);

/*
 * The same for an object whose place may be another one's meanwhile, so that it
 * has no shadow: that it was kept and is not freed.
 */
void jac_shadow_check_alive(VALUE value, const char *what);

/*
 * The same for a String of which [from, to) is held by address. Nothing is done
 * where none was kept.
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
