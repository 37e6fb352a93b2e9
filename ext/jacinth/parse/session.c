#include "parse/session.h"

#include "ruby/pool.h"

enum { JAC_SCRATCH_FIRST = 1024, JAC_SCRATCH_KEPT = 65536 };
static jac_pool_t pool;

static void
session_mark(void *data)
{
    const jac_session_t *session = data;

    rb_gc_mark(session->stack_object);
    jac_key_cache_mark(&session->keys);
    jac_key_cache_mark(&session->values);
    jac_key_hashes_mark(&session->hashes);
    rb_gc_mark(session->shapes_object);
}

static void
session_free(void *data)
{
    jac_session_t *session = data;

    jac_key_cache_free(&session->keys);
    jac_key_cache_free(&session->values);
    jac_key_hashes_free(&session->hashes);
    jac_shapes_free(&session->shapes);
    xfree(session->scratch);
    xfree(session);
}

static size_t
session_memsize(const void *data)
{
    const jac_session_t *session = data;

    return sizeof(*session) + session->scratch_capa +
           jac_key_cache_memsize(&session->keys) +
           jac_key_cache_memsize(&session->values) +
           jac_key_hashes_memsize(&session->hashes) +
           jac_shapes_memsize(&session->shapes);
}

static const rb_data_type_t session_type =
    JAC_DATA_TYPE("Jacinth/session", session_mark, session_free,
                  session_memsize, RUBY_TYPED_WB_PROTECTED);

static void
shapes_mark(void *data)
{
    const jac_session_t *session = data;

    rb_gc_mark(session->self);
    jac_shapes_mark(&session->shapes);
}

/*
 * A separate object for the shapes: many references, which a minor GC need not
 * follow if only the caches have changed. It has no memory of its own; it and
 * the session keep each other alive.
 */
static const rb_data_type_t shapes_type = {
    .wrap_struct_name = "Jacinth/shapes",
    .function = {.dmark = shapes_mark},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};

static JAC_COLD jac_session_t *
session_new(void)
{
    jac_session_t *session;
    VALUE self =
        TypedData_Make_Struct(0, jac_session_t, &session_type, session);

    session->self = self;
    jac_key_cache_init(&session->keys, JAC_KEY_SETS);
    jac_shapes_init(&session->shapes);
    RB_OBJ_WRITE(self, &session->stack_object, jac_stack_new(&session->stack));
    RB_OBJ_WRITE(self, &session->shapes_object,
                 TypedData_Wrap_Struct(0, &shapes_type, session));
    RB_OBJ_WRITTEN(session->shapes_object, Qundef, self);
    RB_GC_GUARD(self);
    return session;
}

JAC_COLD void
jac_session_grow_scratch(jac_session_t *session)
{
    const size_t capa =
        session->scratch_capa ? session->scratch_capa * 2 : JAC_SCRATCH_FIRST;

    REALLOC_N(session->scratch, uint8_t, capa);
    session->scratch_capa = capa;
}

jac_session_t *
jac_session_take(void)
{
    VALUE self = jac_pool_take(&pool);

    return JAC_LIKELY(self != 0) ? RTYPEDDATA_DATA(self) : session_new();
}

void
jac_session_give(jac_session_t *session)
{
    jac_ticket_take(&session->tickets);
    if (JAC_UNLIKELY(session->scratch_capa > JAC_SCRATCH_KEPT)) {
        xfree(session->scratch);
        session->scratch = NULL;
        session->scratch_capa = 0;
    }
    jac_shapes_settle(&session->shapes);
    jac_stack_reset(session->stack);
    jac_pool_give(&pool, session->self);
}

void
jac_init_parser_session(void)
{
    jac_pool_init(&pool);
}
