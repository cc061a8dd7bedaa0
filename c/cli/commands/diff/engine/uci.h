/* An engine that speaks UCI and answers "go perft N". Both functions return false when there is trouble: then
 * engine->trouble says what. */
#ifndef KS_UCI_ENGINE_H
#define KS_UCI_ENGINE_H

#include "cli/commands/diff/engine/state.h"
#include "cli/positions/divide.h"
#include "cli/positions/replay.h"

/* Starts it, learns its options, and sets those that were given and the variant. */
bool uci_engine_start(struct engine *engine);

/* Asks what it counts after each move from the end of the replay. */
bool uci_engine_divide(struct engine *engine, const struct replay *replay, unsigned depth,
                       struct divide *divide);

#endif
