#include "kernels.h"

#include "block_avx2.h"

#include "scan_body.h"
