/* Random games as `kingscan fuzz --games` and `--variant` try them: in chess each position is a board for the
 * kernels, and everywhere one for the rules. */
#ifndef KS_FUZZ_GAMES_H
#define KS_FUZZ_GAMES_H

#include "cli/commands/fuzz/variant_check.h"
#include "cli/random/boards.h"
#include "cli/random/games.h"

/* Fills in the question for the kernels about the position of a game of chess: the king of the side to move.
 */
void game_question(const struct games *games, unsigned number, struct question *question);

/* Checks what the rules promise about the game's position, and plays on. Returns false when there is a
 * mistake; then the game stays where it is. check: of the variant; not used in chess. */
bool play_on(struct games *games, const struct variant_check *check, struct mistake *mistake);

#endif
