/*
 * The generator's options, one line each, in the order of State#to_h. The
 * struct, the reading of a Hash, State's accessors and to_h, marking and the
 * check of the signatures in sig/ are all made from this list.
 *
 *   X(kind, name, access)
 *
 *   kind     how a given value is read and kept
 *     STRING    a frozen String; Qfalse where it is nil or empty
 *     AS_JSON   a Proc, or Qfalse
 *     SORT_KEYS a Proc (that of `true` is Jacinth::SORT_KEYS), or Qfalse
 *     BOOL      by truth
 *     ARRAY     whether it is :array; else nil or false
 *     REPLACE   whether it is :replace; ArgumentError for what is neither that
 *               nor nil or false
 *     INTEGERS  a jac_integers_t, of :raise, :string, or nil; ArgumentError
 *     LONG      an Integer; 0 where it is nil or false
 *     DEPTH     a LONG from 0 to INT_MAX
 *     LENGTH    a positive Fixnum; any other Fixnum changes nothing
 *     WIDTH     a positive Integer; 0 where it is nil or false
 *   access   the names of the reader: PLAIN name, QUERY name?, BOTH; PRIVATE is
 *            name? and, as the writer, a private method, as in the json gem
 */
#ifndef JAC_GENERATOR_OPTION_LIST_H
#define JAC_GENERATOR_OPTION_LIST_H

/* clang-format off */
#define JAC_GENERATOR_OPTIONS(X)                                              \
    X(STRING, indent, PLAIN)        /* once per level, before each member */  \
    X(STRING, space, PLAIN)         /* after ':' */                           \
    X(STRING, space_before, PLAIN)  /* before ':' */                          \
    X(STRING, object_nl, PLAIN)     /* around the members of an object */     \
    X(STRING, array_nl, PLAIN)      /* around the members of an array */      \
    X(AS_JSON, as_json, PLAIN)      /* strict mode only */                    \
    X(BOOL, allow_nan, QUERY)                                                 \
    X(BOOL, ascii_only, QUERY)                                                \
    X(LONG, max_nesting, PLAIN)     /* levels; 0: no limit */                 \
    X(BOOL, script_safe, BOTH)                                                \
    X(BOOL, html_safe, BOTH)        /* to_h has it where it is set */         \
    X(BOOL, strict, BOTH)                                                     \
    X(DEPTH, depth, PLAIN)          /* levels that are open already */        \
    X(LENGTH, buffer_initial_length, PLAIN) /* bytes, a hint */               \
    X(SORT_KEYS, sort_keys, PLAIN)                                            \
    X(BOOL, rfc8785, QUERY)                                                   \
    X(ARRAY, enumerators, PLAIN)    /* to_h has it where it is set */         \
    X(BOOL, allow_duplicate_key, PRIVATE)                                     \
    X(INTEGERS, safe_integers, PLAIN) /* beyond 2**53 - 1 */                  \
    X(REPLACE, invalid, PLAIN)      /* U+FFFD for what is no UTF-8 */         \
    X(WIDTH, width, PLAIN)          /* columns of what is on one line */
/* clang-format on */

#endif
