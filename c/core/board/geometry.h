/* The squares that a piece reaches on an empty board, as 64-bit masks (bit n: square n), and functions on
 * masks. */
#ifndef KS_BOARD_GEOMETRY_H
#define KS_BOARD_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

/* Directions of ks_rays, clockwise from the top; square numbers grow along EAST to SOUTH_WEST. */
enum { NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST };

extern const uint64_t ks_rays[64][8] __attribute__((visibility("hidden")));
extern const uint64_t ks_lines[64] __attribute__((visibility("hidden"))); /* all eight rays */
extern const uint64_t ks_leaps[64] __attribute__((visibility("hidden")));
extern const uint64_t ks_steps[64] __attribute__((visibility("hidden")));
/* [the king's square]: the squares on which an own pawn may be pinned and unable to step ahead. */
extern const uint64_t ks_pin_lines[64] __attribute__((visibility("hidden")));

static inline uint64_t bit(unsigned square) {
    return (uint64_t)1 << square;
}

static inline unsigned lowest_square(uint64_t squares) {
    return (unsigned)__builtin_ctzll(squares);
}

static inline unsigned highest_square(uint64_t squares) {
    return 63 - (unsigned)__builtin_clzll(squares);
}

static inline uint64_t row_mask(unsigned row) {
    return (uint64_t)0xff << 8 * row;
}

/* Returns the squares from a to b of a row, both included. */
static inline uint64_t row_span(unsigned a, unsigned b) {
    return a < b ? (bit(b) << 1) - bit(a) : (bit(a) << 1) - bit(b);
}

/* Has no branch: the answers of the readers of text cannot be predicted. */
static inline bool has_one_bit(uint64_t mask) {
    return (mask != 0) & ((mask & (mask - 1)) == 0);
}

#endif
