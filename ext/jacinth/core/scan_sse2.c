#include "kernels.h"

#include "block_sse2.h"

#include "scan_body.h"
