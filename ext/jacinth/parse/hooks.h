/*
 * Calls out of a parse: on_load, object_class, array_class, decimal_class.
 *
 * Anything may happen in there: an exception or a throw, which abandons the
 * parse; another parse, which has a session of its own; a continuation that
 * returns a second time, which is refused.
 */
#ifndef JAC_HOOKS_H
#define JAC_HOOKS_H

#include "parse/parser_state.h"

#include "core/number.h"

/*
 * Around each call that may run Ruby code while the machine goes on after it:
 * begin before it, check, with what begin returned, behind it. The check
 * raises ArgumentError where the stacks are not as they were when the call
 * began: the C stack has been restored from a copy (a continuation) after the
 * parse moved on.
 */
JAC_INLINE uint64_t
jac_hook_begin(jac_session_t *session)
{
    return ++session->ticket;
}

JAC_INLINE void
jac_hook_check(const jac_session_t *session, uint64_t ticket)
{
    if (session->ticket != ticket) {
        rb_raise(rb_eArgError, "parse called back into after it moved on");
    }
}

/* What is to be stored in place of the value or key. */
VALUE jac_hook_value(jac_parser_t *parser, VALUE value);

/* The number s[0..n), which has a fraction or an exponent. */
VALUE jac_hook_decimal(jac_parser_t *parser, const uint8_t *s, size_t n);

void jac_init_parser_hooks(void);

#endif
