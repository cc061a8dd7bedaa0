/* Sets of squares, of chess and of variants. */
#ifndef KS_SQUARES_H
#define KS_SQUARES_H

#include <stdbool.h>

#include "kingscan.h"

static inline bool squares_empty(ks_squares squares) {
    return !(squares.half[0] | squares.half[1]);
}

static inline bool squares_have(ks_squares squares, unsigned square) {
    return squares.half[square >> 6] >> (square & 63) & 1;
}

/* Takes the lowest square out of a set that isn't empty, and returns it. */
static inline unsigned squares_pop(ks_squares *squares) {
    const unsigned half = squares->half[0] == 0;
    const unsigned square = 64 * half + (unsigned)__builtin_ctzll(squares->half[half]);
    squares->half[half] &= squares->half[half] - 1;
    return square;
}

#endif
