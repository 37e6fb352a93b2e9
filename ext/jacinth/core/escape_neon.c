#include "kernels.h"

#include "block_neon.h"

#include "escape_body.h"
