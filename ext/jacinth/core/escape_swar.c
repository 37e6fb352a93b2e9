#include "kernels.h"

#include "block_swar.h"

#include "escape_body.h"
