/* Escaping, and copying short strings. */
#include "driver.h"

#include "short.h"

/* The escaped text by the reference, made once for all kernels. */
static uint8_t expected[6 * ROOM_SIZE + 1];
static size_t expected_size;

static void
expect(int mode, const uint8_t *text, size_t n)
{
    expected_size = reference_escape(expected, text, text + n, mode);
}

/*
 * Escapes n bytes at src into a target that has room bytes up to its guard,
 * each time anew when it is full, and compares with the expected text.
 */
static const char *
check_kernels(const jac_kernels_t *k, int mode, const uint8_t *src, size_t n,
              size_t room)
{
    static uint8_t got[6 * ROOM_SIZE + 1];
    size_t length = expected_size;
    size_t done = 0;
    jac_escape_t e = {src, src + n, NULL, target.end};

    do {
        uint8_t *const begin = target.end - room;

        if (room > 0 && begin > target.begin) begin[-1] = 0xA5;
        e.dst = begin;
        k->escape[mode](&e);
        if (e.src > e.src_end || e.dst > e.dst_end || e.dst < begin) {
            return FAIL("%s mode %d: out of bounds", k->name, mode);
        }
        if (begin > target.begin && room > 0 && begin[-1] != 0xA5) {
            return FAIL("%s mode %d: wrote before dst", k->name, mode);
        }
        if (e.src < e.src_end && e.dst_end - e.dst >= JAC_ESC_SPACE) {
            return FAIL("%s mode %d: stopped with room for more", k->name,
                        mode);
        }
        if (done + (size_t)(e.dst - begin) > length) {
            return FAIL("%s mode %d: %zu bytes, expected %zu", k->name, mode,
                        done + (size_t)(e.dst - begin), length);
        }
        memcpy(got + done, begin, (size_t)(e.dst - begin));
        done += (size_t)(e.dst - begin);
        /* Too small a room may do, or may not: then that is all. */
        if (e.src < e.src_end && room < JAC_ESC_SPACE) {
            length = done;
            break;
        }
    } while (e.src < e.src_end);
    if (done != length || memcmp(got, expected, length) != 0) {
        return FAIL("%s mode %d, %zu bytes, room %zu: got %.*s, expected %.*s",
                    k->name, mode, n, room, (int)(done < 80 ? done : 80), got,
                    (int)(length < 80 ? length : 80), expected);
    }
    return NULL;
}

/* The same with the kernels of each instruction set. */
static const char *
check_escape(int mode, const uint8_t *src, size_t n, size_t room)
{
    static const jac_kernels_t *kernels[5];
    static size_t count;
    const char *bad = NULL;

    if (count == 0) {
        while ((kernels[count] = jac_kernels_at(count)) != NULL) count++;
    }
    for (size_t i = 0; i < count && bad == NULL; i++) {
        bad = check_kernels(kernels[i], mode, src, n, room);
    }
    return bad;
}

/* At each side of the source's room, with much and with little to write to. */
static const char *
check_escape_places(int mode, const uint8_t *text, size_t n)
{
    expect(mode, text, n);
    memcpy(source.end - n, text, n);
    TRY(check_escape(mode, source.end - n, n, 6 * n + JAC_ESC_SPACE));
    memcpy(source.begin, text, n);
    return check_escape(mode, source.begin, n, 64 + n % 40);
}

/* Every length, each character at every offset; or one in `step` of them. */
const char *
jac_test_escape_offsets(int mode, int step)
{
    uint8_t text[LONGEST + 8];

    for (uint32_t which = (uint32_t)(mode % step); which < CHARACTERS;
         which += (uint32_t)step) {
        for (size_t n = 0; n <= LONGEST; n++) {
            for (size_t at = 0; at <= n; at++) {
                size_t size = at;

                memset(text, 'a', sizeof text);
                if (at < n) size += driver_character(text + at, which);
                if (size < n) size = n;
                TRY(check_escape_places(mode, text, size));
            }
        }
    }
    return NULL;
}

const char *
jac_test_escape_random(int mode, int count, int seed)
{
    uint8_t text[700];

    driver_seed(seed);
    for (int i = 0; i < count; i++) {
        const size_t n = driver_text(text, chance(4) == 0 ? 600 : LONGEST);
        const size_t shift = chance(64);

        expect(mode, text, n);
        memcpy(source.end - n - shift, text, n);
        TRY(check_escape(mode, source.end - n - shift, n,
                         chance(5) == 0 ? chance(4096) : chance(260)));
    }
    return NULL;
}

/* Every size of room, from none on. */
const char *
jac_test_escape_rooms(int mode, int seed)
{
    uint8_t text[700];

    driver_seed(seed);
    for (size_t room = 0; room < 300; room++) {
        for (int i = 0; i < 40; i++) {
            const size_t n = driver_text(text, 300);

            expect(mode, text, n);
            memcpy(source.end - n, text, n);
            TRY(check_escape(mode, source.end - n, n, room));
        }
    }
    return NULL;
}

/*
 * Characters side by side and one more after a gap, in a block, where the room
 * ends near to the last: each of them takes some of the room that was there
 * when the block began. Every character, or one in `step` of them.
 */
const char *
jac_test_escape_gaps(int mode, int step)
{
    uint8_t text[200];

    for (uint32_t which = (uint32_t)(mode % step); which < CHARACTERS;
         which += (uint32_t)step) {
        for (int before = 2; before < 9; before++) {
            for (size_t gap = 18; gap < 32; gap++) {
                size_t n = 0;

                memset(text, 'a', sizeof text);
                for (int i = 0; i < before; i++) {
                    n += driver_character(text + n, which);
                }
                n += gap;
                n += driver_character(text + n, which) + 64;
                expect(mode, text, n);
                memcpy(source.end - n, text, n);
                for (size_t room = 64; room < 101; room++) {
                    TRY(check_escape(mode, source.end - n, n, room));
                }
            }
        }
    }
    return NULL;
}

static const char *
check_short_copy(const uint8_t *src, size_t n, unsigned mode)
{
    uint8_t *const dst = target.end - JAC_SHORT_MAX;
    size_t expected = 0, got;

    for (; expected < n; expected++) {
        const uint8_t byte = src[expected];

        if (reference_special(byte)) break;
        if ((mode & JAC_ESC_SCRIPT_SAFE) && byte == '/') break;
        if ((mode & (JAC_ESC_SCRIPT_SAFE | JAC_ESC_SEPARATORS)) &&
            byte == 0xE2) {
            break;
        }
        if ((mode & JAC_ESC_HTML) &&
            (byte == '<' || byte == '>' || byte == '&')) {
            break;
        }
    }
    memset(dst - 1, 0xA5, JAC_SHORT_MAX + 1);
    got = mode == JAC_ESC_PLAIN ? jac_short_copy(dst, src, n)
                                : jac_short_copy_mode(dst, src, n, mode);
    if (got != expected) {
        return FAIL("short_copy of %zu: %zu, expected %zu", n, got, expected);
    }
    if (memcmp(dst, src, n) != 0 || dst[-1] != 0xA5) {
        return FAIL("short_copy of %zu: wrong copy", n);
    }
    return NULL;
}

const char *
jac_test_short_copy(void)
{
    for (size_t n = 0; n <= JAC_SHORT_MAX; n++) {
        for (size_t at = 0; at <= n; at++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                uint8_t *places[2];

                places[0] = source.end - n;
                places[1] = source.begin;
                for (unsigned i = 0; i < 2 * JAC_ESC_ASCII; i++) {
                    uint8_t *const p = places[i / JAC_ESC_ASCII];

                    memset(p, 'a' + (int)(n % 7), n);
                    if (at < n) p[at] = (uint8_t)byte;
                    /* A second one after it must not be found first. */
                    if (at + 5 < n) p[n - 1] = '"';
                    TRY(check_short_copy(p, n, i % JAC_ESC_ASCII));
                }
            }
        }
    }
    return NULL;
}
