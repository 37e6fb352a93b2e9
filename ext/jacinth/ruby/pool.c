#include "ruby/pool.h"

#include "ruby/atomics.h"
#include "ruby/shadow.h"

void
jac_pool_init(jac_pool_t *pool)
{
    size_t i;

    pool->local = rb_ractor_local_storage_value_newkey();
    for (i = 0; i < JAC_POOL_PLACES; i++) {
        rb_gc_register_address(&pool->places[i]);
    }
}

/* Only one Ractor's calls get here, one at a time. */
static VALUE
take_local(jac_pool_t *pool)
{
    VALUE object = rb_ractor_local_storage_value(pool->local);

    if (!RTEST(object)) return 0;
    JAC_SHADOW_CHECK_ALIVE(object, "a pool");
    rb_ractor_local_storage_value_set(pool->local, Qnil);
    return object;
}

/*
 * The exchange with 0 gives each object to one caller, even among Ractors. To
 * return it a store suffices: if two Ractors store into one place, one of the
 * objects is lost to the GC.
 */
VALUE
jac_pool_take(jac_pool_t *pool)
{
    VALUE object;
    size_t i;

    if (!JAC_ON(JAC_SHARED_POOL)) return take_local(pool);
    for (i = 0; i < JAC_POOL_PLACES; i++) {
        object = RUBY_ATOMIC_VALUE_EXCHANGE(pool->places[i], 0);
        if (JAC_LIKELY(object != 0)) {
            JAC_SHADOW_CHECK_ALIVE(object, "a pool");
            return object;
        }
    }
    return 0;
}

void
jac_pool_give(jac_pool_t *pool, VALUE object)
{
    size_t i;

    JAC_SHADOW_KEEP_ALIVE(object);
    if (!JAC_ON(JAC_SHARED_POOL)) {
        rb_ractor_local_storage_value_set(pool->local, object);
        return;
    }
    for (i = 0; i < JAC_POOL_PLACES; i++) {
        if (jac_load_relaxed(&pool->places[i]) == 0) {
            jac_store_release(&pool->places[i], object);
            return;
        }
    }
}

#if JAC_COMPILED(JAC_SHARED_POOL)
static bool
taken_on_trust(void)
{
    return true;
}
#endif

void
jac_prove_pool(void)
{
#if JAC_COMPILED(JAC_SHARED_POOL)
    jac_internals_prove(JAC_SHARED_POOL, taken_on_trust);
#endif
}
