#include "kernels.h"

#include "block_swar.h"

#include "skip_body.h"
