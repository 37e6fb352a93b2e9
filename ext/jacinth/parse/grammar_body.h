/*
 * JSON's grammar: which token can follow which, and the error for a token that
 * is not allowed. A loop over the tokens of one value, without recursion:
 *
 *                       scalar, [] or {}
 *                  +-----------------------+
 *   start          |                       v
 *     |        +-------+  finished   (innermost container)
 *     +------> | VALUE | ---------+---------+-----------+
 *     +------> +-------+          |         |           |
 *     |         |     |         ROOT      ARRAY       OBJECT
 *     |        '['   '{'          |         |           |
 *     |         |     |        return  ARRAY_COMMA  OBJECT_COMMA
 *     |  array: |     | object:          |    |       |     |
 *     |  VALUE  |     | KEY             ','  ']'     ','   '}'
 *     |<--------+     v                  |    |       |     |
 *     |             +-----+              |    +-- finished --+
 *     |<---- ':' -- |COLON| <- key - KEY <-- (object) |
 *     |             +-----+                           |
 *     +---------------- (array) ----------------------+
 *
 * With allow_trailing_comma, ']' can also come at VALUE and '}' at KEY:
 * see parse/rules.h, which the readers without this loop use, too. In chunks,
 * the bracket of an empty container can also come there: see opened_empty().
 *
 * A reader of documents defines jac_reader_t, includes this file, and defines
 * the functions declared below. A function that returns false, NULL or
 * JAC_READ_STOP stops the loop. p is the address of the current token. Only
 * inline functions should get the address of the jac_reader_t, so that its
 * members stay in registers. The loop reads three members. The last two must be
 * constants for the compiler:
 *
 *   jac_parser_t *parser
 *   bool begins_values   begin_value() is called
 *   bool strings_first   strings are tested for before the switch, which is
 *                        faster if little else is done for a value
 */
#include "parse/build.h"
#include "parse/frame.h"
#include "parse/rules.h"
#include "parse/token.h"

/* The result of a reader's function that can read a value by itself. */
typedef enum {
    JAC_READ_STOP,    /* stops the loop, with the cursor at *p */
    JAC_READ_NOTHING, /* read no value */
    JAC_READ_VALUE,   /* read a value, and moved *p after it */
    JAC_READ_ELEMENTS /* the same for elements of the innermost array, for which
                         end_value() must not be called */
} jac_read_t;

/* Skips white space; it can skip comments, too. Returns the next character or
   JAC_END. separator: a comma or bracket is expected. Then the last value has
   ended, and an interrupt check is allowed. */
JAC_INLINE int next_token(jac_reader_t *r, const uint8_t **p, bool separator);

/* Returns the address after the comment. phase: that of the innermost
   container, for errors. */
JAC_INLINE const uint8_t *skip_comment(jac_reader_t *r, const uint8_t *p,
                                       jac_phase_t phase);

/* True if the end of the text at p ends the document. False if more text can
   follow. */
JAC_INLINE bool at_end(const jac_reader_t *r, const uint8_t *p);

/* Raises the error, or stores it. */
JAC_INLINE void fail(jac_reader_t *r, const uint8_t *p, jac_phase_t phase,
                     const char *text);

/* Sets the phase of the innermost container, if the reader can continue from
   it. open_container() and end_value() do this themselves. */
JAC_INLINE void set_phase(jac_reader_t *r, jac_phase_t phase);

/* Returns the type of the innermost container. */
JAC_INLINE jac_frame_type_t container(const jac_reader_t *r);

/* True if the key is the first one of the innermost object. In JAC_PHASE_KEY
   it is missing, in JAC_PHASE_COLON it was read. */
JAC_INLINE bool first_key(const jac_reader_t *r, jac_phase_t phase);

/* True if the innermost container is empty, and was opened before the next
   token was known (JAC_BLANK_BYTES). Then it can be closed at VALUE or KEY. */
JAC_INLINE bool opened_empty(const jac_reader_t *r);

/* Called, if begins_values is set, before a value or the invalid character c in
   its place. */
JAC_INLINE jac_read_t begin_value(jac_reader_t *r, const uint8_t **p, int c);

/* Returns the address after the string. */
JAC_INLINE const uint8_t *read_string(jac_reader_t *r, const uint8_t *p);

/* Reads a number. Returns JAC_READ_NOTHING, and sets *p to the first character
   that is no part of a number, if there is none. */
JAC_INLINE jac_read_t read_number(jac_reader_t *r, const uint8_t **p);

JAC_INLINE void read_keyword(jac_reader_t *r, VALUE value);

/* Called after a scalar, whose text is [p, q). */
JAC_INLINE bool end_scalar(jac_reader_t *r, const uint8_t *p, const uint8_t *q);

/* Returns the address of the token after the bracket at p, and sets *c to its
   first character. */
JAC_INLINE const uint8_t *after_bracket(jac_reader_t *r, const uint8_t *p,
                                        int *c);

/* Called after an empty container, whose text ends at p. */
JAC_INLINE bool read_empty(jac_reader_t *r, const uint8_t *p,
                           jac_frame_type_t type);

/* Opens the container at *p, and moves *p to its first token at q, whose first
   character is c. An array can be read as a whole instead. */
JAC_INLINE jac_read_t open_container(jac_reader_t *r, const uint8_t **p,
                                     const uint8_t *q, int c,
                                     jac_frame_type_t type);

/* Returns the address after the key's closing quote. */
JAC_INLINE const uint8_t *read_key(jac_reader_t *r, const uint8_t *p);

/* Closes the innermost container, whose text ends at p. */
JAC_INLINE bool close_container(jac_reader_t *r, const uint8_t *p,
                                jac_frame_type_t type);

/* Called after each value, whose text ends at p. */
JAC_INLINE bool end_value(jac_reader_t *r, const uint8_t *p);

#define JAC_FAIL(phase, text)        \
    do {                             \
        fail(r, p, (phase), (text)); \
        goto stop;                   \
    } while (0)

#define JAC_KEYWORD(text, value)                                    \
    do {                                                            \
        q = p + (sizeof(text) - 1);                                 \
        if (JAC_UNLIKELY((size_t)(end - p) < sizeof(text) - 1 ||    \
                         memcmp(p, text, sizeof(text) - 1) != 0)) { \
            if (jac_keyword_cut(parser, p, text)) goto stop;        \
            JAC_FAIL(JAC_PHASE_VALUE, JAC_TEXT_TOKEN);              \
        }                                                           \
        read_keyword(r, (value));                                   \
    } while (0)

#define JAC_COMMENT(label, phase)        \
    do {                                 \
        q = skip_comment(r, p, (phase)); \
        if (q == NULL) goto stop;        \
        p = q;                           \
        goto label;                      \
    } while (0)

/*
 * Reads the value at p, or the rest of it from a phase of the innermost
 * container on. Returns the address after the value. Returns NULL, with the
 * cursor at the current token, if a function of the reader stopped the
 * loop, an error was stored or a chunk has ended.
 */
JAC_INLINE const uint8_t *
read_document(jac_reader_t *r, const uint8_t *p, jac_phase_t phase)
{
    jac_parser_t *const parser = r->parser;
    const jac_parser_options_t *const options = parser->options;
    const uint8_t *const end = parser->end;
    const uint8_t *q;
    jac_read_t read;
    int c;

    switch (phase) {
    case JAC_PHASE_DONE:
        return p;
    case JAC_PHASE_ARRAY_COMMA:
        goto array_comma;
    case JAC_PHASE_OBJECT_COMMA:
        goto object_comma;
    case JAC_PHASE_VALUE:
        goto value;
    case JAC_PHASE_KEY:
        goto key;
    case JAC_PHASE_COLON:
        goto colon;
    }

value:
    c = next_token(r, &p, false);
    if (r->begins_values && c >= 0 && c != '/' &&
        (c != ']' || container(r) != JAC_FRAME_ARRAY)) {
        read = begin_value(r, &p, c);
        if (read == JAC_READ_STOP) goto stop;
        if (read == JAC_READ_VALUE) goto finished;
    }
    if (r->strings_first && JAC_LIKELY(c == '"')) goto string;
    switch (c) {
    case '"':
string:
        q = read_string(r, p);
        if (q == NULL) goto stop;
        break;

    case JAC_NUMBER_START:
        q = p;
        read = read_number(r, &q);
        if (JAC_LIKELY(read == JAC_READ_VALUE)) break;
        if (read == JAC_READ_STOP) goto stop;
        if (read == JAC_READ_ELEMENTS) {
            p = q;
            goto array_comma;
        }
        if (options->allow_nan && *p == '-' && q < end && *q == 'I') {
            JAC_KEYWORD("-Infinity", jac_minus_infinity);
            break;
        }
        JAC_FAIL(JAC_PHASE_VALUE, JAC_TEXT_NUMBER);

    case '{':
        q = after_bracket(r, p, &c);
        if (q == NULL) goto stop;
        if (c == '}') {
            p = q + 1;
            if (!read_empty(r, p, JAC_FRAME_OBJECT)) goto stop;
            goto finished;
        }
        read = open_container(r, &p, q, c, JAC_FRAME_OBJECT);
        if (read == JAC_READ_STOP) goto stop;
        goto key;

    case '[':
        q = after_bracket(r, p, &c);
        if (q == NULL) goto stop;
        if (c == ']') {
            p = q + 1;
            if (!read_empty(r, p, JAC_FRAME_ARRAY)) goto stop;
            goto finished;
        }
        read = open_container(r, &p, q, c, JAC_FRAME_ARRAY);
        if (read == JAC_READ_STOP) goto stop;
        if (read == JAC_READ_VALUE) goto finished;
        if (read == JAC_READ_ELEMENTS) goto array_comma;
        goto value;

    case ']':
        if (container(r) == JAC_FRAME_ARRAY &&
            (jac_trailing_comma(options, c, ']') || opened_empty(r))) {
            goto array_end;
        }
        JAC_FAIL(JAC_PHASE_VALUE, JAC_TEXT_VALUE);

    case 'n':
        JAC_KEYWORD("null", Qnil);
        break;
    case 't':
        JAC_KEYWORD("true", Qtrue);
        break;
    case 'f':
        JAC_KEYWORD("false", Qfalse);
        break;

    case 'N':
        if (!options->allow_nan) JAC_FAIL(JAC_PHASE_VALUE, JAC_TEXT_TOKEN);
        JAC_KEYWORD("NaN", jac_nan);
        break;
    case 'I':
        if (!options->allow_nan) JAC_FAIL(JAC_PHASE_VALUE, JAC_TEXT_TOKEN);
        JAC_KEYWORD("Infinity", jac_infinity);
        break;

    case '/':
        JAC_COMMENT(value, JAC_PHASE_VALUE);
    default:
        if (c == JAC_END && !at_end(r, p)) goto stop;
        JAC_FAIL(JAC_PHASE_VALUE, c == JAC_END ? JAC_TEXT_END
                                  : c == 0     ? JAC_TEXT_NUL
                                               : JAC_TEXT_VALUE);
    }
    if (!end_scalar(r, p, q)) goto stop;
    p = q;

finished:
    if (!end_value(r, p)) goto stop;
    if (container(r) == JAC_FRAME_OBJECT) goto object_comma;
    if (JAC_UNLIKELY(container(r) == JAC_FRAME_ROOT)) return p;

array_comma:
    c = next_token(r, &p, true);
    if (JAC_LIKELY(c == ',')) {
        p++;
        set_phase(r, JAC_PHASE_VALUE);
        goto value;
    }
    if (JAC_LIKELY(c == ']')) {
array_end:
        p++;
        if (!close_container(r, p, JAC_FRAME_ARRAY)) goto stop;
        goto finished;
    }
    if (c == '/') JAC_COMMENT(array_comma, JAC_PHASE_ARRAY_COMMA);
    if (c == JAC_END && !at_end(r, p)) goto stop;
    JAC_FAIL(JAC_PHASE_ARRAY_COMMA, JAC_TEXT_ARRAY_COMMA);

object_comma:
    c = next_token(r, &p, true);
    if (JAC_LIKELY(c == ',')) {
        p++;
        set_phase(r, JAC_PHASE_KEY);
        goto key;
    }
    if (JAC_LIKELY(c == '}')) {
object_end:
        p++;
        if (!close_container(r, p, JAC_FRAME_OBJECT)) goto stop;
        goto finished;
    }
    if (c == '/') JAC_COMMENT(object_comma, JAC_PHASE_OBJECT_COMMA);
    if (c == JAC_END && !at_end(r, p)) goto stop;
    JAC_FAIL(JAC_PHASE_OBJECT_COMMA, JAC_TEXT_OBJECT_COMMA);

key:
    c = next_token(r, &p, false);
    if (JAC_LIKELY(c == '"')) {
        q = read_key(r, p);
        if (JAC_UNLIKELY(q == NULL)) goto stop;
        p = q;
        if (JAC_LIKELY(p < end && *p == ':')) {
            p++;
            set_phase(r, JAC_PHASE_VALUE);
            goto value;
        }
        set_phase(r, JAC_PHASE_COLON);
        goto colon;
    }
    if (c == '/') JAC_COMMENT(key, JAC_PHASE_KEY);
    if (jac_trailing_comma(options, c, '}')) goto object_end;
    if (c == '}' && opened_empty(r)) goto object_end;
    if (c == JAC_END && !at_end(r, p)) goto stop;
    JAC_FAIL(JAC_PHASE_KEY, JAC_TEXT_KEY(first_key(r, JAC_PHASE_KEY)));

colon:
    c = next_token(r, &p, false);
    if (JAC_LIKELY(c == ':')) {
        p++;
        set_phase(r, JAC_PHASE_VALUE);
        goto value;
    }
    if (c == '/') JAC_COMMENT(colon, JAC_PHASE_COLON);
    if (c == JAC_END && !at_end(r, p)) goto stop;
    JAC_FAIL(JAC_PHASE_COLON, JAC_TEXT_COLON(first_key(r, JAC_PHASE_COLON)));

stop:
    parser->cursor = p;
    return NULL;
}

#undef JAC_FAIL
#undef JAC_KEYWORD
#undef JAC_COMMENT
