/* Calls the functions of a shared library for `kingscan diff --library`, in a process of its own, which
 * answers questions on standard input. Standard error takes what the library prints itself. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/commands/diff/engine.h"
#include "cli/io/plugin.h"

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
    fputs(LIBRARY_READY "\n", serving.out);
    fflush(serving.out);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        answer(divide, line);
    }
    return STATUS_GOOD;
}
