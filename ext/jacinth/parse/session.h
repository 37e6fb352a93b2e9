/*
 * The caches and stacks that one parse keeps for the next one.
 *
 * A parse takes a session from a small pool and returns it at the end. So no
 * two parses share one, not even in other threads, Ractors or callbacks. If the
 * pool is empty, the parse makes a new session. The GC frees a session that was
 * not returned because of an exception in a callback or a killed thread.
 */
#ifndef JAC_SESSION_H
#define JAC_SESSION_H

#include "ruby/ticket.h"
#include "parse/key_cache.h"
#include "parse/key_hashes.h"
#include "parse/shape.h"
#include "parse/value_stack.h"

/*
 * Kept alive and pinned by the pool, whose address is registered with the GC;
 * during a parse, by `self` on the C stack of the parse or of its continuation.
 * The struct is allocated by malloc, so it does not move with its object. The
 * session, its stack and its shapes are objects that keep each other alive.
 * Invalidated when it is returned to the pool: code that can continue after
 * that checks its ticket.
 */
typedef struct {
    VALUE self; /* the object of this struct: keep it on the C stack */
    VALUE stack_object;
    VALUE shapes_object; /* marks the VALUEs in `shapes` */
    jac_stack_t *stack;
    uint8_t *scratch;
    size_t scratch_capa;
    jac_ticket_t tickets; /* counts all calls of Ruby code */
    jac_key_cache_t keys;
    jac_key_cache_t values; /* made by the first parse with freeze: true */
    jac_shapes_t shapes;
    jac_key_hashes_t hashes; /* for objects that no shape predicts */
} jac_session_t;

jac_session_t *jac_session_take(void);

void jac_session_grow_scratch(jac_session_t *session);

/* Returns the session to the pool. The caller must not use it again. */
void jac_session_give(jac_session_t *session);

void jac_init_parser_session(void);

#endif
