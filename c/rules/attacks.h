/* The squares that pawns, and sliders along rays, attack. */
#ifndef KS_RULES_ATTACKS_H
#define KS_RULES_ATTACKS_H

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "kingscan.h"

/* ---- Rays ---- */

/* The squares that a slider attacks on an occupied board, by arithmetic on its rays. */

/* Returns the attacks along one line: from the nearest piece below the square to the nearest above. Source:
 * obstruction difference, by G. Isenberg and M. Hoffmann (Chess Programming Wiki). */
static inline uint64_t line_attacks(uint64_t below, uint64_t above, uint64_t occupied) {
    const uint64_t lower = below & occupied, upper = above & occupied;
    const uint64_t nearest_below = bit(63 - (unsigned)__builtin_clzll(lower | 1));
    return (upper ^ (upper - nearest_below)) & (below | above);
}

static inline uint64_t orthogonal_attacks_here(unsigned square, uint64_t occupied) {
    const uint64_t *rays = ks_rays[square];
    return line_attacks(rays[NORTH], rays[SOUTH], occupied) | line_attacks(rays[WEST], rays[EAST], occupied);
}

static inline uint64_t diagonal_attacks_here(unsigned square, uint64_t occupied) {
    const uint64_t *rays = ks_rays[square];
    return line_attacks(rays[NORTH_EAST], rays[SOUTH_WEST], occupied) |
           line_attacks(rays[NORTH_WEST], rays[SOUTH_EAST], occupied);
}

/* In the module for browsers, calls: a copy in each place took 4 KB more and, in WebAssembly, was slower;
 * perft took 1.1 to 1.3 times as long (Node 20, AMD Zen 4). */
#ifdef KS_SMALL
uint64_t orthogonal_attacks_by_rays(unsigned square, uint64_t occupied);
uint64_t diagonal_attacks_by_rays(unsigned square, uint64_t occupied);
#else
#define orthogonal_attacks_by_rays orthogonal_attacks_here
#define diagonal_attacks_by_rays diagonal_attacks_here
#endif

/* ---- Pawns ---- */

/* Sets of pawns, shifted as they move and attack. */

/* All functions are inline: the colour is a constant in nearly every caller, so no branch depends on it at
 * run time. */
ALWAYS_INLINE unsigned back_row(unsigned side) {
    return side == KS_WHITE ? 7 : 0;
}

/* White's pawns move up the board, to smaller numbers. */
ALWAYS_INLINE uint64_t push(uint64_t pawns, unsigned side) {
    return side == KS_WHITE ? pawns >> 8 : pawns << 8;
}

enum { FILE_A, FILE_H = 7 };

ALWAYS_INLINE uint64_t file_mask(unsigned file) {
    return (uint64_t)0x0101010101010101 << file;
}

/* The squares that pawns attack, towards the a-file and towards the h-file. */
ALWAYS_INLINE uint64_t attack_left(uint64_t pawns, unsigned side) {
    return push(pawns & ~file_mask(FILE_A), side) >> 1;
}

ALWAYS_INLINE uint64_t attack_right(uint64_t pawns, unsigned side) {
    return push(pawns & ~file_mask(FILE_H), side) << 1;
}

#endif
