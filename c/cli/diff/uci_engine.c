/* Options first, then positions: UCI_Variant once, UCI_Chess960 where a position needs another setting than
 * the last. */
#include "cli/diff/uci_engine.h"

#include <stdio.h>
#include <string.h>

#include "cli/diff/engine_talk.h"

/* ---- Options ---- */

static const char *variant_name(const struct engine *engine) {
    return ks_variant_get_facts(engine->settings->variant).name;
}

static bool has_word(struct words *line, const char *wanted) {
    struct word word;
    while ((word = next_word(line)).length > 0)
        if (word_is(word, wanted))
            return true;
    return false;
}

/* Learns from a line such as "option name UCI_Variant type combo default chess var chess var grand". */
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
    engine_send(engine, line);
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

/* Chooses the variant, which has to be among those that the engine lists: an engine that doesn't know a
 * variant goes on with the one before, and says nothing. An engine without such a list plays chess. */
static bool choose_variant(struct engine *engine) {
    static const char file_option[] = "VariantPath", variant_option[] = "UCI_Variant";
    const char *const file = engine->settings->variants_file, *const name = variant_name(engine);
    if (file && strcmp(file, "-") != 0 && engine->reads_variants) {
        set_option(engine, file_option, sizeof file_option - 1, file);
        if (!engine_ask(engine, "uci", "uciok", look_at_option))
            return false;
    }
    if (!engine->has_variants && strcmp(name, "chess") == 0)
        return true;
    if (!engine->knows_variant)
        return engine_trouble(engine,
                              engine->has_variants ? "doesn't know the variant '%s': its UCI_Variant lacks it"
                                                   : "doesn't know the variant '%s': it has no UCI_Variant",
                              name);
    set_option(engine, variant_option, sizeof variant_option - 1, name);
    return true;
}

bool uci_engine_start(struct engine *engine) {
    char *const arguments[] = {"sh", "-c", (char *)engine->settings->command, NULL};
    if (!engine_start_process(engine, arguments) || !engine_ask(engine, "uci", "uciok", look_at_option))
        return false;
    if (engine->settings->variant && !choose_variant(engine))
        return false;
    engine->chess960 = false;
    set_options(engine);
    return true;
}

/* ---- Questions ---- */

bool uci_engine_divide(struct engine *engine, const struct replay *replay, unsigned depth,
                       struct divide *divide) {
    char text[REPLAY_SIZE + 32] = "position fen ", asked[32];
    set_chess960(engine, any_is_chess960(&replay->start));
    replay_write(replay, engine_notation(engine, replay), text + strlen(text));
    engine_send(engine, text);
    if (!engine_ask(engine, "isready", "readyok",
                    NULL)) /* lines that are still on their way belong to the question before */
        return false;
    snprintf(asked, sizeof asked, "go perft %u", depth);
    engine_send(engine, asked);
    return engine_read_divide(engine, asked, divide);
}
