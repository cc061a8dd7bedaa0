/* Fills the tables of sliders.h when they are first wanted: 841 KiB in two milliseconds. */
#include "rules/sliders.h"

#include <stdbool.h>

#ifdef __BMI2__

enum { ORTHOGONAL_SETS = 102400, DIAGONAL_SETS = 5248 }; /* sets of pieces that matter, over all squares */

struct slider_table ks_orthogonal_tables[64], ks_diagonal_tables[64];
static uint64_t orthogonal_sets[ORTHOGONAL_SETS], diagonal_sets[DIAGONAL_SETS];

/* Returns a ray without its last square: a piece there hides nothing. */
static uint64_t without_end(unsigned square, unsigned direction) {
    const uint64_t ray = ks_rays[square][direction];
    if (!ray)
        return 0;
    const bool ascends = direction >= EAST && direction <= SOUTH_WEST;
    return ray & ~(ascends ? bit(63 - (unsigned)__builtin_clzll(ray)) : ray & -ray);
}

/* Fills in the entries of one square and returns the place behind them. The subsets of a mask come in the
 * order of the numbers that PEXT makes of them. */
static uint64_t *fill_table(struct slider_table *table, unsigned square, unsigned first_direction,
                            uint64_t attacks(unsigned, uint64_t), uint64_t *next) {
    table->relevant = 0;
    table->attacks = next;
    for (unsigned direction = first_direction; direction < 8; direction += 2)
        table->relevant |= without_end(square, direction);
    uint64_t subset = 0;
    do {
        *next++ = attacks(square, subset);
        subset = (subset - table->relevant) & table->relevant;
    } while (subset);
    return next;
}

void ks_fill_slider_tables(void) {
    uint64_t *orthogonal = orthogonal_sets, *diagonal = diagonal_sets;
    for (unsigned square = 0; square < 64; square++) {
        orthogonal =
            fill_table(&ks_orthogonal_tables[square], square, NORTH, orthogonal_attacks_by_rays, orthogonal);
        diagonal =
            fill_table(&ks_diagonal_tables[square], square, NORTH_EAST, diagonal_attacks_by_rays, diagonal);
    }
}

#endif
