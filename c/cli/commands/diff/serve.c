/* Calls the functions of a shared library for `kingscan diff --library`, in a process of its own, which
 * answers questions on standard input. Standard error takes what the library prints itself. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/commands/diff/engine.h"
#include "cli/io/plugin.h"
#include "core/text/error.h"

static void (*divide)(const char *fen, int depth, void (*row)(const char *move, uint64_t nodes));

/* The function that the library calls has no room for a context. */
static struct serving {
    FILE *out;
    uint64_t total;
} serving;

/* Finds a function; ISO C has no cast from void * to one. Returns false, with the reason, if it can't. */
static bool load(const char *file, const char *symbol, void *function, char *reason, size_t size) {
    void *const address = find_in_shared_object(file, strlen(file), symbol, reason, size);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* ---- Moves ---- */

static void print_row(const char *move, uint64_t nodes) {
    fprintf(serving.out, "%s: %" PRIu64 "\n", move ? move : "(no move)", nodes);
    serving.total += nodes;
}

static void answer_moves(char *line) {
    int depth, length = 0;
    if (sscanf(line, "%d %n", &depth, &length) != 1)
        return;
    serving.total = 0;
    divide(line + length, depth, print_row);
    fprintf(serving.out, "total: %" PRIu64 "\n", serving.total);
    fflush(serving.out);
}

static bool load_divide(const char *file, char *reason, size_t size) {
    return load(file, "perft_divide", &divide, reason, size);
}

/* ---- Features ---- */

/* At least one of them is there. */
static int (*features)(const char *fen, int perspective, int *out);
static int (*features_after)(const char *fen, const char *moves, int perspective, int *out);

/* Asks the function that knows the most about a position after moves. */
static int list_features(const char *fen, const char *moves, int side, int *out) {
    char end[ANY_FEN_SIZE];
    if (features_after && (*moves || !features))
        return features_after(fen, moves, side, out);
    if (*moves) {
        struct any_position position;
        ks_error error;
        cannot_fail(any_read_fen(NULL, fen, strlen(fen), 0, &position, &error));
        cannot_fail(replay_make_moves(moves, strlen(moves), 0, &position, NULL, &error));
        any_write_fen(&position, end);
        fen = end;
    }
    return features(fen, side, out);
}

static void answer_features(char *line) {
    static const char before_fen[] = "position fen ", before_moves[] = " moves ";
    static char asked[REPLAY_SIZE + 32];
    static int out[KS_FEATURES_WIDTH_MAX];
    if (strncmp(line, before_fen, sizeof before_fen - 1) == 0)
        snprintf(asked, sizeof asked, "%s", line + sizeof before_fen - 1);
    if (strcmp(line, "features") != 0)
        return;
    char *const moves = strstr(asked, before_moves);
    if (moves)
        *moves = '\0';
    for (int side = 0; side < 2; side++) {
        const int count = list_features(asked, moves ? moves + sizeof before_moves - 1 : "", side, out);
        if (count < 0 || count > KS_FEATURES_WIDTH_MAX)
            fail("--library: features returned %d, expected 0 to %d", count, KS_FEATURES_WIDTH_MAX);
        fputs(ks_side_names[side], serving.out);
        for (int i = 0; i < count; i++)
            fprintf(serving.out, " %d", out[i]);
        fputc('\n', serving.out);
    }
    fflush(serving.out);
}

static bool load_features(const char *file, char *reason, size_t size) {
    const bool updates = load(file, "features_after", &features_after, reason, size);
    return load(file, "features", &features, reason, size) || updates;
}

/* ---- Both ---- */

int library_serve(const char *file, bool of_features) {
    char reason[256];
    static char line[REPLAY_SIZE + 32];
    serving.out = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    if (!(of_features ? load_features : load_divide)(file, reason, sizeof reason) || !serving.out)
        fail("--library: %s", serving.out ? reason : "no output");
    fputs(LIBRARY_READY "\n", serving.out);
    fflush(serving.out);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        (of_features ? answer_features : answer_moves)(line);
    }
    return STATUS_GOOD;
}
