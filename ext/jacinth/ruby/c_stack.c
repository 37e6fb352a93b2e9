#include "ruby/c_stack.h"

/* Enough for the frames of a parser, and of a GC that it started. */
enum { WORDS = 512 };

/* Keeps the compiler from removing the call. */
static void *(*const volatile set_memory)(void *, int, size_t) = memset;

JAC_NOINLINE void
jac_c_stack_clear(void)
{
    VALUE words[WORDS];

    set_memory(words, 0, sizeof(words));
#ifdef __GNUC__
    /* Makes the compiler save a register next to the return address. Without
       this, a word for the alignment would be there and keep its old value. */
    *(void *volatile *)words = __builtin_frame_address(0);
#endif
}
