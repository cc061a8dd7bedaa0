/* The positions of games in PGN as `kingscan check` judges them. */
#ifndef KS_CHECK_GAMES_H
#define KS_CHECK_GAMES_H

#include "cli/commands/check/worker.h"

/* Checks the games of the worker's block, which is one of games, and closes the input of a whole file.
 * Returns the number of lines. */
uint64_t check_games(struct check_worker *worker);

#endif
