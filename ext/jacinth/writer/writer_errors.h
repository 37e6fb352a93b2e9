/* Whether a Jacinth::Writer can take a piece, and the errors if it cannot. */
#ifndef JAC_WRITER_ERRORS_H
#define JAC_WRITER_ERRORS_H

#include "writer/document_writer.h"

/* What a caller gives, for errors. */
typedef enum {
    JAC_GOT_VALUE,
    JAC_GOT_KEY,
    JAC_GOT_END,
    JAC_GOT_OBJECT_END,
    JAC_GOT_ARRAY_END,
    JAC_GOT_DOCUMENT_END,
    JAC_GOT_BLOCK_END
} jac_writer_got_t;

/*
 * The path of the innermost container, or of its member that was begun: Strings
 * and Integers. Calls to_s of the keys, which may open and end what they like
 * while no piece is written.
 */
VALUE jac_writer_path(const jac_writer_t *wr, bool member);

/* Such a path as text: $.a[0]. */
VALUE jac_writer_path_text(VALUE steps);

/* The path of the value that the walk is in, which is a writer's. */
VALUE jac_writer_outer_path(const jac_walk_t *w);

/* Raises FrozenError, TypeError, ThreadError or IOError if the writer cannot
   take a piece. */
void jac_writer_fail_status(const jac_writer_t *wr, VALUE self);

/* Raises GeneratorError: something else was expected, or nothing more; the
   object has the key already; RFC 8785 wants the key `text` earlier. */
NORETURN(void jac_writer_fail_expected(const jac_writer_t *wr,
                                       jac_writer_got_t got));
NORETURN(void jac_writer_fail_duplicate(const jac_writer_t *wr, VALUE key));
NORETURN(void jac_writer_fail_order(const jac_writer_t *wr, VALUE text));

/* The writer, ready to take a piece. */
JAC_INLINE jac_writer_t *
jac_writer_get(VALUE self)
{
    jac_writer_t *wr = jac_writer_struct(self);

    if (JAC_UNLIKELY(wr->status != JAC_WRITER_OPEN || RB_OBJ_FROZEN(self))) {
        jac_writer_fail_status(wr, self);
    }
    return wr;
}

/* Raises GeneratorError unless the innermost container takes that. */
JAC_INLINE void
jac_writer_expect(const jac_writer_t *wr, jac_writer_got_t got)
{
    const jac_writer_level_t *level = jac_writer_innermost(wr);
    bool good;

    if (!level) {
        good = got == JAC_GOT_VALUE &&
               (wr->documents == 0 || wr->framing != JAC_WRITER_ONE_DOCUMENT);
    }
    else if (level->object) {
        good = level->keyed ? got == JAC_GOT_VALUE
                            : got == JAC_GOT_KEY || got == JAC_GOT_END ||
                                  got == JAC_GOT_OBJECT_END;
    }
    else {
        good = got == JAC_GOT_VALUE || got == JAC_GOT_END ||
               got == JAC_GOT_ARRAY_END;
    }
    if (JAC_UNLIKELY(!good)) {
        jac_writer_fail_expected(wr, got);
    }
}

/* Looks up what the messages need. */
void jac_init_writer_errors(VALUE mJacinth);

#endif
