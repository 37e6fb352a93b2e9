/* Attributes of Active Record's objects, for lib/jacinth/rails/models.rb.
   Casts the database's values if the result is certain. */
#ifndef JAC_ACTIVE_RECORD_H
#define JAC_ACTIVE_RECORD_H

#include "ruby/compat.h"

void jac_init_active_record(VALUE mRailsWalk);

#endif
