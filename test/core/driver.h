/*
 * The drivers of the kernels' tests compare each instruction set with a
 * reference that reads byte by byte. Their inputs are next to pages without
 * access.
 *
 * Each jac_test_* takes the index of a table (jac_kernels_at) and returns
 * NULL, or a text that says what went wrong where. Built by core_library.rb.
 */
#ifndef JAC_DRIVER_H
#define JAC_DRIVER_H

#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>

/* The longest texts. They are shorter with AddressSanitizer (of gcc), which
   takes several times as long: a build without it tries the longer ones. */
#ifdef __SANITIZE_ADDRESS__
#define LONGEST 70
#else
#define LONGEST 130
#endif

/* The complaint, valid until the next one. */
extern char driver_why[600];
#define FAIL(...) \
    (snprintf(driver_why, sizeof driver_why, __VA_ARGS__), driver_why)

/* If the check fails, returns its text from the function. */
#define TRY(check)                       \
    do {                                 \
        const char *const bad = (check); \
        if (bad != NULL) return bad;     \
    } while (0)

/*
 * At least ROOM_SIZE bytes between two pages without access. A read before a
 * text at `begin`, or after a text that ends at `end`, is a segmentation fault.
 *
 *   |-- no access --|#### ROOM_SIZE or more ####|-- no access --|
 *                   begin                       end
 */
#define ROOM_SIZE 65536
typedef struct {
    uint8_t *begin, *end;
} driver_room_t;
extern driver_room_t source, target;

/* Begins a sequence of random numbers; any of 64 bits; one of 0..limit - 1. */
void driver_seed(int seed);
uint64_t chance64(void);
uint64_t chance(uint64_t limit);

static inline uint64_t
bits_of(double d)
{
    uint64_t bits;

    memcpy(&bits, &d, sizeof bits);
    return bits;
}

/* Characters at the edges of what is escaped, and of what is UTF-8. */
#define CHARACTERS 36
size_t driver_character(uint8_t *p, uint32_t which);

/* At most longest + 3 bytes of such characters in ASCII; returns how many. */
size_t driver_text(uint8_t *text, size_t longest);

/* The reference: RFC 8259 and Unicode's table 3-7, byte by byte. */
bool reference_special(uint8_t byte);
ptrdiff_t reference_length(const uint8_t *p, const uint8_t *end);
/* The number of bytes written to out, at most six for each of the source's. */
size_t reference_escape(uint8_t *out, const uint8_t *p, const uint8_t *end,
                        int mode);
/* As jac_kernels_t says of skip. */
void reference_skip(jac_skip_t *s);

/*
 * The checks of one input, which tools/fuzz/core.c calls, too. They return
 * NULL, or a text that describes the failure. Threads can call them at once.
 */
const char *check_escaped(const jac_kernels_t *k, const uint8_t *p, size_t n);
/* The kernel gets the text, which is at `depth`, in chunks of `piece` bytes. */
const char *check_skip(const jac_kernels_t *k, const uint8_t *p, size_t n,
                       size_t depth, size_t piece);
const char *check_integer(int64_t v);
const char *check_double(double d);

#endif
