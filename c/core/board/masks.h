/* Functions on masks of 64 squares. */
#ifndef KS_MASKS_H
#define KS_MASKS_H

#include <stdbool.h>
#include <stdint.h>

/* Has no branch: the answers of the readers of text cannot be predicted. */
static inline bool has_one_bit(uint64_t mask) {
    return (mask != 0) & ((mask & (mask - 1)) == 0);
}

#endif
