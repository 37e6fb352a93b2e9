#include "generate/emit_time.h"

#include "core/time_text.h"
#include "generate/object_methods.h"
#include "ruby/time_fields.h"

static ID id_to_s;

typedef struct {
    VALUE time;
    struct timespec at;
} moment_t;

static VALUE
read_moment(VALUE data)
{
    moment_t *moment = (moment_t *)data;

    moment->at = rb_time_timespec(moment->time);
    return Qnil;
}

/* The slow path of read_seconds(). */
static JAC_NOINLINE bool
call_timespec(jac_walk_t *w, VALUE time, int64_t *seconds)
{
    const VALUE before = rb_errinfo();
    moment_t moment = {.time = time};
    int state;

    rb_protect(read_moment, (VALUE)&moment, &state);
    if (JAC_UNLIKELY(state != 0)) {
        if (!RTEST(rb_obj_is_kind_of(rb_errinfo(), rb_eStandardError))) {
            rb_jump_tag(state);
        }
        rb_set_errinfo(before);
        jac_walk_reenter(w, jac_walk_exit_to_ruby(w));
        return false;
    }
    *seconds = (int64_t)moment.at.tv_sec;
    return true;
}

/* Stores the seconds since 1970. Returns false if they do not fit in 64 bits,
   for which Ruby raises an error. A TracePoint can run then. */
JAC_INLINE bool
read_seconds(jac_walk_t *w, VALUE time, int64_t *seconds)
{
    uint32_t nanoseconds;

    return jac_time_read_words(time, seconds, &nanoseconds) ||
           call_timespec(w, time, seconds);
}

/* Stores the seconds east of UTC. Returns false if they are a Rational. */
JAC_INLINE bool
read_offset(VALUE time, long *offset)
{
    const VALUE seconds = jac_time_offset(time);

    if (!RB_FIXNUM_P(seconds)) return false;
    *offset = FIX2LONG(seconds);
    return true;
}

/* Writes a Time whose fields cannot be read, with the offset or, if `zulu`, 'Z'
   for UTC. Stores whether it is in UTC. Returns NULL if a method must be
   called. Call only if jac_time_basic_p(). */
static uint8_t *
emit_seconds(jac_walk_t *w, uint8_t *p, VALUE time, bool zulu, bool *utc)
{
    const uint8_t *text = p;
    int64_t seconds;
    long offset;

    if (!read_seconds(w, time, &seconds) || !read_offset(time, &offset)) {
        return NULL;
    }
    if (seconds < JAC_TIME_MIN - offset || seconds > JAC_TIME_MAX - offset ||
        offset % 60 != 0) {
        return NULL;
    }
    *utc = offset == 0 && jac_time_utc_p(time);
    p = jac_time_text(p, seconds, 0, (int32_t)offset, 0, zulu && *utc);
    return jac_time_shows_p(time, text) ? p : NULL;
}

uint8_t *
jac_emit_time(jac_walk_t *w, uint8_t *p, VALUE value)
{
    jac_time_fields_t fields;
    bool utc;

    if (sizeof(time_t) < 8 || RB_SPECIAL_CONST_P(value) ||
        RBASIC_CLASS(value) != rb_cTime || w->options.strict ||
        !jac_generic_object_p(w, rb_cTime) ||
        !rb_method_basic_definition_p(rb_cTime, id_to_s)) {
        return NULL;
    }
    *p++ = '"';
    if (jac_time_read_fields(value, &fields, &utc)) {
        p = jac_time_put(p, &fields, 0, 0, false);
    }
    else {
        p = jac_time_basic_p() ? emit_seconds(w, p, value, false, &utc) : NULL;
        if (p == NULL) return NULL;
    }
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
    bool utc;

    *p++ = '"';
    if (jac_time_read_fields(time, &fields, &utc)) {
        p = jac_time_put(p, &fields, 0, 0, utc);
    }
    else {
        p = emit_seconds(w, p, time, true, &utc);
        if (p == NULL) return NULL;
    }
    *p++ = '"';
    return p;
}

void
jac_init_emit_time(void)
{
    id_to_s = rb_intern("to_s");
}
