/* Random positions for move generators to be compared on. In chess: games from the start, from Chess960 with
 * the same or two different arrangements, and boards on which the hard rules meet. In a variant: games from
 * its start, or from there without some of the pieces. */
#ifndef KS_RANDOM_POSITIONS_H
#define KS_RANDOM_POSITIONS_H

#include "cli/shared/positions/replay.h"

/* Draws one, and changes *state: the same state brings the same position. variant: NULL for chess.
 * Positions of chess are plausible and have at most sixteen pieces a side; about one in six is the start of a
 * game with all of its moves. chess960: in chess, also positions that need UCI_Chess960. Positions of a
 * variant come after up to 255 moves, half of them with the moves. What allows a promotion, castling or a
 * capture en passant is taken rather than what comes later. */
void random_position(uint64_t *state, const ks_variant *variant, bool chess960, struct replay *replay);

#endif
