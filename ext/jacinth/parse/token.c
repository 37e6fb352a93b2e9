#include "parse/token.h"

#include "core/comment.h"
#include "parse/build.h"
#include "parse/frame.h"
#include "parse/callbacks.h"
#include "parse/limits.h"
#include "parse/scan.h"

static VALUE
node_key(jac_parser_t *parser, uint32_t index)
{
    const bool symbols = parser->options->symbolize_names;
    const jac_node_t *node = &parser->session->shapes.nodes[index];
    VALUE key = node->key[symbols];

    if (key == 0) return jac_node_symbol(parser, index);
    JAC_SHADOW_CHECK(&node->key_shadow[symbols], key, "the shapes' keys");
    return key;
}

static void
begin_with(jac_shapes_t *shapes, jac_frame_t *frame, uint32_t index)
{
    frame->node = index;
    shapes->nodes[frame->hint].object = index;
}

static VALUE
cached_key(jac_parser_t *parser, jac_frame_t *frame, uint64_t hash,
           const uint8_t *s, size_t n)
{
    jac_session_t *session = parser->session;
    jac_shapes_t *shapes = &session->shapes;
    jac_key_t *key =
        jac_key_cache_fetch(&session->keys, session->self, hash, s, n);
    VALUE string = key->string;

    if (frame->node != JAC_NODE_NONE) {
        const bool rare = session->keys.cold > 0; /* the last search missed */
        const uint32_t index =
            jac_shapes_next(shapes, session->shapes_object, frame->node,
                            frame->hint, key, rare, s);

        if (frame->node == JAC_NODE_ROOT && index != JAC_NODE_NONE) {
            begin_with(shapes, frame, index);
        }
        frame->node = index;
    }
    if (parser->options->symbolize_names) {
        return jac_key_symbol(key, parser);
    }
    return string;
}

/*
 * Returns the key s[0..n), short and without escapes: from the shapes, which
 * can contain an object's first key, from the key cache, or if both are
 * useless, directly.
 */
static VALUE
find_key(jac_parser_t *parser, jac_frame_t *frame, const uint8_t *s, size_t n)
{
    jac_session_t *session = parser->session;
    jac_shapes_t *shapes = &session->shapes;
    const uint64_t hash = jac_key_hash(&session->keys, s, n);
    uint32_t index;

    if (frame->node == JAC_NODE_ROOT &&
        JAC_LIKELY(!shapes->nodes[frame->hint].varied)) {
        index = jac_shapes_first(shapes, hash, s, n);
        if (index != 0) {
            begin_with(shapes, frame, index);
            return node_key(parser, index);
        }
    }
    if (!jac_key_cache_useless(&session->keys) ||
        jac_shapes_may_learn(shapes, frame->node)) {
        return cached_key(parser, frame, hash, s, n);
    }
    if (frame->node != JAC_NODE_NONE) shapes->lost++;
    frame->node = JAC_NODE_NONE;
    return Qundef;
}

static VALUE
plain_key(jac_parser_t *parser, const uint8_t *s, size_t n, bool escaped)
{
    const uint8_t *after;
    VALUE key =
        escaped ? jac_build_escaped(parser, s, true, &after) : jac_intern(s, n);

    return parser->options->symbolize_names ? jac_parser_symbol(parser, key)
                                            : key;
}

static JAC_NOINLINE const uint8_t *
take_key(jac_parser_t *parser, const uint8_t *s, size_t n, uint32_t high,
         bool escaped)
{
    jac_frame_t *frame = jac_stack_top(parser->stack);
    VALUE key = Qundef;

    if (JAC_UNLIKELY(high != 0) && parser->options->validate_encoding) {
        jac_check_encoding(parser, s, n);
    }
    if (JAC_UNLIKELY(parser->options->limits) && !escaped) {
        jac_limit_string(parser, s, n);
    }
    if (JAC_LIKELY(!escaped && n <= JAC_KEY_CACHED)) {
        key = find_key(parser, frame, s, n);
    }
    else {
        frame->node = JAC_NODE_NONE;
    }
    if (key == Qundef) key = plain_key(parser, s, n, escaped);
    if (JAC_UNLIKELY(parser->options->on_load)) {
        parser->cursor = s + n + 1;
        key = jac_callback_value(parser, key);
    }
    jac_stack_push(parser->stack, key);
    return s + n + 1;
}

static JAC_NOINLINE const uint8_t *
read_slow_key(jac_parser_t *parser, const uint8_t *s)
{
    const uint8_t *q = s;
    uint32_t high = 0;
    bool escaped = false;

    if (parser->chunks != NULL &&
        jac_chunk_noted(parser, &parser->chunks->string, s - 1)) {
        q = jac_resume_string(parser, s, &high, &escaped);
        if (q == NULL) return NULL;
    }
    q = jac_scan_string_on(parser, s, q, &high, &escaped);
    if (q == NULL) return NULL;
    return take_key(parser, s, (size_t)(q - s), high, escaped);
}

const uint8_t *
jac_read_key(jac_parser_t *parser, const uint8_t *s)
{
    uint32_t high = 0;
    size_t n;

    if (JAC_LIKELY(parser->end - s >= JAC_SHORT_SPAN)) {
        n = jac_short_scan(s, &high);
        if (JAC_LIKELY(n < JAC_SHORT_SPAN && s[n] == '"')) {
            return take_key(parser, s, n, high, false);
        }
    }
    return read_slow_key(parser, s);
}

JAC_COLD VALUE
jac_node_symbol(jac_parser_t *parser, uint32_t index)
{
    jac_session_t *session = parser->session;
    jac_node_t *node = &session->shapes.nodes[index];
    VALUE symbol;

    JAC_SHADOW_CHECK(&node->key_shadow[0], node->key[0], "the shapes' keys");
    symbol = jac_parser_symbol(parser, node->key[0]);
    RB_OBJ_WRITE(session->shapes_object, &node->key[1], symbol);
    JAC_SHADOW_KEEP(&node->key_shadow[1], symbol);
    return symbol;
}

JAC_COLD const uint8_t *
jac_skip_comment(jac_parser_t *parser, const uint8_t *p)
{
    const uint8_t *q = p + 2, *end = parser->end;

    if (!parser->options->allow_comments ||
        (p + 1 < end && p[1] != '/' && p[1] != '*') ||
        (p + 1 == end && parser->chunks == NULL)) {
        jac_parser_fail(parser, p, JAC_TEXT_TOKEN);
    }
    if (p + 1 == end) return NULL;
    if (parser->chunks != NULL) {
        q = jac_chunk_resume(parser, &parser->chunks->comment, p, q);
    }
    q = jac_comment_end(p, q, end);
    if (q == NULL && p[1] == '/' &&
        (parser->chunks == NULL || parser->chunks->last)) {
        q = end;
    }
    if (q == NULL) {
        if (parser->chunks == NULL) {
            jac_parser_fail(parser, p, JAC_TEXT_COMMENT_END);
        }
        jac_chunk_note(parser, &parser->chunks->comment, p,
                       end - p < 2 + JAC_COMMENT_CUT ? p + 2
                                                     : end - JAC_COMMENT_CUT);
        return NULL;
    }
    if (parser->options->validate_encoding) {
        jac_check_encoding(parser, p, (size_t)(q - p));
    }
    return q;
}

JAC_COLD bool
jac_keyword_cut(const jac_parser_t *parser, const uint8_t *p,
                const char *keyword)
{
    const size_t left = (size_t)(parser->end - p);

    return parser->chunks != NULL && left < strlen(keyword) &&
           memcmp(p, keyword, left) == 0;
}

JAC_COLD void
jac_parser_fail_cut(jac_parser_t *parser, const uint8_t *p)
{
    const uint8_t *const end = parser->end, *from = NULL;

    if (p < end && (*p == '[' || *p == '{')) {
        from = p; /* it has no frame before the next token */
        p = jac_chunk_resume(parser, &parser->chunks->bracket, p, p + 1);
    }
    if (p < end && *p == '/') {
        jac_parser_fail_from(parser, from, p,
                             end - p > 1 ? JAC_TEXT_COMMENT_END
                                         : JAC_TEXT_TOKEN);
    }
    if (p < end && *p != '"' && from == NULL) {
        jac_parser_fail(parser, p, JAC_TEXT_TOKEN);
    }
    if (p < end && *p == '"') from = p;
    jac_parser_fail_from(parser, from, end, JAC_TEXT_END);
}
