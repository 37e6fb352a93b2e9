#include "document/text.h"

#include "core/bits.h"
#include "parse/duplicate_keys.h"
#include "parse/token_check.h"
#include "ruby/errors.h"

/* Members closer to the start of their container are found without an index. */
enum { JAC_INDEX_FAR = 1024 };

#define JAC_INDEX_NEVER UINT_MAX

static void
text_mark(void *data)
{
    const jac_text_t *text = data;

    /* pinned: searches hold addresses of its bytes */
    rb_gc_mark(text->source);
    rb_gc_mark(text->config);
}

static void
text_free(void *data)
{
    jac_text_t *text = data;
    size_t i;

    for (i = 0; i < JAC_INDEXED; i++) xfree(text->lookups[i].index);
    xfree(text);
}

static size_t
text_memsize(const void *data)
{
    const jac_text_t *text = data;

    return sizeof(*text) + text->memory;
}

static VALUE cText;

static const rb_data_type_t text_type =
    JAC_DATA_TYPE("Jacinth/text", text_mark, text_free, text_memsize,
                  RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE);

VALUE
jac_text_new(VALUE source, VALUE config)
{
    jac_text_t *text;
    VALUE self = TypedData_Make_Struct(cText, jac_text_t, &text_type, text);

    RB_OBJ_WRITE(self, &text->source, source);
    RB_OBJ_WRITE(self, &text->config, config);
    JAC_SHADOW_KEEP(&text->source_shadow, source);
    JAC_SHADOW_KEEP(&text->config_shadow, config);
    return self;
}

jac_text_t *
jac_text_get(VALUE self)
{
    return rb_check_typeddata(self, &text_type);
}

void
jac_text_parser(jac_parser_t *parser, const jac_text_t *text)
{
    JAC_SHADOW_CHECK(&text->source_shadow, text->source, "a document's text");
    JAC_SHADOW_CHECK(&text->config_shadow, text->config,
                     "a document's options");
    jac_parser_part(parser, jac_parser_options_of(text->config), text->source);
}

static jac_lookup_t *
place_of(jac_text_t *text, size_t at)
{
    return &text->lookups[(uint64_t)at * UINT64_C(0x9E3779B97F4A7C15) >> 58];
}

static jac_lookup_t *
lookup_of(jac_text_t *text, size_t at)
{
    jac_lookup_t *lookup = place_of(text, at);

    if (lookup->at != at && lookup->index == NULL) {
        lookup->at = at;
        lookup->lookups = 0;
    }
    return lookup->at == at ? lookup : NULL;
}

static const jac_index_t *
index_of(jac_text_t *text, const jac_parser_t *parser, const uint8_t *p)
{
    const size_t at = (size_t)(p - parser->start);
    const jac_lookup_t *lookup = place_of(text, at);

    return lookup->at == at ? lookup->index : NULL;
}

/* Ruby's hash with its seed, so collisions cannot be chosen. */
static size_t
hash_of(const uint8_t *s, size_t n)
{
    return (size_t)rb_memhash(s, (long)n);
}

/* Returns the decoded text of a key, in the source or in *held, which must
   be kept alive. */
static const uint8_t *
key_text(const jac_parser_t *parser, const jac_members_t *m, size_t *n,
         VALUE *held)
{
    if (!m->escaped) {
        *n = (size_t)(m->key_end - m->key);
        return m->key;
    }
    *held = jac_key_decoded(m->key, m->key_end, parser->options);
    *n = (size_t)RSTRING_LEN(*held);
    return (const uint8_t *)RSTRING_PTR(*held);
}

static uint32_t *
index_slot(const jac_index_t *index, jac_parser_t *parser, const uint8_t *name,
           size_t n, jac_members_t *m)
{
    size_t at = hash_of(name, n) & index->mask;

    for (; index->slots[at] != 0; at = (at + 1) & index->mask) {
        jac_lazy_read_key(parser, m,
                          parser->start + index->places[index->slots[at] - 1]);
        if (jac_lazy_key_is(parser, m, name, n)) break;
    }
    return &index->slots[at];
}

/* Copies an index of `places` and `slots` bytes to one block of memory. While
   it is built, Strings own its memory, so an error leaks nothing. */
static jac_index_t *
index_copy(const jac_index_t *built, size_t places, size_t slots,
           size_t *memory)
{
    jac_index_t *const index = xmalloc(sizeof(*index) + places + slots);

    *index = *built;
    index->places = memcpy(index + 1, built->places, places);
    if (slots > 0) {
        index->slots =
            memcpy((uint8_t *)(index + 1) + places, built->slots, slots);
    }
    *memory = sizeof(*index) + places + slots;
    return index;
}

static jac_index_t *
index_array(jac_parser_t *parser, const uint8_t *p, size_t depth,
            size_t *memory)
{
    VALUE places = rb_obj_hide(rb_str_buf_new(64 * sizeof(size_t)));
    jac_index_t found = {0, NULL, NULL, 0}, *index;
    jac_members_t m;
    size_t place;

    JAC_EACH_MEMBER(parser, m, p, depth) {
        if (found.count++ % JAC_INDEX_STEP == 0) {
            place = (size_t)(m.value - parser->start);
            rb_str_cat(places, (const char *)&place, sizeof(place));
        }
    }
    found.places = (size_t *)RSTRING_PTR(places);
    index = index_copy(&found, (size_t)RSTRING_LEN(places), 0, memory);
    RB_GC_GUARD(places);
    return index;
}

static jac_index_t *
index_object(jac_parser_t *parser, const uint8_t *p, size_t depth,
             size_t *memory)
{
    VALUE places = rb_obj_hide(rb_str_buf_new(64 * sizeof(size_t)));
    VALUE slots, held = Qnil;
    jac_index_t found = {0, NULL, NULL, 0}, *index;
    jac_members_t m, other;
    const uint8_t *name;
    size_t count, i, n, place;
    uint32_t *slot;

    JAC_EACH_MEMBER(parser, m, p, depth) {
        place = (size_t)(m.key - 1 - parser->start);
        rb_str_cat(places, (const char *)&place, sizeof(place));
    }
    count = (size_t)RSTRING_LEN(places) / sizeof(size_t);
    if (count >= UINT32_MAX / 4) return NULL;
    found.mask = 7;
    while (found.mask + 1 < 2 * count) found.mask = 2 * found.mask + 1;
    slots = jac_memory_new((found.mask + 1) * sizeof(uint32_t));
    memset(RSTRING_PTR(slots), 0, (found.mask + 1) * sizeof(uint32_t));
    found.places = (size_t *)RSTRING_PTR(places);
    found.slots = (uint32_t *)RSTRING_PTR(slots);
    other.index = m.index = 0;
    for (i = 0; i < count; i++) {
        jac_lazy_read_key(parser, &m, parser->start + found.places[i]);
        name = key_text(parser, &m, &n, &held);
        slot = index_slot(&found, parser, name, n, &other);
        if (*slot == 0) found.count++;
        if (*slot == 0 || !jac_duplicates_refused(parser->options)) {
            *slot = (uint32_t)i + 1;
        }
        if (i % 1024 == 0) jac_check_interrupts_now(parser, parser->cursor);
    }
    index = index_copy(&found, count * sizeof(size_t),
                       (found.mask + 1) * sizeof(uint32_t), memory);
    RB_GC_GUARD(places);
    RB_GC_GUARD(slots);
    RB_GC_GUARD(held);
    return index;
}

typedef struct {
    VALUE self;
    const jac_text_t *text;
    size_t at, depth, memory;
    jac_index_t *index;
} indexing_t;

static VALUE
index_of_all(VALUE data)
{
    indexing_t *job = (indexing_t *)data;
    jac_parser_options_t options = *jac_parser_options_of(job->text->config);
    jac_parser_t parser;
    const uint8_t *p;

    options.owner = job->self;
    jac_text_parser(&parser, job->text);
    parser.options = &options;
    p = parser.start + job->at;
    job->index = *p == '{' ? index_object(&parser, p, job->depth, &job->memory)
                           : index_array(&parser, p, job->depth, &job->memory);
    jac_parser_end(&parser);
    return Qnil;
}

static VALUE
no_index(VALUE self, VALUE error)
{
    if (!jac_owned_by_p(error, self)) rb_exc_raise(error);
    return Qnil;
}

/*
 * Notes a search in the container at p with the result `to`, and makes an index
 * the second time, unless the text after that is invalid. Other threads can run
 * meanwhile.
 */
static void
note(VALUE self, jac_parser_t *parser, const uint8_t *p, size_t depth,
     const uint8_t *to)
{
    jac_text_t *text = jac_text_get(self);
    jac_lookup_t *lookup;
    indexing_t job = {self, text, (size_t)(p - parser->start), depth, 0, NULL};

    if (RB_OBJ_FROZEN(self) || (to != NULL && to - p < JAC_INDEX_FAR)) return;
    lookup = lookup_of(text, job.at);
    if (lookup == NULL || lookup->index != NULL ||
        lookup->lookups == JAC_INDEX_NEVER || lookup->lookups++ == 0) {
        return;
    }
    rb_rescue2(index_of_all, (VALUE)&job, no_index, self, jac_parser_error(),
               (VALUE)0);
    lookup = lookup_of(text, job.at);
    if (lookup == NULL || lookup->index != NULL || RB_OBJ_FROZEN(self)) {
        xfree(job.index);
        return;
    }
    lookup->index = job.index;
    lookup->lookups = job.index == NULL ? JAC_INDEX_NEVER : 2;
    text->memory += job.memory;
}

const uint8_t *
jac_text_member(VALUE self, jac_parser_t *parser, const uint8_t *p,
                size_t depth, const uint8_t *name, size_t n)
{
    const jac_index_t *places = index_of(jac_text_get(self), parser, p);
    const uint8_t *found;
    jac_members_t m;
    uint32_t number;

    if (places != NULL) {
        m.index = 0;
        number = *index_slot(places, parser, name, n, &m);
        if (number == 0) return NULL;
        jac_lazy_read_key(parser, &m,
                          parser->start + places->places[number - 1]);
        return m.value;
    }
    found = jac_lazy_member(parser, p, depth, name, n);
    note(self, parser, p, depth, found);
    return found;
}

const uint8_t *
jac_text_element(VALUE self, jac_parser_t *parser, const uint8_t *p,
                 size_t depth, size_t index)
{
    const jac_index_t *places = index_of(jac_text_get(self), parser, p);
    const uint8_t *found;
    jac_members_t m;

    if (places != NULL) {
        if (index >= places->count) return NULL;
        m.object = false;
        m.index = index - index % JAC_INDEX_STEP;
        m.value = parser->start + places->places[index / JAC_INDEX_STEP];
        while (m.index < index) {
            jac_lazy_on(parser, &m, jac_lazy_skip(parser, m.value));
        }
        return m.value;
    }
    found = jac_lazy_element(parser, p, depth, index);
    note(self, parser, p, depth, found);
    return found;
}

size_t
jac_text_size(VALUE self, jac_parser_t *parser, const uint8_t *p, size_t depth)
{
    const jac_index_t *index = index_of(jac_text_get(self), parser, p);
    const uint8_t *end;
    jac_members_t m;
    size_t count = 0;

    if (*p == '{') {
        return (size_t)RARRAY_LEN(jac_lazy_members(parser, p, depth, &end)) / 2;
    }
    if (index != NULL) return index->count;
    JAC_EACH_MEMBER(parser, m, p, depth) {
        count++;
    }
    return count;
}

/* The objects have a class, without a name, and are not hidden, because Ractors
   check the class of each object that is reachable from a shareable one. */
void
jac_init_text(void)
{
    cText = rb_class_new(rb_cObject);
    rb_gc_register_mark_object(cText);
    rb_undef_alloc_func(cText);
}
