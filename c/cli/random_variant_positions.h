/* Positions of a variant for comparing move generators, from random games. */
#ifndef KS_RANDOM_VARIANT_POSITIONS_H
#define KS_RANDOM_VARIANT_POSITIONS_H

#include "replay.h"

/* Draws one: from the start of the variant (shuffled, where the variant has it so), with all of the pieces or
 * some, up to 255 moves on. Captures and moves of pawns are made rather than others, and what allows a
 * promotion, castling or a capture en passant is taken rather than what comes later. Half of the positions
 * come with the moves. The same *state brings the same position. */
void random_variant_position(uint64_t *state, const ks_variant *variant, struct replay *replay);

#endif
