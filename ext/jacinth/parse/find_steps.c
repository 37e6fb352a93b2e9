#include "parse/find_steps.h"

#include "core/comment.h"
#include "parse/token_check.h"

/* An open container, on a stack in memory of a String. */
typedef struct {
    const uint8_t *bracket;
    size_t index;       /* of the value, in an array */
    const uint8_t *key; /* the last key's text, in an object, or NULL */
    const uint8_t *close;
    bool object;
    bool value;
} jac_level_t;

/* Returns the closing quote of the string whose text begins at p, or `at` if it
   ends later. */
static const uint8_t *
string_end(const uint8_t *p, const uint8_t *at)
{
    while (p < at && *p != '"') p += *p == '\\' && at - p > 1 ? 2 : 1;
    return p;
}

/* Returns the first byte after the comment at p, or `at` if it ends later. */
static const uint8_t *
comment_end(const uint8_t *p, const uint8_t *at)
{
    const uint8_t *end = at - p > 1 ? jac_comment_end(p, p + 2, at) : NULL;

    return end != NULL ? end : at;
}

static void
push_steps(const jac_parser_t *parser, const jac_level_t *levels, size_t depth,
           VALUE steps)
{
    size_t i;

    for (i = 0; i < depth; i++) {
        if (!levels[i].object) {
            rb_ary_push(steps, SIZET2NUM(levels[i].index));
        }
        else if (levels[i].key != NULL) {
            rb_ary_push(steps, jac_key_decoded(levels[i].key, levels[i].close,
                                               parser->options));
        }
        else {
            return;
        }
    }
}

const uint8_t *
jac_find_steps(jac_parser_t *parser, const uint8_t *at, VALUE steps)
{
    VALUE memory = jac_memory_new(16 * sizeof(jac_level_t));
    jac_level_t *levels = (jac_level_t *)RSTRING_PTR(memory), *top;
    const uint8_t *p = parser->start, *q, *open = NULL;
    const uint8_t *interrupts_at = p;
    size_t depth = 0, capa = 16;
    bool fresh = false; /* only white space and comments since a bracket */

    while (p < at) {
        const uint8_t c = *p;

        if (JAC_UNLIKELY(p - interrupts_at > JAC_CHECK_BYTES)) {
            interrupts_at = p;
            jac_check_interrupts_now(parser, parser->cursor);
        }
        top = depth > 0 ? &levels[depth - 1] : NULL;
        if (c == '"') {
            q = string_end(p + 1, at);
            if (q == at) {
                open = p;
            }
            else if (top != NULL && top->object && !top->value) {
                top->key = p + 1;
                top->close = q;
            }
            p = q;
        }
        else if (c == '/' && parser->options->allow_comments) {
            p = comment_end(p, at);
            continue;
        }
        else if (c == '{' || c == '[') {
            levels = jac_memory_with_space(&memory, levels, depth, &capa,
                                           sizeof(*levels));
            memset(&levels[depth], 0, sizeof(*levels));
            levels[depth].bracket = p;
            levels[depth++].object = c == '{';
        }
        else if (c == '}' || c == ']') {
            if (depth > 0) depth--;
        }
        else if (c == ',' && top != NULL) {
            top->index++;
            top->key = NULL;
            top->value = false;
        }
        else if (c == ':' && top != NULL) {
            top->value = true;
        }
        if (c > ' ') fresh = c == '{' || c == '[';
        p++;
    }
    /* the parser opens a container when it has read the token after the
       bracket, so a comment there is outside it */
    if (fresh && at < parser->end && *at == '/') depth--;
    if (open == NULL && depth > 0) open = levels[depth - 1].bracket;
    push_steps(parser, levels, depth, steps);
    RB_GC_GUARD(memory);
    return open;
}

static bool
key_is(const jac_parser_t *parser, const uint8_t *s, const uint8_t *end,
       VALUE name)
{
    const size_t n = (size_t)(end - s);

    if (memchr(s, '\\', n) != NULL) {
        VALUE key = jac_key_decoded(s, end, parser->options);
        const bool same =
            RSTRING_LEN(key) == RSTRING_LEN(name) &&
            memcmp(RSTRING_PTR(key), RSTRING_PTR(name), RSTRING_LEN(key)) == 0;

        RB_GC_GUARD(key);
        return same;
    }
    return (size_t)RSTRING_LEN(name) == n &&
           memcmp(RSTRING_PTR(name), s, n) == 0;
}

bool
jac_find_both_keys(const jac_parser_t *parser, const uint8_t *object,
                   VALUE name, const uint8_t *keys[2])
{
    const uint8_t *p = object, *q, *const end = parser->end;
    size_t depth = 0, found = 0;
    bool value = false; /* after the colon of a member of this object */

    for (; p < end && (depth > 0 || p == object); p++) {
        const uint8_t c = *p;

        if (c == '"') {
            q = string_end(p + 1, end);
            if (depth == 1 && !value && q < end &&
                key_is(parser, p + 1, q, name)) {
                keys[found++] = p;
                if (found == 2) return true;
            }
            p = q;
            if (p == end) return false;
        }
        else if (c == '/' && parser->options->allow_comments) {
            p = comment_end(p, end) - 1;
        }
        else if (c == '{' || c == '[') {
            depth++;
        }
        else if (c == '}' || c == ']') {
            depth--;
        }
        else if (depth == 1 && (c == ':' || c == ',')) {
            value = c == ':';
        }
    }
    return false;
}
