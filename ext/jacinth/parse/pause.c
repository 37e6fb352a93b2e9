#include "parse/pause.h"

#include "parse/hooks.h"

/*
 * A continuation that comes back finds the session given away, perhaps: a
 * parser that has the C stack for its memory forgets it, so that nobody gives
 * it away again.
 */
JAC_COLD void
jac_parser_pause(jac_parser_t *parser, const uint8_t *p)
{
    jac_session_t *session = parser->session;
    uint64_t ticket;

    if (!parser->pauses) return;
    ticket = jac_hook_begin(session);
    parser->cursor = p;
    rb_thread_check_ints();
    if (JAC_UNLIKELY(session->ticket != ticket) && parser->chunks == NULL) {
        parser->session = NULL;
    }
    jac_hook_check(session, ticket);
    jac_parser_check_source(parser);
    jac_pause_after(parser, p);
}
