#include "kernels.h"

#include "block_neon.h"

#include "skip_body.h"
