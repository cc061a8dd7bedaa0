/* An engine or a library runs on between two questions; a script is run anew for each. */
#include "cli/commands/diff/engine/engine.h"

#include <stdio.h>

#include "cli/commands/diff/engine/library.h"
#include "cli/commands/diff/engine/plain.h"
#include "cli/commands/diff/engine/talk.h"
#include "cli/commands/diff/engine/uci.h"

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

const char *engine_dialect_name(unsigned dialect) {
    static const char *const names[] = {"uci", "perft", "divide", "xboard-perft", "xboard-divide"};
    return names[dialect];
}

bool engine_start(struct engine *engine) {
    const struct engine_settings *const settings = engine->settings;
    if (!engine_speaks_uci(settings))
        engine->knows_chess960 = settings->chess960;
    if (engine->running || settings->kind == ENGINE_SCRIPT)
        return true;
    if (settings->kind == ENGINE_LIBRARY)
        return library_start(engine);
    return (engine_speaks_uci(settings) ? uci_engine_start : plain_engine_start)(engine);
}

bool engine_divide(struct engine *engine, const struct replay *replay, unsigned depth,
                   struct divide *divide) {
    const struct engine_settings *const settings = engine->settings;
    divide->count = 0;
    divide->total = 0;
    divide->has_total = false;
    if (!engine_start(engine))
        return false;
    if (settings->kind == ENGINE_SCRIPT)
        return divide_script(engine, replay, depth, divide);
    if (settings->kind == ENGINE_LIBRARY)
        return library_divide(engine, replay, depth, divide);
    return (engine_speaks_uci(settings) ? uci_engine_divide : plain_engine_divide)(engine, replay, depth,
                                                                                   divide);
}
