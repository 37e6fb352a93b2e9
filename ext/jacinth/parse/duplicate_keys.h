/*
 * Duplicate keys of documents that are read. generate/duplicate_texts.h is
 * about those of objects that are written, portable/reader_rules.rb about
 * reading without the extension.
 *
 * Two keys are equal if their decoded texts are. A duplicate key raises
 * ParserError. With allow_duplicate_key, which jacinth/json2 makes the default,
 * the last of equal keys wins, in the position of the first. A reader finds
 * duplicates in one of these ways:
 *
 * - The Hash has fewer pairs than were stored: jac_hash_add(),
 *   jac_refuse_replaced().
 *     parse/build.c              parse, load, and all that build as they do.
 *                                An object that follows a shape (shape.h) is
 *                                not searched, since its keys differ
 *     stream/descent.c           events, reformat of an IO; by build.c, at the
 *                                end of the object, after its keys were given
 *                                to the handler or written
 *     stream/growth.c            partial_value
 *     document/lazy.c, select.c  all members of a Document or of `*`
 *     type/type_reader.c         members that a type collects; maps
 *     type/type_read_convert.c   the converted keys of a map
 * - The member already has a value.
 *     type/type_reader.c         members of a type
 *     document/select.c          only: up to the last wanted member. Later ones
 *                                are not noticed
 * - The texts of the keys are compared.
 *     check/key_check.h          valid?, validate: true
 * - Not at all, in skipped values and where one value is looked up:
 *     document/lazy.c, text.c,   at, dig, values_at: take the first of equal
 *     select.c                   keys, or the last if duplicates are allowed
 *     stream/descent.c           each(at:): yields the values of all equal keys
 *                                on the path to a value. An object that is
 *                                yielded is built, so it is searched
 *     type/type_reader.c         values that no type reads
 *
 * parser_errors.c makes the error, which has the places of both keys.
 */
#ifndef JAC_DUPLICATE_KEYS_H
#define JAC_DUPLICATE_KEYS_H

#include "parse/parser_errors.h"
#include "parse/parser_options.h"

JAC_INLINE bool
jac_duplicates_refused(const jac_parser_options_t *options)
{
    return !options->allow_duplicate_key;
}

/* Raises ParserError for a duplicate key of the innermost object, unless that
   is allowed. */
JAC_INLINE void
jac_refuse_duplicate(jac_parser_t *parser, VALUE key)
{
    if (jac_duplicates_refused(parser->options)) {
        jac_parser_fail_duplicate(parser, key);
    }
}

/* The same without a stack, for the object at `at`. */
JAC_INLINE void
jac_refuse_duplicate_at(jac_parser_t *parser, const uint8_t *at, VALUE key)
{
    if (jac_duplicates_refused(parser->options)) {
        jac_parser_fail_duplicate_at(parser, at, key);
    }
}

/* Raises ParserError for the first duplicate of pairs[0..2 * size), unless that
   is allowed. Called if a Hash of the pairs has fewer of them. */
void jac_refuse_replaced(jac_parser_t *parser, const VALUE *pairs, size_t size);

#endif
