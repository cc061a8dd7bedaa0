/* Random games for `kingscan fuzz`: of chess from several kinds of starts, or of a variant. */
#ifndef KS_GAMES_H
#define KS_GAMES_H

#include "cli/positions/any_position.h"

struct games {
    const ks_variant *variant; /* NULL: chess */
    uint64_t seed;             /* of this game; it repeats the game */
    uint64_t state;
    uint64_t count; /* of games begun */
    struct any_position position;
    unsigned plies;     /* made in this game */
    unsigned fen_flags; /* flags with which any_read_fen accepts its positions */
};

/* Begins the first game; its start is in games->position. The same seed gives the same games. */
void games_start(struct games *games, const ks_variant *variant, uint64_t seed);

/* Makes one of the count legal moves of games->position. Begins the next game instead when there is none, or
 * when the game is long or cannot continue. */
void games_next(struct games *games, const any_move *moves, size_t count);

#endif
