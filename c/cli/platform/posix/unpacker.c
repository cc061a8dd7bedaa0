/* A file is the tool's standard input as it is. The bytes of a pipe whose beginning has been read already
 * come from another process, the feeder, which the guard watches too. The feeder is forked from a program
 * with threads, so it does only what is safe in a signal handler. */
#define _GNU_SOURCE /* pipe2, F_SETPIPE_SZ */
#include "cli/platform/unpacker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/quote.h"
#include "cli/platform/posix/fork.h"
#include "cli/platform/temporary.h"
#include "core/text/characters.h"

bool unpackers_exist(void) {
    return true;
}

/* ---- In the child ---- */

enum { READ_END, WRITE_END };
enum { NOT_FOUND = 127, NOT_STARTED = 126 }; /* exit statuses, as those of sh */

struct start {
    const char *tool;
    int source, out, said;
    const char *bytes; /* that have been read from the source */
    size_t length;
};

/* Writes all bytes. Returns false when the tool has gone. */
static bool feed(const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static _Noreturn void be_feeder(const struct start *start, int out) {
    char bytes[1 << 16];
    struct pollfd polled = {STDIN_FILENO, POLLIN, 0};
    dup2(start->source, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close_from(STDERR_FILENO);
    bool more = feed(start->bytes, start->length);
    while (more) {
        const ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
        if (got < 0 && errno == EAGAIN)
            poll(&polled, 1, -1);
        else if (got < 0 && errno == EINTR)
            continue;
        else
            more = got > 0 && feed(bytes, (size_t)got);
    }
    _exit(0);
}

/* Returns the descriptor of all bytes of the source; -1 when there can be none. */
static int feed_source(const struct start *start) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    const pid_t feeder = fork();
    if (feeder == 0)
        be_feeder(start, ends[WRITE_END]);
    return feeder < 0 ? -1 : ends[READ_END];
}

static int become_tool(void *context) {
    const struct start *const start = context;
    const int source = start->length > 0 ? feed_source(start) : start->source;
    if (source < 0)
        return NOT_STARTED;
    dup2(source, STDIN_FILENO);
    dup2(start->out, STDOUT_FILENO);
    dup2(start->said, STDERR_FILENO);
    execlp(start->tool, start->tool, "-dc", (char *)NULL);
    return errno == ENOENT ? NOT_FOUND : NOT_STARTED;
}

/* ---- In the program ---- */

/* Lets a pipe hold a MiB, where the system can: tool and reader then wait for each other less often. Reading
 * games from zstd took 1.08 times as long as the tool alone, and 1.35 through 64 KiB (AMD Zen 5). */
static void widen_pipe(int end) {
#ifdef F_SETPIPE_SZ
    fcntl(end, F_SETPIPE_SZ, 1 << 20);
#else
    (void)end;
#endif
}

bool start_unpacker(struct unpacker *unpacker, const char *tool, int source, const char *bytes,
                    size_t length) {
    char path[TEMPORARY_PATH];
    int ends[2];
    const int said = open_shared_temporary(path);
    if (said < 0)
        return false;
    bool started = false;
    if (pipe2(ends, O_CLOEXEC) == 0) {
        widen_pipe(ends[WRITE_END]);
        struct start start = {tool, source, ends[WRITE_END], said, bytes, length};
        started = guard_start(&unpacker->guard, become_tool, &start);
        const int reason = errno;
        close(ends[WRITE_END]);
        if (!started)
            close(ends[READ_END]);
        errno = reason;
    }
    if (!started) {
        const int reason = errno;
        close(said);
        errno = reason;
    }
    unpacker->out = ends[READ_END];
    unpacker->said = said;
    return started;
}

/* Writes the first line that the tool has said, with its name before it. Returns false when there is none. */
static bool quote_tool(const struct unpacker *unpacker, const char *tool, char *text, size_t size) {
    char said[512];
    const ssize_t got = pread(unpacker->said, said, sizeof said, 0);
    size_t begin = 0, end, all = got > 0 ? (size_t)got : 0;
    while (begin < all && (is_blank(said[begin]) || said[begin] == '\n'))
        begin++;
    for (end = begin; end < all && said[end] != '\n' && said[end] != '\r';)
        end++;
    while (end > begin && is_blank(said[end - 1]))
        end--;
    const size_t name = strlen(tool);
    const bool named = end - begin > name && memcmp(said + begin, tool, name) == 0;
    const int used = named ? 0 : snprintf(text, size, "%s: ", tool);
    escape_text(said + begin, end - begin, text + used, size - (size_t)used);
    return end > begin;
}

bool unpacker_ended_well(struct unpacker *unpacker, const char *tool, char *text, size_t size) {
    enum { PATIENCE = 10000 }; /* milliseconds between the end of the output and that of the tool */
    if (!guard_child_ended(&unpacker->guard, PATIENCE)) {
        snprintf(text, size, "%s has closed its output and does not end", tool);
        return false;
    }
    const int status = unpacker->guard.status;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        snprintf(text, size, "expected the program %s, which decompresses this file; it is not installed",
                 tool);
    else if (!quote_tool(unpacker, tool, text, size))
        snprintf(text, size, "%s ended by %s %d", tool, WIFEXITED(status) ? "status" : "signal",
                 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return false;
}

void stop_unpacker(struct unpacker *unpacker) {
    close(unpacker->out);
    close(unpacker->said);
    guard_stop(&unpacker->guard);
}
