/* Flips: enemy pieces that a move encloses, or comes next to, change sides. */
#ifndef KS_FLIPS_H
#define KS_FLIPS_H

#include "variant/definition/definition.h"

/* Returns the enemies of a side that stand in an unbroken row between a square and one of its pieces, as in
 * Reversi. */
ks_squares ks_variant_enclosed(const ks_variant *v, const ks_variant_position *position, unsigned side,
                               unsigned square);

/* Returns the pieces that change sides after a move of the side to move to a square: v->flips. */
ks_squares ks_variant_flipped(const ks_variant *v, const ks_variant_position *position, unsigned to,
                              bool dropped);

/* Lets the pieces on these squares change sides; doing so twice changes nothing. */
void ks_variant_flip(ks_variant_position *position, ks_squares squares);

#endif
