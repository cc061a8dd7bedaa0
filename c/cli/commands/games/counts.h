/* The counts of `kingscan games --count`. */
#ifndef KS_GAMES_COUNTS_H
#define KS_GAMES_COUNTS_H

#include "cli/commands/games/played.h"

struct games_counts {
    uint64_t games, moves, illegal, results[KS_DRAWN + 1], last[KS_VERDICTS];
};

void count_game(struct games_counts *counts, const struct played *played, enum ks_outcome result);

/* Prints the table on standard output: as JSON, in columns on a terminal, else with tabs. */
void print_games_counts(const struct games_counts *counts, bool json);

#endif
