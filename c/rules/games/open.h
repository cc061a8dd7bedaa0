/* Opens readers of games for the layer of variants, and for tests. */
#ifndef KS_GAMES_OPEN_H
#define KS_GAMES_OPEN_H

#include "rules/games/rules_of_games.h"

/* Open a reader as ks_pgn_open and ks_pgn_open_text do. window_size: bytes of text at hand, twice
 * TAG_READABLE or more. */
ks_pgn *ks_open_games(const struct rules_of_games *rules, size_t window_size, ks_pgn_source *source,
                      void *context, ks_pgn_flags flags, ks_error *error);
ks_pgn *ks_open_games_in_memory(const struct rules_of_games *rules, size_t window_size, const char *text,
                                size_t length, ks_pgn_flags flags, ks_error *error);

/* Has the exact reader read everything. */
void ks_read_exactly(ks_pgn *pgn);

/* As ks_pgn_use_variants. */
void ks_play_games_by(ks_pgn *pgn, const ks_variants *variants);

#endif
