/* Plays random games for `kingscan fuzz`, and makes the codes in which other programs may write their
 * boards. */
#ifndef KS_GAMES_H
#define KS_GAMES_H

#include "cli/random/numbers.h"
#include "game/common/any_position.h"
#include "kingscan.h"

/* ---- Spellings ---- */

/* The bytes of other programs for pieces, for boards that kernels read with a pieceset. */

/* A set, and its bytes for Kingscan's codes. */
struct spelling {
    ks_pieceset set;
    uint8_t byte[256];
};

enum { BOARD_SPELLINGS = 8 };

/* Makes half of them as known programs do, and draws the others at random. */
void make_spellings(struct xoshiro *random, struct spelling spellings[BOARD_SPELLINGS]);

/* ---- Games ---- */

/* Random games for `kingscan fuzz`: of chess from several kinds of starts, or of a variant. */

struct games {
    const ks_variant *variant; /* NULL for chess */
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
