/* Small questions about masks of 64 squares. */
#ifndef KS_MASKS_H
#define KS_MASKS_H

#include <stdbool.h>
#include <stdint.h>

/* Without a branch: on the way from text to verdicts nobody can predict the answers. */
static inline bool has_one_bit(uint64_t mask) {
    return (mask != 0) & ((mask & (mask - 1)) == 0);
}

#endif
