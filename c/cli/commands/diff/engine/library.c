/* The process is this program again, with a word in the place of the depth. A question is a line "DEPTH FEN";
 * the answer has lines "move: count", and the total. Standard error takes what the library
 * prints itself. */
#include "cli/commands/diff/engine/library.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/text.h"
#include "cli/commands/diff/engine/talk.h"
#include "cli/commands/diff/engine/way.h"
#include "cli/io/plugin.h"
#include "cli/platform/platform.h"

static const char ready[] = "ready";

/* ---- This side ---- */

/* context: the file. */
static void print_command(const void *context, FILE *out) {
    char path[OWN_PATH_SIZE];
    print_quoted(own_path(path) ? path : program_name(), out);
    fputs(" diff " LIBRARY_SERVE " --library ", out);
    print_quoted(context, out);
}

static bool start(struct engine *engine) {
    char *const command = printed(print_command, engine->settings->command);
    char *const arguments[] = {"sh", "-c", command, NULL};
    const bool started = engine_start_process(engine, arguments) && engine_ask(engine, "start", ready, NULL);
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

const struct engine_way by_library = {start, divide_by_library};

/* ---- The process ---- */

typedef void divide_function(const char *fen, int depth, void (*row)(const char *move, uint64_t nodes));

/* The function that the library calls has no room for a context. */
static struct serving {
    FILE *out;
    uint64_t total;
} serving;

static void print_row(const char *move, uint64_t nodes) {
    fprintf(serving.out, "%s: %" PRIu64 "\n", move ? move : "(no move)", nodes);
    serving.total += nodes;
}

static void answer(divide_function *divide, const char *line) {
    int depth, length = 0;
    if (sscanf(line, "%d %n", &depth, &length) != 1)
        return;
    serving.total = 0;
    divide(line + length, depth, print_row);
    fprintf(serving.out, "total: %" PRIu64 "\n", serving.total);
    fflush(serving.out);
}

int library_serve(const char *file) {
    char reason[256], line[ANY_FEN_SIZE + 16];
    divide_function *divide;
    serving.out = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    void *const address = find_in_shared_object(file, strlen(file), "perft_divide", reason, sizeof reason);
    if (!address || !serving.out)
        fail("--library: %s", address ? "no output" : reason);
    memcpy(&divide, &address, sizeof divide); /* ISO C has no cast from void * to a function */
    fprintf(serving.out, "%s\n", ready);
    fflush(serving.out);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        answer(divide, line);
    }
    return STATUS_GOOD;
}
