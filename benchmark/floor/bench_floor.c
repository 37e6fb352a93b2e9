/*
 * The limits that the report compares with, through public C API only.
 *
 * Floor.walk(object, output)  touches every object once and copies the known
 *                             output into a new String.
 * Tape.new(object).build      makes the same objects again from a flat tape:
 *                             no scanning, keys ready and interned.
 */
#include <ruby.h>
#include <ruby/encoding.h>
#include <string.h>

#ifndef HAVE_RB_HASH_NEW_CAPA
#define rb_hash_new_capa(capa) rb_hash_new()
#endif

/* ---- generating: walk, then one copy ---- */

typedef struct {
    uintptr_t sum; /* keeps the compiler from dropping the reads */
} walk_t;

static void walk_value(walk_t *walk, VALUE value);

static int
walk_pair(VALUE key, VALUE value, VALUE arg)
{
    walk_t *walk = (walk_t *)arg;

    walk_value(walk, key);
    walk_value(walk, value);
    return ST_CONTINUE;
}

static void
walk_value(walk_t *walk, VALUE value)
{
    if (RB_SPECIAL_CONST_P(value)) {
        walk->sum += (uintptr_t)value;
        return;
    }
    switch (RB_BUILTIN_TYPE(value)) {
    case T_STRING:
        walk->sum += (uintptr_t)RSTRING_PTR(value) + RSTRING_LEN(value);
        break;
    case T_ARRAY:
        for (long i = 0; i < RARRAY_LEN(value); i++) {
            walk_value(walk, RARRAY_AREF(value, i));
        }
        break;
    case T_HASH:
        rb_hash_foreach(value, walk_pair, (VALUE)walk);
        break;
    case T_FLOAT:
        walk->sum += (uintptr_t)RFLOAT_VALUE(value);
        break;
    default:
        walk->sum += (uintptr_t)RBASIC_CLASS(value);
        break;
    }
}

static volatile uintptr_t walk_sink;

static VALUE
floor_walk(VALUE self, VALUE object, VALUE output)
{
    walk_t walk = {0};

    walk_value(&walk, object);
    walk_sink = walk.sum;
    return rb_utf8_str_new(RSTRING_PTR(output), RSTRING_LEN(output));
}

/* ---- parsing: a tape of operations, in the order of building ----
 *
 *   {"a": [1, 2.5]}  ->  VALUE "a" | VALUE 1 | FLOAT 2.5 | ARRAY 2 | HASH 1
 *
 * VALUE pushes what is ready (nil, true, small integers, interned keys);
 * STRING and FLOAT make a new object; ARRAY and HASH take what they hold off
 * the stack.
 */
enum { OP_VALUE, OP_STRING, OP_FLOAT, OP_INTEGER, OP_ARRAY, OP_HASH };

typedef struct {
    int op;
    long size; /* bytes, elements or pairs */
    union {
        VALUE value;
        double number;
        long long integer;
        char *text; /* owned */
    } as;
} step_t;

typedef struct {
    step_t *steps;
    long length, capacity;
    VALUE *stack;
    long top, deepest;
} tape_t;

static void
tape_mark(void *ptr)
{
    tape_t *tape = ptr;

    for (long i = 0; i < tape->length; i++) {
        if (tape->steps[i].op == OP_VALUE) {
            rb_gc_mark(tape->steps[i].as.value); /* pins: it must not move */
        }
    }
    if (tape->stack) {
        rb_gc_mark_locations(tape->stack, tape->stack + tape->top);
    }
}

static void
tape_free(void *ptr)
{
    tape_t *tape = ptr;

    for (long i = 0; i < tape->length; i++) {
        if (tape->steps[i].op == OP_STRING) xfree(tape->steps[i].as.text);
    }
    xfree(tape->steps);
    xfree(tape->stack);
    xfree(tape);
}

static const rb_data_type_t tape_type = {
    "Bench::Floor::Tape", {tape_mark, tape_free, NULL}, NULL, NULL, 0};

static VALUE
tape_alloc(VALUE klass)
{
    tape_t *tape;

    return TypedData_Make_Struct(klass, tape_t, &tape_type, tape);
}

static step_t *
tape_step(tape_t *tape, int op, long size, long pushes)
{
    step_t *step;

    if (tape->length == tape->capacity) {
        tape->capacity = tape->capacity ? tape->capacity * 2 : 64;
        REALLOC_N(tape->steps, step_t, tape->capacity);
    }
    tape->top += pushes;
    if (tape->top > tape->deepest) tape->deepest = tape->top;
    step = &tape->steps[tape->length++];
    step->op = op;
    step->size = size;
    return step;
}

static void
tape_ready(tape_t *tape, VALUE value)
{
    tape_step(tape, OP_VALUE, 0, 1)->as.value = value;
}

static void tape_record(tape_t *tape, VALUE value);

static int
tape_pair(VALUE key, VALUE value, VALUE arg)
{
    tape_ready((tape_t *)arg, key);
    tape_record((tape_t *)arg, value);
    return ST_CONTINUE;
}

static void
tape_record(tape_t *tape, VALUE value)
{
    if (RB_FIXNUM_P(value)) {
        tape_step(tape, OP_INTEGER, 0, 1)->as.integer = NUM2LL(value);
    }
    else if (RB_FLOAT_TYPE_P(value)) {
        tape_step(tape, OP_FLOAT, 0, 1)->as.number = RFLOAT_VALUE(value);
    }
    else if (RB_TYPE_P(value, T_STRING)) {
        long size = RSTRING_LEN(value);
        char *text = ALLOC_N(char, size + 1);

        memcpy(text, RSTRING_PTR(value), size);
        tape_step(tape, OP_STRING, size, 1)->as.text = text;
    }
    else if (RB_TYPE_P(value, T_ARRAY)) {
        long length = RARRAY_LEN(value);

        for (long i = 0; i < length; i++) {
            tape_record(tape, RARRAY_AREF(value, i));
        }
        tape_step(tape, OP_ARRAY, length, 1 - length);
    }
    else if (RB_TYPE_P(value, T_HASH)) {
        long pairs = (long)RHASH_SIZE(value);

        rb_hash_foreach(value, tape_pair, (VALUE)tape);
        tape_step(tape, OP_HASH, pairs, 1 - 2 * pairs);
    }
    else {
        tape_ready(tape, value); /* nil, true, false, big integers */
    }
}

static VALUE
tape_initialize(VALUE self, VALUE object)
{
    tape_t *tape = rb_check_typeddata(self, &tape_type);

    tape_record(tape, object);
    tape->top = 0;
    tape->stack = ALLOC_N(VALUE, tape->deepest + 1);
    return self;
}

static VALUE
tape_hash(const VALUE *pairs, long count)
{
    VALUE hash = rb_hash_new_capa(count);

    rb_hash_bulk_insert(2 * count, pairs, hash);
    return hash;
}

static VALUE
tape_build(VALUE self)
{
    tape_t *tape = rb_check_typeddata(self, &tape_type);
    const step_t *step = tape->steps, *end = step + tape->length;
    VALUE *stack = tape->stack, value;

    tape->top = 0;
    for (; step < end; step++) {
        switch (step->op) {
        case OP_VALUE:
            value = step->as.value;
            break;
        case OP_STRING:
            value = rb_utf8_str_new(step->as.text, step->size);
            break;
        case OP_FLOAT:
            value = DBL2NUM(step->as.number);
            break;
        case OP_INTEGER:
            value = LL2NUM(step->as.integer);
            break;
        case OP_ARRAY:
            value = rb_ary_new_from_values(step->size,
                                           stack + tape->top - step->size);
            tape->top -= step->size;
            break;
        default:
            value = tape_hash(stack + tape->top - 2 * step->size, step->size);
            tape->top -= 2 * step->size;
            break;
        }
        stack[tape->top++] = value;
    }
    value = stack[0];
    tape->top = 0;
    RB_GC_GUARD(self);
    return value;
}

/* ---- instruction counts: callgrind collects inside this function ---- */

VALUE bench_measured(VALUE ignored);

__attribute__((noinline)) VALUE
bench_measured(VALUE ignored)
{
    return rb_yield(ignored);
}

static VALUE
floor_measured(VALUE self)
{
    return bench_measured(Qnil);
}

void
Init_bench_floor(void)
{
    VALUE bench = rb_define_module("Bench");
    VALUE floor = rb_define_module_under(bench, "Floor");
    VALUE tape = rb_define_class_under(floor, "Tape", rb_cObject);

    rb_define_module_function(floor, "walk", floor_walk, 2);
    rb_define_module_function(floor, "measured", floor_measured, 0);
    rb_define_alloc_func(tape, tape_alloc);
    rb_define_method(tape, "initialize", tape_initialize, 1);
    rb_define_method(tape, "build", tape_build, 0);
}
