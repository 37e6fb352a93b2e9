#include "type/type_ends.h"

#include "parse/token.h"
#include "parse/token_check.h"

/* Smaller containers are not in the list, and are skipped again. So few levels
   fit in them that this does not take long. */
enum { JAC_ENDS_BYTES = 64 };

void
jac_ends_init(jac_ends_t *ends, const uint8_t *start)
{
    ends->skipped = ends->from = ends->to = start;
}

static void
add(jac_ends_t *ends, size_t start, size_t end)
{
    ends->list = jac_memory_with_space(&ends->held, ends->list, ends->count,
                                       &ends->capacity, sizeof(*ends->list));
    ends->list[ends->count].start = start;
    ends->list[ends->count++].end = end;
}

static const uint8_t *
string_end(const uint8_t *p)
{
    for (p++; *p != '"'; p++) {
        if (*p == '\\') p++;
    }
    return p + 1;
}

/* Lists the containers of [from, to), which is valid. While one is open, its
   `end` is the place in the list of the container around it. */
static void
build(jac_ends_t *ends, jac_parser_t *parser, const uint8_t *from,
      const uint8_t *to)
{
    size_t open = SIZE_MAX, outer;
    const uint8_t *p = from;

    ends->capacity = 64;
    ends->count = 0;
    ends->held = jac_memory_new(ends->capacity * sizeof(*ends->list));
    ends->list = (jac_container_t *)RSTRING_PTR(ends->held);
    ends->from = ends->to = from;
    while (p < to) {
        switch (*p) {
        case '"':
            p = string_end(p);
            continue;
        case '/':
            p = jac_skip_comment(parser, p);
            continue;
        case '{':
        case '[':
            add(ends, (size_t)(p - parser->start), open);
            open = ends->count - 1;
            break;
        case '}':
        case ']':
            if (open == SIZE_MAX) break; /* of a container around `from` */
            outer = ends->list[open].end;
            ends->list[open].end = (size_t)(p + 1 - parser->start);
            if (ends->list[open].end - ends->list[open].start <
                JAC_ENDS_BYTES) {
                ends->count = open;
            }
            open = outer;
            break;
        default:
            break;
        }
        p++;
        jac_check_interrupts(parser, p);
    }
    ends->to = to;
}

const uint8_t *
jac_ends_find(jac_ends_t *ends, jac_parser_t *parser, const uint8_t *p)
{
    size_t low = 0, high, middle, at;

    if (p >= ends->skipped || ends->skipped - p < JAC_ENDS_BYTES) return NULL;
    if (p < ends->from || p >= ends->to) build(ends, parser, p, ends->skipped);
    at = (size_t)(p - parser->start);
    for (high = ends->count; low < high;) {
        middle = low + (high - low) / 2;
        if (ends->list[middle].start == at) {
            return parser->start + ends->list[middle].end;
        }
        if (ends->list[middle].start < at) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return NULL;
}
