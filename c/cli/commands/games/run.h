/* The work of `kingscan games`: reads files of games, chooses some, and writes or counts them. */
#ifndef KS_GAMES_RUN_H
#define KS_GAMES_RUN_H

#include "cli/commands/games/task.h"

/* Runs the task to its end, or to Ctrl-C. Returns the exit status. */
int run_games(const struct games_task *task);

#endif
