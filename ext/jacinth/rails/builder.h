/* Methods of jbuilder's builders, for lib/jacinth/jbuilder/hooks.rb. */
#ifndef JAC_BUILDER_H
#define JAC_BUILDER_H

#include "ruby/compat.h"

void jac_init_builder(VALUE mJacinth);

#endif
