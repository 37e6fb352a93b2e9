/*
 * A walk that writes what Active Support's encoder would: in strict mode, with
 * another way from an object to what JSON has. The rest is lib/jacinth/rails.
 */
#ifndef JAC_ACTIVE_SUPPORT_H
#define JAC_ACTIVE_SUPPORT_H

#include "generate/convert_object.h"

/* Offsets of time zones that are remembered; a power of two. */
#define JAC_PERIODS 8

typedef struct {
    VALUE teller; /* an offset of TZInfo, or a period; Qfalse: empty */
    int32_t offset;
    bool zulu;
#ifdef JACINTH_DEBUG
    jac_shadow_t shadow;
#endif
} jac_period_t;

/*
 * Lies on the C stack while the walk lasts, so that the GC sees its VALUEs and
 * leaves them in their place.
 */
typedef struct {
    jac_object_rules_t rules; /* must be first */
    VALUE converter;          /* a Jacinth::OnRails::Converter */
    VALUE options;            /* for as_json: a Hash, or Qnil */
    /*
     * What an as_json gave that had the options: what is inside of it is asked
     * without. A copy that nobody else has, so that it is met once only, or
     * Qfalse; and the place of its frame.
     */
    VALUE plain;
    size_t plain_place;
    /*
     * What lib/jacinth/rails/models.rb found out about models in this document:
     * an empty Hash if nothing is known, Qnil if models are not used.
     */
    VALUE models;
    /*
     * A class whose records were refused: the next records of it get their
     * as_json called without another attempt. Qfalse if there is none.
     */
    VALUE refused;
    /*
     * To ask about models costs as much as `price` records' as_json. It is
     * asked after so many as_json calls, and costs twice as much each time.
     */
    unsigned models_paid, models_price;
    unsigned escapes; /* JAC_ESC_HTML, JAC_ESC_SEPARATORS, or their sum */
    int digits;       /* of a second's fraction; -1: times take the long way */
    /* Whether Active Support's methods of times are its own: as of the last
       call of a method that is not known. 0: not asked. */
    int time_known, zone_known, text_known;
    /* How many times took the long way, less those that paid for asking. */
    unsigned paid;
    jac_period_t periods[JAC_PERIODS];
} jac_active_support_t;

void jac_init_active_support(VALUE mJacinth);

#endif
