#include "kernels.h"

#include "block_neon.h"

#ifdef JAC_BLOCK_WIDTH
#include "escape_body.h"
#include "scan_body.h"
#include "skip_body.h"

JAC_BLOCK_END
#endif
