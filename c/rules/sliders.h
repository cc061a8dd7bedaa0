/* The squares that a slider attacks when others stand on the board, in two ways: by tables, where the
 * processor has a fast PEXT, and by arithmetic on the rays. Files that include this header are compiled once
 * for each way. */
#ifndef KS_SLIDERS_H
#define KS_SLIDERS_H

#include "core/geometry/geometry.h"
#include "core/processor/processor.h"

/* Attacks along one line: from the nearest piece below the square to the nearest above.
 * Source: obstruction difference, by G. Isenberg and M. Hoffmann (Chess Programming Wiki). */
static inline uint64_t line_attacks(uint64_t below, uint64_t above, uint64_t occupied) {
    const uint64_t lower = below & occupied, upper = above & occupied;
    const uint64_t nearest_below = bit(63 - (unsigned)__builtin_clzll(lower | 1));
    return (upper ^ (upper - nearest_below)) & (below | above);
}

static inline uint64_t orthogonal_attacks_by_rays(unsigned square, uint64_t occupied) {
    const uint64_t *rays = ks_rays[square];
    return line_attacks(rays[NORTH], rays[SOUTH], occupied) | line_attacks(rays[WEST], rays[EAST], occupied);
}

static inline uint64_t diagonal_attacks_by_rays(unsigned square, uint64_t occupied) {
    const uint64_t *rays = ks_rays[square];
    return line_attacks(rays[NORTH_EAST], rays[SOUTH_WEST], occupied) |
           line_attacks(rays[NORTH_WEST], rays[SOUTH_EAST], occupied);
}

#ifdef KS_HAS_PEXT
/* Attacks by the pieces on the squares that matter, which PEXT gathers into a number.
 * Source: PEXT bitboards, by A. Ashley and others (Chess Programming Wiki). */
struct slider_table {
    uint64_t relevant;
    const uint64_t *attacks;
};

extern struct slider_table ks_orthogonal_tables[64], ks_diagonal_tables[64];

static inline uint64_t orthogonal_attacks(unsigned square, uint64_t occupied) {
    const struct slider_table *table = &ks_orthogonal_tables[square];
    return table->attacks[extract_bits(occupied, table->relevant)];
}

static inline uint64_t diagonal_attacks(unsigned square, uint64_t occupied) {
    const struct slider_table *table = &ks_diagonal_tables[square];
    return table->attacks[extract_bits(occupied, table->relevant)];
}

/* Fills the tables. Has to run before the two functions above, and not in two threads at once. */
void ks_fill_slider_tables(void);

#else
#define orthogonal_attacks orthogonal_attacks_by_rays
#define diagonal_attacks diagonal_attacks_by_rays
#endif
#endif
