/* Draws random positions and moves of chess and variants, for `kingscan diff`, `kingscan fuzz` and tests. */
#ifndef KS_RANDOM_POSITIONS_H
#define KS_RANDOM_POSITIONS_H

#include <stdbool.h>

#include "game/common/any_position.h"
#include "game/common/replay.h"
#include "kingscan.h"

/* ---- Chess960 ---- */

/* The 960 start arrangements of Chess960 by their numbers. */

enum { CHESS960_STARTS = 960, CHESS960_OF_CHESS = 518 };

/* Sets up the start of a game with white's and black's arrangement by number, from 0 to CHESS960_STARTS - 1,
 * with white to move and all castling rights. Source of the numbering: R. Scharnagl. */
void chess960_start(unsigned white, unsigned black, ks_position *position);

/* ---- Starts of chess ---- */

/* Start positions of random games of chess: Chess960 with the same or with two different arrangements, the
 * same with some pieces removed, and all kinds of pieces scattered over the board. */

/* Draws a start and changes *state: the same state gives the same start. Returns the flags (of enum
 * ks_fen_flags) with which ks_read_fen accepts the position: KS_FEN_LENIENT when pawns stand anywhere and
 * only the side to move must have exactly one king. */
unsigned random_chess_start(uint64_t *state, ks_position *position);

/* ---- Starts of variants ---- */

/* Start positions of random games of a variant. */

/* Draws the start of the variant, shuffled if the variant is played so; or the same without some of the
 * pieces, so that lines are open, pawns promote soon, and kings castle. The same *state gives the same
 * start. */
void random_variant_start(uint64_t *state, const ks_variant *variant, struct any_position *start);

/* ---- Moves ---- */

/* Random moves, with a preference for those that bring games forward. */

/* Draws one of count (at least 1) legal moves, and draws again while is_plain says that the move is one of
 * the many dull ones, but at most `tries` times in all. The same *state gives the same move. */
any_move draw_move(uint64_t *state, const struct any_position *position, const any_move *moves, size_t count,
                   unsigned tries, bool (*is_plain)(const struct any_position *position, any_move move));

/* Draws one of count (at least 1) legal moves: in chess preferably a capture or a rare kind of move, in a
 * variant a move that resets the clock: a capture or a move of a pawn. */
any_move random_move(uint64_t *state, const struct any_position *position, const any_move *moves,
                     size_t count);

/* ---- Positions ---- */

/* Random positions for comparing move generators. In chess: games from the start, from Chess960 with the same
 * or two different arrangements, and boards on which the hard rules meet. In a variant: games from its start,
 * or from its start without some of the pieces. */

/* Draws a position and changes *state: the same state gives the same position. variant: NULL for chess.
 * Positions of chess are plausible and have at most sixteen pieces a side; about one in six is the start of a
 * game with all of its moves. chess960: in chess, also positions that need UCI_Chess960. Positions of a
 * variant come after up to 255 moves, half of them with the moves; positions that allow a promotion, castling
 * or a capture en passant are preferred to later ones. */
void random_position(uint64_t *state, const ks_variant *variant, bool chess960, struct replay *replay);

#endif
