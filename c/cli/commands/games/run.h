/* The work of `kingscan games`: reads files of games, chooses some, and writes or counts them. */
#ifndef KS_GAMES_RUN_H
#define KS_GAMES_RUN_H

#include "cli/commands/games/played.h"
#include "cli/commands/games/task.h"

/* ---- Counts ---- */

struct games_counts {
    uint64_t games, moves, illegal, results[KS_DRAWN + 1], last[KS_VERDICTS];
};

void count_game(struct games_counts *counts, const struct played *played, enum ks_outcome result);

/* Prints the table on standard output: as JSON, in columns on a terminal, else with tabs. */
void print_games_counts(const struct games_counts *counts, bool json);

/* ---- Runs ---- */

/* The work of `kingscan games`: files of games in turn. Some of the games are written or counted. */

/* Runs the task to its end, or to Ctrl-C. Returns the exit status. */
int run_games(const struct games_task *task);

#endif
