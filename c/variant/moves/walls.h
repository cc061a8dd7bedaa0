/* Finds the squares on which a variant lets a player build a wall, with a move or instead of one:
 * v->walling. */
#ifndef KS_WALLS_H
#define KS_WALLS_H

#include "variant/definition/definition.h"

/* Returns the squares on which the side to move may build a wall with a move that has none yet, without
 * regard to the safety of its royal pieces. */
ks_variant_squares ks_variant_wall_squares(const ks_variant *v, const ks_variant_position *position,
                                           ks_variant_move move);

/* Returns whether a move with its wall leaves all royal pieces of its side safe. */
bool ks_variant_is_safe_behind_wall(const ks_variant *v, const ks_variant_position *position,
                                    ks_variant_move move);

#endif
