/* Options first, then positions: UCI_Variant once, UCI_Chess960 where a position needs another setting than
 * the last. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/text.h"
#include "cli/commands/diff/engine/talk.h"
#include "cli/commands/diff/engine/way.h"

/* ---- Options ---- */

static struct word word_of(const char *name) {
    return (struct word){name, strlen(name)};
}

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

/* An option as the engine lists it: "option name Clear Hash type button". */
struct listed {
    struct word name, type; /* the name's words as they stand in the line */
    struct words rest;      /* default, min, max and var */
};

/* Returns false when a line lists no option. */
static bool read_listed(struct words line, struct listed *listed) {
    if (!word_is(next_word(&line), "option") || !word_is(next_word(&line), "name"))
        return false;
    struct word word = listed->name = next_word(&line);
    while (word.length > 0 && !word_is(word, "type")) {
        listed->name.length = (size_t)(word.text + word.length - listed->name.text);
        word = next_word(&line);
    }
    listed->type = next_word(&line);
    listed->rest = line;
    return listed->name.length > 0;
}

/* A NAME=VALUE of the settings; the value of a button is NULL. */
struct given {
    struct word name;
    const char *value;
};

static struct given given_option(const struct engine *engine, size_t i) {
    const char *const option = engine->settings->options[i], *const value = strchr(option, '=');
    return (struct given){{option, value ? (size_t)(value - option) : strlen(option)},
                          value ? value + 1 : NULL};
}

/* The number after this word; `otherwise` when there is none. */
static long long number_behind(struct words rest, const char *wanted, long long otherwise) {
    return has_word(&rest, wanted) ? strtoll(rest.text + rest.at, NULL, 10) : otherwise;
}

static bool is_in_range(const char *value, const struct listed *listed) {
    char *end;
    errno = 0;
    const long long number = strtoll(value, &end, 10);
    return errno == 0 && end > value && *end == '\0' &&
           number >= number_behind(listed->rest, "min", LLONG_MIN) &&
           number <= number_behind(listed->rest, "max", LLONG_MAX);
}

/* Whether a combo lists this value, which may be of several words. */
static bool is_in_list(struct words rest, const char *value) {
    while (has_word(&rest, "var")) {
        struct word word = next_word(&rest), item = word;
        for (struct words ahead = rest; word.length > 0 && !word_is(word, "var"); word = next_word(&ahead))
            item.length = (size_t)(word.text + word.length - item.text);
        if (word_is_in_any_case(item, value))
            return true;
    }
    return false;
}

/* Whether an option takes values that it doesn't list: the variants of a file, as Fairy-Stockfish does. */
static bool grows(const struct engine *engine, const struct listed *listed) {
    bool reads_file = engine->settings->variants_path != NULL;
    for (size_t i = 0; i < engine->settings->option_count; i++)
        reads_file |= word_is_in_any_case(given_option(engine, i).name, "VariantPath");
    return reads_file && word_is_in_any_case(listed->name, "UCI_Variant");
}

/* Returns what an option wants instead of this value, NULL for none; NULL when it takes the value. */
static const char *wanted_instead(const struct engine *engine, const struct listed *listed,
                                  const char *value) {
    if (word_is(listed->type, "button"))
        return value ? "no value" : NULL;
    if (!value)
        return "a value";
    if (word_is(listed->type, "check"))
        return strcmp(value, "true") == 0 || strcmp(value, "false") == 0 ? NULL : "true or false";
    if (word_is(listed->type, "spin"))
        return is_in_range(value, listed) ? NULL : "a number in its range";
    if (word_is(listed->type, "combo") && !grows(engine, listed))
        return is_in_list(listed->rest, value) ? NULL : "one of its values";
    return NULL;
}

static void look_at_given(struct engine *engine, const struct listed *listed, struct words line) {
    for (size_t i = 0; i < engine->settings->option_count; i++) {
        const struct given given = given_option(engine, i);
        if (!is_same_name(given.name, listed->name))
            continue;
        const char *const wanted = wanted_instead(engine, listed, given.value);
        engine->has_option[i] = true;
        if (wanted && !*engine->refusal)
            snprintf(engine->refusal, sizeof engine->refusal, "--option %.60s: expected %s: '%.*s'",
                     engine->settings->options[i], wanted, line.length < 250 ? (int)line.length : 250,
                     line.text);
    }
}

/* Learns from a line such as "option name UCI_Variant type combo default chess var chess var grand". */
static void look_at_option(struct engine *engine, struct words *line) {
    struct listed listed;
    if (!read_listed(*line, &listed))
        return;
    look_at_given(engine, &listed, *line);
    engine->knows_chess960 |= word_is_in_any_case(listed.name, "UCI_Chess960");
    engine->reads_variants |= word_is_in_any_case(listed.name, "VariantPath");
    if (engine->settings->variant && word_is_in_any_case(listed.name, "UCI_Variant")) {
        engine->has_variants = true;
        engine->knows_variant = has_word(&listed.rest, variant_name(engine));
    }
}

/* Keeps the first line that is neither UCI nor blank too: engines differ in where they complain. */
static void look_at_option_or_complaint(struct engine *engine, struct words *line) {
    struct words words = *line;
    const struct word first = next_word(&words);
    look_at_option(engine, line);
    if (first.length > 0 && !*engine->complaint && !word_is(first, "id") && !word_is(first, "option") &&
        !word_is(first, "info"))
        escape_text(line->text, line->length, engine->complaint, sizeof engine->complaint);
}

/* Returns false when the engine lacks an option that is to be set, or doesn't take the value. */
static bool knows_options(struct engine *engine) {
    for (size_t i = 0; i < engine->settings->option_count && !*engine->refusal; i++)
        if (!engine->has_option[i])
            snprintf(engine->refusal, sizeof engine->refusal,
                     "--option %.60s: the engine lists no such option", engine->settings->options[i]);
    if (!*engine->refusal)
        return true;
    engine_stop(engine);
    memcpy(engine->trouble, engine->refusal, sizeof engine->refusal);
    return false;
}

static void set_option(struct engine *engine, struct word name, const char *value) {
    const size_t size = name.length + (value ? strlen(value) : 0) + sizeof "setoption name  value ";
    char *const line = given(malloc(size));
    snprintf(line, size, value ? "setoption name %.*s value %s" : "setoption name %.*s", (int)name.length,
             name.text, value);
    engine_send(engine, line);
    free(line);
}

static void set_chess960(struct engine *engine, bool on) {
    if (engine->chess960_fixed || !engine->knows_chess960 || engine->chess960 == on)
        return;
    set_option(engine, word_of("UCI_Chess960"), on ? "true" : "false");
    engine->chess960 = on;
}

static void set_options(struct engine *engine) {
    for (size_t i = 0; i < engine->settings->option_count; i++) {
        const struct given given = given_option(engine, i);
        set_option(engine, given.name, given.value);
        if (word_is_in_any_case(given.name, "UCI_Chess960")) {
            engine->chess960_fixed = true;
            engine->chess960 = given.value && strcmp(given.value, "true") == 0;
        }
    }
}

/* Has the engine read the file that has the variant. Its complaint, on standard error or in a line that is
 * not UCI, goes to `complaint`; "" when it takes the file. */
static bool hand_over_variants(struct engine *engine, char complaint[PROCESS_SAID + 1]) {
    process_take_complaint(&engine->process, complaint); /* an earlier one is about something else */
    set_option(engine, word_of("VariantPath"), engine->settings->variants_path);
    engine->complaint[0] = '\0';
    if (!engine_ask(engine, "uci", "uciok", look_at_option_or_complaint))
        return false;
    process_take_complaint(&engine->process, complaint);
    if (!*complaint)
        memcpy(complaint, engine->complaint, sizeof engine->complaint);
    return true;
}

/* Chooses the variant, which has to be among those that the engine lists: an engine that doesn't know a
 * variant goes on with the one before, and says nothing. An engine without such a list plays chess. */
static bool choose_variant(struct engine *engine) {
    const char *const name = variant_name(engine);
    char complaint[PROCESS_SAID + 1] = "";
    if (engine->settings->variants_path && engine->reads_variants && !hand_over_variants(engine, complaint))
        return false;
    if (!engine->has_variants && strcmp(name, "chess") == 0)
        return true;
    if (!engine->knows_variant && *complaint)
        return engine_trouble(engine,
                              "doesn't know the variant '%s': it complained of the file of variants: '%s'",
                              name, complaint);
    if (!engine->knows_variant)
        return engine_trouble(engine,
                              engine->has_variants ? "doesn't know the variant '%s': its UCI_Variant lacks it"
                                                   : "doesn't know the variant '%s': it has no UCI_Variant",
                              name);
    set_option(engine, word_of("UCI_Variant"), name);
    return true;
}

static bool start(struct engine *engine) {
    memset(engine->has_option, 0, sizeof engine->has_option);
    engine->refusal[0] = '\0';
    char *const arguments[] = {"sh", "-c", (char *)engine->settings->command, NULL};
    if (!engine_start_process(engine, arguments) || !engine_ask(engine, "uci", "uciok", look_at_option))
        return false;
    if (engine->settings->variant && !choose_variant(engine))
        return false;
    if (!knows_options(engine))
        return false;
    engine->chess960 = false;
    set_options(engine);
    return true;
}

/* ---- Questions ---- */

static bool divide_by_uci(struct engine *engine, const struct replay *replay, unsigned depth,
                          struct divide *divide) {
    char text[REPLAY_SIZE + 32] = "position fen ", asked[32];
    set_chess960(engine, any_is_chess960(&replay->start));
    replay_write(replay, engine_notation(engine, replay), text + strlen(text));
    engine_send(engine, text);
    if (!engine_ask(engine, "isready", "readyok",
                    NULL)) /* lines that still arrive belong to the question before */
        return false;
    snprintf(asked, sizeof asked, "go perft %u", depth);
    engine_send(engine, asked);
    return engine_read_divide(engine, asked, divide);
}

const struct engine_way by_uci = {start, divide_by_uci};
