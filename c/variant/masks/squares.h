/* Squares of a variant's board as squares of the chessboard, in whose upper left corner it lies. */
#ifndef KS_MASK_SQUARES_H
#define KS_MASK_SQUARES_H

#include "core/geometry/geometry.h"
#include "variant/definition/definition.h"

static inline unsigned mask_square(const ks_variant *v, unsigned square) {
    return square / v->files * 8 + square % v->files;
}

static inline uint64_t mask_of(const ks_variant *v, const ks_squares *squares) {
    uint64_t mask = 0;
    for (ks_squares left = *squares; !is_empty_set(&left);)
        mask |= bit(mask_square(v, take_square(&left)));
    return mask;
}

#endif
