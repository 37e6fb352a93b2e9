#include "parse/source_text.h"

#include "parse/interrupts.h"
#include "parse/json5.h"
#include "parse/machine.h"

static const uint8_t bom[] = {0xEF, 0xBB, 0xBF};
enum { BOM_SIZE = sizeof(bom) };

static size_t
bom_bytes(VALUE text)
{
    const uint8_t *p = (const uint8_t *)RSTRING_PTR(text);
    const size_t size = (size_t)RSTRING_LEN(text);
    size_t n = 0;

    while (n < BOM_SIZE && n < size && p[n] == bom[n]) n++;
    return n;
}

VALUE
jac_text_as_utf8(VALUE text)
{
    if (rb_enc_get_index(text) == rb_utf8_encindex()) return text;
    return rb_utf8_str_new(RSTRING_PTR(text), RSTRING_LEN(text));
}

VALUE
jac_text_frozen(VALUE text)
{
    if (RBASIC_CLASS(text) != rb_cString) {
        text = rb_str_subseq(text, 0, RSTRING_LEN(text));
    }
    return rb_str_new_frozen(text);
}

/* Each maximal subpart of an ill-formed sequence becomes U+FFFD, as the
   Unicode Standard recommends (section 3.9). */
static VALUE
replaced(VALUE text)
{
    const VALUE scrubbed = rb_str_scrub(jac_text_as_utf8(text), Qnil);

    return NIL_P(scrubbed) ? text : scrubbed;
}

VALUE
jac_parser_chunk_source(const jac_parser_options_t *options, VALUE source)
{
    int index;

    if (!options->invalid) return jac_parser_source(source);
    StringValue(source);
    index = rb_enc_get_index(source);
    if (index == rb_utf8_encindex() || index == rb_ascii8bit_encindex() ||
        index == rb_usascii_encindex()) {
        return source;
    }
    return rb_str_encode(source, rb_enc_from_encoding(rb_utf8_encoding()),
                         ECONV_INVALID_REPLACE | ECONV_UNDEF_REPLACE, Qnil);
}

bool
jac_parser_skips_bom(const jac_parser_options_t *options, VALUE source)
{
    return options->relaxed && bom_bytes(source) == BOM_SIZE;
}

VALUE
jac_parser_text(const jac_parser_options_t *options, VALUE source)
{
    source = jac_parser_chunk_source(options, source);
    if (jac_parser_skips_bom(options, source)) {
        source =
            rb_str_subseq(source, BOM_SIZE, RSTRING_LEN(source) - BOM_SIZE);
    }
    return options->invalid ? replaced(source) : source;
}

VALUE
jac_parser_whole_text(jac_parser_options_t *options, VALUE source)
{
    source = jac_parser_text(options, source);
    return options->json5 ? jac_json5_text(options, source) : source;
}

VALUE
jac_parser_fixed(const jac_parser_options_t *options, VALUE source)
{
    return options->value_options || RSTRING_LEN(source) > JAC_INTERRUPT_KEYS
               ? rb_str_new_frozen(source)
               : source;
}

static size_t
cut_bytes(VALUE text)
{
    const char *start = RSTRING_PTR(text), *end = start + RSTRING_LEN(text);
    const char *p = end;

    while (p > start && end - p < 3) {
        p--;
        if (((uint8_t)*p & 0xC0) == 0x80) continue;
        if (!MBCLEN_NEEDMORE_P(
                rb_enc_precise_mbclen(p, end, rb_utf8_encoding()))) {
            break;
        }
        return (size_t)(end - p);
    }
    return 0;
}

static VALUE
keep_tail(jac_source_tail_t *tail, VALUE text, size_t n)
{
    const size_t size = (size_t)RSTRING_LEN(text);

    JAC_ASSERT(n <= size && n < sizeof(tail->bytes));
    memcpy(tail->bytes, RSTRING_PTR(text) + size - n, n);
    tail->size = (uint8_t)n;
    return n == 0 ? text : rb_str_subseq(text, 0, (long)(size - n));
}

VALUE
jac_parser_chunk(const jac_parser_options_t *options, jac_source_tail_t *tail,
                 VALUE chunk, bool last)
{
    VALUE text = chunk;
    size_t n;

    if (!options->relaxed && !options->invalid) return chunk;
    if (tail->size > 0) {
        text = rb_utf8_str_new((const char *)tail->bytes, tail->size);
        rb_str_cat(text, RSTRING_PTR(chunk), RSTRING_LEN(chunk));
        tail->size = 0;
    }
    if (RSTRING_LEN(text) == 0) return text;
    if (options->relaxed && !tail->begun) {
        n = bom_bytes(text);
        if (n == (size_t)RSTRING_LEN(text) && n < BOM_SIZE && !last) {
            return keep_tail(tail, text, n);
        }
        if (n == BOM_SIZE) {
            text = rb_str_subseq(text, BOM_SIZE, RSTRING_LEN(text) - BOM_SIZE);
        }
    }
    tail->begun = true;
    if (options->invalid) {
        if (!last) text = keep_tail(tail, text, cut_bytes(text));
        text = replaced(text);
    }
    RB_GC_GUARD(chunk);
    return text;
}
