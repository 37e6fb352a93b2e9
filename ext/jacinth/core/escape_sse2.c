#include "kernels.h"

#include "block_sse2.h"

#include "escape_body.h"
