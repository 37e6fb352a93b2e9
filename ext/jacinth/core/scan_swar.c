#include "kernels.h"

#include "block_swar.h"

#include "scan_body.h"
