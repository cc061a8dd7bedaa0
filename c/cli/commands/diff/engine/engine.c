/* An engine or a library runs on between two questions; a script is run anew for each. */
#include "cli/commands/diff/engine/engine.h"

#include "cli/commands/diff/engine/way.h"

const char *engine_dialect_name(unsigned dialect) {
    static const char *const names[] = {"uci", "perft", "divide", "xboard-perft", "xboard-divide"};
    return names[dialect];
}

static const struct engine_way *way_of(const struct engine_settings *settings) {
    return settings->kind == ENGINE_SCRIPT    ? &by_script
           : settings->kind == ENGINE_LIBRARY ? &by_library
           : engine_speaks_uci(settings)      ? &by_uci
                                              : &by_words;
}

bool engine_start(struct engine *engine) {
    const struct engine_way *const way = way_of(engine->settings);
    if (!engine_speaks_uci(engine->settings))
        engine->knows_chess960 = engine->settings->chess960;
    return engine->running || !way->start || way->start(engine);
}

bool engine_divide(struct engine *engine, const struct replay *replay, unsigned depth,
                   struct divide *divide) {
    divide->count = 0;
    divide->total = 0;
    divide->has_total = false;
    return engine_start(engine) && way_of(engine->settings)->divide(engine, replay, depth, divide);
}
