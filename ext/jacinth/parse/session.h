/*
 * What is worth keeping from one parse to the next: keys, shapes, and the room
 * of the stacks.
 *
 * A parse takes a session out of a small pool and puts it back at the end, so
 * that no two parses (of other threads, Ractors, or a callback) ever share
 * one; where the pool is empty it makes a new one. A session that is lost, to
 * an exception out of a callback or a killed thread, is the GC's.
 */
#ifndef JAC_SESSION_H
#define JAC_SESSION_H

#include "ruby/ticket.h"
#include "parse/key_cache.h"
#include "parse/key_hashes.h"
#include "parse/shape.h"
#include "parse/value_stack.h"

/*
 * Alive and in place: in the pool by an address that the GC knows, taken by
 * `self` on the C stack of the parse, and of a continuation out of it. The
 * struct is malloc'd and does not move with its object; it, its stack and its
 * shapes are objects that keep each other alive. Stale: when it is given back;
 * who may come back after that checks its ticket.
 */
typedef struct {
    VALUE self; /* the object whose data this is: keep it on the C stack */
    VALUE stack_object;
    VALUE shapes_object; /* who refers to what is in `shapes` */
    jac_stack_t *stack;
    /* Where strings with escapes are decoded. */
    uint8_t *scratch;
    size_t scratch_capa;
    jac_ticket_t tickets; /* of the calls of Ruby code, ever */
    jac_key_cache_t keys;
    jac_key_cache_t values; /* made when a parse wants frozen Strings */
    jac_shapes_t shapes;
    jac_key_hashes_t hashes; /* for objects that no shape predicts */
} jac_session_t;

/* Never NULL. The stack is empty. */
jac_session_t *jac_session_take(void);

/* Twice the room for strings; what is there is kept. */
void jac_session_grow_scratch(jac_session_t *session);

/* Puts it back; it must not be used any more. */
void jac_session_give(jac_session_t *session);

void jac_init_parser_session(void);

#endif
