/* A script gets the position and the depth as its arguments. */
#include <stdio.h>

#include "cli/commands/diff/engine/talk.h"
#include "cli/commands/diff/engine/way.h"

static bool divide_script(struct engine *engine, const struct replay *replay, unsigned depth,
                          struct divide *divide) {
    char shell[ENGINE_TROUBLE_SIZE * 4], depth_text[16], fen[ANY_FEN_SIZE], moves[REPLAY_SIZE], asked[64];
    if (snprintf(shell, sizeof shell, "%s \"$@\"", engine->settings->command) >= (int)sizeof shell)
        return engine_trouble(engine, "can't be started: its command is too long");
    snprintf(depth_text, sizeof depth_text, "%u", depth);
    snprintf(asked, sizeof asked, "depth %u", depth);
    any_write_fen(&replay->start, fen);
    replay_write_moves(replay, engine_notation(engine, replay), moves);
    char *const arguments[] = {"sh", "-c", shell, "sh", depth_text, fen, replay->count ? moves : NULL, NULL};
    const bool good = engine_start_process(engine, arguments) && engine_read_divide(engine, asked, divide);
    engine_stop(engine);
    return good;
}

const struct engine_way by_script = {NULL, divide_script};
