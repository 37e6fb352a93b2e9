/*
 * The parser's options, one line each. The struct, the reading of a Hash,
 * marking, write barriers, Coder's list of what it reads by, and the check of
 * the signatures in sig/ are all made from this list.
 *
 *   X(kind, name, access)
 *
 *   kind     how a given value is read and kept
 *     BOOL      by truth
 *     REPLACE   whether it is :replace; ArgumentError for what is neither that
 *               nor nil or false
 *     LEVELS    an int; 0 where it is nil or false
 *     LIMIT     a size_t; 0, no limit, where it is nil or false
 *     OBJECT    as it is; 0 where it is nil or false
 *     DECIMAL   what makes a number: the object, and the method to call of it;
 *               unchanged where it is nil, false, or an object without one
 *   access   the callers that know the name, each with those before it
 *     TYPE      Type#load, which refuses those of PARSER with a reason
 *     PARSER    Parser.parse, ResumableParser
 *     DOCUMENT  Document, Jacinth.at, Jacinth.valid?
 *     CODER     Coder
 *     MODULE    Jacinth.parse and its like, Parser::Config
 */
#ifndef JAC_PARSER_OPTION_LIST_H
#define JAC_PARSER_OPTION_LIST_H

/* clang-format off */
#define JAC_PARSER_OPTIONS(X)                                                 \
    X(BOOL, symbolize_names, TYPE)        /* keys are Symbols */              \
    X(BOOL, allow_nan, TYPE)                                                  \
    X(BOOL, allow_duplicate_key, TYPE)    /* the last one wins */             \
    X(BOOL, allow_trailing_comma, TYPE)                                       \
    X(BOOL, allow_comments, TYPE)                                             \
    X(BOOL, allow_control_characters, TYPE)                                   \
    X(BOOL, allow_invalid_escape, TYPE)   /* \q is q */                       \
    X(BOOL, freeze, TYPE)                                                     \
    X(BOOL, validate_encoding, TYPE)                                          \
    X(REPLACE, invalid, TYPE)             /* U+FFFD for what is no UTF-8 */   \
    X(BOOL, relaxed, TYPE)                /* comments, commas, and a BOM */   \
    X(LEVELS, max_nesting, TYPE)          /* 0: no limit */                   \
    X(LIMIT, max_document_bytes, TYPE)                                        \
    X(LIMIT, max_string_bytes, PARSER)    /* of a key, too */                 \
    X(LIMIT, max_keys, PARSER)            /* of one object */                 \
    X(LIMIT, max_elements, PARSER)        /* of one array */                  \
    X(LIMIT, max_number_digits, PARSER)                                       \
    X(OBJECT, on_load, TYPE)              /* called with keys and values */   \
    X(DECIMAL, decimal_class, TYPE)                                           \
    X(OBJECT, object_class, DOCUMENT)                                         \
    X(OBJECT, array_class, DOCUMENT)                                          \
    X(OBJECT, only, CODER)                /* pointers to what is built */     \
    X(OBJECT, into, MODULE)               /* a Jacinth::Type */
/* clang-format on */

#endif
