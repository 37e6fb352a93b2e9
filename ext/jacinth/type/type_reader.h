/*
 * A document into the program's own objects, as a type says.
 */
#ifndef JAC_TYPE_READER_H
#define JAC_TYPE_READER_H

#include "parse/build.h"
#include "parse/frame.h"
#include "type/type.h"

/* Most errors that errors: :all collects. */
enum { JAC_ERRORS_MAX = 100 };

/* Classes of which a read remembers how they are initialized. */
enum { JAC_PLAIN_CLASSES = 4 };

/* frame->hint of an object where no member, or an unknown one, is read. */
#define JAC_MEMBER_NONE UINT32_MAX
#define JAC_MEMBER_UNKNOWN (UINT32_MAX - 1)

/*
 * A read in progress. Frames and values are those of the parser's stack; each
 * frame but the root's belongs to a type, which lies under its values:
 *
 *   text     {"id": 1, "tags": ["x", "y"
 *   frames   root  { head 0                [ head 3
 *   values         USER 1 undef            TAGS "x" "y"
 *                  0    1 2                3    4   5
 *
 * An object has a slot for each member, opened (Qundef) when the member, or one
 * with a later slot, is met; an array its elements; a map its keys and values
 * in turns. In an object's frame `node` is the member expected next and `hint`
 * the one being read. Each VALUE is kept by the stack, which pins
 * it; none is looked at again after Ruby code has run but through the stack.
 */
typedef struct {
    jac_parser_t parser;    /* first: its retrace finds the reader by it */
    const uint8_t *looked;  /* where interrupts were looked at last */
    VALUE errors;           /* an Array; 0 where the first error is raised */
    bool failed;            /* something was noted: nothing more is made */
    const uint8_t *unknown; /* text of the key of an unknown member */
    size_t typed;      /* frames that belong to types, the root's included */
    jac_frame_t saved; /* the innermost of them, while `any` is read */
    /* Classes whose initialize was found to be Ruby's own, while no Ruby code
       has run since: the session's ticket says that. */
    VALUE plain[JAC_PLAIN_CLASSES];
    jac_ticket_t plain_ticket;
} jac_reader_t;

/* Before and after each call of Ruby code: ruby/ticket.h. */
JAC_INLINE jac_ticket_t
jac_reader_leave(jac_reader_t *r)
{
    return jac_ticket_take(&r->parser.session->tickets);
}

JAC_INLINE void
jac_reader_enter(const jac_reader_t *r, jac_ticket_t ticket)
{
    jac_ticket_check(&r->parser.session->tickets, ticket);
}

/* The String of the key of the unknown member that is read. */
VALUE jac_reader_unknown_key(jac_reader_t *r);

/* The type of a frame that is not the root's. */
JAC_INLINE const jac_type_t *
jac_frame_type_of(const jac_stack_t *stack, const jac_frame_t *frame)
{
    return RTYPEDDATA_DATA(stack->values[frame->head]);
}

/*
 * Opens slots of the innermost frame's object, for which there is room, up to
 * `end` on the stack.
 */
JAC_INLINE void
jac_reader_open_slots(jac_stack_t *stack, size_t end)
{
    for (; stack->head < end; stack->head++) {
        jac_stack_put(stack, stack->head, Qundef);
    }
}

void jac_init_type_reader(VALUE mJacinth);

/* Type#load. */
void jac_define_type_load(VALUE cType);

#endif
