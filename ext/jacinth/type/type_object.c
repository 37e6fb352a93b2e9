#include "type/type_object.h"

#include "type/type_errors.h"

static ID id_call;

typedef struct {
    VALUE receiver;
    ID method;
    int argc;
    const VALUE *argv;
    bool keywords;
    const jac_type_t *makes; /* the type whose object is made, or NULL */
} jac_call_t;

static VALUE
call_protected(VALUE data)
{
    const jac_call_t *call = (const jac_call_t *)data;

    return call->keywords
               ? rb_funcallv_kw(call->receiver, call->method, call->argc,
                                call->argv, RB_PASS_KEYWORDS)
               : rb_funcallv(call->receiver, call->method, call->argc,
                             call->argv);
}

static VALUE
keep_error(VALUE data, VALUE error)
{
    *(VALUE *)data = error;
    return Qundef;
}

/* True for UncaughtThrowError: it is an ArgumentError, but it does not mean
   that the value is wrong. */
static bool
uncaught_throw_p(VALUE error)
{
    VALUE klass = rb_const_get(rb_cObject, rb_intern("UncaughtThrowError"));

    return RTEST(rb_obj_is_kind_of(error, klass));
}

/* True if Ruby raised the error because the class's `new` or initialize does
   not take the arguments. Calls Ruby. */
static bool
wrong_call_p(const jac_type_t *makes, VALUE error)
{
    return RTEST(
        rb_funcallv(makes->self, rb_intern("_wrong_call?"), 1, &error));
}

/* Calls the program's code. If that raises ArgumentError, notes an error at
   `at`, whose expected value is the message, and returns Qnil. An error about
   the arguments of `new` is a mistake in the program and propagates. */
static VALUE
call_program(jac_type_reader_t *r, const jac_call_t *call, const uint8_t *at)
{
    const jac_ticket_t ticket = jac_reader_leave(r);
    VALUE error = Qnil, result;

    result = rb_rescue2(call_protected, (VALUE)call, keep_error, (VALUE)&error,
                        rb_eArgError, (VALUE)0);
    jac_reader_enter(r, ticket);
    if (JAC_LIKELY(result != Qundef)) return result;
    if (uncaught_throw_p(error) ||
        (call->makes != NULL && wrong_call_p(call->makes, error))) {
        rb_exc_raise(error);
    }
    result =
        rb_obj_as_string(rb_funcallv(error, rb_intern("message"), 0, NULL));
    jac_reader_enter(r, ticket);
    jac_reader_note(r, JAC_FAULT_INVALID, result, 0, at, Qundef);
    return Qnil;
}

VALUE
jac_scalar_load(jac_type_reader_t *r, const jac_type_t *type, VALUE value,
                const uint8_t *at)
{
    const jac_call_t call = {type->load, id_call, 1, &value, false, NULL};

    return call_program(r, &call, at);
}

VALUE
jac_object_fault(const jac_type_t *type, VALUE object)
{
    return rb_funcallv(type->self, rb_intern("_fault"), 1, &object);
}

VALUE
jac_object_check(jac_type_reader_t *r, const jac_type_t *type, VALUE object,
                 const uint8_t *at)
{
    const jac_ticket_t ticket = jac_reader_leave(r);
    VALUE fault = jac_object_fault(type, object);

    jac_reader_enter(r, ticket);
    if (NIL_P(fault)) return object;
    jac_reader_note(r, JAC_FAULT_CHECK, fault, 0, at, Qundef);
    return Qnil;
}

static VALUE
missing(jac_type_reader_t *r, const jac_member_t *member, const uint8_t *at)
{
    const jac_type_t *type = jac_type_target(member->type);

    jac_reader_note(r, JAC_FAULT_MISSING, type->label,
                    rb_utf8_str_new_cstr("nothing"), at, member->step);
    return Qnil;
}

/* Returns the value of a member that the document lacks, or Qundef if a Hash
   that is made must lack it, too. */
static VALUE
absent(jac_type_reader_t *r, const jac_type_t *type, const jac_member_t *member,
       const uint8_t *at)
{
    if (member->slot == type->collector) {
        return member->omit_nil ? Qundef : rb_hash_new();
    }
    if (member->call) {
        const jac_call_t call = {
            member->fallback, id_call, 0, NULL, false, NULL};

        return jac_reader_failed_in(r, at) ? Qnil : call_program(r, &call, at);
    }
    if (member->fallback != Qundef) return member->fallback;
    if (member->constant) return Qnil;
    if (!jac_member_optional(member)) return missing(r, member, at);
    return type->build == JAC_BUILD_HASH ? Qundef : Qnil;
}

static JAC_NOINLINE void
complete(jac_type_reader_t *r, const jac_type_t *type, size_t first)
{
    const jac_stack_t *stack = r->parser.stack;
    const uint8_t *at = r->parser.start + jac_stack_top(stack)->start;
    uint32_t i;

    for (i = 0; i < type->count; i++) {
        const jac_member_t *member = &type->members[i];

        if (JAC_LIKELY(stack->values[first + member->slot] != Qundef)) continue;
        jac_stack_put(stack, first + member->slot, absent(r, type, member, at));
    }
    if (r->parser.options->freeze && type->collector != UINT32_MAX &&
        stack->values[first + type->collector] != Qundef) {
        RB_OBJ_FREEZE(stack->values[first + type->collector]);
    }
}

/* True if the class has Ruby's own initialize. Checked again after Ruby code
   has run. */
static bool
ruby_initialize_p(jac_type_reader_t *r, VALUE klass)
{
    const jac_ticket_t ticket = r->parser.session->tickets;
    const size_t at = (size_t)(klass >> 6 ^ klass >> 8) % JAC_PLAIN_CLASSES;

    if (JAC_LIKELY(r->plain[at] == klass && r->plain_ticket == ticket)) {
        return true;
    }
    if (!rb_method_basic_definition_p(klass, rb_intern("initialize")))
        return false;
    if (r->plain_ticket != ticket) memset(r->plain, 0, sizeof(r->plain));
    r->plain[at] = klass;
    r->plain_ticket = ticket;
    return true;
}

static VALUE
make_by_new(jac_type_reader_t *r, const jac_type_t *type, size_t first)
{
    jac_stack_t *stack = r->parser.stack;
    const uint8_t *at = r->parser.start + jac_stack_top(stack)->start;
    jac_call_t call = {type->klass, rb_intern("new"), 1, NULL, true, type};
    VALUE members, result;
    uint32_t i;

    if (!type->keywords) {
        /* complete() has replaced every Qundef */
        VALUE copy = rb_obj_hide(
            rb_ary_new_from_values((long)type->fields, stack->values + first));

        call.argc = (int)type->fields;
        call.argv = RARRAY_CONST_PTR(copy);
        call.keywords = false;
        result = call_program(r, &call, at);
        RB_GC_GUARD(copy);
        return result;
    }
    members = rb_hash_new();
    for (i = 0; i < type->count; i++) {
        const jac_member_t *member = &type->members[i];

        if (member->apart) continue;
        rb_hash_aset(members, member->symbol,
                     stack->values[first + member->slot]);
    }
    call.argv = &members;
    return call_program(r, &call, at);
}

static VALUE
make_by_ivars(const jac_type_t *type, const VALUE *slots)
{
    VALUE object = rb_obj_alloc(type->klass);
    uint32_t i;

    for (i = 0; i < type->count; i++) {
        const jac_member_t *member = &type->members[i];

        if (member->apart) continue;
        rb_ivar_set(object, member->ivar, slots[member->slot]);
    }
    return object;
}

static VALUE
hash_of(const jac_type_t *type, const jac_stack_t *stack, size_t top)
{
    const VALUE *const pairs = stack->values + top;
    const size_t size = stack->head - top;
    VALUE hash;

    if (RTEST(type->template) && size / 2 == RHASH_SIZE(type->template)) {
        return jac_hash_from_template(type->template, pairs, size / 2);
    }
    hash = jac_hash_new(size / 2);
    rb_hash_bulk_insert((long)size, pairs, hash);
    return hash;
}

static VALUE
make_hash(jac_type_reader_t *r, const jac_type_t *type, size_t first)
{
    jac_stack_t *stack = r->parser.stack;
    const size_t top = stack->head;
    VALUE hash;
    uint32_t i;

    for (i = 0; i < type->count; i++) {
        const jac_member_t *member = &type->members[i];
        const VALUE value = stack->values[first + member->slot];

        if (value == Qundef || member->apart) continue;
        /* dump omits it, and load then leaves it out */
        if (member->omit_nil && NIL_P(value) && member->fallback == Qundef) {
            continue;
        }
        jac_stack_push(stack, member->hash_key);
        jac_stack_push(stack, value);
    }
    hash = hash_of(type, stack, top);
    stack->head = top;
    if (r->parser.options->freeze) RB_OBJ_FREEZE(hash);
    return hash;
}

VALUE
jac_object_make(jac_type_reader_t *r, const jac_type_t *type)
{
    jac_stack_t *stack = r->parser.stack;
    jac_frame_t *frame = jac_stack_top(stack);
    const size_t first = frame->head + 1, end = first + type->slots;

    frame->hint = JAC_MEMBER_NONE;
    if (JAC_UNLIKELY(stack->head < end || frame->gaps)) {
        jac_reader_open_slots(stack, end);
        complete(r, type, first);
    }
    if (jac_reader_failed_in(r, r->parser.start + frame->start)) return Qnil;
    jac_stack_check(stack, frame->head);
    switch (type->build) {
    case JAC_BUILD_STRUCT:
        if (!ruby_initialize_p(r, type->klass)) break;
        return jac_struct_new(type->layout, type->klass, stack->values + first,
                              type->fields, type->freezes);
    case JAC_BUILD_HASH:
        return make_hash(r, type, first);
    case JAC_BUILD_IVARS:
        return make_by_ivars(type, stack->values + first);
    default:
        break;
    }
    return make_by_new(r, type, first);
}

void
jac_init_type_object(void)
{
    id_call = rb_intern("call");
}
