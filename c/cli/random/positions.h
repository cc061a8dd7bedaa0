/* Random positions for move generators to be compared on: games from the start, from Chess960 with the same
 * or two different arrangements, and boards on which the hard rules meet. */
#ifndef KS_RANDOM_POSITIONS_H
#define KS_RANDOM_POSITIONS_H

#include "cli/shared/replay.h"

/* Draws one, and changes the state: the same states bring the same positions. All are plausible and have at
 * most sixteen pieces a side. chess960: those too that need UCI_Chess960. About one in six is the start of a
 * game with all of its moves. */
void random_position(uint64_t *state, bool chess960, struct replay *replay);

#endif
