/*
 * The messages of ParserError for invalid JSON, which are those of the json
 * gem. "%s" is replaced by the source at the error's position.
 *
 * `first` distinguishes the first key of an object from the others.
 */
#ifndef JAC_ERROR_TEXTS_H
#define JAC_ERROR_TEXTS_H

/* clang-format off */
#define JAC_TEXT_VALUE        "unexpected character: %s"
#define JAC_TEXT_NUL          "unexpected NULL byte: %s"
#define JAC_TEXT_TOKEN        "unexpected token %s"
#define JAC_TEXT_NUMBER       "invalid number: %s"
#define JAC_TEXT_ARRAY_COMMA  "expected ',' or ']' after array value"
#define JAC_TEXT_OBJECT_COMMA "expected ',' or '}' after object value, got: %s"
#define JAC_TEXT_KEY(first)   ((first) ? "expected object key, got %s"        \
                                       : "expected object key, got: %s")
#define JAC_TEXT_COLON(first) ((first) ? "expected ':' after object key"      \
                                       : "expected ':' after object key, "    \
                                         "got: %s")
#define JAC_TEXT_AFTER_END    "unexpected token at end of stream %s"
#define JAC_TEXT_END          "unexpected end of input"
#define JAC_TEXT_STRING_END   "unexpected end of input, expected closing \""
#define JAC_TEXT_COMMENT_END  "unterminated comment, expected closing '*/'"
#define JAC_TEXT_BAD_UTF8     "invalid UTF-8 in source: %s"

#define JAC_TEXT_CONTROL      "invalid ASCII control character in string: %s"
#define JAC_TEXT_ESCAPE       "invalid escape character in string: %s"
#define JAC_TEXT_NEWLINE      "Invalid unescaped newline character (\\n) in "  \
                              "string: %s"
#define JAC_TEXT_NUL_ESCAPE   "Invalid unescaped NULL character (\\0) in "     \
                              "string: %s"
#define JAC_TEXT_HEX          "incomplete unicode character escape sequence "  \
                              "at %s"
#define JAC_TEXT_HALF_PAIR    "incomplete surrogate pair at %s"
#define JAC_TEXT_INVALID_PAIR "invalid surrogate pair at %s"
#define JAC_TEXT_TRAILING     "unpaired trailing surrogate at %s"
/* clang-format on */

#endif
