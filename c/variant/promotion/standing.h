/* Promotion as in sittuyin: instead of moving, a pawn becomes another piece where it stands, or on an empty
 * square to which that piece could go from there. It captures nothing so, attacks nothing afterwards, and
 * gives no check. */
#ifndef KS_STANDING_H
#define KS_STANDING_H

#include "variant/safety.h"

/* Whether the pawn of the side to move on a square may promote at all: in its region, or anywhere when it is
 * the last. */
bool ks_variant_may_stand_up(const ks_variant *v, const ks_variant_position *position, unsigned from);

/* Whether one of its pawns may, or will when another one is captured. */
bool ks_variant_may_soon_stand_up(const ks_variant *v, const ks_variant_position *position);

/* The squares on which it may appear as this type, but for what it attacks from there and for checks. */
ks_squares ks_variant_standing_squares(const ks_variant *v, const ks_variant_position *position,
                                       unsigned from, unsigned type);

/* Whether it would attack an enemy piece from one of these squares. */
bool ks_variant_would_attack(const ks_variant *v, const ks_variant_position *position, unsigned from,
                             unsigned to, unsigned type);

/* Those of the squares on which it may appear as this type by a legal move. */
ks_squares ks_variant_standing(struct safety *safety, unsigned from, unsigned type);

#endif
