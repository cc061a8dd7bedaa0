/* The squares that a slider attacks on an occupied board, in two ways: by tables, on processors with a fast
 * PEXT, and by arithmetic on the rays. Files that include this header are compiled once for each way. */
#ifndef KS_SLIDERS_H
#define KS_SLIDERS_H

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "rules/attacks.h"

/* The attacks for each set of pieces on the relevant squares, which PEXT gathers into a number. Source: PEXT
 * bitboards, by A. Ashley and others (Chess Programming Wiki). */
struct slider_table {
    uint64_t relevant;
    const uint64_t *attacks;
};

/* Fills the tables of builds with PEXT. Call this before the functions that use them, and not in two threads
 * at once. */
void ks_fill_slider_tables(void);

#ifdef KS_HAS_PEXT
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

/* The counter avx512 looks up no lines and no empty boards: it could not be measured with them. */
#ifndef KS_FOR_AVX512BW
#define KS_HAS_LINES
/* The squares that sliders attack on an empty board. The tables above have them too, but far apart. */
extern uint64_t ks_open_orthogonals[64], ks_open_diagonals[64];

static inline uint64_t open_orthogonal(unsigned square) {
    return ks_open_orthogonals[square];
}

static inline uint64_t open_diagonal(unsigned square) {
    return ks_open_diagonals[square];
}

/* [a][b]: the squares from a (excluded) to b (included) on a row, file or diagonal. */
extern uint64_t ks_slider_lines[64][64];
#endif

#else
#define orthogonal_attacks orthogonal_attacks_by_rays
#define diagonal_attacks diagonal_attacks_by_rays
#endif

#ifndef KS_HAS_LINES
#define open_orthogonal(square) orthogonal_attacks(square, 0)
#define open_diagonal(square) diagonal_attacks(square, 0)
#endif

#endif
