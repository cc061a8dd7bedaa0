/* An engine without UCI's handshake, which answers "perft N" or "divide N". It is given the position by UCI's
 * "position fen", or as programs for xboard are, by "setboard" and one line a move. Both functions return
 * false when there is trouble: then engine->trouble says what. */
#ifndef KS_PLAIN_ENGINE_H
#define KS_PLAIN_ENGINE_H

#include "cli/commands/diff/engine/state.h"
#include "cli/positions/divide.h"
#include "cli/positions/replay.h"

bool plain_engine_start(struct engine *engine);

/* Asks what it counts after each move from the end of the replay. */
bool plain_engine_divide(struct engine *engine, const struct replay *replay, unsigned depth,
                         struct divide *divide);

#endif
