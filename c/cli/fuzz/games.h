/* Random games as `kingscan fuzz --games` tries them: a board for the kernels, and a position for the rules.
 */
#ifndef KS_FUZZ_GAMES_H
#define KS_FUZZ_GAMES_H

#include "cli/fuzz/game_check.h"
#include "cli/random/boards.h"
#include "cli/random/games.h"
#include "cli/shared/output.h"

/* What to ask the kernels about the position that the game has come to: its king to move. */
void game_question(const struct games *games, unsigned number, struct question *question);

/* Checks what the rules promise about that position, and plays on. False: there is a mistake, and the game
 * stays. */
bool play_on(struct games *games, struct mistake *mistake);

void print_mistake(const struct mistake *mistake);
/* As the members of a JSON object, without its braces. */
void put_mistake(struct output *out, const struct mistake *mistake);

#endif
