/* Promotion as in sittuyin: instead of moving, a pawn becomes another piece on its square, or on an empty
 * square to which that piece could move from there. The new piece may not attack anything afterwards or give
 * check. */
#ifndef KS_STANDING_H
#define KS_STANDING_H

#include "variant/attacks/safety.h"

/* Returns whether the pawn of the side to move on a square may promote: in its region, or anywhere when it is
 * the last pawn. */
bool ks_variant_may_stand_up(const ks_variant *v, const ks_variant_position *position, unsigned from);

/* Returns whether one of its pawns may promote now, or after another one is captured. */
bool ks_variant_may_soon_stand_up(const ks_variant *v, const ks_variant_position *position);

/* Returns the squares on which it may appear as this type, without regard to attacks and checks. */
ks_squares ks_variant_standing_squares(const ks_variant *v, const ks_variant_position *position,
                                       unsigned from, unsigned type);

/* Returns whether it would attack an enemy piece from `to`. */
bool ks_variant_would_attack(const ks_variant *v, const ks_variant_position *position, unsigned from,
                             unsigned to, unsigned type);

/* Returns the squares on which it may legally appear as this type. */
ks_squares ks_variant_standing(struct safety *safety, unsigned from, unsigned type);

#endif
