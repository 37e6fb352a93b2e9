/*
 * The rules that options change. All readers of documents decide by these
 * functions:
 *
 *   parse/grammar_body.h   parse, load, Coder, ResumableParser, each, events,
 *                          valid?, and values that another reader skips
 *   document/lazy.c        at, Document. A skipped container is not checked:
 *                          only its end is searched
 *   document/select.c      parse(only:), each(only:), and each(at:) without
 *                          `*`, where the text is complete in the buffer:
 *                          calls lazy.c. Jacinth.each also checks the
 *                          skipped containers, with grammar_body.h
 *   type/type_reader.c     Type#load, into:
 *
 * reformat checks a text as valid? does, and then removes trailing commas; from
 * one IO to another, stream/descent.c checks and writes at once. Duplicate keys
 * have rules of their own: duplicate_keys.h. The same rules without the
 * extension: lib/jacinth/portable/reader_rules.rb.
 */
#ifndef JAC_RULES_H
#define JAC_RULES_H

#include "parse/parser_errors.h"
#include "parse/parser_options.h"

/* True if a container can end after a comma where the next character is c: it
   closes the container, and allow_trailing_comma is given, or relaxed or json5,
   which set it (parser_options.c). */
JAC_INLINE bool
jac_trailing_comma(const jac_parser_options_t *options, int c, int closing)
{
    return c == closing && options->allow_trailing_comma;
}

/*
 * Numbers. To add an option that refuses some of them, change the next two
 * functions and limit_number() in reader_rules.rb; CONTRIBUTING.md, "Add an
 * option", lists the other files. If the option has the access PARSER
 * (parser_option_list.h), each reader refuses such numbers, except in
 * containers that lazy.c skips; reformat ignores the option, and Type#load
 * raises ArgumentError for it, because types scan most numbers without these
 * functions.
 */

/* True if the number p[0..n) is within the limits. If the chunk ends after it,
   as after 1e, the number can be incomplete: false only if every completion
   exceeds a limit. */
JAC_INLINE bool
jac_number_within(const jac_parser_options_t *options, const uint8_t *p,
                  size_t n)
{
    const size_t limit = options->max_number_digits;
    size_t digits = 0, i;

    if (limit == 0 || n <= limit) return true;
    /* two signs, '.' and 'e' are no digits */
    if (n > limit + 4) return false;
    for (i = 0; i < n; i++) digits += (uint8_t)(p[i] - '0') < 10;
    return digits <= limit;
}

/* Raises LimitError for a number that is not within the limits. */
JAC_INLINE void
jac_limit_number(jac_parser_t *parser, const uint8_t *p, size_t n)
{
    if (!jac_number_within(parser->options, p, n)) {
        jac_parser_fail_limit(parser, p, "number",
                              parser->options->max_number_digits, "digits");
    }
}

#endif
