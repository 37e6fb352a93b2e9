/*
 * A few objects of one kind that are kept from one call to the next: each is
 * taken by one call at a time, of whatever thread or Ractor, and given back.
 *
 * Assumed: one collector serves all Ractors, so that an object which nobody
 * has declared shareable may be used by another Ractor than the one that made
 * it, as long as that is one at a time. From 4.1 on each Ractor collects its
 * own objects, and would free what only another one's stack refers to.
 *
 * Not proved at load, where there is one Ractor: the table alone decides.
 *
 * Plain: one object for each Ractor, in its local storage.
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
 * An object out of the pool, or 0: the caller keeps it on the C stack. No two
 * calls get the same one.
 */
VALUE jac_pool_take(jac_pool_t *pool);

/* Puts an object into the pool, or leaves it to the GC where that is full. */
void jac_pool_give(jac_pool_t *pool, VALUE object);

/* Once, at load. */
void jac_prove_pool(void);

#endif
