/* The squares that a slider attacks on an occupied board, in two ways: by tables, on processors with a fast
 * PEXT, and by arithmetic on the rays. Files that include this header are compiled once for each way. */
#ifndef KS_SLIDERS_H
#define KS_SLIDERS_H

#include "core/geometry/geometry.h"
#include "core/processor/processor.h"
#include "rules/rays.h"

#ifdef KS_HAS_PEXT
/* The attacks for each set of pieces on the relevant squares, which PEXT gathers into a number. Source: PEXT
 * bitboards, by A. Ashley and others (Chess Programming Wiki). */
struct slider_table {
    uint64_t relevant;
    const uint64_t *attacks;
};

extern struct slider_table ks_orthogonal_tables[64], ks_diagonal_tables[64];

static inline uint64_t attacks_by_table(const struct slider_table *table, uint64_t occupied) {
    return table->attacks[extract_bits(occupied, table->relevant)];
}

static inline uint64_t orthogonal_attacks(unsigned square, uint64_t occupied) {
    return attacks_by_table(&ks_orthogonal_tables[square], occupied);
}

static inline uint64_t diagonal_attacks(unsigned square, uint64_t occupied) {
    return attacks_by_table(&ks_diagonal_tables[square], occupied);
}

/* Fills the tables. Call this before the two functions above, and not in two threads at once. */
void ks_fill_slider_tables(void);

#else
#define orthogonal_attacks orthogonal_attacks_by_rays
#define diagonal_attacks diagonal_attacks_by_rays
#endif
#endif
