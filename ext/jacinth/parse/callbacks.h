/*
 * Calls of user code during a parse: on_load, object_class, array_class and
 * decimal_class.
 *
 * User code can raise or throw, which abandons the parse. It can start another
 * parse, which has its own session. It can return a second time through a
 * continuation, which the session's ticket refuses (ruby/ticket.h).
 */
#ifndef JAC_CALLBACKS_H
#define JAC_CALLBACKS_H

#include "parse/parser_state.h"

#include "core/number.h"

/* Returns the result of the callbacks, or the value if none applies to it. */
VALUE jac_callback_value(jac_parser_t *parser, VALUE value);

/* Returns the number s[0..n), which has a fraction or an exponent. */
VALUE jac_callback_decimal(jac_parser_t *parser, const uint8_t *s, size_t n);

#endif
