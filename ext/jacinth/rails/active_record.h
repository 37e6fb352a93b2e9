/*
 * Attributes of Active Record's objects, for lib/jacinth/rails/models.rb: what
 * the database gave is cast here where the result is known.
 */
#ifndef JAC_ACTIVE_RECORD_H
#define JAC_ACTIVE_RECORD_H

#include "ruby/compat.h"

/* Defines the private method `pairs` of Jacinth::RailsWalk. */
void jac_init_active_record(VALUE mRailsWalk);

#endif
