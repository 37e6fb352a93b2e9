/*
 * Refuses the second return of a call that ran Ruby code.
 *
 * A continuation (callcc) can return from the same call again. It restores the
 * C stack from a copy, so local variables have the values of the first return,
 * while memory on the heap has changed since. A C function that keeps state in
 * both must not go on. It takes a ticket before the call, and checks it after:
 *
 *   ticket = jac_ticket_take(&state->tickets);
 *   rb_funcall(...);
 *   jac_ticket_check(&state->tickets, ticket);
 *
 * The counter lies on the heap, and is increased by each such call and when the
 * state goes to another owner. A function that keeps nothing on the heap needs
 * no ticket: its second return is like a second call.
 */
#ifndef JAC_TICKET_H
#define JAC_TICKET_H

#include "ruby/compat.h"

typedef uint64_t jac_ticket_t;

JAC_INLINE jac_ticket_t
jac_ticket_take(jac_ticket_t *counter)
{
    return ++*counter;
}

/* Raises RuntimeError. */
NORETURN(void jac_raise_second_return(void));

/* Raises RuntimeError unless the ticket is the last one that was taken. */
JAC_INLINE void
jac_ticket_check(const jac_ticket_t *counter, jac_ticket_t ticket)
{
    if (JAC_UNLIKELY(*counter != ticket)) jac_raise_second_return();
}

#endif
