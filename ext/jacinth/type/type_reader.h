/* Reads a document into the program's own objects, driven by a type. */
#ifndef JAC_TYPE_READER_H
#define JAC_TYPE_READER_H

#include "parse/build.h"
#include "parse/frame.h"
#include "parse/read_number.h"
#include "parse/scan.h"
#include "type/type.h"
#include "type/type_ends.h"

/* The greatest number of errors that errors: :all collects. */
enum { JAC_ERRORS_MAX = 100 };

/* The number of classes for which a read remembers how they are initialized. */
enum { JAC_PLAIN_CLASSES = 4 };

/*
 * frame->hint of an object before a member is read, and of an unknown member.
 */
#define JAC_MEMBER_NONE UINT32_MAX
#define JAC_MEMBER_UNKNOWN (UINT32_MAX - 1)

/*
 * A read in progress. Frames and values are on the parser's stack. Each frame
 * except the root's belongs to a type, which lies below its values:
 *
 *   text     {"id": 1, "tags": ["x", "y"
 *   frames   root  { head 0                [ head 3
 *   values         USER 1 undef            TAGS "x" "y"
 *                  0    1 2                3    4   5
 *
 * An object has a slot for each member, opened (Qundef) when that member, or
 * one with a later slot, is read; an array has its elements, and a map its keys
 * and values in turn. In an object's frame `node` is the index of the expected
 * member, and `hint` the one being read. The stack keeps each VALUE alive and
 * pins it; after Ruby code has run, values are read only from the stack.
 */
typedef struct {
    jac_parser_t parser; /* first, so that its retrace can cast to the reader */
    const uint8_t *interrupts_at; /* position of the last interrupt check */
    VALUE errors; /* an Array; 0 if the first error is raised at once */
    /* the place of the last error that was stored, or NULL */
    const uint8_t *failed_at;
    const uint8_t *unknown_key; /* text of the key of an unknown member */
    /* While a value of any kind is read: the number of frames of types, and of
       the root; otherwise 0. The innermost of them, which is in use. */
    size_t typed_frames;
    jac_frame_t saved_frame;
    size_t trials;          /* nested alternatives of FIRST that are tried */
    VALUE trial_values;     /* a Hash of the values read in trials; 0: empty */
    size_t reporting_trial; /* the trial that stores its first error */
    VALUE trial_error;      /* that error: [expected, path], or nil */
    size_t trial_path_length; /* of the path of a trial's first error */
    bool from_convert;        /* the text was written by Type#convert: Times are
                          strings, also where an EPOCH is expected */
    /* Classes with Ruby's own initialize, valid while plain_ticket is the
       session's: no Ruby code has run since. */
    VALUE plain[JAC_PLAIN_CLASSES];
    jac_ticket_t plain_ticket;
    jac_ends_t ends;
} jac_type_reader_t;

JAC_INLINE jac_ticket_t
jac_reader_leave(jac_type_reader_t *r)
{
    return jac_ticket_take(&r->parser.session->tickets);
}

JAC_INLINE void
jac_reader_enter(const jac_type_reader_t *r, jac_ticket_t ticket)
{
    jac_ticket_check(&r->parser.session->tickets, ticket);
}

/* True if no object is made of the container that begins at `start`, whose end
   was just read: an error was noted in it, or its value is not used because the
   alternative that is tried has failed. */
JAC_INLINE bool
jac_reader_failed_in(const jac_type_reader_t *r, const uint8_t *start)
{
    return JAC_UNLIKELY(r->failed_at != NULL) &&
           (r->failed_at >= start || r->trials != 0);
}

VALUE jac_reader_unknown_key(jac_type_reader_t *r);

JAC_INLINE const jac_type_t *
jac_frame_type_of(const jac_stack_t *stack, const jac_frame_t *frame)
{
    return RTYPEDDATA_DATA(stack->values[frame->head]);
}

/* Opens slots of the innermost frame's object up to `end` on the stack. The
   caller has reserved them. */
JAC_INLINE void
jac_reader_open_slots(jac_stack_t *stack, size_t end)
{
    for (; stack->head < end; stack->head++) {
        jac_stack_put(stack, stack->head, Qundef);
    }
}

/* Reads a value of type `root`, inside the open frames, from parser.cursor on,
   and moves the cursor past it. */
VALUE jac_reader_read(jac_type_reader_t *r, const jac_type_t *root);

/* Reads the value at *p, of any kind, without callbacks and decimal_class, and
   moves *p past it. */
VALUE jac_reader_read_plain(jac_type_reader_t *r, const uint8_t **p);

/* Skips the value at p, in which duplicate keys are allowed. If it is invalid,
   the parser reads it, without callbacks, and raises the error. */
const uint8_t *jac_reader_skip_value(jac_type_reader_t *r, const uint8_t *p);

/* Skips the value at q, of the member whose key begins at `key` in the object
   at p, whose tag is not known yet. Errors have the path of the value. */
const uint8_t *jac_reader_skip_member(jac_type_reader_t *r,
                                      const jac_type_t *type, const uint8_t *p,
                                      const uint8_t *key, const uint8_t *q);

/* Checks interrupts. Other threads can run, and an interrupt can raise. */
void jac_reader_check_interrupts(jac_type_reader_t *r, const uint8_t *p);

/*
 * Returns the text of the string that begins at s, after its quote, and its
 * length in *n. A text with escapes is decoded into *decoded, which the caller
 * must keep alive. *after is the position after the string.
 */
JAC_INLINE const uint8_t *
jac_reader_read_text(jac_type_reader_t *r, const uint8_t *s, size_t *n,
                     VALUE *decoded, const uint8_t **after)
{
    jac_parser_t *parser = &r->parser;
    uint32_t high = 0;
    const uint8_t *q = jac_scan_text(s, parser->end, &high);

    if (JAC_LIKELY(q < parser->end && *q == '"')) {
        if (high != 0 && parser->options->validate_encoding) {
            jac_check_encoding(parser, s, (size_t)(q - s));
        }
        *n = (size_t)(q - s);
        *after = q + 1;
        return s;
    }
    *decoded = jac_build_escaped(parser, s, false, after);
    *n = (size_t)RSTRING_LEN(*decoded);
    return (const uint8_t *)RSTRING_PTR(*decoded);
}

/* Returns the kind of the value at p, which begins with c, or JAC_JSON_KINDS
   if there is none. */
JAC_INLINE jac_json_t
jac_reader_json_kind(const jac_type_reader_t *r, int c, const uint8_t *p)
{
    jac_number_t number;

    switch (c) {
    case 'n':
        return JAC_JSON_NULL;
    case 't':
    case 'f':
        return JAC_JSON_BOOLEAN;
    case '"':
        return JAC_JSON_STRING;
    case '[':
        return JAC_JSON_ARRAY;
    case '{':
        return JAC_JSON_OBJECT;
    case 'N':
    case 'I':
        return r->parser.options->allow_nan ? JAC_JSON_FLOAT : JAC_JSON_KINDS;
    default:
        if (c != '-' && (unsigned)(c - '0') > 9) return JAC_JSON_KINDS;
        jac_number_at(&r->parser, p, &number);
        return number.kind == JAC_NUMBER_INTEGER ||
                       number.kind == JAC_NUMBER_BIG
                   ? JAC_JSON_INTEGER
                   : JAC_JSON_FLOAT;
    }
}

#endif
