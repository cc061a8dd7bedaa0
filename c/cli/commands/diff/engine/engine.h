/* The move generator to test: an engine that answers "go perft N" or the like, a script that is run anew for
 * each question, or a shared library. */
#ifndef KS_ENGINE_H
#define KS_ENGINE_H

#include "cli/commands/diff/engine/state.h"
#include "cli/positions/divide.h"
#include "cli/positions/replay.h"

/* Starts the engine unless it runs. Begin with all zeros but the settings. Returns false when it could not be
 * started; engine->trouble says why, and it doesn't run. For threads as in process.h. The next function does
 * the same. */
bool engine_start(struct engine *engine);

/* The word of --dialect. */
const char *engine_dialect_name(unsigned dialect);

/* Asks for the counts after each move from the end of the replay, with texts as the engine writes them. */
bool engine_divide(struct engine *engine, const struct replay *replay, unsigned depth, struct divide *divide);

#endif
