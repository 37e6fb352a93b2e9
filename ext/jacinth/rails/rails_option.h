/* The option `rails` of the generator: jac_rails (generate/object_methods.h).
 */
#ifndef JAC_RAILS_OPTION_H
#define JAC_RAILS_OPTION_H

#include "ruby/compat.h"

void jac_init_rails_option(VALUE mJacinth);

#endif
