/* Jacinth::GeneratorMethods: to_json of all objects with the drop-in. */
#ifndef JAC_TO_JSON_H
#define JAC_TO_JSON_H

#include "ruby/compat.h"

void jac_init_to_json(VALUE mJacinth);

#endif
