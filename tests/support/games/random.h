/* Makes random games as text, for tests of readers of games. */
#ifndef KS_TEST_RANDOM_GAMES_H
#define KS_TEST_RANDOM_GAMES_H

#include "support/games/reading.h"

/* Appends a game of at most `plies` random moves from one of several positions, with comments and glyphs.
 * usual: moves are in SAN as export format has it; else in one of the ways that a reader understands. */
void add_random_game(reading *text, uint64_t *random, unsigned plies, int usual);

/* Changes some bytes of a text: others that mean something in games take their place or come in between, or
 * some are left out. */
void mutate_text(reading *text, uint64_t *random, unsigned changes);

#endif
