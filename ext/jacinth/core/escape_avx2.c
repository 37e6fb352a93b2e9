#include "kernels.h"

#include "block_avx2.h"

#include "escape_body.h"
