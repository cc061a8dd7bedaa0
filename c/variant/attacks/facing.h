/* Kings that may not face each other along a rank or a file with nothing between them. Each king attacks the
 * other as a rook does, and attacks nothing else so. */
#ifndef KS_FACING_H
#define KS_FACING_H

#include "variant/definition/definition.h"

/* Counts the pieces between two squares of one rank or file, up to two. Sets *between to the lowest square of
 * such a piece. */
static inline unsigned ks_variant_count_between(const ks_variant *v, const uint8_t *board, unsigned a,
                                                unsigned b, unsigned *between) {
    const unsigned low = a < b ? a : b, high = a < b ? b : a, step = high - low < v->files ? 1 : v->files;
    unsigned count = 0;
    for (unsigned square = low + step; square < high && count < 2; square += step)
        if (board[square] && count++ == 0)
            *between = square;
    return count;
}

/* Returns whether two kings on these squares would face each other. Either square may be KS_NOWHERE. */
static inline bool ks_variant_kings_face(const ks_variant *v, const uint8_t *board, unsigned a, unsigned b) {
    unsigned between;
    return a != KS_NOWHERE && b != KS_NOWHERE && has_square(&v->crosses[a], b) &&
           ks_variant_count_between(v, board, a, b, &between) == 0;
}

#endif
