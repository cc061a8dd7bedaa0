/* The few operations that differ between processors: each processor has a file in this folder. All others use
 * any.h. */
#ifndef KS_PROCESSOR_H
#define KS_PROCESSOR_H

#include <stdint.h>
#include <string.h>

#include "core/processor/words.h"

typedef uint8_t bytes16 __attribute__((vector_size(16)));

static inline bytes16 load_16(const void *from) {
    bytes16 bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

/* The processor's file has two functions:
 *     unsigned top_bits(bytes16 bytes)       bit n: the highest bit of byte n
 *     void pause_spinning(void)              a hint to the processor that a loop waits for another thread
 * If the processor has faster instructions, its file also defines equal_pairs, as below, and
 * KS_HAS_EQUAL_PAIRS; split_into_bit_planes and KS_HAS_BIT_PLANES; or extract_bits, deposit_bits and
 * KS_HAS_PEXT. */
#if defined __x86_64__ || defined __i386__
#include "core/processor/x86.h"
#elif defined __aarch64__
#include "core/processor/aarch64.h"
#else
#include "core/processor/any.h"
#endif

/* Returns which of four pairs of words equal (first, second): bit 4n is that of pair n. pairs: at an address
 * that is a multiple of 16. Has no branch, since the end of a search cannot be predicted. */
#ifndef KS_HAS_EQUAL_PAIRS
static inline unsigned equal_pairs(const uint64_t pairs[8], uint64_t first, uint64_t second) {
    unsigned equal = 0;
    for (unsigned n = 0; n < 4; n++)
        equal |= (unsigned)(((pairs[2 * n] ^ first) | (pairs[2 * n + 1] ^ second)) == 0) << 4 * n;
    return equal;
}
#endif

#endif
