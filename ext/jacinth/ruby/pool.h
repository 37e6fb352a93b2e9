/*
 * A pool of a few objects of one kind. Each is used by one call at a time, in
 * any thread or Ractor, and then returned.
 *
 * Assumed: one collector serves all Ractors, so a Ractor can use an unshareable
 * object that another one made. From Ruby 4.1 on, each Ractor has its own
 * collector, which would free it.
 *
 * Not proved at load, with only one Ractor: the table of versions decides.
 * Portable implementation: one object for each Ractor, in its local storage.
 */
#ifndef JAC_POOL_H
#define JAC_POOL_H

#include "ruby/internals.h"

typedef struct jac_pool jac_pool_t;

enum { JAC_POOL_PLACES = 4 };

struct jac_pool {
    VALUE places[JAC_POOL_PLACES];
    rb_ractor_local_key_t local;
};

void jac_pool_init(jac_pool_t *pool);

/* Takes an object that no other call has, or returns 0. The caller keeps it
   on the C stack. */
VALUE jac_pool_take(jac_pool_t *pool);

/* Returns an object to the pool, or leaves it to the GC if the pool is full. */
void jac_pool_give(jac_pool_t *pool, VALUE object);

void jac_prove_pool(void);

#endif
