#include "generate/emit_time.h"

#include "core/time_text.h"
#include "generate/object_methods.h"
#include "ruby/time_fields.h"

bool
jac_walk_time_compute(jac_walk_t *w, VALUE time, jac_time_kind_t kind,
                      jac_time_fields_t *f, uint32_t *nanoseconds)
{
    jac_ticket_t ticket;
    bool done;

    if (jac_time_computed_p(time)) { /* calls no method */
        return jac_time_compute(time, kind, f, nanoseconds);
    }
    ticket = jac_walk_exit_to_ruby(w);
    done = jac_time_compute(time, kind, f, nanoseconds);
    jac_walk_reenter(w, ticket);
    return done;
}

uint8_t *
jac_emit_time(jac_walk_t *w, uint8_t *p, VALUE value)
{
    jac_time_fields_t fields;
    bool utc;

    if (sizeof(time_t) < 8 || RB_SPECIAL_CONST_P(value) ||
        RBASIC_CLASS(value) != rb_cTime || w->options.strict ||
        !jac_generic_object_p(w, rb_cTime) ||
        !rb_method_basic_definition_p(rb_cTime, rb_intern("to_s")) ||
        !(jac_time_computed_p(value) || jac_time_basic_p()) ||
        !jac_walk_time_view(w, value, JAC_TIME_SHOWN, &fields, NULL)) {
        return NULL;
    }
    utc = fields.zulu;
    fields.zulu = false;
    *p++ = '"';
    p = jac_time_put(p, &fields, 0, 0);
    /* YYYY-MM-DDTHH:MM:SS+hh:mm becomes YYYY-MM-DD HH:MM:SS +hhmm */
    p[-15] = ' ';
    if (utc) {
        memcpy(p - 6, " UTC", 4);
        p -= 2;
    }
    else {
        p[-3] = p[-4];
        p[-4] = p[-5];
        p[-5] = p[-6];
        p[-6] = ' ';
    }
    *p++ = '"';
    return p;
}

uint8_t *
jac_emit_iso8601(jac_walk_t *w, uint8_t *p, VALUE time)
{
    jac_time_fields_t fields;

    if (!jac_walk_time_view(w, time, JAC_TIME_SHOWN, &fields, NULL))
        return NULL;
    *p++ = '"';
    p = jac_time_put(p, &fields, 0, 0);
    *p++ = '"';
    return p;
}
