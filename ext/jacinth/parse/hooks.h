/*
 * Calls out of a parse: on_load, object_class, array_class, decimal_class.
 *
 * Anything may happen in there: an exception or a throw, which abandons the
 * parse; another parse, which has a session of its own; a continuation that
 * returns a second time, which the session's ticket refuses (ruby/ticket.h).
 */
#ifndef JAC_HOOKS_H
#define JAC_HOOKS_H

#include "parse/parser_state.h"

#include "core/number.h"

/* What is to be stored in place of the value or key. */
VALUE jac_hook_value(jac_parser_t *parser, VALUE value);

/* The number s[0..n), which has a fraction or an exponent. */
VALUE jac_hook_decimal(jac_parser_t *parser, const uint8_t *s, size_t n);

void jac_init_parser_hooks(void);

#endif
