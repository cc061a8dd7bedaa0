/* The move generator to test: an engine that speaks UCI and answers "go perft N", or a script that is run
 * anew for each question. */
#ifndef KS_ENGINE_H
#define KS_ENGINE_H

#include "cli/commands/diff/engine/state.h"
#include "cli/positions/divide.h"
#include "cli/positions/replay.h"

/* Starts the engine unless it runs. Begin with all zeros but the settings. Returns false when it could not be
 * started; engine->trouble says why, and it doesn't run. For threads as in process.h. The next function does
 * the same. */
bool engine_start(struct engine *engine);

/* Asks for the counts after each move from the end of the replay, with texts as the engine writes them. */
bool engine_divide(struct engine *engine, const struct replay *replay, unsigned depth, struct divide *divide);

#endif
