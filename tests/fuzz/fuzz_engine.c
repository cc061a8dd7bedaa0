/* Gives bytes of libFuzzer to `kingscan diff` as the output of engines: lines from a pipe, with counts of
 * moves, which are compared with the library's and explained. */
#include <string.h>
#include <unistd.h>

#include "cli/base/waiting.h"
#include "cli/commands/diff/comparison.h"
#include "cli/io/process.h"
#include "fuzz/require.h"
#include "game/common/text.h"

static const char *const positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1",
    "1n2k3/P7/8/8/8/8/4r3/4K3 w - - 0 1",
};

enum { POSITIONS = sizeof positions / sizeof *positions, REPEATS = 32 };

/* Returns a pipe with these bytes repeated `times` times, and then its end; all of them fit. */
static int pipe_of(const uint8_t *data, size_t size, unsigned times) {
    int ends[2];
    require(pipe(ends) == 0, "there are pipes");
    for (; times > 0; times--)
        require(write(ends[1], data, size) == (ssize_t)size, "a pipe takes 64 KiB");
    close(ends[1]);
    return ends[0];
}

static void read_all(struct process *process, struct divide *divide) {
    const double deadline = seconds_now() + 60;
    const char *line;
    size_t length;
    while (process_line(process, deadline, &line, &length) == PROCESS_SPOKE) {
        require(length <= PROCESS_LINE && !memchr(line, '\n', length), "a line is one");
        if (divide_read(divide, line, length) == DIVIDE_FULL)
            break;
    }
    char escaped[ESCAPED_SIZE(PROCESS_SAID)];
    escape_text(process->said, strlen(process->said), escaped, sizeof escaped);
    require(strcmp(escaped, process->said) == 0, "what is quoted can be shown");
    if (process->out.fd >= 0)
        close(process->out.fd);
}

static void compare(const struct replay *replay, struct divide *theirs) {
    const struct any_position *const position = &replay->start;
    static struct divide ours;
    static struct comparison comparison;
    divide_count(position, 1, 0, NULL, &ours);
    comparison_make(position, &ours, theirs, &comparison);
    for (size_t i = 0; i < comparison.count; i++) {
        const struct disagreement *disagreement = &comparison.all[i];
        char text[320];
        disagreement_explain(position, disagreement, text, sizeof text);
        require(disagreement_rule(replay, disagreement) != NULL, "a disagreement touches a rule");
        require(strlen(text) > 0 && !strchr(text, '\n'), "it is explained in one line");
        require(comparison_find(&comparison, disagreement) != NULL, "it is found again");
    }
}

/* The first byte chooses the position and the number of repetitions. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct divide theirs;
    struct process process = {.out = {.fd = -1}, .err = {.fd = -1}};
    static struct replay replay;
    if (size == 0)
        return 0;
    const char *const fen = positions[data[0] % POSITIONS];
    any_read_fen(NULL, fen, strlen(fen), 0, &replay.start, NULL);
    memset(&theirs, 0, sizeof theirs);
    process.out.fd = pipe_of(data + 1, size - 1, 1 + data[0] / POSITIONS % REPEATS);
    read_all(&process, &theirs);
    compare(&replay, &theirs);
    return 0;
}
