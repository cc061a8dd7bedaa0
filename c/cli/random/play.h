/* Random moves, with a preference for those that bring games forward. */
#ifndef KS_RANDOM_PLAY_H
#define KS_RANDOM_PLAY_H

#include "cli/positions/replay.h"

/* Draws one of count (at least 1) legal moves, and draws again while is_plain says that the move is one of
 * the many dull ones, but at most `tries` times in all. The same *state gives the same move. */
any_move draw_move(uint64_t *state, const struct any_position *position, const any_move *moves, size_t count,
                   unsigned tries, bool (*is_plain)(const struct any_position *position, any_move move));

/* Draws one of count (at least 1) legal moves: in chess preferably a capture or a rare kind of move, in a
 * variant a move that resets the clock: a capture or a move of a pawn. */
any_move random_move(uint64_t *state, const struct any_position *position, const any_move *moves,
                     size_t count);

/* Makes `plies` such moves to *end and adds them to the replay, or fewer when the game ends. A variant's game
 * may also end early, when a promotion, castling or a capture en passant is possible. */
void random_moves(uint64_t *state, unsigned plies, struct replay *replay, struct any_position *end);

#endif
