/* Every wait has a deadline, and every failure ends the process and leaves one line that says why. */
#include "cli/commands/diff/engine/talk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/waiting.h"

/* ---- Trouble ---- */

bool engine_trouble(struct engine *engine, const char *format, ...) {
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

bool engine_start_process(struct engine *engine, char *const arguments[]) {
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

void engine_send(struct engine *engine, const char *line) {
    send_by(engine, line, deadline_of(engine));
}

bool engine_ask(struct engine *engine, const char *asked, const char *end,
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

/* Reads the lines of an answer: of an engine until the total, of a script to the end. */
static bool read_lines(struct engine *engine, const char *asked, double deadline, struct divide *divide) {
    const bool script = engine->settings->kind == ENGINE_SCRIPT;
    const char *line;
    size_t length;
    bool early = false;
    enum process_event event;
    while ((event = process_line(&engine->process, deadline, &line, &length)) == PROCESS_SPOKE) {
        if (length >= 8 && memcmp(line, "bestmove", 8) == 0 && !script)
            return engine_trouble(engine, "answered '%s' with a move to play: it doesn't count moves", asked);
        const enum divide_line kind = divide_read(divide, line, length);
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

bool engine_read_divide(struct engine *engine, const char *asked, struct divide *divide) {
    if (!read_lines(engine, asked, deadline_of(engine), divide))
        return false;
    if (!divide->has_total)
        return engine_trouble(engine, "answered '%s' without a total", asked);
    if (divide->count == 0 && divide->total > 0)
        return engine_trouble(engine, only_total, asked);
    return true;
}
