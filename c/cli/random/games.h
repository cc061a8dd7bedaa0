/* Random games for `kingscan fuzz`, of chess from starts of several kinds, or of a variant. */
#ifndef KS_GAMES_H
#define KS_GAMES_H

#include "cli/shared/positions/any_position.h"

struct games {
    const ks_variant *variant; /* NULL: chess */
    uint64_t seed;             /* of this game: all that is needed to have it again */
    uint64_t state;
    uint64_t count; /* games begun */
    struct any_position position;
    unsigned plies;     /* made in this game */
    unsigned fen_flags; /* with which any_read_fen takes its positions */
};

/* Begins the first game; its start is in games->position. The same seed brings the same games. */
void games_start(struct games *games, const ks_variant *variant, uint64_t seed);

/* Makes one of the count legal moves of games->position. Where there is none, or the game is long or can't go
 * on, begins the next game instead. */
void games_next(struct games *games, const any_move *moves, size_t count);

#endif
