/* Random positions for comparing move generators. In chess: games from the start, from Chess960 with the same
 * or two different arrangements, and boards on which the hard rules meet. In a variant: games from its start,
 * or from its start without some of the pieces. */
#ifndef KS_RANDOM_POSITIONS_H
#define KS_RANDOM_POSITIONS_H

#include "cli/positions/replay.h"

/* Draws a position and changes *state: the same state gives the same position. variant: NULL for chess.
 * Positions of chess are plausible and have at most sixteen pieces a side; about one in six is the start of a
 * game with all of its moves. chess960: in chess, also positions that need UCI_Chess960. Positions of a
 * variant come after up to 255 moves, half of them with the moves; positions that allow a promotion, castling
 * or a capture en passant are preferred to later ones. */
void random_position(uint64_t *state, const ks_variant *variant, bool chess960, struct replay *replay);

#endif
