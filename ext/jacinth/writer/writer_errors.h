/* Checks that a Jacinth::Writer can write a key or value here, and raises. */
#ifndef JAC_WRITER_ERRORS_H
#define JAC_WRITER_ERRORS_H

#include "writer/document_writer.h"

/* The call that was made, for errors. */
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
 * Returns the path of the innermost container, or of its last member, as an
 * Array of Strings and Integers. Calls to_s of the keys, which can call the
 * writer if no write is running.
 */
VALUE jac_writer_path(const jac_writer_t *wr, bool member);

VALUE jac_writer_path_text(VALUE steps);

VALUE jac_writer_outer_path(const jac_walk_t *w);

/* Raises FrozenError, TypeError, ThreadError or IOError if the writer's status
   forbids a write. */
void jac_writer_fail_status(const jac_writer_t *wr, VALUE self);

/* Raise GeneratorError. _expected: another call was expected. _duplicate: the
   object has this key already. _order: RFC 8785 sorts the key `text` before the
   last one. */
NORETURN(void jac_writer_fail_expected(const jac_writer_t *wr,
                                       jac_writer_got_t got));
NORETURN(void jac_writer_fail_duplicate(const jac_writer_t *wr, VALUE key));
NORETURN(void jac_writer_fail_order(const jac_writer_t *wr, VALUE text));

JAC_INLINE jac_writer_t *
jac_writer_get(VALUE self)
{
    jac_writer_t *wr = jac_writer_struct(self);

    if (JAC_UNLIKELY(wr->status != JAC_WRITER_OPEN || RB_OBJ_FROZEN(self))) {
        jac_writer_fail_status(wr, self);
    }
    return wr;
}

/*
 * Raises GeneratorError unless the call is allowed in the innermost container.
 */
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

void jac_init_writer_errors(VALUE mJacinth);

#endif
