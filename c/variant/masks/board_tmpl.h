/* The board of masks: a chessboard in one word, or 12 by 10 squares in two, for larger boards. Files that
 * include this header are compiled for either; KS_TWO_WORDS chooses two words. A smaller board lies in the
 * upper left corner. */
#ifndef KS_MASK_BOARD_H
#define KS_MASK_BOARD_H

#ifdef KS_TWO_WORDS
#include "variant/masks/wide_board.h"
#else
#include "rules/attacks.h"
#include "rules/perft/sliders.h"

typedef uint64_t mask;

enum { MASK_FILES = 8, MASK_RANKS = 8 };

ALWAYS_INLINE unsigned count_mask(mask squares) {
    return (unsigned)__builtin_popcountll(squares);
}

/* Returns the squares around a square. */
ALWAYS_INLINE mask steps_from(unsigned square) {
    return ks_steps[square];
}
#endif

enum { MASK_SQUARES = MASK_FILES * MASK_RANKS };

/* A function of this sort exists once in a build: side, purpose and traits are variables in it. */
#define OUT_OF_LINE static __attribute__((noinline))

/* Returns the squares between two of one line, without the first and with the second. */
ALWAYS_INLINE mask orthogonal_way(unsigned a, unsigned b) {
    return (orthogonal_attacks(a, bit(b)) & orthogonal_attacks(b, bit(a))) | bit(b);
}

ALWAYS_INLINE mask diagonal_way(unsigned a, unsigned b) {
    return (diagonal_attacks(a, bit(b)) & diagonal_attacks(b, bit(a))) | bit(b);
}

#endif
