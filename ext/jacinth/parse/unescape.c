#include "parse/unescape.h"

#include "core/escapes.h"
#include "parse/error_texts.h"
#include "parse/scan.h"

const char *
jac_unescape_text(jac_unescape_status_t status)
{
    static const char *const texts[] = {
        [JAC_UNESCAPE_RAW] = JAC_TEXT_CONTROL,
        [JAC_UNESCAPE_INVALID] = JAC_TEXT_ESCAPE,
        [JAC_UNESCAPE_CONTROL] = JAC_TEXT_CONTROL,
        [JAC_UNESCAPE_NEWLINE] = JAC_TEXT_NEWLINE,
        [JAC_UNESCAPE_NUL] = JAC_TEXT_NUL_ESCAPE,
        [JAC_UNESCAPE_HEX] = JAC_TEXT_HEX,
        [JAC_UNESCAPE_HALF_PAIR] = JAC_TEXT_HALF_PAIR,
        [JAC_UNESCAPE_INVALID_PAIR] = JAC_TEXT_INVALID_PAIR,
        [JAC_UNESCAPE_TRAILING] = JAC_TEXT_TRAILING,
    };

    return texts[status];
}

static int32_t
hex4(const uint8_t *p, const uint8_t *end)
{
    return end - p < 4 ? -1 : jac_hex4(p);
}

static uint8_t *
put_utf8(uint8_t *dst, uint32_t c)
{
    if (c < 0x80) {
        *dst++ = (uint8_t)c;
        return dst;
    }
    if (c < 0x800) {
        *dst++ = (uint8_t)(0xC0 | c >> 6);
    }
    else {
        if (c < 0x10000) {
            *dst++ = (uint8_t)(0xE0 | c >> 12);
        }
        else {
            *dst++ = (uint8_t)(0xF0 | c >> 18);
            *dst++ = (uint8_t)(0x80 | (c >> 12 & 0x3F));
        }
        *dst++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
    }
    *dst++ = (uint8_t)(0x80 | (c & 0x3F));
    return dst;
}

static bool
ends_within(const uint8_t *p, size_t n)
{
    size_t i;

    for (i = 0; i < n; i += p[i] == '\\' ? 2 : 1) {
        if (p[i] == '"') return true;
    }
    return false;
}

/* Decodes the surrogate pair whose first escape is before q, to *c. Like json,
   reports an invalid pair at the start of the unescaped text before it. */
static jac_unescape_status_t
unescape_pair(jac_unescape_t *u, const uint8_t *q, int32_t *c)
{
    int32_t second;

    u->at = u->run;
    if (*c >= 0xDC00) return JAC_UNESCAPE_TRAILING;
    if (u->end - q < 6 || q[0] != '\\' || q[1] != 'u' ||
        ends_within(q + 2, 4)) {
        return JAC_UNESCAPE_HALF_PAIR;
    }
    second = hex4(q + 2, u->end);
    if (second < 0) {
        u->at = q;
        return JAC_UNESCAPE_HEX;
    }
    if ((second & 0xFC00) != 0xDC00) return JAC_UNESCAPE_INVALID_PAIR;
    *c = 0x10000 + ((*c & 0x3FF) << 10) + (second & 0x3FF);
    return JAC_UNESCAPE_QUOTE;
}

/* Decodes \u at src and moves src after it. */
static jac_unescape_status_t
unescape_unicode(jac_unescape_t *u)
{
    const uint8_t *q = u->src;
    int32_t c = hex4(q + 2, u->end);

    u->at = q;
    if (c < 0) return JAC_UNESCAPE_HEX;
    q += 6;
    if (jac_surrogate_p(c)) {
        jac_unescape_status_t status = unescape_pair(u, q, &c);

        if (status == JAC_UNESCAPE_QUOTE)
            q += 6;
        else if (!u->replace || status == JAC_UNESCAPE_HEX ||
                 (u->replace == JAC_REPLACE_WHOLE && u->end - q < 6))
            return status;
        else
            c = 0xFFFD;
    }
    u->high |= (uint32_t)c & ~UINT32_C(0x7F);
    u->dst = put_utf8(u->dst, (uint32_t)c);
    u->src = u->run = q;
    return JAC_UNESCAPE_QUOTE;
}

static JAC_COLD jac_unescape_status_t
unescape_odd(jac_unescape_t *u)
{
    const uint8_t c = u->src[1];

    u->at = u->src;
    if (c < 0x20 && !u->allow_control) {
        return c == '\n' ? JAC_UNESCAPE_NEWLINE
               : c == 0  ? JAC_UNESCAPE_NUL
                         : JAC_UNESCAPE_CONTROL;
    }
    if (!u->allow_invalid) return JAC_UNESCAPE_INVALID;
    *u->dst++ = c;
    u->high |= c & 0x80;
    u->src += 2;
    u->run = u->src;
    return JAC_UNESCAPE_QUOTE;
}

/* Copies [p, end), which is less than a block, up to the next quote, backslash
   or control character. Returns its address, or end. */
static const uint8_t *
copy_tail(const uint8_t *p, const uint8_t *end, uint8_t **dst, uint32_t *high)
{
    uint8_t *d = *dst;

    while (p < end && *p >= 0x20 && *p != '"' && *p != '\\') {
        *high |= *p & 0x80;
        *d++ = *p++;
    }
    *dst = d;
    return p;
}

/* copy_long() is called after this many bytes without an escape. After the
   first long text of a string, LONG_TEXT_AGAIN applies, because more long text
   is likely. */
enum { LONG_TEXT = 5 * JAC_SHORT_SPAN, LONG_TEXT_AGAIN = 2 * JAC_SHORT_SPAN };

/* Copies text up to the next quote, backslash or control character, or as much
   as fits. For long text, which the kernel scans faster than the loop below. */
static JAC_NOINLINE void
copy_long(jac_unescape_t *u)
{
    const size_t space = (size_t)(u->dst_end - u->dst);
    const size_t left = (size_t)(u->end - u->src);
    const uint8_t *const stop = jac_kernels->scan_string(
        u->src, u->src + (left < space ? left : space), &u->high);
    const size_t n = (size_t)(stop - u->src);

    memcpy(u->dst, u->src, n);
    u->src = stop;
    u->dst += n;
}

/*
 * Text is copied by blocks: the bytes after a block's first quote, backslash or
 * control character are overwritten later. src and dst are in variables,
 * because each byte stored in dst could change those of *u.
 */
jac_unescape_status_t
jac_unescape(jac_unescape_t *u)
{
    const uint8_t *const end = u->end;
    const uint8_t *p = u->src;
    uint8_t *d = u->dst;
    ptrdiff_t long_text = LONG_TEXT;
    jac_unescape_status_t status;
    uint8_t letter;
    size_t n;

    for (;;) {
        status = JAC_UNESCAPE_FULL;
        if (JAC_UNLIKELY(u->dst_end - d < JAC_UNESCAPE_SPACE)) break;
        if (JAC_UNLIKELY(end - p < JAC_SHORT_SPAN)) {
            p = copy_tail(p, end, &d, &u->high);
            status = JAC_UNESCAPE_END;
            if (p == end) break;
        }
        else if (*p != '\\') {
            n = jac_short_copy_scan(d, p, &u->high);
            p += n;
            d += n;
            if (n == JAC_SHORT_SPAN) {
                if (JAC_LIKELY(p - u->run < long_text)) continue;
                long_text = LONG_TEXT_AGAIN;
                u->src = p;
                u->dst = d;
                copy_long(u);
                p = u->src;
                d = u->dst;
                continue;
            }
        }
        if (JAC_LIKELY(*p == '\\')) {
            JAC_BRANCH();
            if (JAC_UNLIKELY(end - p < 2)) {
                status = JAC_UNESCAPE_END;
                break;
            }
            letter = jac_escape_letters[p[1]];
            if (JAC_LIKELY(letter != 0)) {
                /* json's unescaped text includes an escaped quote or slash */
                u->run = p + (letter == '"' || letter == '/' ? 1 : 2);
                p += 2;
                *d++ = letter;
                continue;
            }
            u->src = p;
            u->dst = d;
            status = p[1] == 'u' ? unescape_unicode(u) : unescape_odd(u);
            p = u->src;
            d = u->dst;
            if (status != JAC_UNESCAPE_QUOTE) break;
            continue;
        }
        status = JAC_UNESCAPE_QUOTE;
        if (*p == '"') break;
        u->at = p;
        status = JAC_UNESCAPE_RAW;
        if (!u->allow_control) break;
        *d++ = *p++;
    }
    u->src = p;
    u->dst = d;
    return status;
}
