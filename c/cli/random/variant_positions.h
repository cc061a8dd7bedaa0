/* Positions of a variant for comparing move generators, from random games. */
#ifndef KS_RANDOM_VARIANT_POSITIONS_H
#define KS_RANDOM_VARIANT_POSITIONS_H

#include "cli/shared/replay.h"

/* The start of the variant, shuffled where the variant has it so; or the same without some of the pieces, so
 * that lines are open, pawns are soon promoted, and kings castle. */
void random_variant_start(uint64_t *state, const ks_variant *variant, struct any_position *start);

/* One of these moves (at least one): rather a capture or a move of a pawn, as the clock says, so that games
 * come to something. */
any_move random_variant_move(uint64_t *state, const struct any_position *position, const any_move *moves,
                             size_t count);

/* Draws one: from such a start, up to 255 such moves on. What allows a
 * promotion, castling or a capture en passant is taken rather than what comes later. Half of the positions
 * come with the moves. The same *state brings the same position. */
void random_variant_position(uint64_t *state, const ks_variant *variant, struct replay *replay);

#endif
