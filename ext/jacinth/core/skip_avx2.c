#include "kernels.h"

#include "block_avx2.h"

#include "skip_body.h"
