/* Asks an engine under test for counts of moves, or for features: by UCI, by commands such as perft, by a
 * script for each question, or as a shared library. */
#include "cli/commands/diff/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "cli/io/process.h"
#include "cli/platform/platform.h"
#include "core/text/error.h"
#include "game/common/text.h"
#include "variant/read/ini.h"

/* ==== Talk ==== */

/* Lines that an engine is told and that it says, line by line, with a time limit; and the file of its
 * variants. */

/* Every wait has a deadline, and every failure ends the process and leaves one line that says why. */

/* ---- Trouble ---- */

/* Ends the process and fills in engine->trouble: "the engine DID; it said last: '...'", where DID is what the
 * format makes. Returns false. */
__attribute__((format(printf, 2, 3))) static bool engine_trouble(struct engine *engine, const char *format,
                                                                 ...) {
    const char *const said = engine->running ? engine->process.said : "";
    char did[ENGINE_TROUBLE_SIZE / 2];
    va_list values;
    va_start(values, format);
    vsnprintf(did, sizeof did, format, values);
    va_end(values);
    snprintf(engine->trouble, sizeof engine->trouble, *said ? "the %s %s; it said last: '%s'" : "the %s %s%s",
             engine_word(engine->settings), did,
             *said             ? said
             : engine->running ? "; it said nothing"
                               : "");
    engine_stop(engine);
    return false;
}

/* Records why there was no line; returns false. asked: what should have been answered. */
static bool no_line(struct engine *engine, enum process_event event, const char *asked) {
    char end[128];
    if (event == PROCESS_LATE)
        return engine_trouble(engine, "has not answered '%s' within %u s", asked, engine->settings->timeout);
    if (event == PROCESS_ENDED) {
        process_describe_end(&engine->process, end, sizeof end);
        return engine_trouble(engine, "%s instead of answering '%s'", end, asked);
    }
    engine_stop(engine);
    engine->trouble[0] = '\0';
    return false;
}

/* Runs sh with these arguments: see process_start. */
static bool engine_start_process(struct engine *engine, char *const arguments[]) {
    engine->running = process_start(&engine->process, arguments, engine->settings->kind != ENGINE_SCRIPT);
    return engine->running || engine_trouble(engine, "can't be started: %s", strerror(errno));
}

/* ---- Lines ---- */

static double deadline_of(const struct engine *engine) {
    return seconds_now() + engine->settings->timeout;
}

static void send_by(struct engine *engine, const char *line, double deadline) {
    /* An engine that does not listen does not answer either; the caller notices that. */
    if (process_send(&engine->process, line, strlen(line), deadline))
        process_send(&engine->process, "\n", 1, deadline);
}

/* Sends a line. Whether the engine takes it is known when it should answer. */
static void engine_send(struct engine *engine, const char *line) {
    send_by(engine, line, deadline_of(engine));
}

/* Sends a line, and reads up to a line that begins with the word `end`; calls look, unless it is NULL, for
 * each line before. */
static bool engine_ask(struct engine *engine, const char *asked, const char *end,
                       void (*look)(struct engine *engine, struct words *line)) {
    const double deadline = deadline_of(engine);
    send_by(engine, asked, deadline);
    for (;;) {
        struct words words = {0};
        const enum process_event event = process_line(&engine->process, deadline, &words.text, &words.length);
        if (event != PROCESS_SPOKE)
            return no_line(engine, event, asked);
        if (word_is(next_word(&words), end))
            return true;
        words.at = 0;
        if (look)
            look(engine, &words);
    }
}

/* ---- Answers ---- */

static const char only_total[] = "answered '%s' with a total, but without a line 'move: count'";

/* Whether a total comes too early: an engine without UCI may print more after the total of the last answer,
 * such as nodes per second, and nothing marks the end of that. */
static bool is_of_last_answer(const struct engine *engine, const struct divide *divide) {
    return engine->settings->kind == ENGINE_OF_COMMAND && engine->settings->dialect != DIALECT_UCI &&
           divide->has_total && divide->count == 0 && divide->total > 0;
}

/* The question at the depth at which a list of moves says as much as counts do. */
static const char depth_one[] = "depth 1";

/* Takes a list of moves for an answer. A script that has listed moves before lists none where there
 * is none. */
static void complete_list(struct engine *engine, const char *asked, struct divide *divide) {
    if (engine->settings->kind != ENGINE_SCRIPT || strcmp(asked, depth_one) != 0 || divide->has_total)
        return;
    engine->lists_moves |= divide->listed > 0;
    divide->has_total = divide->count == divide->listed && engine->lists_moves;
    divide->total = divide->count;
}

/* Reads the lines of an answer: of an engine until the total, of a script to the end. */
static bool read_lines(struct engine *engine, const char *asked, double deadline, struct divide *divide) {
    const bool script = engine->settings->kind == ENGINE_SCRIPT;
    const bool may_list = script && strcmp(asked, depth_one) == 0;
    const char *line;
    size_t length;
    bool early = false;
    enum process_event event;
    while ((event = process_line(&engine->process, deadline, &line, &length)) == PROCESS_SPOKE) {
        if (length >= 8 && memcmp(line, "bestmove", 8) == 0 && !script)
            return engine_trouble(engine, "answered '%s' with a move to play: it doesn't count moves", asked);
        const enum divide_line kind = (may_list ? divide_list : divide_read)(divide, line, length);
        if (kind == DIVIDE_FULL)
            return engine_trouble(engine, "answered '%s' with more than %d moves", asked, ANY_MOVES_MAX);
        if (kind == DIVIDE_WRONG)
            return engine_trouble(engine, "answered '%s' with a count that is no number from 0 to %" PRIu64,
                                  asked, UINT64_MAX);
        early |= is_of_last_answer(engine, divide);
        if (early && divide->count == 0)
            divide->has_total = false;
        if (divide->has_total && !script)
            return true;
    }
    if (event == PROCESS_LATE && early && divide->count == 0)
        return engine_trouble(engine, only_total, asked);
    return (script && event == PROCESS_ENDED && process_ended_well(&engine->process)) ||
           no_line(engine, event, asked);
}

/* Reads the counts that answer `asked`: of a script all that it prints, else up to the total. */
static bool engine_read_divide(struct engine *engine, const char *asked, struct divide *divide) {
    if (!read_lines(engine, asked, deadline_of(engine), divide))
        return false;
    complete_list(engine, asked, divide);
    if (!divide->has_total)
        return engine_trouble(engine, "answered '%s' without a total", asked);
    if (divide->count == 0 && divide->total > 0)
        return engine_trouble(engine, only_total, asked);
    return true;
}

/* ==== Engines ==== */

/* An engine or a library runs on between two questions; a script is run anew for each. */

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
    divide->count = divide->listed = 0;
    divide->total = 0;
    divide->has_total = false;
    return engine_start(engine) && way_of(engine->settings)->divide(engine, replay, depth, divide);
}

/* ==== UCI ==== */

/* Options first, then positions: UCI_Variant once, UCI_Chess960 where a position needs another setting than
 * the last. */

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

static bool start_uci(struct engine *engine) {
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

const struct engine_way by_uci = {start_uci, divide_by_uci};

/* ==== Scripts ==== */

/* A script gets the position and the depth as its arguments. */

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

/* ==== Words ==== */

/* The engine is given the position by UCI's "position fen", or as programs for xboard are, by "setboard" and
 * one line a move. Nothing is asked before the first position: it knows no "uci" and no "isready". */

static bool is_for_xboard(const struct engine *engine) {
    return engine->settings->dialect >= DIALECT_XBOARD_PERFT;
}

static const char *question_of(const struct engine *engine) {
    const unsigned dialect = engine->settings->dialect;
    return dialect == DIALECT_PERFT || dialect == DIALECT_XBOARD_PERFT ? "perft" : "divide";
}

/* "force" keeps an engine for xboard from answering moves by its own. */
static bool start_words(struct engine *engine) {
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

const struct engine_way by_words = {start_words, divide_by_words};

/* ==== Libraries ==== */

/* The process is this program again, with a word in the place of the depth: see serve.c. A question is a line
 * "DEPTH FEN"; the answer has lines "move: count", and the total. */

/* context has the settings of the engine. */
static void print_command(const void *context, FILE *out) {
    const struct engine_settings *const settings = context;
    char path[OWN_PATH_SIZE];
    print_quoted(own_path(path) ? path : program_name(), out);
    fputs(" diff " LIBRARY_SERVE " --library ", out);
    print_quoted(settings->command, out);
    if (settings->features) {
        fputs(" --features ", out);
        print_quoted(settings->features, out);
    }
}

static bool start_library(struct engine *engine) {
    char *const command = printed(print_command, engine->settings);
    char *const arguments[] = {"sh", "-c", command, NULL};
    const bool started =
        engine_start_process(engine, arguments) && engine_ask(engine, "start", LIBRARY_READY, NULL);
    free(command);
    return started;
}

static bool divide_by_library(struct engine *engine, const struct replay *replay, unsigned depth,
                              struct divide *divide) {
    char text[ANY_FEN_SIZE + 16], asked[32];
    const struct any_position position = replay_end(replay);
    const int length = snprintf(text, sizeof text, "%u ", depth);
    any_write_fen(&position, text + length);
    snprintf(asked, sizeof asked, "depth %u", depth);
    engine_send(engine, text);
    return engine_read_divide(engine, asked, divide);
}

const struct engine_way by_library = {start_library, divide_by_library};

/* ==== Features ==== */

/* Reads the rest of a side's line. */
static bool read_indices(struct engine *engine, struct words *line, unsigned side,
                         struct feature_lists *lists) {
    struct word word;
    for (lists->count[side] = 0; (word = next_word(line)).length > 0; lists->count[side]++) {
        char digits[16], *end;
        snprintf(digits, sizeof digits, "%.*s", word.length < 15 ? (int)word.length : 15, word.text);
        const long index = strtol(digits, &end, 10);
        if (*end != '\0' || word.length > 10 || index > INT32_MAX || index < INT32_MIN)
            return engine_trouble(engine, "answered 'features' with an index that is no number of 32 bits");
        if (lists->count[side] == KS_FEATURES_WIDTH_MAX)
            return engine_trouble(engine, "answered 'features' with more than %d indices of a side",
                                  KS_FEATURES_WIDTH_MAX);
        lists->indices[side][lists->count[side]] = (int32_t)index;
    }
    return true;
}

static bool read_features(struct engine *engine, struct feature_lists *lists) {
    const double deadline = deadline_of(engine);
    bool heard[2] = {false, false};
    while (!heard[KS_WHITE] || !heard[KS_BLACK]) {
        struct words words = {0};
        const enum process_event event = process_line(&engine->process, deadline, &words.text, &words.length);
        if (event != PROCESS_SPOKE)
            return no_line(engine, event, "features");
        const struct word word = next_word(&words);
        const unsigned side = word_is(word, ks_side_names[KS_BLACK]);
        if (!word_is(word, ks_side_names[side]))
            continue;
        if (heard[side])
            return engine_trouble(engine, "answered 'features' with two lines '%s'", ks_side_names[side]);
        heard[side] = true;
        if (!read_indices(engine, &words, side, lists))
            return false;
    }
    return true;
}

bool engine_list_features(struct engine *engine, const struct replay *replay, struct feature_lists *lists) {
    if (!engine_start(engine))
        return false;
    if (engine_speaks_uci(engine->settings))
        set_chess960(engine, any_is_chess960(&replay->start));
    send_position(engine, replay);
    if (engine_speaks_uci(engine->settings) && !engine_ask(engine, "isready", "readyok", NULL))
        return false;
    engine_send(engine, "features");
    return read_features(engine, lists);
}

/* ==== The path of variants ==== */

/* Kingscan skips blanks that Fairy-Stockfish reads as a part of a name: blanks around the colon make it
 * search for a base named " chess". */

/* ---- Which form a text has ---- */

static bool is_followed_by(struct slice slice, char c, const char *end) {
    const char *const behind = slice.text + slice.length;
    return behind < end && *behind == c;
}

static bool begins_line(struct slice slice, const char *text) {
    return slice.text == text || slice.text[-1] == '\n';
}

static bool ends_line(struct slice slice, const char *end) {
    return slice.text + slice.length == end || is_followed_by(slice, '\n', end) ||
           is_followed_by(slice, '\r', end);
}

static bool is_plain_header(const struct ini_section *section, const char *end) {
    const bool based = section->base.length > 0;
    return section->name.text[-1] == '[' && is_followed_by(section->name, based ? ':' : ']', end) &&
           (!based || (section->base.text[-1] == ':' && is_followed_by(section->base, ']', end)));
}

static bool is_plain_section(const struct ini_section *section, const char *text, const char *end) {
    for (size_t i = 0; i < section->count; i++)
        if (!begins_line(section->entries[i].key, text) || !ends_line(section->entries[i].value, end))
            return false;
    return is_plain_header(section, end) && begins_line((struct slice){section->name.text - 1, 1}, text);
}

static bool is_plain(const struct ini *ini, const char *text, size_t length) {
    for (size_t i = 0; i < ini->count; i++)
        if (!is_plain_section(&ini->sections[i], text, text + length))
            return false;
    return true;
}

/* ---- The copy ---- */

static void print_slice(const char *before, struct slice slice, const char *behind, FILE *out) {
    fputs(before, out);
    fwrite(slice.text, 1, slice.length, out);
    fputs(behind, out);
}

static void print_section(const struct ini_section *section, FILE *out) {
    print_slice("[", section->name, "", out);
    if (section->base.length > 0)
        print_slice(":", section->base, "", out);
    fputs("]\n", out);
    for (size_t i = 0; i < section->count; i++) {
        print_slice("", section->entries[i].key, " = ", out);
        print_slice("", section->entries[i].value, "\n", out);
    }
}

static const char *path_of_copy(const struct ini *ini) {
    static char path[TEMPORARY_PATH];
    const int fd = open_shared_temporary(path);
    FILE *const out = fd < 0 ? NULL : fdopen(dup(fd), "w");
    if (!out)
        fail("--variants: can't hand a copy to the engine: %s", strerror(errno));
    for (size_t i = 0; i < ini->count; i++)
        print_section(&ini->sections[i], out);
    if (fclose(out) != 0)
        fail("--variants: can't hand a copy to the engine: %s", strerror(errno));
    return path;
}

static bool can_be_read_again(const char *file) {
    struct stat status;
    return strcmp(file, "-") != 0 && stat(file, &status) == 0 && S_ISREG(status.st_mode);
}

const char *variants_path(const char *file, const char *text, size_t length) {
    struct ini ini;
    ks_error error;
    const bool read = ks_ini_read(&ini, text, length, &error) == KS_OK;
    const bool as_it_is = read && is_plain(&ini, text, length) && can_be_read_again(file);
    const char *const path = as_it_is || !read ? file : path_of_copy(&ini);
    ks_ini_free(&ini);
    return path;
}
