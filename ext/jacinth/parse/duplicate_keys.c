#include "parse/duplicate_keys.h"

#include "parse/parser_state.h"

static VALUE
first_duplicate(const VALUE *pairs, size_t size)
{
    VALUE seen = rb_hash_new(), found = Qundef;
    size_t i;

    for (i = 0; i < size && found == Qundef; i++) {
        if (!jac_hash_add(seen, pairs[2 * i], Qtrue)) found = pairs[2 * i];
    }
    RB_GC_GUARD(seen);
    return found;
}

JAC_COLD void
jac_refuse_replaced(jac_parser_t *parser, const VALUE *pairs, size_t size)
{
    jac_left_t left;
    VALUE key;

    if (!jac_duplicates_refused(parser->options)) return;
    left = jac_parser_leave(parser);
    key = first_duplicate(pairs, size);
    jac_parser_enter(parser, left);
    /* no two keys are equal any more: reports the last one */
    if (key == Qundef) key = pairs[2 * size - 2];
    jac_refuse_duplicate(parser, key);
}
