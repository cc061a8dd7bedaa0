/* The engine is given the position by UCI's "position fen", or as programs for xboard are, by "setboard" and
 * one line a move. Nothing is asked before the first position: it knows no "uci" and no "isready". */
#include <stdio.h>
#include <string.h>

#include "cli/commands/diff/engine/talk.h"
#include "cli/commands/diff/engine/way.h"

static bool is_for_xboard(const struct engine *engine) {
    return engine->settings->dialect >= DIALECT_XBOARD_PERFT;
}

static const char *question_of(const struct engine *engine) {
    const unsigned dialect = engine->settings->dialect;
    return dialect == DIALECT_PERFT || dialect == DIALECT_XBOARD_PERFT ? "perft" : "divide";
}

/* "force" keeps an engine for xboard from answering moves by its own. */
static bool start(struct engine *engine) {
    char *const arguments[] = {"sh", "-c", (char *)engine->settings->command, NULL};
    if (!engine_start_process(engine, arguments))
        return false;
    if (is_for_xboard(engine)) {
        engine_send(engine, "xboard");
        engine_send(engine, "force");
    }
    return true;
}

static void send_position(struct engine *engine, const struct replay *replay) {
    char text[REPLAY_SIZE + 16] = "position fen ";
    replay_write(replay, engine_notation(engine, replay), text + strlen(text));
    engine_send(engine, text);
}

static void set_board(struct engine *engine, const struct replay *replay) {
    char text[ANY_FEN_SIZE + 16] = "setboard ", moves[REPLAY_SIZE];
    any_write_fen(&replay->start, text + strlen(text));
    engine_send(engine, text);
    replay_write_moves(replay, engine_notation(engine, replay), moves);
    char *rest = NULL;
    for (char *move = strtok_r(moves, " ", &rest); move; move = strtok_r(NULL, " ", &rest))
        engine_send(engine, move);
}

static bool divide_by_words(struct engine *engine, const struct replay *replay, unsigned depth,
                            struct divide *divide) {
    char asked[32];
    (is_for_xboard(engine) ? set_board : send_position)(engine, replay);
    snprintf(asked, sizeof asked, "%s %u", question_of(engine), depth);
    engine_send(engine, asked);
    return engine_read_divide(engine, asked, divide);
}

const struct engine_way by_words = {start, divide_by_words};
