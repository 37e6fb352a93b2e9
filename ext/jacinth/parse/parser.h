/* The Ruby methods that parse a document: Jacinth.parse, Parser.parse, and
   Config#parse. */
#ifndef JAC_PARSER_H
#define JAC_PARSER_H

#include "parse/machine.h"

void jac_init_parser(VALUE mJacinth);

#endif
