/* A walk down the tree by hand: the two divides of a position side by side, and a move to follow. */
#ifndef KS_DIFF_WALK_H
#define KS_DIFF_WALK_H

#include "cli/commands/diff/comparison.h"
#include "cli/commands/diff/run.h"

/* ---- Walks ---- */

/* A move in one of the divides or in both. */
struct walk_row {
    const char *text;
    any_move move; /* KS_NO_MOVE when it isn't legal */
    bool ours, theirs;
    uint64_t our_count, their_count;
    const struct disagreement *disagreement; /* about this move, or NULL */
};

struct walk {
    struct engine engine;
    struct replay replay; /* leads to the position */
    unsigned start_count; /* moves that were there before the walk */
    unsigned depth;       /* of the divides: one less after each move */
    struct divide ours, theirs;
    struct comparison comparison;
    struct walk_row rows[2 * ANY_MOVES_MAX];
    size_t count, differing; /* rows, and those with a disagreement */
    size_t selected;         /* a row: of a terminal */
    bool has_differed;       /* somewhere on the way */
    char message[320];       /* what the last command has to say; "" when nothing */
};

enum walk_state { WALK_GOES_ON, WALK_IS_OVER, WALK_FAILED /* see engine.trouble */ };

enum { WALK_TITLE_SIZE = REPLAY_SIZE + 32 };

/* Runs `kingscan diff DEPTH --walk` with the settings of a run, from the position and moves in the operands
 * after the depth. Keys and a screen of its own on a terminal, else lines. Returns the exit status. */
int walk_run(const struct diff *diff, char *const *operands);

#endif
