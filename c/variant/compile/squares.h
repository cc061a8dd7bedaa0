/* Squares of a variant's board as squares of the chessboard, in whose upper left corner it lies. */
#ifndef KS_MASK_SQUARES_H
#define KS_MASK_SQUARES_H

#include "variant/definition/definition.h"
#include "variant/masks/board.h"

static inline unsigned mask_square(const ks_variant *v, unsigned square) {
    return square / v->files * MASK_FILES + square % v->files;
}

static inline mask mask_of(const ks_variant *v, const ks_squares *squares) {
    mask found = 0;
    for (ks_squares left = *squares; !is_empty_set(&left);)
        found |= bit(mask_square(v, take_square(&left)));
    return found;
}

#endif
