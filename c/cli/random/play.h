/* Random moves, rather such as games come to something by. */
#ifndef KS_PLAY_H
#define KS_PLAY_H

#include "cli/shared/positions/replay.h"

/* Draws one of count (at least 1) legal moves: again while is_plain says that the move is one of the many
 * dull ones, but no more than `tries` times in all. The same *state brings the same move. */
any_move draw_move(uint64_t *state, const struct any_position *position, const any_move *moves, size_t count,
                   unsigned tries, bool (*is_plain)(const struct any_position *position, any_move move));

/* Draws one of count (at least 1) legal moves: in chess rather a capture or a rare kind of move, in a variant
 * rather a capture or a move of a pawn, as the clock says. */
any_move random_move(uint64_t *state, const struct any_position *position, const any_move *moves,
                     size_t count);

/* Makes `plies` such moves to *end and adds them to the replay, fewer when the game ends. A variant's game
 * may end earlier too, where there is a promotion, castling or a capture en passant to be made now. */
void random_moves(uint64_t *state, unsigned plies, struct replay *replay, struct any_position *end);

#endif
