/* See engine.h. */
#include "cli/diff/engine.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/shared/clock.h"
#include "cli/shared/words.h"

void engine_stop(struct engine *engine) {
    if (engine->running)
        process_stop(&engine->process);
    engine->running = false;
}

/* ---- Trouble ---- */

static const char *variant_name(const struct engine *engine) {
    return ks_variant_get_facts(engine->settings->variant).name;
}

static const char *name_of(const struct engine *engine) {
    return engine->settings->script ? "script" : "engine";
}

/* "the engine DID; it said last: '...'"; false. */
static bool trouble(struct engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool trouble(struct engine *engine, const char *format, ...) {
    const char *const said = engine->running ? engine->process.said : "";
    char did[ENGINE_TROUBLE_SIZE / 2];
    va_list values;
    va_start(values, format);
    vsnprintf(did, sizeof did, format, values);
    va_end(values);
    snprintf(engine->trouble, sizeof engine->trouble, *said ? "the %s %s; it said last: '%s'" : "the %s %s%s",
             name_of(engine), did,
             *said             ? said
             : engine->running ? "; it said nothing"
                               : "");
    engine_stop(engine);
    return false;
}

/* What it means that there was no line; asked: what should have been answered. */
static bool trouble_of(struct engine *engine, enum process_event event, const char *asked) {
    char end[128];
    if (event == PROCESS_LATE)
        return trouble(engine, "has not answered '%s' within %u s", asked, engine->settings->timeout);
    if (event == PROCESS_ENDED) {
        process_describe_end(&engine->process, end, sizeof end);
        return trouble(engine, "%s instead of answering '%s'", end, asked);
    }
    engine_stop(engine);
    engine->trouble[0] = '\0';
    return false;
}

static bool start(struct engine *engine, char *const arguments[]) {
    engine->running = process_start(&engine->process, arguments, !engine->settings->script);
    return engine->running || trouble(engine, "can't be started: %s", strerror(errno));
}

/* ---- UCI ---- */

static double deadline_of(const struct engine *engine) {
    return seconds_now() + engine->settings->timeout;
}

static void send(struct engine *engine, const char *line, double deadline) {
    /* Whoever doesn't listen doesn't answer either, and is found out then. */
    if (process_send(&engine->process, line, strlen(line), deadline))
        process_send(&engine->process, "\n", 1, deadline);
}

/* Sends a line, and reads up to a line that begins with `end`; asks `look` about each of the others. */
static bool ask(struct engine *engine, const char *asked, const char *end,
                void (*look)(struct engine *, struct words *line)) {
    const double deadline = deadline_of(engine);
    send(engine, asked, deadline);
    for (;;) {
        struct words words = {0};
        const enum process_event event = process_line(&engine->process, deadline, &words.text, &words.length);
        if (event != PROCESS_SPOKE)
            return trouble_of(engine, event, asked);
        if (word_is(next_word(&words), end))
            return true;
        words.at = 0;
        if (look)
            look(engine, &words);
    }
}

static bool has_word(struct words *line, const char *wanted) {
    struct word word;
    while ((word = next_word(line)).length > 0)
        if (word_is(word, wanted))
            return true;
    return false;
}

/* option name UCI_Variant type combo default chess var chess var grand */
static void look_at_option(struct engine *engine, struct words *line) {
    const bool option = word_is(next_word(line), "option") && word_is(next_word(line), "name");
    const struct word name = next_word(line);
    if (!option)
        return;
    engine->knows_chess960 |= word_is(name, "UCI_Chess960");
    engine->reads_variants |= word_is(name, "VariantPath");
    if (engine->settings->variant && word_is(name, "UCI_Variant")) {
        engine->has_variants = true;
        engine->knows_variant = has_word(line, variant_name(engine));
    }
}

static void set_option(struct engine *engine, const char *name, size_t length, const char *value) {
    char line[ENGINE_TROUBLE_SIZE];
    snprintf(line, sizeof line, value ? "setoption name %.*s value %s" : "setoption name %.*s", (int)length,
             name, value);
    send(engine, line, deadline_of(engine));
}

static void set_chess960(struct engine *engine, bool on) {
    static const char name[] = "UCI_Chess960";
    if (engine->chess960_fixed || !engine->knows_chess960 || engine->chess960 == on)
        return;
    set_option(engine, name, sizeof name - 1, on ? "true" : "false");
    engine->chess960 = on;
}

static void set_options(struct engine *engine) {
    for (size_t i = 0; i < engine->settings->option_count; i++) {
        const char *const option = engine->settings->options[i], *const value = strchr(option, '=');
        const struct word name = {option, value ? (size_t)(value - option) : strlen(option)};
        set_option(engine, name.text, name.length, value ? value + 1 : NULL);
        if (word_is(name, "UCI_Chess960")) {
            engine->chess960_fixed = true;
            engine->chess960 = value && strcmp(value, "=true") == 0;
        }
    }
}

/* Engines stay with what they play when they don't know a variant, so it has to be among those they list. One
 * without such a list plays chess. */
static bool choose_variant(struct engine *engine) {
    static const char file_option[] = "VariantPath", variant_option[] = "UCI_Variant";
    const char *const file = engine->settings->variants_file, *const name = variant_name(engine);
    if (file && strcmp(file, "-") != 0 && engine->reads_variants) {
        set_option(engine, file_option, sizeof file_option - 1, file);
        if (!ask(engine, "uci", "uciok", look_at_option))
            return false;
    }
    if (!engine->has_variants && strcmp(name, "chess") == 0)
        return true;
    if (!engine->knows_variant)
        return trouble(engine,
                       engine->has_variants ? "doesn't know the variant '%s': its UCI_Variant lacks it"
                                            : "doesn't know the variant '%s': it has no UCI_Variant",
                       name);
    set_option(engine, variant_option, sizeof variant_option - 1, name);
    return true;
}

static bool start_uci(struct engine *engine) {
    char *const arguments[] = {"sh", "-c", (char *)engine->settings->command, NULL};
    if (!start(engine, arguments) || !ask(engine, "uci", "uciok", look_at_option))
        return false;
    if (engine->settings->variant && !choose_variant(engine))
        return false;
    engine->chess960 = false;
    set_options(engine);
    return true;
}

/* Reads an answer's lines until the total, or of a script to the end. */
static bool read_lines(struct engine *engine, const char *asked, double deadline, struct divide *divide) {
    const bool script = engine->settings->script;
    const char *line;
    size_t length;
    enum process_event event;
    while ((event = process_line(&engine->process, deadline, &line, &length)) == PROCESS_SPOKE) {
        if (length >= 8 && memcmp(line, "bestmove", 8) == 0 && !script)
            return trouble(engine, "answered '%s' with a move to play: it doesn't count moves", asked);
        if (divide_read(divide, line, length) == DIVIDE_FULL)
            return trouble(engine, "answered '%s' with more than %d moves", asked, ANY_MOVES_MAX);
        if (divide->has_total && !script)
            return true;
    }
    return (script && event == PROCESS_ENDED && process_ended_well(&engine->process)) ||
           trouble_of(engine, event, asked);
}

static bool read_divide(struct engine *engine, const char *asked, struct divide *divide) {
    if (!read_lines(engine, asked, deadline_of(engine), divide))
        return false;
    if (!divide->has_total)
        return trouble(engine, "answered '%s' without a total", asked);
    if (divide->count == 0 && divide->total > 0)
        return trouble(engine, "answered '%s' with a total, but without a line 'move: count'", asked);
    return true;
}

static bool divide_uci(struct engine *engine, const struct replay *replay, unsigned depth,
                       struct divide *divide) {
    char text[REPLAY_SIZE + 32] = "position fen ", asked[32];
    set_chess960(engine, any_is_chess960(&replay->start));
    replay_write(replay, engine_notation(engine, replay), text + strlen(text));
    send(engine, text, deadline_of(engine));
    if (!ask(engine, "isready", "readyok", NULL)) /* what is still on its way belongs to what was before */
        return false;
    snprintf(asked, sizeof asked, "go perft %u", depth);
    send(engine, asked, deadline_of(engine));
    return read_divide(engine, asked, divide);
}

/* ---- Scripts ---- */

static bool divide_script(struct engine *engine, const struct replay *replay, unsigned depth,
                          struct divide *divide) {
    char shell[ENGINE_TROUBLE_SIZE * 4], depth_text[16], fen[ANY_FEN_SIZE], moves[REPLAY_SIZE], asked[64];
    if (snprintf(shell, sizeof shell, "%s \"$@\"", engine->settings->command) >= (int)sizeof shell)
        return trouble(engine, "can't be started: its command is too long");
    snprintf(depth_text, sizeof depth_text, "%u", depth);
    snprintf(asked, sizeof asked, "depth %u", depth);
    any_write_fen(&replay->start, fen);
    replay_write_moves(replay, engine_notation(engine, replay), moves);
    char *const arguments[] = {"sh", "-c", shell, "sh", depth_text, fen, replay->count ? moves : NULL, NULL};
    const bool good = start(engine, arguments) && read_divide(engine, asked, divide);
    engine_stop(engine);
    return good;
}

/* ---- Both ---- */

bool engine_start(struct engine *engine) {
    if (engine->settings->script)
        engine->knows_chess960 = engine->settings->chess960;
    return engine->running || engine->settings->script || start_uci(engine);
}

unsigned engine_notation(const struct engine *engine, const struct replay *replay) {
    const bool chess960 = engine->chess960_fixed ? engine->chess960 : any_is_chess960(&replay->start);
    return chess960 ? KS_CHESS960 : 0;
}

bool engine_divide(struct engine *engine, const struct replay *replay, unsigned depth,
                   struct divide *divide) {
    divide->count = 0;
    divide->total = 0;
    divide->has_total = false;
    if (!engine_start(engine))
        return false;
    return (engine->settings->script ? divide_script : divide_uci)(engine, replay, depth, divide);
}
