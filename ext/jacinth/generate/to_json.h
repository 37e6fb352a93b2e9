/*
 * Jacinth::GeneratorMethods: the to_json of core classes and of every object,
 * once the drop-in includes it in Object.
 */
#ifndef JAC_TO_JSON_H
#define JAC_TO_JSON_H

#include "ruby/compat.h"

void jac_init_to_json(VALUE mJacinth);

#endif
