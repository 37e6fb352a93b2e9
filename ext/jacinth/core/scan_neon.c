#include "kernels.h"

#include "block_neon.h"

#include "scan_body.h"
