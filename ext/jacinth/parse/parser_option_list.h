/*
 * The parser's options, one per line. This list generates the struct, the
 * reading of a Hash, marking, write barriers, Coder's reading options, and the
 * check of sig/.
 *
 *   X(kind, name, access)
 *
 *   kind      how a value is read and stored
 *     BOOL      truthiness
 *     REPLACE   true for :replace, false for nil or false
 *     LEVELS    an int; 0 for nil or false
 *     LIMIT     a size_t; 0, no limit, for nil or false
 *     OBJECT    unchanged; 0 for nil or false
 *     DECIMAL   an object and its method that makes a number; ignored
 *               for nil, false, or an object without such a method
 *   access    the first of these callers that accepts it; those after it do,
 *             too
 *     TYPE      Type#load, which explains why it refuses those of PARSER
 *     PARSER    Parser.parse, ResumableParser
 *     DOCUMENT  Document, Jacinth.at, Jacinth.valid?
 *     CODER     Coder
 *     MODULE    Jacinth.parse and similar methods, Parser::Config
 */
#ifndef JAC_PARSER_OPTION_LIST_H
#define JAC_PARSER_OPTION_LIST_H

/* clang-format off */
#define JAC_PARSER_OPTIONS(X)                                                 \
    X(BOOL, symbolize_names, TYPE) \
    X(BOOL, allow_nan, TYPE)                                                  \
    X(BOOL, allow_duplicate_key, TYPE) \
    X(BOOL, allow_trailing_comma, TYPE)                                       \
    X(BOOL, allow_comments, TYPE)                                             \
    X(BOOL, allow_control_characters, TYPE)                                   \
    X(BOOL, allow_invalid_escape, TYPE) \
    X(BOOL, freeze, TYPE)                                                     \
    X(BOOL, validate_encoding, TYPE)                                          \
    X(REPLACE, invalid, TYPE) \
    X(BOOL, relaxed, TYPE)                /* comments, commas, and a BOM */   \
    X(BOOL, json5, DOCUMENT)              /* see json5.h */                   \
    X(LEVELS, max_nesting, TYPE) \
    X(LIMIT, max_document_bytes, TYPE)                                        \
    X(LIMIT, max_string_bytes, PARSER)    /* of a key, too */                 \
    X(LIMIT, max_keys, PARSER)            /* of one object */                 \
    X(LIMIT, max_elements, PARSER)        /* of one array */                  \
    X(LIMIT, max_number_digits, PARSER)                                       \
    X(OBJECT, on_load, TYPE) \
    X(DECIMAL, decimal_class, TYPE)                                           \
    X(OBJECT, object_class, DOCUMENT)                                         \
    X(OBJECT, array_class, DOCUMENT)                                          \
    X(OBJECT, only, CODER)                /* pointers to what is built */     \
    X(OBJECT, into, MODULE)
/* clang-format on */

#endif
