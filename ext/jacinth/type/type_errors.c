#include "type/type_errors.h"

#include "parse/error_context.h"
#include "parse/json5.h"
#include "ruby/errors.h"
#include "type/type_scalar.h"

static VALUE eValidationError, codes[JAC_FAULTS];

enum { JAC_FOUND_SHOWN = 40 };

static bool
token_byte(uint8_t c)
{
    return (uint8_t)((c | 0x20) - 'a') < 26 || (uint8_t)(c - '0') < 10 ||
           c == '+' || c == '-' || c == '.';
}

/* Describes the value at `at`: the kind of a container, or the text of a
   scalar, cut if it is long. */
static VALUE
found_at(const jac_type_reader_t *r, const uint8_t *at)
{
    const uint8_t *end = r->parser.end, *p = at;
    const uint8_t *limit =
        end - at > JAC_FOUND_SHOWN ? at + JAC_FOUND_SHOWN : end;
    VALUE text;

    if (at == end) return rb_utf8_str_new_cstr("nothing");
    if (*at == '{') return rb_utf8_str_new_cstr("an object");
    if (*at == '[') return rb_utf8_str_new_cstr("an array");
    if (*at == '"') {
        for (p++; p < limit && *p != '"'; p++) {
            if (*p == '\\') p++;
        }
        if (p < limit) return rb_utf8_str_new((const char *)at, p + 1 - at);
    }
    else {
        while (p < limit && token_byte(*p)) p++;
        if (p < limit) return rb_utf8_str_new((const char *)at, p - at);
    }
    if (p > limit) p = limit;
    if (p == end) return rb_utf8_str_new((const char *)at, p - at);
    while (p > at && (*p & 0xC0) == 0x80) p--;
    text = rb_utf8_str_new((const char *)at, p - at);
    return rb_str_cat_cstr(text, "...");
}

static bool
of_members(const jac_type_t *type)
{
    return type->kind == JAC_TYPE_OBJECT || type->kind == JAC_TYPE_TAGGED ||
           type->kind == JAC_TYPE_VARIANT;
}

/* True if there is a step of a path from a frame to the value that is read in
   it. The frame's values end at `end`. */
static bool
has_step(const jac_stack_t *stack, const jac_frame_t *frame, size_t end)
{
    const jac_type_t *type = jac_frame_type_of(stack, frame);
    const size_t count = end - frame->head - 1;

    if (of_members(type)) return frame->hint != JAC_MEMBER_NONE;
    return type->kind != JAC_TYPE_MAP || count % 2 == 1 ||
           (frame->phase == JAC_PHASE_OBJECT_COMMA && count >= 2);
}

/* Returns that step, or Qundef. */
static VALUE
step_of(jac_type_reader_t *r, const jac_frame_t *frame, size_t end)
{
    const jac_stack_t *stack = r->parser.stack;
    const jac_type_t *type = jac_frame_type_of(stack, frame);
    const size_t count = end - frame->head - 1;

    if (!has_step(stack, frame, end)) return Qundef;
    if (of_members(type)) {
        return frame->hint < type->count ? type->members[frame->hint].step
                                         : jac_reader_unknown_key(r);
    }
    if (type->kind == JAC_TYPE_MAP) {
        return stack->values[count % 2 == 1 ? end - 1 : end - 2];
    }
    return SIZET2NUM(
        frame->phase == JAC_PHASE_ARRAY_COMMA && count > 0 ? count - 1 : count);
}

/*
 * Turns each frame of a type into a frame of an object whose only value is a
 * key, so that jac_parser_fail() can make the path of the keys. A key takes the
 * place of the frame's type. Begins with the innermost frame, because a frame's
 * values end where those of the next one begin. The parse cannot continue.
 */
void
jac_reader_retrace(jac_parser_t *parser)
{
    jac_type_reader_t *r = (jac_type_reader_t *)parser;
    jac_stack_t *stack = parser->stack;
    size_t typed = stack->depth, depth, end;
    VALUE steps = rb_ary_new(), step;

    if (r->typed_frames != 0) {
        typed = r->typed_frames;
        stack->frames[typed - 1] = r->saved_frame;
    }
    for (depth = 1; depth < typed; depth++) {
        step = step_of(r, &stack->frames[depth],
                       jac_frame_end(stack, &stack->frames[depth]));
        if (step == Qundef) break;
        rb_ary_push(steps, step);
    }
    for (depth = typed - 1; depth > 0; depth--) {
        jac_frame_t *frame = &stack->frames[depth];

        end = jac_frame_end(stack, frame);
        frame->type = JAC_FRAME_OBJECT;
        frame->phase = JAC_PHASE_VALUE;
        frame->head = end;
        if (depth > (size_t)RARRAY_LEN(steps)) continue;
        frame->head = end - 1;
        jac_stack_put(stack, end - 1, RARRAY_AREF(steps, (long)depth - 1));
    }
    RB_GC_GUARD(steps);
}

VALUE
jac_reader_path(jac_type_reader_t *r, VALUE step)
{
    const jac_stack_t *stack = r->parser.stack;
    const jac_origin_t *origin = r->parser.options->origin;
    VALUE path = origin != NULL ? rb_ary_dup(origin->steps) : rb_ary_new();
    VALUE next;
    size_t depth;

    for (depth = 1; depth < stack->depth; depth++) {
        next = step_of(r, &stack->frames[depth],
                       jac_frame_end(stack, &stack->frames[depth]));
        if (next == Qundef) break;
        rb_ary_push(path, next);
    }
    if (step != Qundef) rb_ary_push(path, step);
    return path;
}

/* Returns the length of the Array that jac_reader_path() would return. All
   frames but the innermost one have a step. */
static size_t
path_length(const jac_type_reader_t *r, VALUE step)
{
    const jac_stack_t *stack = r->parser.stack;
    const jac_origin_t *origin = r->parser.options->origin;
    size_t length = origin != NULL ? (size_t)RARRAY_LEN(origin->steps) : 0;

    if (stack->depth > 1) {
        const jac_frame_t *frame = jac_stack_top(stack);

        length += stack->depth - 2 + has_step(stack, frame, stack->head);
    }
    return length + (step != Qundef);
}

static bool
first_p(const jac_type_reader_t *r)
{
    return r->errors == 0 || RARRAY_LEN(r->errors) == 0;
}

/* hint_from: an Array of an unknown key and the known names, from which the
   hint is made, or Qnil. */
static void
note(jac_type_reader_t *r, jac_fault_code_t code, VALUE expected, VALUE found,
     const uint8_t *at, VALUE step, VALUE hint_from)
{
    static const jac_open_t nothing = {0};
    const bool first = first_p(r);
    VALUE error, context = Qnil;
    long line, column;

    if (r->trials != 0) {
        if (r->failed_at == NULL) {
            r->trial_path_length = path_length(r, step);
            if (r->trials == r->reporting_trial) {
                r->trial_error =
                    rb_ary_new_from_args(2, expected, jac_reader_path(r, step));
            }
        }
        r->failed_at = at;
        return;
    }
    if (found == 0) found = found_at(r, at);
    jac_parser_locate(&r->parser, at, &line, &column);
    if (first) context = jac_error_context(&r->parser, at, &nothing);
    error = rb_ary_new_from_args(8, expected, found, jac_reader_path(r, step),
                                 LONG2NUM(line), LONG2NUM(column), codes[code],
                                 context, hint_from);
    r->failed_at = at;
    if (r->errors == 0) {
        r->errors = rb_ary_new_from_args(1, error);
        jac_reader_raise(r);
    }
    rb_ary_push(r->errors, error);
    if (RARRAY_LEN(r->errors) >= JAC_ERRORS_MAX) jac_reader_raise(r);
}

JAC_COLD void
jac_reader_note(jac_type_reader_t *r, jac_fault_code_t code, VALUE expected,
                VALUE found, const uint8_t *at, VALUE step)
{
    note(r, code, expected, found, at, step, Qnil);
}

void
jac_reader_note_missing(jac_type_reader_t *r, const jac_type_t *type,
                        VALUE hash, const uint8_t *at)
{
    VALUE keys = jac_map_missing(type, hash);
    long i;

    if (NIL_P(keys)) return;
    for (i = 0; i < RARRAY_LEN(keys); i++) {
        const VALUE key = RARRAY_AREF(keys, i);
        const jac_ticket_t ticket = jac_reader_leave(r);
        const jac_type_t *of = jac_map_value_type(type, key);

        jac_reader_enter(r, ticket);
        jac_reader_note(r, JAC_FAULT_MISSING, jac_type_target(of)->label,
                        rb_utf8_str_new_cstr("nothing"), at, key);
    }
    RB_GC_GUARD(keys);
}

JAC_COLD void
jac_reader_note_limit(jac_type_reader_t *r, const jac_type_t *type, VALUE value,
                      const uint8_t *at)
{
    jac_fault_code_t code = JAC_FAULT_OUT_OF_RANGE;
    VALUE found = 0;

    if (RB_TYPE_P(value, T_ARRAY)) {
        found = rb_sprintf("an array of length %ld", RARRAY_LEN(value));
    }
    else if (RB_TYPE_P(value, T_HASH)) {
        found = rb_sprintf("an object of length %" PRIuSIZE, RHASH_SIZE(value));
    }
    else if (type->kind == JAC_TYPE_SET) {
        const jac_ticket_t ticket = jac_reader_leave(r);

        found = rb_sprintf("an array of %" PRIsVALUE " different elements",
                           rb_funcallv(value, rb_intern("size"), 0, NULL));
        jac_reader_enter(r, ticket);
    }
    else if (!NIL_P(type->pattern) && jac_length_holds(type, value)) {
        code = JAC_FAULT_WRONG_FORMAT;
    }
    jac_reader_note(r, code, type->label, found, at, Qundef);
}

/* True if a UNION reads every kind of value, so that its label says nothing
   about one that does not fit. */
static bool
reads_every_kind(const jac_type_t *type)
{
    int i;

    for (i = 0; i < JAC_JSON_KINDS; i++) {
        if (type->by[i] == NULL) return false;
    }
    return true;
}

/* Notes a member that is not allowed. names: an Array of those that are. */
static void
note_unknown(jac_type_reader_t *r, VALUE key, VALUE names, const uint8_t *at)
{
    VALUE name = rb_str_inspect(key), hint_from = Qnil;

    if (first_p(r) && RSTRING_LEN(key) <= JAC_FOUND_SHOWN) {
        hint_from = rb_ary_new_from_args(2, key, names);
    }
    note(r, JAC_FAULT_UNKNOWN, rb_sprintf("no member %" PRIsVALUE, name),
         rb_sprintf("member %" PRIsVALUE, name), at, Qundef, hint_from);
}

/* If `type`, which reads no value at all, is that of a member, notes that the
   object must not have this member, and returns true. */
static bool
note_no_member(jac_type_reader_t *r, const jac_type_t *type, const uint8_t *at)
{
    const jac_stack_t *stack = r->parser.stack;
    const jac_type_t *within;
    VALUE key, names;

    if (type->kind != JAC_TYPE_ENUM || type->count > 0 || !NIL_P(type->klass) ||
        stack->depth < 2) {
        return false;
    }
    within = jac_frame_type_of(stack, jac_stack_top(stack));
    if (within->kind != JAC_TYPE_MAP && !of_members(within)) return false;
    key = step_of(r, jac_stack_top(stack), stack->head);
    if (key == Qundef) return false;
    names = within->kind == JAC_TYPE_MAP
                ? rb_funcall(within->self, rb_intern("_known_keys"), 0)
                : rb_ary_new();
    note_unknown(r, RB_SYMBOL_P(key) ? rb_sym2str(key) : key, names, at);
    return true;
}

JAC_COLD void
jac_reader_note_mismatch(jac_type_reader_t *r, const jac_type_t *type,
                         const uint8_t *at)
{
    const uint8_t c = at < r->parser.end ? *at : 0;
    const jac_type_t *found = jac_type_target(type);
    jac_fault_code_t code = JAC_FAULT_WRONG_TYPE;

    if (note_no_member(r, found, at)) return;
    while (found->kind == JAC_TYPE_OPTIONAL) found = jac_type_target(found->of);
    if (found->kind == JAC_TYPE_UNION && c == '"' && reads_every_kind(found)) {
        type = found = jac_type_target(found->by[JAC_JSON_STRING]);
    }
    switch ((jac_type_kind_t)found->kind) {
    case JAC_TYPE_ENUM:
        if (c != '{' && c != '[') code = JAC_FAULT_WRONG_VALUE;
        break;
    case JAC_TYPE_SYMBOL:
    case JAC_TYPE_TIME:
    case JAC_TYPE_DATE:
    case JAC_TYPE_DECIMAL:
        if (c == '"') code = JAC_FAULT_WRONG_FORMAT;
        break;
    case JAC_TYPE_FLOAT:
    case JAC_TYPE_EPOCH:
        if (c == '-' || (uint8_t)(c - '0') < 10) code = JAC_FAULT_OUT_OF_RANGE;
        break;
    default:
        break;
    }
    jac_reader_note(r, code, type->label, 0, at, Qundef);
}

JAC_COLD void
jac_reader_note_unknown(jac_type_reader_t *r, const jac_type_t *type, VALUE key,
                        const uint8_t *at)
{
    VALUE names = rb_ary_new();
    uint32_t i;

    for (i = 0; i < type->count && first_p(r); i++) {
        const jac_member_t *member = &type->members[i];

        if (member->read) rb_ary_push(names, member->step);
    }
    note_unknown(r, key, names, at);
}

JAC_COLD void
jac_reader_raise(jac_type_reader_t *r)
{
    const VALUE owner = r->parser.options->owner;
    const VALUE json5_source = r->parser.options->json5_source;
    VALUE errors = r->errors, error;

    jac_parser_end(&r->parser);
    error = rb_funcallv(eValidationError, rb_intern("new"), 1, &errors);
    jac_set_owner(error, owner);
    rb_exc_raise(jac_json5_error(error, json5_source));
}

void
jac_init_type_errors(VALUE mJacinth)
{
    static const char *const names[] = {JAC_FAULT_LIST(JAC_SYMBOL_OF)};
    int i;

    eValidationError = jac_constant(mJacinth, "ValidationError");
    for (i = 0; i < JAC_FAULTS; i++) codes[i] = ID2SYM(rb_intern(names[i]));
}
