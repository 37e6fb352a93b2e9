/* A walk that writes the same bytes as Active Support's encoder: in strict
   mode, with its own rules for objects. See lib/jacinth/rails for the rest. */
#ifndef JAC_ACTIVE_SUPPORT_H
#define JAC_ACTIVE_SUPPORT_H

#include "generate/object_methods.h"

/* The size of the cache of time zone offsets: a power of two. */
#define JAC_PERIODS 8

/* Instead of a number of digits: it must be read from the settings, or as_json
   of times must be called. */
enum { JAC_DIGITS_UNREAD = -2, JAC_DIGITS_BY_AS_JSON = -1 };

typedef struct {
    VALUE zone_offset; /* an offset of TZInfo, or a period; Qfalse: empty */
    int32_t offset;
    bool zulu;
#ifdef JACINTH_DEBUG
    jac_shadow_t shadow;
#endif
} jac_period_t;

/* Kept alive and pinned: the struct is on the C stack during the walk, or in an
   object of rails_option.c, which marks the VALUEs. */
typedef struct {
    jac_object_rules_t rules; /* must be first */
    VALUE converter;
    VALUE options; /* for as_json: a Hash, or Qnil */
    /*
     * The result of an as_json that received the options, and the index of its
     * frame; objects inside it get no options. A private copy, so no other
     * frame has it. Qfalse if there is none.
     */
    VALUE unoptioned;
    size_t unoptioned_frame;
    /* The results of the checks of models in this document, a Hash of
       lib/jacinth/rails/models.rb. Qfalse before the first check, Qnil if
       models are not used. */
    VALUE models;
    /* A class whose records were refused: as_json is called for its next
       records without another attempt. Qfalse if there is none. */
    VALUE refused;
    /* A check of models takes as long as as_json of MODELS_ATTRIBUTES
       attributes. models_written counts the attributes that as_json has
       returned since the last check. At `models_due` of them the models are
       checked, and models_due doubles. */
    size_t models_written, models_due;
    /* The class of the last counted record, and its number of attributes. */
    VALUE counted;
    size_t count;
    unsigned escapes; /* JAC_ESC_HTML, JAC_ESC_SEPARATORS, or their sum */
    int digits;       /* of a second's fraction, or JAC_DIGITS_… */
    /* 1 if Active Support's methods for the class are not redefined, -1 if one
       is, 0 if they were not checked since the last call of unknown code. */
    int time_unchanged, zone_unchanged, text_unchanged;
    unsigned cleared; /* how often such a 1 was cleared */
    /* The subclass of Hash whose methods were checked since the last call of
       unknown code, or Qfalse; and the result. */
    VALUE hash_class;
    bool hash_unchanged;
    /* Hashes of subclasses written by as_json since the last check. */
    unsigned hashes_written;
    /* Times written by as_json since the last check. */
    unsigned times_written;
    jac_period_t periods[JAC_PERIODS];
} jac_active_support_t;

/* The settings for one document, which lib/jacinth/rails/encoder.rb reads. */
enum {
    JAC_SETTING_CONVERTER,
    JAC_SETTING_AS_JSON,    /* a Proc, for the option of the generator */
    JAC_SETTING_HTML,       /* true if HTML's characters are escaped */
    JAC_SETTING_SEPARATORS, /* true if U+2028 and U+2029 are escaped */
    JAC_SETTING_MODELS, /* false if records have been converted by as_json */
    JAC_SETTINGS
};

/* Sets the rules, without options for as_json. */
void jac_active_support_init(jac_active_support_t *a, const VALUE *settings);

/*
 * Called before a value is written. as_json is called for the first records, up
 * to MODELS_ATTRIBUTES attributes, unless the value is an Array that contains
 * more.
 */
void jac_active_support_begin(jac_active_support_t *a, VALUE value);

/* Clears the results of the checks of methods, because code of the application
   ran. */
void jac_active_support_forget(jac_active_support_t *a);

void jac_init_active_support(VALUE mJacinth);

#endif
