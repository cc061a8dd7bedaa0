/* The positions of games in PGN: a whole file is the block of one worker. */
#ifndef KS_CHECK_GAMES_H
#define KS_CHECK_GAMES_H

#include "cli/commands/check/worker.h"

/* Checks the games of the worker's block, which is one of games, and closes its input. Returns the number of
 * its lines. */
uint64_t check_games(struct check_worker *worker);

#endif
