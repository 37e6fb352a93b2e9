/*
 * The generator's options, one per line, in the order of State#to_h. This list
 * generates the struct, the reading of a Hash, State's accessors, to_h,
 * marking, and the check of sig/.
 *
 *   X(kind, name, access)
 *
 *   kind      how a value is read and stored
 *     STRING    frozen String; Qfalse for nil or ""
 *     AS_JSON   Proc, or Qfalse
 *     SORT_KEYS Proc (Jacinth::SORT_KEYS for true), or Qfalse
 *     TYPES     frozen Hash of coder_types.h, or Qfalse
 *     BOOL      truthiness
 *     RAILS     BOOL; true loads the rules of Active Support
 *     ARRAY     true for :array, false for nil or false
 *     REPLACE   true for :replace, false for nil or false
 *     INTEGERS  jac_integers_t, from :raise, :string or nil
 *     LONG      Integer; 0 for nil or false
 *     DEPTH     LONG from 0 to INT_MAX
 *     LENGTH    positive Fixnum; ignores other Fixnums
 *     WIDTH     positive Integer; 0 for nil or false
 *   access    readers: PLAIN name, QUERY name?, BOTH, PRIVATE name? (with a
 *             private writer, as in the json gem)
 */
#ifndef JAC_GENERATOR_OPTION_LIST_H
#define JAC_GENERATOR_OPTION_LIST_H

/* clang-format off */
#define JAC_GENERATOR_OPTIONS(X)                                              \
    X(STRING, indent, PLAIN) \
    X(STRING, space, PLAIN)         /* after ':' */                           \
    X(STRING, space_before, PLAIN)  /* before ':' */                          \
    X(STRING, object_nl, PLAIN) \
    X(STRING, array_nl, PLAIN) \
    X(AS_JSON, as_json, PLAIN) \
    X(BOOL, allow_nan, QUERY)                                                 \
    X(BOOL, ascii_only, QUERY)                                                \
    X(LONG, max_nesting, PLAIN) \
    X(BOOL, script_safe, BOTH)                                                \
    X(BOOL, html_safe, BOTH)        /* in to_h only if set */                 \
    X(BOOL, strict, BOTH)                                                     \
    X(DEPTH, depth, PLAIN) \
    X(LENGTH, buffer_initial_length, PLAIN) /* bytes: a hint */               \
    X(SORT_KEYS, sort_keys, PLAIN)                                            \
    X(BOOL, rfc8785, QUERY)                                                   \
    X(ARRAY, enumerators, PLAIN)    /* in to_h only if set */                 \
    X(BOOL, allow_duplicate_key, PRIVATE)                                     \
    X(INTEGERS, safe_integers, PLAIN) /* beyond 2**53 - 1 */                  \
    X(REPLACE, invalid, PLAIN)      /* U+FFFD for invalid UTF-8 */            \
    X(BOOL, omit_nil, QUERY)        /* in to_h only if set, as the next */    \
    X(BOOL, omit_empty, QUERY)      /* nil, "", [] and {} */                  \
    X(RAILS, rails, QUERY)          /* writes as Active Support does */       \
    X(WIDTH, width, PLAIN)          /* columns of a line */                   \
    X(TYPES, types, PLAIN)          /* conversions by class */
/* clang-format on */

#endif
