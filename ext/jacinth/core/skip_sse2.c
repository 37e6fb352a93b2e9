#include "kernels.h"

#include "block_sse2.h"

#include "skip_body.h"
