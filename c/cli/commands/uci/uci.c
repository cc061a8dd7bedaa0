/* kingscan uci: answers that part of the Universal Chess Interface by which move generators are compared.
 * Source: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", 2004; "go perft" and
 * "d" as Stockfish has them. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/commands/uci/session.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/positions/divide.h"

/* The settings of a run. */
struct task {
    uint64_t seed;
    struct reading reading;
};

static const struct command_option options[] = {
    {"seed", 0, "S", NUMBER_INTO(struct task, seed, 0, UINT64_MAX)},
    FEN_EP_OPTION(struct task),
    VARIANTS_OPTION(struct task),
    {0},
};

/* ---- Lines that come while perft counts ---- */

/* Lines that have been read but not answered. */
struct held {
    char *lines; /* each with its LF */
    size_t length, answered;
    bool has_go; /* later lines are not read yet: stop would mean that go */
};

enum { HELD_MAX = 1 << 20 };

static struct line_reader reader;
static struct held held;

static void hold(const char *line, size_t length) {
    held.lines = given(realloc(held.lines, held.length + length + 1));
    memcpy(held.lines + held.length, line, length);
    held.length += length;
    held.lines[held.length++] = '\n';
    held.has_go |= line_begins(line, length, "go");
}

/* Takes a line that is held. Returns false when there is none. */
static bool take_held(const char **line, size_t *length) {
    if (held.answered == held.length) {
        held.answered = held.length = 0;
        held.has_go = false;
        return false;
    }
    *line = held.lines + held.answered;
    *length = (size_t)((const char *)memchr(*line, '\n', held.length - held.answered) - *line);
    held.answered += *length + 1;
    return true;
}

static void say_too_long(struct output *out) {
    put_format(out, "info string error: the line is longer than the limit of %d bytes\n", LINE_LIMIT);
}

/* Fits the member of struct uci: answers isready at once, obeys stop, and holds the other lines. */
static bool hear(struct uci *uci) {
    const char *line;
    size_t length;
    while (!held.has_go && held.length < HELD_MAX && has_line(&reader)) {
        const enum line_status status = next_line(&reader, &line, &length);
        if (status > LINE_TOO_LONG)
            return false;
        if (status == LINE_TOO_LONG)
            say_too_long(uci->out);
        else if (line_begins(line, length, "stop"))
            return true;
        else if (line_begins(line, length, "isready"))
            uci_answer(uci, line, length);
        else
            hold(line, length);
        flush_output(uci->out);
    }
    return false;
}

/* ---- The command ---- */

/* Answers lines until the last. Returns how the input ended; LINE_GOOD: by "quit". */
static enum line_status converse(struct uci *uci) {
    const char *line;
    size_t length;
    for (;;) {
        const enum line_status status =
            take_held(&line, &length) ? LINE_GOOD : next_line(&reader, &line, &length);
        if (status > LINE_TOO_LONG)
            return status;
        if (status == LINE_TOO_LONG)
            say_too_long(uci->out);
        else if (!uci_answer(uci, line, length))
            return LINE_GOOD;
    }
}

static int uci_main(struct arguments *arguments) {
    static struct uci uci;
    struct task task = {.seed = (uint64_t)time(NULL) * 1000003 ^ (uint64_t)getpid()};
    read_options(arguments, &task);
    require_kernel();
    ks_variants *const variants =
        load_variants(task.reading.variant.file, KS_VARIANTS_EACH | KS_VARIANTS_FEN_LETTERS);
    uci_start(&uci, variants, PERFT_DEPTH_MAX, &standard_output);
    uci.x_fen = task.reading.fen_ep == FEN_EP_X_FEN;
    uci.random = task.seed;
    uci.hear = hear;
    struct input input = plain_input("-", STDIN_FILENO);
    start_lines(&reader, &input, &standard_output);
    const enum line_status end = converse(&uci);
    if (end == LINE_FAILED)
        fail("-: %s", input.reason);
    if (end == LINE_FOREIGN)
        fail("-: this is %s, not UCI", reader.foreign->name);
    flush_output(&standard_output);
    free(held.lines);
    history_free(&uci.history);
    ks_variants_free(variants);
    return STATUS_GOOD;
}

const struct command uci_command = {
    .name = "uci",
    .options = options,
    .run = uci_main,
};
