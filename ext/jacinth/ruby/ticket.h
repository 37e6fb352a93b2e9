/*
 * Refuses the second return of a call that ran Ruby code.
 *
 * A continuation (callcc) can return from the same call again. It restores the
 * C stack from a copy, while memory on the heap has changed. A C function with
 * state in both must raise. It takes a ticket before the call, and checks it
 * after:
 *
 *   ticket = jac_ticket_take(&state->tickets);
 *   rb_funcall(...);
 *   jac_ticket_check(&state->tickets, ticket);
 *
 * The counter is on the heap, and is increased by each such call and when the
 * state gets another owner. A function without state on the heap needs no
 * ticket.
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

NORETURN(void jac_raise_second_return(void));

JAC_INLINE void
jac_ticket_check(const jac_ticket_t *counter, jac_ticket_t ticket)
{
    if (JAC_UNLIKELY(*counter != ticket)) jac_raise_second_return();
}

#endif
