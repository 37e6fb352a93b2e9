#include "parse/find_steps.h"

#include "parse/token_check.h"

/* A container that is open, on a stack that a String holds. */
typedef struct {
    size_t index;         /* of the value, in an array */
    const uint8_t *key;   /* the text of the last key, in an object, or NULL */
    const uint8_t *close; /* its closing quote */
    bool object;
    bool value; /* behind the colon */
} jac_level_t;

/* The closing quote of the string whose text begins at p, or at. */
static const uint8_t *
string_end(const uint8_t *p, const uint8_t *at)
{
    while (p < at && *p != '"') p += *p == '\\' && at - p > 1 ? 2 : 1;
    return p;
}

/* What follows the comment at p, or at. */
static const uint8_t *
comment_end(const uint8_t *p, const uint8_t *at)
{
    const bool line = at - p > 1 && p[1] == '/';

    for (p += at - p > 1 ? 2 : 1; p < at; p++) {
        if (line && *p == '\n') return p + 1;
        if (!line && *p == '*' && at - p > 1 && p[1] == '/') return p + 2;
    }
    return at;
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

void
jac_find_steps(const jac_parser_t *parser, const uint8_t *at, VALUE steps)
{
    VALUE room = rb_str_new(NULL, 16 * sizeof(jac_level_t));
    jac_level_t *levels = (jac_level_t *)RSTRING_PTR(room), *top;
    const uint8_t *p = parser->start, *q;
    const uint8_t *looked = p;
    size_t depth = 0, capa = 16;
    bool fresh = false; /* nothing but space and comments since a bracket */

    while (p < at) {
        const uint8_t c = *p;

        if (JAC_UNLIKELY(p - looked > JAC_LOOK_PIECE)) {
            looked = p;
            rb_thread_check_ints();
        }
        top = depth > 0 ? &levels[depth - 1] : NULL;
        if (c == '"') {
            q = string_end(p + 1, at);
            if (q < at && top != NULL && top->object && !top->value) {
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
            if (depth == capa) {
                capa *= 2;
                rb_str_resize(room, (long)(capa * sizeof(jac_level_t)));
                levels = (jac_level_t *)RSTRING_PTR(room);
            }
            memset(&levels[depth], 0, sizeof(*levels));
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
    /* The parser opens a container when it has seen what follows comments. */
    if (fresh && at < parser->end && *at == '/') depth--;
    push_steps(parser, levels, depth, steps);
    RB_GC_GUARD(room);
}
