#define _DEFAULT_SOURCE
#include "driver.h"

#include <sys/mman.h>
#include <unistd.h>

char driver_why[600];

static driver_room_t
room_new(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t size = page > ROOM_SIZE ? page : ROOM_SIZE;
    driver_room_t room;
    uint8_t *all = mmap(NULL, size + 2 * page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED) abort();
    if (mprotect(all, page, PROT_NONE) != 0) abort();
    if (mprotect(all + page + size, page, PROT_NONE) != 0) abort();
    room.begin = all + page;
    room.end = all + page + size;
    return room;
}

driver_room_t source, target;

__attribute__((constructor)) static void
make_rooms(void)
{
    source = room_new();
    target = room_new();
}

/* xorshift64*: Vigna, "An experimental exploration of xorshift generators". */
static uint64_t chance_state;

void
driver_seed(int seed)
{
    chance_state = (uint64_t)seed * 2 + 1;
}

uint64_t
chance64(void)
{
    chance_state ^= chance_state >> 12;
    chance_state ^= chance_state << 25;
    chance_state ^= chance_state >> 27;
    return chance_state * UINT64_C(0x2545F4914F6CDD1D);
}

uint64_t
chance(uint64_t limit)
{
    return (chance64() >> 11) % limit;
}

static const uint32_t characters[CHARACTERS] = {
    '"',    '\\',   0x01,   0x1F,   '\n',   '\b',    '/',     '<',      '=',
    '>',    '&',    0x7F,   ' ',    '!',    '#',     'a',     0x80,     0xE9,
    0x7FF,  0x800,  0x201C, 0x2027, 0x2028, 0x2029,  0x202A,  0x20AC,   0x2128,
    0x2A00, 0x65E5, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF, 0};

size_t
driver_character(uint8_t *p, uint32_t which)
{
    uint32_t point = characters[which];
    const size_t n =
        (size_t)1 + (point >= 0x80) + (point >= 0x800) + (point >= 0x10000);

    for (size_t i = n - 1; i > 0; i--, point >>= 6) {
        p[i] = (uint8_t)(0x80 | (point & 0x3F));
    }
    *p = (uint8_t)(n == 1 ? point : 0xF0u << (4 - n) | point);
    return n;
}

/* Random characters, in runs of random density: aligned everyhow. */
size_t
driver_text(uint8_t *text, size_t longest)
{
    const uint64_t density = 1 + chance(40);
    const size_t wanted = (size_t)chance(longest + 1);
    const uint32_t only = chance(3) == 0 ? chance(CHARACTERS) : CHARACTERS;
    size_t n = 0;

    while (n < wanted) {
        if (chance(density) != 0) {
            text[n++] = (uint8_t)(0x20 + chance(2) * 0x41);
        }
        else if (only < CHARACTERS) {
            n += driver_character(text + n, only);
        }
        else {
            n += driver_character(text + n, chance(CHARACTERS));
        }
    }
    return n;
}

/* Length of the well-formed UTF-8 character at p, or 0. */
static size_t
reference_char(const uint8_t *p, const uint8_t *end, uint32_t *point)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n;

    if (p == end) return 0;
    if (*p < 0x80) {
        *point = *p;
        return 1;
    }
    if ((*p & 0xE0) == 0xC0) {
        n = 2;
        *point = *p & 0x1F;
    }
    else if ((*p & 0xF0) == 0xE0) {
        n = 3;
        *point = *p & 0x0F;
    }
    else if ((*p & 0xF8) == 0xF0) {
        n = 4;
        *point = *p & 0x07;
    }
    else {
        return 0;
    }
    if ((size_t)(end - p) < n) return 0;
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        *point = *point << 6 | (p[i] & 0x3F);
    }
    if (*point < least[n] || *point > 0x10FFFF) return 0;
    if (*point >= 0xD800 && *point <= 0xDFFF) return 0;
    return n;
}

ptrdiff_t
reference_length(const uint8_t *p, const uint8_t *end)
{
    ptrdiff_t length = 0;
    uint32_t point;
    size_t n;

    for (; p < end; p += n, length++) {
        if ((n = reference_char(p, end, &point)) == 0) return -1;
    }
    return length;
}

bool
reference_special(uint8_t byte)
{
    return byte == '"' || byte == '\\' || byte < 0x20;
}

/* Appends what stands for a character; returns the length. */
static size_t
reference_escape_char(char *out, uint32_t point, const uint8_t *p, size_t n,
                      int mode)
{
    const bool script = (mode & JAC_ESC_SCRIPT_SAFE) != 0;
    const bool separators = script || (mode & JAC_ESC_SEPARATORS) != 0;
    const bool html = (mode & JAC_ESC_HTML) != 0;
    const bool ascii = (mode & JAC_ESC_ASCII) != 0;

    switch (point) {
    case '"':
        return (size_t)sprintf(out, "\\\"");
    case '\\':
        return (size_t)sprintf(out, "\\\\");
    case '\b':
        return (size_t)sprintf(out, "\\b");
    case '\f':
        return (size_t)sprintf(out, "\\f");
    case '\n':
        return (size_t)sprintf(out, "\\n");
    case '\r':
        return (size_t)sprintf(out, "\\r");
    case '\t':
        return (size_t)sprintf(out, "\\t");
    default:
        break;
    }
    if (script && point == '/') return (size_t)sprintf(out, "\\/");
    if (point < 0x20 || (ascii && point > 0x7F && point < 0x10000) ||
        (separators && (point == 0x2028 || point == 0x2029)) ||
        (html && (point == '<' || point == '>' || point == '&'))) {
        return (size_t)sprintf(out, "\\u%04x", (unsigned)point);
    }
    if (ascii && point >= 0x10000) {
        return (size_t)sprintf(
            out, "\\u%04x\\u%04x",
            (unsigned)(0xD800 + ((point - 0x10000) >> 10)),
            (unsigned)(0xDC00 + ((point - 0x10000) & 0x3FF)));
    }
    memcpy(out, p, n);
    return n;
}

size_t
reference_escape(uint8_t *out, const uint8_t *p, const uint8_t *end, int mode)
{
    uint8_t *const start = out;
    uint32_t point = 0;
    size_t n;

    for (; p < end; p += n) {
        n = reference_char(p, end, &point);
        if (n == 0) abort();
        out += reference_escape_char((char *)out, point, p, n, mode);
    }
    return (size_t)(out - start);
}

void
reference_skip(jac_skip_t *s)
{
    while (s->p < s->end && s->depth > 0) {
        const uint8_t c = *s->p++;

        if (s->in_string) {
            if (s->escaped) {
                s->escaped = false;
            }
            else if (c == '\\') {
                s->escaped = true;
            }
            else if (c == '"') {
                s->in_string = false;
            }
        }
        else if (c == '"') {
            s->in_string = true;
        }
        else if (c == '{' || c == '[') {
            s->depth++;
        }
        else if (c == '}' || c == ']') {
            s->depth--;
        }
    }
}

const char *
jac_test_name(int isa)
{
    const jac_kernels_t *k = jac_kernels_at((size_t)isa);

    return k == NULL ? NULL : k->name;
}

/* The name of the table in use after jac_kernels_init(force). */
const char *
jac_test_choose(const char *force, int *known)
{
    *known = jac_kernels_init(force);
    return jac_kernels->name;
}

/* True if two tables have no function in common. */
int
jac_test_distinct(int one, int other)
{
    const jac_kernels_t *a = jac_kernels_at((size_t)one);
    const jac_kernels_t *b = jac_kernels_at((size_t)other);

    for (int mode = 0; mode < JAC_ESC_MODES; mode++) {
        if (a->escape[mode] == b->escape[mode]) return 0;
    }
    return a->scan_string != b->scan_string && a->skip_space != b->skip_space &&
           a->utf8_length != b->utf8_length && a->skip != b->skip;
}
