/*
 * The Ruby methods that parse a document: Jacinth.parse, Parser.parse, and
 * Config#parse.
 */
#ifndef JAC_PARSER_H
#define JAC_PARSER_H

#include "parse/machine.h"

/* Defines them, and the classes Parser and Parser::Config. */
void jac_init_parser(VALUE mJacinth);

#endif
