#include "ruby/c_stack.h"

/* Enough for the frames of a parser, and of a collection that it started. */
enum { WORDS = 512 };

/*
 * Through this pointer, the compiler cannot know that nobody reads the words.
 */
static void *(*const volatile set_memory)(void *, int, size_t) = memset;

JAC_NOINLINE void
jac_c_stack_clear(void)
{
    VALUE words[WORDS];

    set_memory(words, 0, sizeof(words));
}
