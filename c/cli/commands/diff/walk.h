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

/* Takes a line: a move in UCI or SAN, or one of the commands that `help` lists. An empty line follows the
 * first move that differs. */
enum walk_state walk_obey(struct walk *walk, const char *line);

/* Goes down by the selected row, or back by a move. */
enum walk_state walk_into_row(struct walk *walk);
enum walk_state walk_back(struct walk *walk);

enum { WALK_TITLE_SIZE = REPLAY_SIZE + 32 };

/* Writes the line above the table: the depth, the position at the start and the moves. */
void walk_write_title(const struct walk *walk, char text[WALK_TITLE_SIZE]);

/* Writes a row, or the totals when it is NULL, and what is wrong with it. */
void walk_write_row(const struct walk *walk, const struct walk_row *row, char *text, size_t size);

/* Runs `kingscan diff DEPTH --walk` with the settings of a run, from the position and moves in the operands
 * after the depth. Keys and a screen of its own on a terminal, else lines. Returns the exit status. */
int walk_run(const struct diff *diff, char *const *operands);

/* ---- Comparisons on the way ---- */

/* A walk on a terminal: arrow keys, or typed moves. */

/* Draws the walk until it is over, with the keys of platform.h started. */
enum walk_state walk_on_screen(struct walk *walk);

#endif
