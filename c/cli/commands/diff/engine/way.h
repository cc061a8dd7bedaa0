/* The ways to ask a program what it counts after each move. The functions return false when there is trouble:
 * then engine->trouble says what. */
#ifndef KS_ENGINE_WAY_H
#define KS_ENGINE_WAY_H

#include "cli/commands/diff/engine/state.h"
#include "cli/positions/divide.h"
#include "cli/positions/replay.h"

struct engine_way {
    /* Starts it and learns what it can do. NULL: it is started anew for each question. */
    bool (*start)(struct engine *engine);
    /* Asks for the counts after each move from the end of the replay, to this depth. */
    bool (*divide)(struct engine *engine, const struct replay *replay, unsigned depth, struct divide *divide);
};

extern const struct engine_way by_uci;     /* an engine that answers "go perft N" */
extern const struct engine_way by_words;   /* an engine without UCI, which answers "perft N" or "divide N" */
extern const struct engine_way by_script;  /* a command for each question */
extern const struct engine_way by_library; /* a shared library, in a process of its own: library.h */

#endif
