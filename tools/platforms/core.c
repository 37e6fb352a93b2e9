/*
 * The checks of tools/fuzz/core.c, without libFuzzer and without Ruby: on
 * random inputs, in four threads at once. `rake core:platforms` builds it with
 * musl's C library, with ThreadSanitizer, and for other processors.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, LONGEST = 400 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long inputs;

/* Marsaglia, "Xorshift RNGs", 2003. */
static uint64_t
next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Any bytes, or what numbers are made of, or text that is often special. */
static uint8_t
byte_of(uint64_t random, unsigned kind)
{
    static const char digits[] = "0123456789012345-+.eE";
    static const char text[] = "aaaaaaaa  \t\n\r\"\\/{}[],:u12\xC3\xA9\xE2\x80";

    switch (kind) {
    case 0:
        return (uint8_t)random;
    case 1:
        return (uint8_t)digits[random % (sizeof(digits) - 1)];
    default:
        return (uint8_t)text[random % (sizeof(text) - 1)];
    }
}

static void *
run(void *seed)
{
    uint64_t state = (uint64_t)(uintptr_t)seed * UINT64_C(0x9E3779B97F4A7C15);
    uint8_t data[LONGEST];
    unsigned long i;

    for (i = 0; i < inputs; i++) {
        const size_t size = (size_t)(next(&state) % LONGEST) + 1;
        const unsigned kind = (unsigned)(i % 3);
        size_t at;

        for (at = 1; at < size; at++) {
            data[at] = byte_of(next(&state) >> 16, kind);
        }
        data[0] = (uint8_t)(next(&state) >> 16);
        LLVMFuzzerTestOneInput(data, size);
    }
    return NULL;
}

/* Argument: how many inputs for each thread. A breach aborts. */
int
main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    uintptr_t i;

    inputs = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    for (i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, run, (void *)(i + 1)) != 0) {
            return 1;
        }
    }
    for (i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    printf("core: %lu inputs in each of %d threads\n", inputs, THREADS);
    return 0;
}
