/* Random games for `kingscan fuzz --games`, from starts of several kinds: Chess960 with the same or with two
 * different arrangements, such starts with pieces taken off, and pieces of all sorts strewn over the board.
 */
#ifndef KS_GAMES_H
#define KS_GAMES_H

#include "kingscan.h"

enum { CHESS960_STARTS = 960, GAME_PLIES = 80 };

struct games {
    uint64_t seed; /* of this game: all that is needed to have it again */
    uint64_t state;
    uint64_t count; /* games begun */
    ks_position position;
    unsigned plies;     /* made in this game */
    unsigned fen_flags; /* with which ks_read_fen takes its positions */
};

/* The same seed brings the same games. The first one's start is in games->position. */
void games_start(struct games *games, uint64_t seed);

/* Makes one of the legal moves (count of them) of games->position; where there is none, or the game is long
 * or can't go on, begins the next game. */
void games_next(struct games *games, const ks_move *moves, size_t count);

/* A start position of Chess960 with white's and black's arrangement by number.
 * Source of the numbering: R. Scharnagl; 518 is that of chess. */
void games_chess960(unsigned white, unsigned black, ks_position *position);

#endif
