/*
 * A pool of a few objects of one kind that calls reuse. Each object is used by
 * one call at a time, in any thread or Ractor, and then returned.
 *
 * Assumed: one collector serves all Ractors. So an object that is not shareable
 * can be used by another Ractor than its maker, one at a time. From Ruby 4.1
 * on, each Ractor collects its own objects, and would free an object to which
 * only another Ractor's stack refers.
 *
 * Not proved at load, when there is one Ractor: only the table decides.
 *
 * Portable implementation: one object for each Ractor, in its local storage.
 */
#ifndef JAC_POOL_H
#define JAC_POOL_H

#include "ruby/internals.h"

typedef struct jac_pool jac_pool_t;

enum { JAC_POOL_PLACES = 4 };

struct jac_pool {
    VALUE places[JAC_POOL_PLACES]; /* 0: empty */
    rb_ractor_local_key_t local;
};

/* Once, at load; the pool is static. */
void jac_pool_init(jac_pool_t *pool);

/*
 * Takes an object from the pool, or returns 0. The caller keeps it on the C
 * stack. No two calls get the same object.
 */
VALUE jac_pool_take(jac_pool_t *pool);

/* Returns an object to the pool, or leaves it to the GC if the pool is full. */
void jac_pool_give(jac_pool_t *pool, VALUE object);

/* Once, at load. */
void jac_prove_pool(void);

#endif
